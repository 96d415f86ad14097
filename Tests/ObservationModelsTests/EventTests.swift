import ObservationModels
import TestSupport
import Testing

/// Events of a model that an observation of this package receives.
@MainActor @Suite struct EventTests {
  @Test func aPassKnowsWhichPropertiesHaveChanged() async {
    let sheet = ModelSheet()
    let log = Log<String>()
    let token = withPortableContinuousObservation { event in
      _ = (sheet.number, sheet.text, sheet.list)
      let changes = [
        event.matches(\ModelSheet.number), event.matches(\ModelSheet.text), event.matches(\ModelSheet.list),
      ]
      log.append("\(sheet.number) \(sheet.text) \(sheet.list) \(changes)")
    }
    sheet.number = 1
    sheet.list.append(2)
    sheet.counted = 5
    await mainActorTurns()
    sheet.text = "a"
    sheet.number = 1
    await mainActorTurns()
    #expect(
      log.elements == ["0  [] [false, false, false]", "1  [2] [true, false, true]", "1 a [2] [false, true, false]"]
    )
    token.cancel()
  }

  @Test func anImmediatePassComesBeforeTheChange() {
    let sheet = ModelSheet()
    let log = Log<String>()
    let token = withPortableContinuousObservation(options: [.willSet, .immediate]) { event in
      log.append("\(sheet.number) \(sheet.list)")
    }
    sheet.number = 1
    sheet.list.append(2)
    token.cancel()
    sheet.number = 3
    #expect(log.elements == ["0 []", "0 []", "1 []"])
  }

  @Test func theDeallocationOfAModelIsReported() async {
    let log = Log<String>()
    var sheet: ModelSheet? = ModelSheet()
    let token = withPortableContinuousObservation(options: [.didSet, .deinit]) { [weak sheet] event in
      log.append(sheet.map { "\($0.number)" } ?? "\(event.kind)")
    }
    sheet = nil
    await eventually { log.elements == ["0", "deinit"] }
    token.cancel()
  }

  @Test func anObservationDoesNotKeepItsModel() {
    weak var model: ModelSheet?
    let scope = ObservationScope()
    do {
      let sheet = ModelSheet()
      model = sheet
      scope.observe(sheet) { _, sheet in _ = sheet.number }
      withObservationTracking {
        _ = sheet.text
      } onChange: {
      }
    }
    #expect(model == nil)
  }

  @Test func whatAPassHasLeftEndsWithTheModel() async {
    let (log, other) = (Log<String>(), ModelSheet())
    let scope = ObservationScope()
    weak var released: Log<String>?
    do {
      let (sheet, held) = (ModelSheet(), Log<String>())
      released = held
      scope.observe(sheet) { event, sheet in
        _ = held
        let number = sheet.number
        event.cleanup { log.append("cleanup \(number)") }
        event.scope.observe { _ in log.append("inner \(number) \(other.number)") }
      }
      sheet.number = 1
      await mainActorTurns()
      other.number = 1
      await mainActorTurns()
    }
    await eventually { log.elements.last == "cleanup 1" }
    other.number = 2
    await mainActorTurns()
    #expect(log.elements == ["inner 0 0", "cleanup 0", "inner 1 0", "inner 1 1", "cleanup 1"])
    #expect(released == nil)
    scope.cancelAll()
  }

  @Test func aRecorderSeesThePassesOfAnObservationThatCleansUp() async {
    let (sheet, log) = (ModelSheet(), Log<String>())
    let scope = ObservationScope()
    let delivery = scope.observe(sheet) { event, sheet in
      let number = sheet.number
      event.cleanup { log.append("cleanup \(number)") }
    }
    let values = await delivery.values { sheet.number }
    for number in 1...3 {
      sheet.number = number
      await mainActorTurns()
    }
    #expect(values.snapshot() == [0, 1, 2, 3])
    scope.cancelAll()
    #expect(log.elements == ["cleanup 0", "cleanup 1", "cleanup 2", "cleanup 3"])
    #expect(!values.isActive)
  }
}
