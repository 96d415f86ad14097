import Foundation
import Library
import MainActorLibrary
import ObservationModels
import Swift5Library

/// Waits until something holds; ends the process if it never does: not by the clock alone, which others use up, too.
@MainActor func expect(_ what: String, _ condition: () -> Bool) async {
  let end = ContinuousClock.now + .seconds(20)
  var turns = 0
  while !condition() {
    turns += 1
    if turns > 500_000, ContinuousClock.now > end {
      print("failed: \(what)")
      exit(1)
    }
    await Task.yield()
  }
  print("ok: \(what)")
}

let order = try JSONDecoder().decode(
  Order.self,
  from: Data(#"{"_lines": [{"price": 3}], "_number": 1, "noteCount": 0, "_$observationRegistrar": {}}"#.utf8)
)
let desk = Desk(order)
await expect("the first value is shown at once") { desk.shown == [3] }
for price in 1...10 { order.lines.append(.init(price: price)) }
await expect("all changes of a turn make one pass") { desk.shown == [3, 58] }
order.note = "soon"
order.lines[0].price = 4
await expect("what is changed in place is observed") { desk.shown.last == 59 }

let rush = RushOrder()
var passes: [Int] = []
let token = withPortableContinuousObservation(options: [.didSet, .immediate]) { _ in passes.append(rush.hours) }
rush.note = "now"
await expect("a subclass of another module's model is observed at once") { passes == [24, 12] && rush.noteCount == 1 }
token.cancel()

var postages: [Int] = []
let postageToken = withPortableContinuousObservation(options: [.didSet, .immediate]) { _ in
  postages.append(rush.postage)
}
rush.lines = [.init(price: 7)]
rush.hours = 10
await expect("a derived property is overridden in another module") { postages == [83, 88, 105] }
postageToken.cancel()

let stock = Stock()
var states: [Bool] = []
let stockToken = withPortableContinuousObservation(options: [.didSet, .immediate]) { _ in states.append(stock.isEmpty) }
stock.count = 2
stock.count = 3
stock.count = 0
await expect("a derived property in Swift 5 mode runs a pass only if it differs") { states == [true, false, true] }
stockToken.cancel()

nonisolated(unsafe) var reports = 0  // On this thread alone.
withObservationTracking {
  _ = (stock.count, stock.limit)
} onChange: {
  unsafe reports += 1
}
stock.limit = 5
stock.count = 1
await expect("the standard library hears of one change") { unsafe reports == 1 }
