/// Turns the assignments of a method into bindings that renew themselves.
///
/// ```swift
/// @MainActor final class ProfileController {
///   let nameLabel = Label()
///   let ageLabel = Label()
///   let profile: Profile
///
///   init(_ profile: Profile) {
///     self.profile = profile
///   }
///
///   @ObservationTracking
///   func bind() {
///     nameLabel.text = profile.name
///     ageLabel.text = "\(profile.age)"
///   }
/// }
/// ```
///
/// Each assignment, each call and each `if`, `switch`, and `do` with `catch` among the statements of the method becomes a
/// binding. Calling the method runs all of them at once, in order; from then on each runs again whenever something it has read
/// changes.
///
/// - An assignment depends on what its right side reads; a call, an `if`, a `switch` and a `do` depend on everything
///   that's read in them.
/// - What a closure reads that runs later isn't observed, but its capture list is: `button.action = { [name = profile.name] in … }`, and
///   likewise for `Task { … }`, which otherwise gets a warning.
/// - A binding is a continuous observation, like that of `withPortableContinuousObservation`. All changes of a turn
///   make it run once, with the newest values; once changes stop, it has run with the final ones. Bindings of one
///   object run in the order in which they were started. If a binding doesn't run on the main actor, one more run
///   follows the first, because other threads may have made changes meanwhile.
/// - If an assignment changes something that its right side has read, it runs again in a later turn, until it settles.
///   After 100 runs in a row it waits for the next change made elsewhere, and prints its place on standard error.
/// - Calling the method again runs its bindings again, and replaces the previous observations.
/// - The object is held weakly. When it's deallocated, its bindings end and their registrations are removed.
///
/// Mark methods with it, not their class. The object has to be `Sendable`: mark its class with `@MainActor` or another global actor, or
/// write an actor.
///
/// For each binding there is a generated method, named after what it assigns or calls, which is `private`:
/// `observeNameLabelText()`. Other statements stay as they are and run when the method is called: declarations,
/// `guard`, loops, `defer`, and statements inside a bare `do { … }`. If one of them reads a property whose changes
/// would be missed, a warning says what to write instead.
///
/// - Parameter isolation: Where and when the bindings run again. By default they run on the isolation of the method, or
///   on the main actor if it has none.
@attached(body)
@attached(peer, names: arbitrary)
public macro ObservationTracking(isolation: OnChangeBlockIsolation = .inferred) =
  #externalMacro(module: "ObservationTrackingMacros", type: "ObservationTrackingMacro")
