/// The effect of transforms on messages: the one place for the logic of each kind of transform.
///
/// Used by the objects (`text.map { … }`) and in observations (`observe(text).map { … }`) alike.
@usableFromInline
struct Transform<Message, Transformed> {
  @usableFromInline typealias Receive<Value> = (Value, AnyAuthor) -> Void

  /// Puts the transform before a handler of the results.
  @usableFromInline let before: (@escaping Receive<Transformed>) -> Receive<Message>

  @inlinable
  init(before: @escaping (@escaping Receive<Transformed>) -> Receive<Message>) {
    self.before = before
  }
}

extension Transform {
  @inlinable
  static func map(_ map: @escaping (Message) -> Transformed) -> Transform {
    Transform { receive in
      { message, author in receive(map(message), author) }
    }
  }

  @inlinable
  static func unwrap() -> Transform where Message == Transformed? {
    Transform { receive in
      { message, author in
        if let message { receive(message, author) }
      }
    }
  }
}

extension Transform where Message == Transformed {
  @inlinable
  static func filter(_ isIncluded: @escaping (Message) -> Bool) -> Transform {
    Transform { receive in
      { message, author in
        if isIncluded(message) { receive(message, author) }
      }
    }
  }

  @inlinable
  static func filterAuthor(_ isIncluded: @escaping (AnyAuthor) -> Bool) -> Transform {
    Transform { receive in
      { message, author in
        if isIncluded(author) { receive(message, author) }
      }
    }
  }

  /// Only messages from one author; none without such an author.
  @inlinable
  static func from(_ author: AnyAuthor?) -> Transform {
    .filterAuthor { [weak author] other in author != nil && other === author }
  }

  /// Only messages from other authors than one; all messages once this author is deallocated.
  @inlinable
  static func notFrom(_ excludedAuthor: AnyAuthor) -> Transform {
    .filterAuthor { [weak excludedAuthor] other in other !== excludedAuthor }
  }
}
