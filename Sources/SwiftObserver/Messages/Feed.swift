/// The task that sends what a sequence yields. Belongs to a messenger, and ends with it.
final class Feed {
  private var task: Task<Void, any Error>?

  func start(_ task: Task<Void, any Error>) {
    self.task = task
  }

  func cancel() {
    task?.cancel()
  }
}
