import Observation
import ObservationBridge

/// A model with two numbers, which only grow.
class Model: Counted, Observable, @unchecked Sendable {
  var first: Int {
    get { fatalError("A model has a registrar.") }
    set { fatalError("A model has a registrar.") }
  }

  var second: Int {
    get { fatalError("A model has a registrar.") }
    set { fatalError("A model has a registrar.") }
  }

  /// What it derives from both.
  var sum: Int { first + second }
}

/// One with the standard library's registrar, written out: between any two steps another thread may come.
final class PlainModel: Model, @unchecked Sendable {
  private let registrar = ObservationRegistrar()
  private var storedFirst = 0
  private var storedSecond = 0

  override var first: Int {
    get {
      registrar.access(self, keyPath: \.first)
      Stage.userCode()
      Stage.point(self, 0, changes: false)
      return storedFirst
    }
    set {
      registrar.willSet(self, keyPath: \.first)
      Stage.point(self, 0, changes: true)
      Stage.note("first becomes \(newValue)")
      storedFirst = newValue
      registrar.didSet(self, keyPath: \.first)
    }
  }

  override var second: Int {
    get {
      registrar.access(self, keyPath: \.second)
      Stage.userCode()
      Stage.point(self, 1, changes: false)
      return storedSecond
    }
    set {
      registrar.willSet(self, keyPath: \.second)
      Stage.point(self, 1, changes: true)
      Stage.note("second becomes \(newValue)")
      storedSecond = newValue
      registrar.didSet(self, keyPath: \.second)
    }
  }
}

/// One with this package's registrar.
final class OwnModel: Model, @unchecked Sendable {
  private let registrar = ModelRegistrar()
  private var storedFirst = 0
  private var storedSecond = 0

  override var first: Int {
    get {
      registrar._access(self, \.first, number: 0)
      Stage.userCode()
      Stage.point(self, 0, changes: false)
      return storedFirst
    }
    set {
      registrar._willSet(self, \.first, number: 0)
      Stage.point(self, 0, changes: true)
      Stage.note("first becomes \(newValue)")
      storedFirst = newValue
      registrar._didSet(self, \.first, number: 0)
    }
  }

  override var second: Int {
    get {
      registrar._access(self, \.second, number: 1)
      Stage.userCode()
      Stage.point(self, 1, changes: false)
      return storedSecond
    }
    set {
      registrar._willSet(self, \.second, number: 1)
      Stage.point(self, 1, changes: true)
      Stage.note("second becomes \(newValue)")
      storedSecond = newValue
      registrar._didSet(self, \.second, number: 1)
    }
  }

  override var sum: Int {
    registrar.derived(self, \.sum) { first + second }
  }
}
