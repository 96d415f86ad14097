import ObservationModels
import TestSupport
import Testing

/// What an observation of this package knows of a model.
@MainActor @Suite struct EventTests {
  @Test func aPassKnowsWhichPropertiesHaveChanged() async {
    let sheet = ModelSheet()
    let log = Log()
    let token = withPortableContinuousObservation { event in
      _ = (sheet.number, sheet.text, sheet.list)
      let changes = [
        event.matches(\ModelSheet.number), event.matches(\ModelSheet.text), event.matches(\ModelSheet.list),
      ]
      log.add("\(sheet.number) \(sheet.text) \(sheet.list) \(changes)")
    }
    sheet.number = 1
    sheet.list.append(2)
    sheet.counted = 5
    await mainActorTurns()
    sheet.text = "a"
    sheet.number = 1
    await mainActorTurns()
    #expect(
      log.lines == ["0  [] [false, false, false]", "1  [2] [true, false, true]", "1 a [2] [false, true, false]"]
    )
    token.cancel()
  }

  @Test func anImmediatePassComesBeforeTheChange() {
    let sheet = ModelSheet()
    let log = Log()
    let token = withPortableContinuousObservation(options: [.willSet, .immediate]) { event in
      log.add("\(sheet.number) \(sheet.list)")
    }
    sheet.number = 1
    sheet.list.append(2)
    token.cancel()
    sheet.number = 3
    #expect(log.lines == ["0 []", "0 []", "1 []"])
  }

  @Test func theDeallocationOfAModelIsReported() async {
    let log = Log()
    var sheet: ModelSheet? = ModelSheet()
    let token = withPortableContinuousObservation(options: [.didSet, .deinit]) { [weak sheet] event in
      log.add(sheet.map { "\($0.number)" } ?? "\(event.kind)")
    }
    sheet = nil
    await eventually { log.lines == ["0", "deinit"] }
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
    let (log, other) = (Log(), ModelSheet())
    let scope = ObservationScope()
    weak var released: Log?
    do {
      let (sheet, held) = (ModelSheet(), Log())
      released = held
      scope.observe(sheet) { event, sheet in
        _ = held
        let number = sheet.number
        event.cleanup { log.add("cleanup \(number)") }
        event.scope.observe { _ in log.add("inner \(number) \(other.number)") }
      }
      sheet.number = 1
      await mainActorTurns()
      other.number = 1
      await mainActorTurns()
    }
    await eventually { log.lines.last == "cleanup 1" }
    other.number = 2
    await mainActorTurns()
    #expect(log.lines == ["inner 0 0", "cleanup 0", "inner 1 0", "inner 1 1", "cleanup 1"])
    #expect(released == nil)
    scope.cancelAll()
  }

  @Test func aRecorderSeesThePassesOfAnObservationThatCleansUp() async {
    let (sheet, log) = (ModelSheet(), Log())
    let scope = ObservationScope()
    let delivery = scope.observe(sheet) { event, sheet in
      let number = sheet.number
      event.cleanup { log.add("cleanup \(number)") }
    }
    let values = await delivery.values { sheet.number }
    for number in 1...3 {
      sheet.number = number
      await mainActorTurns()
    }
    #expect(values.snapshot() == [0, 1, 2, 3])
    scope.cancelAll()
    #expect(log.lines == ["cleanup 0", "cleanup 1", "cleanup 2", "cleanup 3"])
    #expect(!values.isActive)
  }
}
