/// An operator of Combine that a stream has a counterpart of.
enum CombineOperator: String {
  case eraseToAnyPublisher, receive, removeDuplicates, dropFirst, debounce, throttle, map, filter, compactMap

  /// What becomes of it.
  enum Counterpart {
    /// Nothing: it's implied.
    case none
    /// Delivery in a later turn of the main thread.
    case hop
    case removingDuplicates
    case droppingFirst
    /// An option of the stream.
    case rateLimit
    /// A part of the sampled expression, or an operator.
    case mapping
    /// The operator of the same name.
    case sameName
  }

  var counterpart: Counterpart {
    switch self {
    case .eraseToAnyPublisher: .none
    case .receive: .hop
    case .removeDuplicates: .removingDuplicates
    case .dropFirst: .droppingFirst
    case .debounce, .throttle: .rateLimit
    case .map: .mapping
    case .filter, .compactMap: .sameName
    }
  }
}
