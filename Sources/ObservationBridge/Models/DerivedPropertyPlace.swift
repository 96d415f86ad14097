/// The location in a getter at which a derived property is read, and the type of the property.
@usableFromInline
struct DerivedPropertyPlace {
  // The addresses of the strings. If the same text is at several addresses, each counts as a location of its own.
  @usableFromInline let file: UInt
  @usableFromInline let name: UInt
  @usableFromInline let line: UInt
  /// 0 if the location is for messages only, and the key path determines the property.
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

  /// Whether the location alone determines the property: it does if it has a column.
  var isIdentifying: Bool { column != 0 }

  var description: String { "\(fileName ?? ""):\(line)" }

  /// Whether both are the same location in the source, though the strings may have different addresses.
  func hasSameText(as other: DerivedPropertyPlace) -> Bool {
    line == other.line && column == other.column && type == other.type
      && (file == other.file || fileName == other.fileName)
  }

  private var fileName: String? {
    // The characters of a literal are constant, and end with a zero.
    unsafe UnsafePointer<CChar>(bitPattern: file).map { unsafe String(cString: $0) }
  }
}

extension StaticString {
  /// The address of the string's characters; 0 for none.
  @inlinable
  @inline(__always)
  var address: UInt { hasPointerRepresentation ? unsafe UInt(bitPattern: utf8Start) : 0 }
}
