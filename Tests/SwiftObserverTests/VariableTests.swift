import Foundation
import SwiftObserver
import Testing

@Suite struct VariableTests {
  @Test func settingSendsAnUpdateIfTheValueDiffers() {
    let (variable, observer, log) = (Var(1), Listener(), Log<Update<Int>>())
    observer.observe(variable) { log($0) }
    variable.value = 2
    variable.value = 2
    variable <- 3
    variable.value += 1
    #expect(log.entries == [Update(1, 2), Update(2, 3), Update(3, 4)])
    #expect(variable.value == 4)
  }

  @Test func authorIsTheVariableUnlessGiven() {
    let (variable, author, observer, log) = (Var(1), Author(), Listener(), Log<ObjectIdentifier>())
    observer.observe(variable) { (_, author) in log(ObjectIdentifier(author)) }
    variable.value = 2
    variable.set(3, as: author)
    variable.set(3, as: variable)
    #expect(log.entries == [ObjectIdentifier(variable), ObjectIdentifier(author)])
  }

  @Test func latestMessageIsAnUpdateToTheSameValue() {
    let (variable, observer, log) = (Var("a"), Listener(), Log<Update<String>>())
    observer.observe(variable) { log($0) }
    #expect(variable.latestMessage == Update("a", "a"))
    variable.send()
    #expect(log.entries == [Update("a", "a")])
    #expect(!log.entries[0].isChange)
  }

  @Test func optionalVariableBeginsWithNil() {
    let (variable, observer, log) = (Var<Int?>(), Listener(), Log<Int?>())
    observer.observe(variable).new { log($0) }
    #expect(variable.value == nil)
    variable <- 1
    variable <- nil
    #expect(log.entries == [1, nil])
  }

  @Test func assigningToNoVariableIsNoOperation() {
    var variable: Var<Int>?
    variable <- 1
    #expect(variable == nil)
    variable = Var(1)
    variable <- 2
    #expect(variable?.value == 2)
  }

  @Test func variablesCompareByTheirValues() {
    #expect(Var(1) == Var(1))
    #expect(Var(1) != Var(2))
    #expect(Var(1) < Var(2))
    #expect(!(Var(2) <= Var(1)))
    #expect([Var(2), Var(1)].max() == Var(2))
  }

  @Test func valueThatNeverEqualsItselfAlwaysSends() {
    let (variable, observer, log) = (Var(Double.nan), Listener(), Log<Bool>())
    observer.observe(variable) { log($0.isChange) }
    variable.value = .nan
    #expect(log.entries == [true])
  }

  /// `==` is user code, too.
  @Test func comparingMaySetTheVariable() {
    final class Box {
      var variable: Var<Sly>?
    }
    struct Sly: Equatable {
      var number: Int
      var box: Box?
      let canary = Canary {}

      static func == (left: Sly, right: Sly) -> Bool {
        let variable = right.box?.variable.take()
        variable?.value = Sly(number: 5)
        right.canary.sing()
        return left.number == right.number
      }
    }
    let box = Box()
    let (variable, observer, log) = (Var(Sly(number: 1, box: box)), Listener(), Log<[Int]>())
    observer.observe(variable) { log([$0.old.number, $0.new.number]) }
    box.variable = variable
    variable.value = Sly(number: 2)
    #expect(variable.value.number == 2)
    #expect(log.entries == [[1, 5], [5, 2]])
  }

  @Test func collectionsChangeInPlace() {
    let (list, observer, log) = (Var([1]), Listener(), Log<Update<[Int]>>())
    observer.observe(list) { log($0) }
    list.value.append(2)
    list.value[0] = 0
    #expect(log.entries == [Update([1], [1, 2]), Update([1, 2], [0, 2])])
  }

  // MARK: Codable

  @Test func variableIsEncodedUnderItsPublishedKey() throws {
    let data = try JSONEncoder().encode(Var(123))
    #expect(String(decoding: data, as: UTF8.self) == #"{"storedValue":123}"#)
    #expect(try JSONDecoder().decode(Var<Int>.self, from: data).value == 123)
  }

  @Test func modelOfVariablesIsEncodedAsPublished() throws {
    struct Model: Codable {
      var number = Var(123)
      var text = Var("Ada")
      var nothing = Var<Int?>()
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let data = try encoder.encode(Model())
    #expect(
      String(decoding: data, as: UTF8.self)
        == #"{"nothing":{"storedValue":null},"number":{"storedValue":123},"text":{"storedValue":"Ada"}}"#
    )
    let model = try JSONDecoder().decode(Model.self, from: data)
    #expect((model.number.value, model.text.value) == (123, "Ada"))
    #expect(model.nothing.value == nil)
  }

  @Test func otherKeysAreNotDecoded() {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Var<Int>.self, from: Data(#"{"value":1}"#.utf8))
    }
  }

  // MARK: The property wrapper

  @Test func wrappedPropertySendsUpdates() {
    final class Model {
      @ObservableVar var title = "Draft"
    }
    let (model, observer, log) = (Model(), Listener(), Log<Update<String>>())
    observer.observe(model.$title) { log($0) }
    model.title = "Final"
    #expect(log.entries == [Update("Draft", "Final")])
    #expect(model.$title.value == "Final")
  }

  @Test func localsAreWrapped() {
    @ObservableVar var count = 1
    let (observer, log) = (Listener(), Log<Int>())
    observer.observe($count).new { log($0) }
    count += 1
    #expect(log.entries == [2])
  }

  @Test func copiesOfAStructureShareTheVariable() {
    struct Model {
      @ObservableVar var count = 1
    }
    let model = Model()
    let copy = model
    copy.count = 5
    #expect(model.count == 5)
    #expect(model.$count === copy.$count)
  }
}

@Suite struct UpdateTests {
  @Test func updateHoldsBothValues() {
    let update = Update(1, 2)
    #expect((update.old, update.new) == (1, 2))
    #expect(update.isChange)
    #expect(!Update(1, 1).isChange)
    #expect(update == Update(1, 2))
    #expect(update != Update(2, 2))
  }

  @Test func emptyUpdateIsFromNilToNil() {
    let update = Update<Int?>()
    #expect(update.old == nil)
    #expect(update.new == nil)
    #expect(!update.isChange)
  }

  @Test func updateNeedsNoEquatableValues() {
    struct Opaque {}
    let update = Update<Opaque?>(nil, Opaque())
    #expect(update.new != nil)
  }
}
