import ObservationTracking

extension ExtensionBindingTests.Card {
  /// Its binding has the name of that in the other file.
  @ObservationTracking func bindInAnotherFile() { name.text = "\(profile.age)" }
}
