/// What classes are called that stand for others in tests and previews: `MockService`, `ServiceMock`, `PreviewService`.
enum StandIns {
  private static let words = ["Dummy", "Fake", "Mock", "Preview", "Spy", "Stub"]

  static func isOne(_ name: String) -> Bool {
    words.contains { word in
      // As a word of its own: not `Spyglass`.
      name.hasSuffix(word) || name.hasPrefix(word) && name.dropFirst(word.count).first?.isUppercase == true
    }
  }
}
