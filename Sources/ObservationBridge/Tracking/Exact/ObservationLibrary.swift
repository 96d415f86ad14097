#if EXACT_TRACKING
  import CObservationRuntime

  /// The standard library's observation code in a process.
  enum ObservationLibrary: Equatable, Sendable {
    /// The code is part of the program, and so belongs to the compiler of this package.
    case linkedStatically
    /// A library found at run time, and its build ID in hexadecimal digits; nil if the build ID isn't known.
    case loaded(buildID: String?)

    /// The build IDs of the libraries on which the exact backend was verified. `.ci/library-id` prints the entry for a
    /// toolchain's library.
    static let verifiedBuildIDs: Set<String> = [
      "b24f0ab603d9481840586aca1273e5bd7186dbd5"  // Swift 6.3.1, x86_64 Linux, for Debian GNU/Linux 12
    ]

    static var current: ObservationLibrary {
      if ob_observation_is_linked_statically() { return .linkedStatically }
      return unsafe .loaded(buildID: hexadecimal(ob_observation_library_build_id()))
    }

    /// Whether the exact backend was verified on this library.
    var isVerified: Bool {
      switch self {
      case .linkedStatically: true
      case .loaded(let buildID): buildID.map(Self.verifiedBuildIDs.contains) ?? false
      }
    }

    /// The build ID in the notes of an ELF segment.
    static func buildID(inNotes notes: [UInt8], alignment: Int = 4) -> String? {
      unsafe notes.withUnsafeBufferPointer { notes in
        let notes = unsafe ob_bytes(start: notes.baseAddress, size: notes.count)
        return unsafe hexadecimal(ob_build_id_in_notes(notes, alignment))
      }
    }

    private static func hexadecimal(_ bytes: ob_bytes) -> String? {
      guard let start = unsafe bytes.start, unsafe bytes.size > 0 else { return nil }
      // The bytes are valid as long as the library is loaded, or the caller holds them.
      return unsafe UnsafeBufferPointer(start: start, count: bytes.size)
        .map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
  }
#endif
