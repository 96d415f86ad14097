extension SourceFile {
  /// Whether the text has any of the words that the rules look for. In a file without them there is nothing to rewrite but
  /// extensions of types that are declared elsewhere.
  var mentionsObservation: Bool {
    let bytes = Array(text.utf8)
    return bytes.indices.contains { index in
      switch bytes[index] {
      case UInt8(ascii: "$"):
        // `$name`, not `$0`.
        index + 1 < bytes.count && !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[index + 1])
      case UInt8(ascii: "@"), UInt8(ascii: "o"), UInt8(ascii: "e"), UInt8(ascii: "O"),
        UInt8(ascii: "P"), UInt8(ascii: "S"), UInt8(ascii: "E"), UInt8(ascii: "M"), UInt8(ascii: "C"),
        UInt8(ascii: "F"), UInt8(ascii: "f"):
        Self.words.contains { bytes[index...].starts(with: $0) }
      default: false
      }
    }
  }

  private static let words: [[UInt8]] = [
    "ObservableObject", "Published", "StateObject", "ObservedObject", "EnvironmentObject", "environmentObject",
    "objectWillChange", "onReceive", "@Observable", "Mirror", "CodingKeys", "FocusedObject",
    "focusedObject", "focusedSceneObject",
  ].map { Array($0.utf8) }
}
