import ObservationModels

/// A model with ten derived properties.
@ObservableModel
final class RegistrarTable {
  var count = 0
  var first: Int { derived(\.first) { count &+ 1 } }
  var second: Int { derived(\.second) { count &+ 2 } }
  var third: Int { derived(\.third) { count &+ 3 } }
  var fourth: Int { derived(\.fourth) { count &+ 4 } }
  var fifth: Int { derived(\.fifth) { count &+ 5 } }
  var sixth: Int { derived(\.sixth) { count &+ 6 } }
  var seventh: Int { derived(\.seventh) { count &+ 7 } }
  var eighth: Int { derived(\.eighth) { count &+ 8 } }
  var ninth: Int { derived(\.ninth) { count &+ 9 } }
  var tenth: Int { derived(\.tenth) { count &+ 10 } }

  var sum: Int { first &+ second &+ third &+ fourth &+ fifth &+ sixth &+ seventh &+ eighth &+ ninth &+ tenth }
}
