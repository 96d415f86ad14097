import ObservationModels
import TestSupport
import Testing

/// Manual reports of a class, through the members that the macro generates for this purpose.
@MainActor @Suite struct ByHandTests {
  @Test func aPropertyThatIsStoredElsewhereIsObserved() {
    let settings = Settings()
    expectChange(of: settings, \.theme) { settings.theme = "dark" }
    expectNoChange(of: settings, \.theme) { settings.size = 2 }
    expectNoChange(of: settings, \.size) { settings.theme = "light" }
    #expect(settings.theme == "light")
  }

  @Test func readersAreNotifiedOfAChangeByHand() {
    let settings = Settings()
    expectChange(of: settings, \.size) { settings.store(size: 5) }
    expectNoChange(of: settings, \.count) { settings.store(size: 6) }
    #expect(settings.size == 6)
  }

  @Test func readersByHandAreNotifiedOfChanges() {
    let settings = Settings()
    expectChange(of: settings, \.sizeByHand) { settings.size = 5 }
    expectChange(of: settings, \.sizeByHand) { settings.store(size: 6) }
    expectNoChange(of: settings, \.sizeByHand) { settings.count = 7 }
    expectNoChange(of: settings, \.sizeByHand) { settings.theme = "dark" }
  }

  /// Its key path can't be written without a warning.
  @available(*, deprecated)
  @Test func aDeprecatedPropertyIsObservedByHand() {
    let archive = Archive()
    expectChange(of: archive, \.old) { archive.old = 1 }
    expectChange(of: archive, \.old) { archive.withMutation(keyPath: \.old) {} }
    expectNoChange(of: archive, \.old) { archive.new = 1 }
  }

  @available(*, deprecated)
  @Test func propertiesThatGeneratedCodeCannotNameAreNotTakenForOthers() {
    let archive = Archive()
    expectChange(of: archive, \.new) { archive.new = 1 }
    expectNoChange(of: archive, \.new) { archive.size = 1 }
    expectNoChange(of: archive, \.new) { archive.withMutation(keyPath: \.old) {} }
    expectChange(of: archive, \.size) { archive.size = 2 }
    expectNoChange(of: archive, \.size) { archive.new = 2 }
    expectChange(of: archive, \.shown) { archive.shown = 1 }
    expectChange(of: archive, \.shown) { archive.withMutation(keyPath: \.shown) {} }
    expectNoChange(of: archive, \.shown) { archive.new = 3 }
    expectNoChange(of: archive, \.shown) { archive.old = 1 }
  }

  /// Its number isn't known where it's read by hand.
  @available(*, deprecated)
  @Test func aReadThatMayMeanSeveralPropertiesFindsEachAfterAReadOfOne() {
    let archive = Archive()
    var (passCount, readsByHand) = (0, false)
    let token = withPortableContinuousObservation(options: [.didSet, .immediate]) { _ in
      passCount += 1
      _ = readsByHand ? archive.oldByHand : archive.new
    }
    readsByHand = true
    archive.new = 1
    #expect(passCount == 2)
    archive.old = 1
    #expect(passCount == 3)
    archive.old = 2
    #expect(passCount == 4)
    token.cancel()
  }

  @Test func aChangeThatThrowsIsReported() {
    struct Refused: Error {}
    let settings = Settings()
    expectChange(of: settings, \.size) {
      #expect(throws: Refused.self) {
        try settings.withMutation(keyPath: \.size) { throw Refused() }
      }
    }
    #expect(settings.withMutation(keyPath: \.theme) { 7 } == 7)
  }

  @Test func aPassKnowsWhatWasChangedByHand() async {
    let settings = Settings()
    let log = Log<String>()
    let token = withPortableContinuousObservation { event in
      _ = (settings.size, settings.theme, settings.count)
      let changes = [
        "size": event.matches(\Settings.size), "theme": event.matches(\Settings.theme),
        "count": event.matches(\Settings.count),
      ]
      log.append(changes.filter(\.value).keys.sorted().joined(separator: " "))
    }
    settings.store(size: 5)
    await eventually { log.elements.count == 2 }
    settings.theme = "dark"
    settings.count = 1
    await eventually { log.elements.count == 3 }
    #expect(log.elements == ["", "size", "count theme"])
    token.cancel()
  }
}

@ObservableModel private final class Settings {
  var size = 1
  var count = 0
  @ObservationIgnored private var values: [String: String] = [:]

  var theme: String {
    get {
      access(keyPath: \.theme)
      return values["theme"] ?? ""
    }
    set { withMutation(keyPath: \.theme) { values["theme"] = newValue } }
  }

  var sizeByHand: Int {
    access(keyPath: \.size)
    return _size
  }

  func store(size: Int) {
    withMutation(keyPath: \.size) { _size = size }
  }
}

@ObservableModel private final class Archive {
  @available(*, deprecated) var old = 0
  @MainActor var shown = 0
  var new = 0
  @ObservationIgnored private var storedSize = 0

  var size: Int {
    get {
      access(keyPath: \.size)
      return storedSize
    }
    set { withMutation(keyPath: \.size) { storedSize = newValue } }
  }

  @MainActor init() {}

  @available(*, deprecated) var oldByHand: Int {
    access(keyPath: \.old)
    return _old
  }
}
