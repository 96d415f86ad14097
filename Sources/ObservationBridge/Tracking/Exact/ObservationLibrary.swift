#if EXACT_TRACKING
  import CObservationRuntime

  /// The standard library's observation code in a process.
  enum ObservationLibrary: Equatable, Sendable {
    /// The code is part of the program, and so belongs to the compiler of this package.
    case linkedStatically
    /// A library found at run time, and its build ID in hexadecimal digits; nil if the build ID isn't known.
    case loaded(buildID: String?)

    /// The libraries on which the exact backend was verified. `.ci/library-id` prints the entry for a toolchain's.
    static let verifiedBuildIDs: Set<String> = [
      "b24f0ab603d9481840586aca1273e5bd7186dbd5"  // Swift 6.3.1, x86_64 Linux, for Debian GNU/Linux 12
    ]

    static var current: ObservationLibrary {
      if ob_observation_is_linked_statically() { return .linkedStatically }
      for index in 0... {
        let notes = unsafe ob_observation_library_notes(Int32(index))
        if unsafe notes.size == 0 { break }
        // The segment is readable as long as the library is loaded.
        let bytes = unsafe Array(UnsafeBufferPointer(start: notes.start, count: notes.size))
        if let id = unsafe buildID(inNotes: bytes, alignment: notes.alignment) { return .loaded(buildID: id) }
      }
      return .loaded(buildID: nil)
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
      // Segments aligned to 8 bytes have notes aligned to 8 bytes; all other segments have the classic alignment of 4.
      let alignment = alignment == 8 ? 8 : 4
      func word(at offset: Int) -> Int { notes[offset..<offset + 4].reversed().reduce(0) { $0 << 8 | Int($1) } }
      func padded(_ size: Int) -> Int { (size + alignment - 1) / alignment * alignment }
      var offset = 0
      // Each note begins with three words, in files of 32 and of 64 bits alike. Sizes of 32 bits can't overflow here.
      while offset + 12 <= notes.count {
        let (nameSize, size, type) = (word(at: offset), word(at: offset + 4), word(at: offset + 8))
        let start = offset + padded(12 + nameSize)
        guard start + size <= notes.count else { return nil }
        // The type of a build ID among the notes of "GNU".
        if type == 3, notes[offset + 12..<offset + 12 + nameSize].elementsEqual("GNU\0".utf8) {
          let digits = notes[start..<start + size].map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
          return size == 0 ? nil : digits.joined()
        }
        offset = padded(start + size)
      }
      return nil
    }
  }
#endif
