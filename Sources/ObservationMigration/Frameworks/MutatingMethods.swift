/// Methods of the standard library's and Foundation's values that change the value.
enum MutatingMethods {
  static let names: Set = [
    "addTimeInterval", "append", "appendLiteral", "appendPathComponent", "formIntersection", "formRemainder",
    "formSquareRoot", "formSymmetricDifference", "formTruncatingRemainder", "formUnion", "insert", "merge", "move",
    "negate", "partition", "popFirst", "popLast", "remove", "removeAll", "removeFirst", "removeLast", "removeSubrange",
    "removeValue", "replace", "replaceSubrange", "reserveCapacity", "resetBytes", "reverse", "round", "setValue",
    "shuffle", "sort", "standardize", "subtract", "swapAt", "toggle", "trimPrefix", "update", "updateValue", "write",
  ]
}
