import Foundation
import Library
import MainActorLibrary
import Swift5Library

/// Waits until something holds; ends the process if it never does: not by the clock alone, which others use up, too.
@MainActor func expect(_ what: String, _ condition: () async -> Bool) async {
  let end = ContinuousClock.now + .seconds(20)
  var turns = 0
  while await !condition() {
    turns += 1
    if turns > 500_000, ContinuousClock.now > end {
      print("failed: \(what)")
      exit(1)
    }
    await Task.yield()
  }
  print("ok: \(what)")
}

let account = Account()
var view: AccountView? = AccountView(account)
weak let releasedView = view
view?.bind()
view?.bindInitials()
await expect("first values are assigned at once") { view?.title == "Ada" && view?.initials == "A" }
for number in 1...1000 { account.balance = -number }
account.name = "Grace"
account.isLocked = true
await expect("the last values follow") {
  view?.title == "Grace" && view?.amount == "-1000" && view?.color == .red && view?.hint == "locked"
    && view?.initials == "G" && view?.shownCount == 2
}
view = nil
await expect("the owner is not kept") { releasedView == nil }

let screen = AccountScreen(account)
screen.appear()
await expect("a screen starts") { screen.title == "Grace" }
screen.disappear()
account.name = "Joan"
await expect("it pauses") { screen.title == "away" && screen.subtitle == "-1000" }
screen.appear()
await expect("and resumes") { screen.title == "Joan" }

let counter = Counter()
var ledger: Ledger? = Ledger(counter)
weak let releasedLedger = ledger
await ledger?.bind()
Thread.detachNewThread { for number in 1...1000 { counter.count = number } }
await expect("an actor follows another thread") { await ledger?.doubled == 2000 }
ledger = nil
await expect("the actor is not kept") { releasedLedger == nil }

let volume = Volume()
let volumeView = VolumeView(volume)
volumeView.bind()
volumeView.bindMore()
volume.level = 9
await expect("a module of the main actor") { volumeView.text == "loud" || volumeView.text == "9" }
await expect("all of it") { volumeView.bar.count == 9 }
let volumeScreen = VolumeScreen(volume)
volumeScreen.bind()
volumeScreen.pause()
volume.level = 2
volumeScreen.resume()
await expect("its screen") { volumeScreen.text == "2" }

let weather = Weather()
let weatherView = WeatherView(weather)
weatherView.bind()
weatherView.bindMore()
weatherView.bindAtOnce()
weather.temperature = 3
await expect("a module in Swift 5 mode") {
  weatherView.text == "Oslo: 3" && !weatherView.isWarm && weatherView.atOnce == 3
}
let weatherScreen = WeatherScreen(weather)
weatherScreen.bind()
weatherScreen.pause()
weather.place = "Rome"
weatherScreen.resume()
await expect("its screen in Swift 5 mode") { weatherScreen.text == "Rome" }
