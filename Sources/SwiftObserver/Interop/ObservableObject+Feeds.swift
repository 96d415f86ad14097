extension ObservableObject {
  /// Sends the elements of an asynchronous sequence, until the sequence ends or this object is deallocated.
  ///
  /// ```swift
  /// messenger.send(from: notifications)
  /// ```
  ///
  /// The task doesn't keep the object alive. When the object is deallocated, or the returned task is cancelled, the
  /// iteration is cancelled. The task does keep the actor alive: an actor that owns the object lives until the sequence
  /// ends or the task is cancelled.
  ///
  /// - Parameters:
  ///   - sequence: The messages to send.
  ///   - author: The sender of the messages: this object, unless you pass another one. The author is kept alive until
  ///     the end.
  ///   - isolation: The actor of this object. Leave out this argument.
  /// - Returns: The sending task, which fails with the sequence's error. There is no need to keep the task.
  @discardableResult
  public func send<Messages: AsyncSequence>(
    from sequence: Messages,
    author: AnyAuthor? = nil,
    isolation: isolated any Actor = #isolation
  ) -> Task<Void, any Error> where Messages.Element == Message {
    let feed = Feed()
    messenger.feeds.append(feed)
    let task = Task { [weak self, weak messenger] in
      _ = isolation
      defer { messenger?.feeds.removeAll { $0 === feed } }
      for try await message in sequence {
        guard let self else { return }
        self.send(message, from: author)
      }
    }
    feed.start(task)
    return task
  }
}
