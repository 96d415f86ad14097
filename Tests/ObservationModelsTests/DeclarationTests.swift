import ObservationModels
import TestSupport
import Testing

/// Forms of property declarations in a model.
@MainActor @Suite struct DeclarationTests {
  @Test func valuesAreSetByDefaultAndByInitializers() {
    let parts = Parts(name: "Ada")
    #expect(parts.number == 1)
    #expect(parts.name == "Ada")
    #expect(parts.length == 3)
    #expect(parts.unset == nil)
    #expect(parts.id == 7)
    #expect(parts.default == 2)
    #expect(parts.conditional == 3)
    #expect(parts.closure(2) == 4)
    #expect(parts.text == "")
  }

  @Test func aDefaultValueIsMadeOnce() {
    #expect(Counted().value == 1)
    #expect(Counted(value: 7).value == 7)
    _ = (PlainCounted(), PlainCounted(value: 7))
    // As with the standard library's macro.
    #expect(Counted.made.count == PlainCounted.made.count)
  }

  @Test func everyFormOfAPropertyIsObserved() {
    let parts = Parts(name: "Ada")
    let other = Parts(name: "Bob")
    expectChange(of: parts, \.number) { parts.number = 2 }
    expectChange(of: parts, \.name) { parts.rename("Eve") }
    expectChange(of: parts, \.length) { parts.rename("Li") }
    expectChange(of: parts, \.next) { parts.next = other }
    expectChange(of: parts, \.unset) { parts.unset = 1 }
    expectChange(of: parts, \.default) { parts.default += 1 }
    expectChange(of: parts, \.conditional) { parts.conditional = 0 }
    expectChange(of: parts, \.list) { parts.list.append(1) }
    expectChange(of: parts, \.watched) { parts.watched = 5 }
    expectChange(of: parts, \.text) { parts.text += "!" }
    expectChange(of: parts, \.list) { parts[keyPath: \.list][0] = 2 }
    expectNoChange(of: parts, \.ignored) { parts.ignored = 5 }
    expectNoChange(of: parts, \.number) { parts.list = [] }
  }

  @Test func observersOfAValueRunInsideTheChange() {
    let log = Log<String>()
    let parts = Parts(name: "Ada")
    parts.log = log
    parts.watched = 1
    parts.watched += 2
    // Also for an equal value, of which observations don't hear.
    parts.watched = 3
    #expect(log.elements == ["0 -> 1", "0 -> 1 set", "1 -> 3", "1 -> 3 set", "3 -> 3", "3 -> 3 set"])
    withObservationTracking {
      _ = parts.watched
    } onChange: {
      log.append("reported")
    }
    parts.watched = 4
    #expect(log.elements.suffix(3) == ["reported", "3 -> 4", "3 -> 4 set"])
  }

  @Test func aWeakPropertyDoesNotKeepItsObject() {
    let parts = Parts(name: "Ada")
    do {
      let next = Parts(name: "Bob")
      parts.next = next
      #expect(parts.next === next)
    }
    #expect(parts.next == nil)
  }

  @Test func aChangeInPlaceCopiesNothing() {
    let parts = Parts(name: "Ada")
    parts.list = Array(0..<100)
    let address = parts.list.address
    parts.list[50] = 7
    parts.list.swapAt(51, 52)
    #expect(parts.list.address == address)
    #expect(parts.list[50...52] == [7, 52, 51])
  }

  @Test func aGenericModelIsObserved() {
    let box = Box(1)
    expectChange(of: box, \.value) { box.value = 2 }
    // The value's type isn't known to be `Equatable`.
    expectChange(of: box, \.value) { box.value = 2 }
    let compared = ComparedBox(1)
    expectChange(of: compared, \.value) { compared.value = 2 }
    expectNoChange(of: compared, \.value) { compared.value = 2 }
    let others = Box(Uncomparable())
    expectChange(of: others, \.value) { others.value = Uncomparable() }
    let inner = Box<Int>.Inner()
    expectChange(of: inner, \.size) { inner.size = 2 }
  }

  @Test func aModelCanBeHashedAndCompared() {
    let (one, same, other) = (Point(1), Point(1), Point(2))
    #expect(one == same)
    #expect(one != other)
    #expect(Set([one, same, other]).count == 2)
  }

  @Test func aModelShowsItsValuesToADebugger() {
    var text = ""
    dump(Point(1), to: &text)
    #expect(text.contains("_x: 1"))
    #expect(Mirror(reflecting: Point(1)).children.contains { $0.label == "_x" })
  }

  @Test(.enabled(if: isLinux, "elsewhere a class is laid out differently")) func aModelIsAWordLargerThanItsValues() {
    final class Plain {
      var x = 0
    }
    #expect(size(of: Point.self) - size(of: Plain.self) == MemoryLayout<UInt>.size)
    #expect(size(of: BigPoint.self) - size(of: Point.self) == 2 * MemoryLayout<UInt>.size)
  }

  private func size(of type: AnyClass) -> Int {
    // A class's metadata: its kind, its superclass, then words of four bytes. The third word is the size.
    Int(unsafe unsafeBitCast(type, to: UnsafePointer<UInt32>.self)[6])
  }
}

extension [Int] {
  fileprivate var address: UInt {
    unsafe withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
  }
}

private var isLinux: Bool {
  #if os(Linux)
    true
  #else
    false
  #endif
}

// MARK: Models

@ObservableModel private final class Parts {
  var number = 1
  private(set) var name: String
  weak var next: Parts?
  let id = 7
  var length: Int { name.count }
  var unset: Int!
  var `default` = 2
  #if os(Windows)
    var conditional = "three"
  #else
    var conditional = 3
  #endif
  var list: [Int] = []
  var closure: (Int) -> Int = { number in
    number * 2
  }
  var text = {
    var text = "a"
    text.removeLast()
    return text
  }()
  @ObservationIgnored var ignored = 0
  @ObservationIgnored lazy var late = number
  @ObservationIgnored var log: Log<String>?
  var watched = 0 {
    willSet { log?.append("\(watched) -> \(newValue)") }
    didSet(before) {
      log?.append("\(before) -> \(watched) set")
    }
  }
  static var shared: Parts { Parts(name: "") }

  init(name: String) {
    self.name = name
  }

  func rename(_ name: String) {
    self.name = name
  }
}

@ObservableModel private final class Counted {
  static let made = Counter()
  var value = next()

  init() {}

  init(value: Int) {
    self.value = value
  }

  static func next() -> Int {
    made.add()
    return made.count
  }
}

@Observable private final class PlainCounted {
  static let made = Counter()
  var value = next()

  init() {}

  init(value: Int) {
    self.value = value
  }

  static func next() -> Int {
    made.add()
    return made.count
  }
}

@ObservableModel private final class Box<Value> {
  var value: Value

  init(_ value: Value) {
    self.value = value
  }

  @ObservableModel final class Inner {
    var size = 1
  }
}

private struct Uncomparable {}

@ObservableModel private final class ComparedBox<Value: Equatable> {
  var value: Value

  init(_ value: Value) {
    self.value = value
  }
}

@ObservableModel private class Point: Hashable {
  var x: Int

  init(_ x: Int) {
    self.x = x
  }

  static func == (one: Point, other: Point) -> Bool {
    one.x == other.x
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(x)
  }
}

@ObservableModel private final class BigPoint: Point {
  var y = 0
}
