#if EXACT_TRACKING
  import Foundation
  import Testing

  @testable import ObservationBridge

  /// Which libraries the exact backend is used with.
  @Suite struct ObservationLibraryTests {
    private static let unlisted = [ObservationLibrary.loaded(buildID: "0123456789abcdef"), .loaded(buildID: nil)]

    @Test(.enabled("a library that is linked statically has none") { loadedBuildID != nil })
    func theBuildIDOfThisProcessesLibraryIsFound() throws {
      let buildID = try #require(Self.loadedBuildID ?? nil)
      #expect(buildID.count >= 16 && buildID.allSatisfy(\.isHexDigit), "\(buildID)")
    }

    /// Nil where the library is linked statically, and nil within where none is found.
    private static var loadedBuildID: String?? {
      guard case .loaded(let buildID) = ObservationLibrary.current else { return nil }
      return .some(buildID)
    }

    @Test func aListedLibraryIsUsed() throws {
      let buildID = try #require(ObservationLibrary.verifiedBuildIDs.first)
      #expect(ExactTracking.isAvailable(with: .loaded(buildID: buildID), isTrusted: false))
    }

    @Test(arguments: unlisted) func anUnlistedLibraryIsNot(library: ObservationLibrary) {
      #expect(!ExactTracking.isAvailable(with: library, isTrusted: false))
    }

    @Test(arguments: unlisted) func unlessItIsTrustedAndPassesTheSelfCheck(library: ObservationLibrary) {
      #expect(ExactTracking.isAvailable(with: library, isTrusted: true))
    }

    /// Also where the tests run with a library that isn't listed: `.ci/unlisted-library`.
    @Test func thisProcessUsesTheExactBackendWithAKnownLibraryOnly() {
      let isTrusted = ProcessInfo.processInfo.environment["OBSERVATION_BRIDGE_TRUST_LIBRARY"] == "1"
      #expect(Tracking.isExact == (ObservationLibrary.current.isVerified || isTrusted))
    }

    @Test func aStaticallyLinkedLibraryBelongsToTheCompiler() {
      #expect(ObservationLibrary.linkedStatically.isVerified)
    }

    // MARK: Notes

    /// A note, in the byte order of this machine.
    private static func note(_ name: String, type: UInt32, _ description: [UInt8], alignment: Int = 4) -> [UInt8] {
      var bytes: [UInt8] = []
      for word in [UInt32(name.utf8.count + 1), UInt32(description.count), type] {
        bytes += unsafe withUnsafeBytes(of: word) { unsafe Array($0) }
      }
      func pad() { while !bytes.count.isMultiple(of: alignment) { bytes.append(0xFF) } }
      bytes += Array(name.utf8) + [0]
      pad()
      bytes += description
      pad()
      return bytes
    }

    private static let id: [UInt8] = [0xB2, 0x4F, 0x0A, 0x00, 0x01]

    @Test(arguments: [4, 8]) func theBuildIDIsReadAmongOtherNotes(alignment: Int) {
      func note(_ name: String, type: UInt32, _ description: [UInt8]) -> [UInt8] {
        Self.note(name, type: type, description, alignment: alignment)
      }
      let buildID = note("GNU", type: 3, Self.id)
      let others = note("GNU", type: 1, [1, 2, 3]) + note("stapsdt", type: 3, [4]) + note("GN", type: 3, [])
      for notes in [buildID, others + buildID, others + buildID + others] {
        #expect(ObservationLibrary.buildID(inNotes: notes, alignment: alignment) == "b24f0a0001")
      }
      #expect(ObservationLibrary.buildID(inNotes: others, alignment: alignment) == nil)
    }

    /// The last note may end without padding.
    @Test func notesThatAreCutOffHaveNone() {
      let notes = Self.note("GNU", type: 1, [1, 2, 3, 4]) + Self.note("GNU", type: 3, Self.id)
      let complete = notes.count - 3
      for count in 0..<complete { #expect(ObservationLibrary.buildID(inNotes: Array(notes.prefix(count))) == nil) }
      for count in complete...notes.count {
        #expect(ObservationLibrary.buildID(inNotes: Array(notes.prefix(count))) == "b24f0a0001")
      }
    }

    @Test func sizesBeyondTheSegmentAreRefused() {
      for word in 0..<2 {
        for size in [UInt32.max, .max - 3, .max - 11, 1 << 31, 64] {
          var notes = Self.note("GNU", type: 3, Self.id)
          unsafe withUnsafeBytes(of: size) { size in
            notes.replaceSubrange(4 * word..<4 * word + 4, with: unsafe Array(size))
          }
          #expect(ObservationLibrary.buildID(inNotes: notes) == nil)
        }
      }
    }
  }
#endif
