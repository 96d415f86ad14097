/// Makes several changes that count as one.
///
/// Observations are notified when the outermost transaction ends. Each pass on the same thread sees all of the changes
/// or none, including immediate passes. Code inside the transaction reads the new values, including through derived
/// values. If `body` throws an error, the changes made so far are delivered.
///
/// ```swift
/// withObservationTransaction {
///   account.balance -= 20
///   account.transfers.append(transfer)
/// }
/// ```
///
/// For models with a ``ModelRegistrar``, an `Equatable` stored property that ends up with its initial value counts as
/// unchanged, except for observations that have read the property in between. If code inside the transaction reads a
/// derived value, observations of that value may run once more, although the value is equal to the previous one. A
/// property observation delivers one change, whose old value is the value before the transaction. An immediate pass
/// with ``ObservationOptions/willSet`` runs at the end. Other observers, such as SwiftUI, are notified of each change
/// as it's made. Messages aren't held back.
///
/// The transaction belongs to the current thread. A pass that runs on another thread in the meantime isn't held back, and runs again
/// afterwards.
///
/// - Parameter body: Makes the changes.
/// - Returns: The result of `body`.
/// - Throws: The error thrown by `body`.
/// - Complexity: The first change to each property takes O(*n* + *m*), where *n* is the number of properties changed so far and *m* the
///   number of observations of this one.
public func withObservationTransaction<Result: ~Copyable, Failure: Error>(
  _ body: () throws(Failure) -> Result
) throws(Failure) -> Result {
  try ObservationTransaction.run(body)
}

/// Runs a closure without making its reads dependencies of the surrounding pass.
///
/// With the standard and the public tracking backend, a pass still depends on the reads of models whose registrar is
/// the standard library's.
///
/// - Parameter body: Reads without being tracked.
/// - Returns: The result of `body`.
/// - Throws: The error thrown by `body`.
public func withoutObservation<Result: ~Copyable, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure)
  -> Result
{
  try Tracking.untracked(body)
}
