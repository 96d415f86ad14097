import ObservationModels
import Testing

/// Models that inherit, from each other and from other classes.
@MainActor @Suite struct HierarchyTests {
  @Test func eachLevelReportsItsOwnProperties() {
    let puppy = Puppy()
    expectChange(of: puppy, \.name) { puppy.name = "Rex" }
    expectChange(of: puppy, \.tricks) { puppy.tricks = 1 }
    expectChange(of: puppy, \.age) { puppy.age = 1 }
    // Each has the number 0 at its level.
    expectNoChange(of: puppy, \.name) { puppy.tricks = 2 }
    expectNoChange(of: puppy, \.tricks) { puppy.age = 2 }
    expectNoChange(of: puppy, \.age) { puppy.name = "Max" }
  }

  @Test func anOverridingPropertyReportsAsTheOneThatItOverrides() {
    let puppy = Puppy()
    expectChange(of: puppy, \.name) { puppy.name = "Rex" }
    #expect(puppy.names == ["Rex"])
    expectChange(of: puppy, \.weight) { puppy.weight = 4 }
    #expect(puppy.weight == 8)
    let animal: Animal = puppy
    expectChange(of: animal, \.weight) { puppy.weight = 5 }
    expectChange(of: puppy, \.weight) { animal.weight = 6 }
  }

  @Test func aModelMayInheritFromAPlainClass() {
    let chair = Chair(legs: 4)
    #expect(chair.legs == 4)
    expectChange(of: chair, \.color) { chair.color = "red" }
    expectNoChange(of: chair, \.legs) { chair.legs = 3 }
  }

  @Test func aModelMayInheritFromAnObservableClass() {
    let bus = Bus()
    expectChange(of: bus, \.seats) { bus.seats = 50 }
    expectNoChange(of: bus, \.seats) { bus.speed = 90 }
    #expect(reports(of: bus, \.speed) { bus.speed = 100 }.others == 1)
    #expect(reports(of: bus, \.speed) { bus.seats = 40 }.others == 0)
    expectChange(of: bus, \.route) { bus.route = "7" }
  }

  @Test func anObservableClassMayInheritFromAModel() {
    let cat = Cat()
    expectChange(of: cat, \.name) { cat.name = "Tom" }
    expectNoChange(of: cat, \.name) { cat.lives = 8 }
    #expect(reports(of: cat, \.lives) { cat.lives = 7 }.others == 1)
  }

  @Test func aGenericModelMayInherit() {
    let box = NamedBox(1, name: "one")
    expectChange(of: box, \.value) { box.value = 2 }
    expectChange(of: box, \.name) { box.name = "two" }
    expectNoChange(of: box, \.value) { box.name = "three" }
  }
}

@ObservableModel private class Animal {
  var name = ""
  var weight = 1
}

@ObservableModel private class Dog: Animal {
  var tricks = 0

  override var weight: Int {
    get { super.weight * 2 }
    set { super.weight = newValue }
  }
}

@ObservableModel private final class Puppy: Dog {
  var age = 0
  @ObservationIgnored var names: [String] = []

  override var name: String {
    didSet { names.append(name) }
  }
}

@Observable private final class Cat: Animal {
  var lives = 9
}

private class Furniture {
  var legs: Int

  init(legs: Int) {
    self.legs = legs
  }
}

@ObservableModel private final class Chair: Furniture {
  var color = ""
}

@Observable private class Vehicle {
  var speed = 0
}

@ObservableModel private class Bus: Vehicle {
  var seats = 0
  var route: String {
    get {
      access(keyPath: \.route)
      return storedRoute
    }
    set { withMutation(keyPath: \.route) { storedRoute = newValue } }
  }
  @ObservationIgnored private var storedRoute = ""
}

@ObservableModel private class ValueBox<Value> {
  var value: Value

  init(_ value: Value) {
    self.value = value
  }
}

@ObservableModel private final class NamedBox: ValueBox<Int> {
  var name: String

  init(_ value: Int, name: String) {
    self.name = name
    super.init(value)
  }
}
