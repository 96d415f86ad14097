/// What classes are called that stand for others in tests and previews.
enum StandIns {
  private static let words = ["Dummy", "Fake", "Mock", "Preview", "Spy", "Stub"]

  static func isOne(_ name: String) -> Bool {
    words.contains { name.contains($0) }
  }
}
