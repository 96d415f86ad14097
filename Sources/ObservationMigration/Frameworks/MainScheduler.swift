/// Schedulers that run on the main thread.
enum MainScheduler {
  static let names: Set = ["DispatchQueue.main", "RunLoop.main", "OperationQueue.main"]
}
