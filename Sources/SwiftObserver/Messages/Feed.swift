/// The task that sends a sequence's elements. Belongs to a messenger, and ends with the messenger.
final class Feed {
  private var task: Task<Void, any Error>?

  func start(_ task: Task<Void, any Error>) {
    self.task = task
  }

  func cancel() {
    task?.cancel()
  }
}
