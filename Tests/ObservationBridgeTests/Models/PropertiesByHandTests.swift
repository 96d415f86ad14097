import Observation
import TestSupport
import Testing

@testable import ObservationBridge

/// Properties that a handwritten model reports by their key paths alone.
@Suite struct PropertiesByHandTests {
  private final class Settings: Observable {
    private let registrar = ModelRegistrar()
    private var values = Array(repeating: 0, count: 10)

    private func read(_ keyPath: KeyPath<Settings, Int>, _ index: Int) -> Int {
      registrar.access(self, keyPath: keyPath)
      return values[index]
    }

    private func write(_ keyPath: KeyPath<Settings, Int>, _ index: Int, _ value: Int) {
      registrar.withMutation(of: self, keyPath: keyPath) { values[index] = value }
    }

    var a: Int {
      get { read(\.a, 0) }
      set { write(\.a, 0, newValue) }
    }
    var b: Int {
      get { read(\.b, 1) }
      set { write(\.b, 1, newValue) }
    }
    var c: Int {
      get { read(\.c, 2) }
      set { write(\.c, 2, newValue) }
    }
    var d: Int {
      get { read(\.d, 3) }
      set { write(\.d, 3, newValue) }
    }
    var e: Int {
      get { read(\.e, 4) }
      set { write(\.e, 4, newValue) }
    }
    var f: Int {
      get { read(\.f, 5) }
      set { write(\.f, 5, newValue) }
    }
    var g: Int {
      get { read(\.g, 6) }
      set { write(\.g, 6, newValue) }
    }
    var h: Int {
      get { read(\.h, 7) }
      set { write(\.h, 7, newValue) }
    }
    var i: Int {
      get { read(\.i, 8) }
      set { write(\.i, 8, newValue) }
    }
    var j: Int {
      get { read(\.j, 9) }
      set { write(\.j, 9, newValue) }
    }

    // Read only by this test, which knows nothing that isn't Sendable of them.
    nonisolated(unsafe) static let properties: [ReferenceWritableKeyPath<Settings, Int>] = [
      \.a, \.b, \.c, \.d, \.e, \.f, \.g, \.h, \.i, \.j,
    ]
  }

  /// A model with numbered properties, and a subclass that adds more and uses the registrar of the superclass.
  private class Row: Observable {
    fileprivate let registrar = ModelRegistrar()
    fileprivate var values: [Int: Int] = [:]

    subscript(column: Int) -> Int {
      get {
        registrar.access(self, keyPath: \.[column])
        return values[column, default: 0]
      }
      set { registrar.withMutation(of: self, keyPath: \.[column]) { values[column] = newValue } }
    }
  }

  private final class LongRow: Row {
    subscript(more column: Int) -> Int {
      get {
        registrar.access(self, keyPath: \.[more: column])
        return values[-1 - column, default: 0]
      }
      set { registrar.withMutation(of: self, keyPath: \.[more: column]) { values[-1 - column] = newValue } }
    }
  }

  /// Hash values have another seed in each process.
  @Test func noPassRunsForAPropertyThatItHasNotRead() async {
    for _ in 0..<Stress.rounds(brief: 20, full: 100) {
      await #expect(processExitsWith: .success) {
        let settings = Settings()
        for property in unsafe Settings.properties {
          var passes = 0
          let token = effect { _ in
            _ = settings[keyPath: property]
            passes += 1
          }
          for other in unsafe Settings.properties where other != property { settings[keyPath: other] += 1 }
          precondition(passes == 1, "A pass has run for a property that it hasn't read.")
          settings[keyPath: property] += 1
          precondition(passes == 2, "No pass has run for the property that it has read.")
          token.cancel()
        }
      }
    }
  }

  @Test func sixtyTwoPropertiesAreTrackedIndividually() {
    let row = Row()
    expectNoOtherPass(row, of: 62, { row[$0] }, { row[$0] += 1 })
  }

  @Test func propertiesOfASubclassAndItsSuperclassAreDistinguished() {
    let row = LongRow()
    expectNoOtherPass(
      row,
      of: 62,
      { $0 < 30 ? row[$0] : row[more: $0] },
      { if $0 < 30 { row[$0] += 1 } else { row[more: $0] += 1 } }
    )
  }

  /// They share bits with others, but no change is lost.
  @Test func eachOfAHundredPropertiesIsTracked() {
    let row = Row()
    for column in 0..<100 {
      var passes = 0
      let token = effect { _ in
        _ = row[column]
        passes += 1
      }
      row[column] += 1
      #expect(passes == 2)
      token.cancel()
    }
  }

  /// When several threads number the properties of one class at once, each property still gets a single number.
  @Test func threadsAgreeOnTheNumbers() async {
    final class Marker<Parameter> {}
    func agree<Parameter>(_: Parameter.Type) async {
      let type = ObjectIdentifier(Marker<Parameter>.self)
      let results = Log<[Int]>()
      await Thread.run(4) { thread in
        // Each begins with another property.
        var numbers = Array(repeating: 0, count: 62)
        for offset in 0..<62 {
          let column = (offset + thread * 15) % 62
          numbers[column] = PropertyNumbers.number(of: \[Int].[column], in: type)
        }
        results.append(numbers)
      }
      let all = results.elements
      #expect(all.count == 4)
      #expect(Set(all).count == 1)
      #expect(Set(all.first ?? []).count == 62)
    }
    await agree(Int8.self)
    await agree(Int16.self)
    await agree(Int32.self)
    await agree([Int8].self)
    await agree([Int16].self)
  }

  private func expectNoOtherPass(_ row: Row, of count: Int, _ read: @escaping (Int) -> Int, _ change: (Int) -> Void) {
    for column in 0..<count {
      var passes = 0
      let token = effect { _ in
        _ = read(column)
        passes += 1
      }
      for other in 0..<count where other != column { change(other) }
      #expect(passes == 1, "A pass over property \(column) has run for another one.")
      change(column)
      #expect(passes == 2)
      token.cancel()
    }
  }
}
