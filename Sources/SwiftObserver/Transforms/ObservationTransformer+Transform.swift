extension ObservationTransformer {
  @inlinable
  func applying<New>(_ transform: Transform<Transformed, New>) -> ObservationTransformer<New> {
    ObservationTransformer<New> { [connect] handler in
      switch handler {
      case .message(let receive): connect(.messageAndAuthor(transform.before { message, _ in receive(message) }))
      case .messageAndAuthor(let receive): connect(.messageAndAuthor(transform.before(receive)))
      }
    }
  }
}
