import ObservationModels
import TestSupport
import Testing

/// To the standard library, and so to SwiftUI, a model behaves like an `@Observable` class.
@MainActor @Suite struct SameAsObservableTests {
  /// A change of a sheet, and whether the change affects the named property.
  struct Change: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let isReported: Bool
    let make: @MainActor @Sendable (any Sheet) -> Void
  }

  @Test(arguments: changes) func changesAreThoseOfObservable(change: Change) {
    #expect(reports(of: PlainSheet(), change) == reports(of: ModelSheet(), change))
    #expect(reports(of: ModelSheet(), change).count == (change.isReported ? 1 : 0))
  }

  /// Who tracks it, and what it reads while it's told: the value before the change.
  private func reports(of sheet: some Sheet, _ change: Change) -> [String] {
    let log = Log<String>()
    sheet.thing = sharedThing
    for (name, read) in Self.readings {
      // Weak, since nothing ends the registrations that hear of no change. Safe: the change is made by this thread.
      nonisolated(unsafe) weak let changed = sheet
      withObservationTracking {
        _ = read(sheet)
      } onChange: {
        MainActor.assumeIsolated {
          if let sheet = unsafe changed { log.append("\(name): \(read(sheet))") }
        }
      }
    }
    change.make(sheet)
    return log.elements
  }

  @Test func aSeriesOfChangesIsReportedTheSame() throws {
    var generator = SeededGenerator(seed: 14)
    let (plain, model) = (PlainSheet(), ModelSheet())
    var (reported, expected): ([[String]], [[String]]) = ([], [])
    for _ in 0..<500 {
      let change = try #require(Self.changes.randomElement(using: &generator))
      expected.append(reports(of: plain, change))
      reported.append(reports(of: model, change))
    }
    #expect(reported == expected)
    #expect(Set(expected.map(\.count)) == [0, 1])
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @Test func observationsDeliverTheSame() async {
    let (plain, model) = (await delivered(by: PlainSheet()), await delivered(by: ModelSheet()))
    #expect(plain == ["0 []", "2 [1]", "2 [1, 2]", "3 [1, 2]"])
    #expect(model == plain)
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  private func delivered(by sheet: some Sheet) async -> [String?] {
    var delivered: [String?] = []
    var values = Observations { "\(sheet.number) \(sheet.list)" }.makeAsyncIterator()
    delivered.append(await values.next(isolation: #isolation))
    // Each change is a single change to the consumer, whatever the number of properties.
    for change in [{ sheet.number = 1 }, { sheet.list.append(2) }, { sheet.setNumberByHand(3) }] {
      change()
      if sheet.number == 1 {
        sheet.number = 2
        sheet.list = [1]
      }
      delivered.append(await values.next(isolation: #isolation))
    }
    return delivered
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @Test(arguments: [false, true]) func observationsDeliverDerivedValuesThatDiffer(isProperty: Bool) async {
    let pair = DerivedPropertyTests.Pair()
    let first = DerivedValue { pair.numbers[0] }
    var values = Observations { isProperty ? pair.first : first.value }.makeAsyncIterator()
    #expect(await values.next(isolation: #isolation) == 1)
    // Of this one they aren't notified.
    pair.numbers[1] = 5
    await mainActorTurns()
    pair.numbers = [3, 5]
    #expect(await values.next(isolation: #isolation) == 3)
    pair.numbers[1] = 6
    pair.numbers[0] = 4
    #expect(await values.next(isolation: #isolation) == 4)
  }

  /// A view's loop: it's told of a change before it happens, and shows what is there in its next turn.
  @Test func aLoopThatTracksAgainShowsTheSame() async {
    let (plain, model) = (await shown(of: PlainSheet()), await shown(of: ModelSheet()))
    #expect(plain == ["0", "2", "7", "7 1"])
    #expect(model == plain)
  }

  private func shown(of sheet: some Sheet) async -> [String] {
    let view = View { sheet.number > 6 && !sheet.list.isEmpty ? "\(sheet.number) \(sheet.list[0])" : "\(sheet.number)" }
    view.show()
    sheet.number = 1
    sheet.number = 2
    await mainActorTurns()
    sheet.list.append(0)
    sheet.list = []
    sheet.number = 7
    await mainActorTurns()
    sheet.list = [1]
    sheet.number = 7
    await mainActorTurns()
    return view.shown
  }

  @Test func aModelAndAnObservableClassAreTrackedTogether() {
    let (plain, model) = (PlainSheet(), ModelSheet())
    for isFirst in [true, false] {
      let counter = Counter()
      withObservationTracking {
        _ = plain.number + model.number
      } onChange: {
        counter.add()
      }
      if isFirst { model.number += 1 } else { plain.number += 1 }
      model.number += 1
      plain.number += 1
      #expect(counter.count == 1)
    }
  }

  static let readings: [(name: String, read: @MainActor (any Sheet) -> String)] = [
    ("number", { "\($0.number)" }),
    ("ratio", { "\($0.ratio)" }),
    ("optionalRatio", { "\($0.optionalRatio as Any)" }),
    ("text", { $0.text }),
    ("list", { "\($0.list)" }),
    ("thing", { "\($0.thing === sharedThing)" }),
    ("optionalThing", { "\($0.optionalThing == nil)" }),
    ("comparedThing", { "\($0.comparedThing)" }),
    ("opaque", { "\($0.opaque)" }),
    ("anything", { "\($0.anything)" }),
    (
      "action",
      {
        _ = $0.action; return ""
      }
    ),
    ("weakThing", { "\($0.weakThing == nil)" }),
    ("counted", { "\($0.counted)" }),
    ("byHand", { "\($0.byHand)" }),
    ("ignored", { "\($0.ignored)" }),
  ]

  nonisolated static let changes: [Change] = [
    .init("a number", true) { $0.number += 1 },
    .init("an equal number", false) { $0.number = $0.number },
    .init("another number", true) { $0.number = $0.number + 1 },
    .init("a change in place that changes nothing", true) { $0.list.sort() },
    .init("a change in place", true) { $0.list.append(1) },
    .init("an equal list", false) { $0.list = Array($0.list) },
    .init("a number that is none", true) { $0.ratio = .nan },
    .init("no number follows no number", true) {
      $0.optionalRatio = .nan
    },
    .init("an equal optional", false) { $0.optionalRatio = $0.optionalRatio.flatMap { $0.isNaN ? nil : $0 } ?? nil },
    .init("text", true) { $0.text += "a" },
    .init("equal text", false) { $0.text = String($0.text.map { $0 }) },
    .init("another object", true) { $0.thing = Thing() },
    .init("the same object", false) { $0.thing = $0.thing },
    .init("an optional object, which isn't compared", true) { $0.optionalThing = $0.optionalThing },
    .init("an equal object", false) { $0.comparedThing = ComparedThing() },
    .init("what can't be compared", true) { $0.opaque = Opaque() },
    .init("a part of what can't be compared", true) { $0.opaque.value = 0 },
    .init("an existential value", true) { $0.anything = 0 },
    .init("a closure", true) { $0.action = {} },
    .init("a weak object", true) { $0.weakThing = nil },
    .init("what has an observer", true) { $0.counted += 1 },
    .init("an equal value of what has an observer", false) { $0.counted = $0.counted },
    .init("by hand", true) { $0.byHand = 1 },
    .init("the stored value by hand", true) { $0.setNumberByHand($0.number) },
    .init("what is ignored", false) { $0.ignored += 1 },
  ]
}

extension SameAsObservableTests.Change {
  fileprivate init(
    _ description: String,
    _ isReported: Bool,
    _ make: @escaping @MainActor @Sendable (any Sheet) -> Void
  ) {
    self.init(testDescription: description, isReported: isReported, make: make)
  }
}

private let sharedThing = Thing()

@MainActor private final class View {
  private(set) var shown: [String] = []
  private let body: () -> String

  init(body: @escaping () -> String) {
    self.body = body
  }

  func show() {
    let text = withObservationTracking(body) { [weak self] in
      Task { @MainActor in self?.show() }
    }
    shown.append(text)
  }
}
