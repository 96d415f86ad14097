/// Members of the standard library's collections by what they make of the elements.
enum CollectionMembers {
  /// They are made of the elements of another one.
  static let types: Set = ["Array", "ContiguousArray", "Set"]

  /// They lead to one of the elements.
  static let ofAnElement: Set = [
    "first", "last", "max", "min", "popFirst", "popLast", "randomElement", "removeFirst", "removeLast",
  ]

  /// They lead to some of the elements, or to all.
  static let ofSuchElements: Set = [
    "dropFirst", "dropLast", "filter", "lazy", "prefix", "reversed", "shuffled", "sorted", "suffix", "values",
  ]
}
