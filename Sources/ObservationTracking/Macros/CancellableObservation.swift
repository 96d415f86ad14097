/// Lets you cancel the bindings of a class, one by one or all at once, and start them again.
///
/// ```swift
/// @CancellableObservation
/// @MainActor final class WeatherController {
///   let label = Label()
///   let weather: Weather
///
///   init(_ weather: Weather) {
///     self.weather = weather
///   }
///
///   @ObservationTracking
///   func bind() {
///     label.text = weather.temperature
///   }
/// }
/// ```
///
/// For each binding in the declaration of the class there are two methods, here `observeLabelText()` and
/// `cancelObserveLabelText()`. For all of them together there are:
///
/// - `stopObservations()`, which ends all bindings and removes their registrations. A binding that is started after
///   that runs once, and isn't renewed.
/// - `startObservationsIfNeeded()`, which runs all bindings again if they were stopped, or if there are none: it calls
///   the marked methods in the order of the source, and then starts the other bindings that were stopped.
/// - `isObservingEnabled`, which is false between the two.
/// - `observationTokens`, which holds the bindings. It's as visible as the class, because other modules may extend the
///   class.
///
/// Bindings in extensions and subclasses stop and start with the others. They can't be cancelled one by one, and only
/// their own methods start them for the first time, unless the subclass is marked, too: then its methods follow those
/// of its superclass. Names of bindings have to differ from those of a marked superclass. A class inside a function
/// can't be marked.
///
/// - Parameter screen: Whether bindings pause while the view of a UIKit view controller isn't shown: `viewWillAppear`
///   starts and `viewDidDisappear` stops them. Overrides are added, or existing ones are marked with
///   ``StartObservations()`` and ``StopObservations()``.
@attached(memberAttribute)
@attached(extension, conformances: _ObservationTokensOwner)
@attached(
  member,
  conformances: _ObservationTokensOwner,
  names: named(observationTokens),
  named(isObservingEnabled),
  named(stopObservations),
  named(startObservationsIfNeeded),
  named(_startObservations),
  named(viewWillAppear),
  named(viewDidDisappear)
)
public macro CancellableObservation(screen: Bool = false) =
  #externalMacro(module: "ObservationTrackingMacros", type: "CancellableObservationMacro")

/// Starts the bindings of a class marked with ``CancellableObservation(screen:)`` again, when the method ends.
@attached(body)
public macro StartObservations() = #externalMacro(module: "ObservationTrackingMacros", type: "StartObservationsMacro")

/// Stops the bindings of a class marked with ``CancellableObservation(screen:)``, when the method ends.
@attached(body)
public macro StopObservations() = #externalMacro(module: "ObservationTrackingMacros", type: "StopObservationsMacro")
