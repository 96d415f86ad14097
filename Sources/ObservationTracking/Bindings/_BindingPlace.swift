import ObservationBridge

/// Where a binding is in the source. For generated code only.
public struct _BindingPlace: Sendable {
  let source: SourcePlace

  /// A line of the file, and the method, that this is written in.
  public static func line(
    _ line: UInt,
    file: StaticString = #fileID,
    method: StaticString = #function
  ) -> _BindingPlace {
    _BindingPlace(source: SourcePlace(file: file, line: line, method: method))
  }
}
