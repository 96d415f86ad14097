/// Calls `onChange` for the first change of what `apply` reads, at the moments that the options name.
@available(macOS 27, iOS 27, tvOS 27, visionOS 27, watchOS 27, *)
public func withObservationTracking<Result: ~Copyable, Failure: Error>(
  options: ObservationTracking.Options,
  _ apply: () throws(Failure) -> Result,
  onChange: @escaping @Sendable (borrowing ObservationTracking.Event) -> Void
) throws(Failure) -> Result {
  var reads: Reads?
  var missed: DirtyMark.Change?
  let result = try Reads.collect(into: &reads, missing: &missed, apply)
  if reads == nil, missed == nil { return result }
  // What is changed from the end of the collection to here, nobody notices: as in Swift 6.4.
  let registration = Registration(reads, options, onChange)
  registration.install()
  if let missed { registration.deliver(missed) }
  return result
}
