import Observation

/// The controls, for what shows them.
@MainActor @Observable
final class ControlsModel {
  var controls: Controls

  init(_ controls: Controls) {
    self.controls = controls
  }
}
