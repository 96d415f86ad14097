import ObservationModels

/// A class declared twice: with the standard library's macro, and with this package's macro.
protocol Sheet: AnyObject, Observable {
  init()
  var number: Int { get set }
  var ratio: Double { get set }
  var optionalRatio: Double? { get set }
  var text: String { get set }
  var list: [Int] { get set }
  var thing: Thing { get set }
  var optionalThing: Thing? { get set }
  var comparedThing: ComparedThing { get set }
  var opaque: Opaque { get set }
  var anything: any Sendable { get set }
  var action: () -> Void { get set }
  var weakThing: Thing? { get set }
  var counted: Int { get set }
  var byHand: Int { get set }
  var ignored: Int { get set }
  func setNumberByHand(_ value: Int)
}

final class Thing: Sendable {}

/// Equal to all others of its kind.
final class ComparedThing: Equatable, Sendable {
  static func == (one: ComparedThing, other: ComparedThing) -> Bool { true }
}

/// Can't be compared.
struct Opaque {
  var value = 0
}

@Observable final class PlainSheet: Sheet {
  var number = 0
  var ratio = 0.0
  var optionalRatio: Double?
  var text = ""
  var list: [Int] = []
  var thing = Thing()
  var optionalThing: Thing?
  var comparedThing = ComparedThing()
  var opaque = Opaque()
  var anything: any Sendable = 0
  var action: () -> Void = {}
  weak var weakThing: Thing?
  var counted = 0 {
    didSet { ignored += 1 }
  }
  @ObservationIgnored var ignored = 0
  var byHand: Int {
    get {
      access(keyPath: \.byHand)
      return ignored
    }
    set { withMutation(keyPath: \.byHand) { ignored = newValue } }
  }

  func setNumberByHand(_ value: Int) {
    withMutation(keyPath: \.number) { _number = value }
  }
}

@ObservableModel final class ModelSheet: Sheet {
  var number = 0
  var ratio = 0.0
  var optionalRatio: Double?
  var text = ""
  var list: [Int] = []
  var thing = Thing()
  var optionalThing: Thing?
  var comparedThing = ComparedThing()
  var opaque = Opaque()
  var anything: any Sendable = 0
  var action: () -> Void = {}
  weak var weakThing: Thing?
  var counted = 0 {
    didSet { ignored += 1 }
  }
  @ObservationIgnored var ignored = 0
  var byHand: Int {
    get {
      access(keyPath: \.byHand)
      return ignored
    }
    set { withMutation(keyPath: \.byHand) { ignored = newValue } }
  }

  func setNumberByHand(_ value: Int) {
    withMutation(keyPath: \.number) { _number = value }
  }
}
