/// Where a getter reads a derived property of its model, and of which type that is.
@usableFromInline
struct DerivedPropertyPlace {
  // The addresses of characters: the same text may be at several, of which each then is a place of its own.
  @usableFromInline let file: UInt
  @usableFromInline let name: UInt
  @usableFromInline let line: UInt
  /// 0 where the place is for messages alone, and the key path says which property is read.
  @usableFromInline let column: UInt
  @usableFromInline let type: ObjectIdentifier

  @inlinable
  @inline(__always)
  init(_ file: StaticString, _ line: UInt, _ column: UInt, _ name: StaticString, _ type: ObjectIdentifier) {
    self.file = file.address
    self.name = name.address
    (self.line, self.column) = (line, column)
    self.type = type
  }

  @inline(__always)
  func isSame(as other: DerivedPropertyPlace) -> Bool {
    line == other.line && column == other.column && name == other.name && file == other.file && type == other.type
  }

  /// Whether the place alone tells which property is read: places with a column do.
  var isIdentifying: Bool { column != 0 }

  var description: String { "\(fileName ?? ""):\(line)" }

  /// Whether both are the same place in the source, though the strings may have different addresses.
  func hasSameText(as other: DerivedPropertyPlace) -> Bool {
    line == other.line && column == other.column && type == other.type
      && (file == other.file || fileName == other.fileName)
  }

  private var fileName: String? {
    // A literal's characters stay, and end with a zero.
    unsafe UnsafePointer<CChar>(bitPattern: file).map { unsafe String(cString: $0) }
  }
}

extension StaticString {
  /// The address of a string's characters; 0 for none.
  @inlinable
  @inline(__always)
  var address: UInt { hasPointerRepresentation ? unsafe UInt(bitPattern: utf8Start) : 0 }
}
