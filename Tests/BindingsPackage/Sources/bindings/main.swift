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

let ticket = Ticket(account)
ticket.bind()
await expect("no name of a user is in the way") { ticket.pass.text == "Ticket of Grace" && ticket.problem == "locked" }
account.isLocked = false
account.balance = 1
await expect("what is thrown, and what is added, is observed") { ticket.problem == "" && ticket.total == -999 }
ticket.bindInCapitals()
await expect("two methods bind the same thing") { ticket.pass.text == "Ticket of GRACE" }

let screen = AccountScreen(account)
screen.appear()
await expect("a screen starts") { screen.title == "Grace" }
screen.disappear()
account.name = "Joan"
await expect("it pauses") { screen.title == "away" && screen.subtitle == "1" }
screen.appear()
await expect("and resumes") { screen.title == "Joan" }

account.isLocked = true
let balanceScreen = BalanceScreen(account)
let lockScreen = LockScreen(account)
balanceScreen.bindBalance()
for screen in [balanceScreen, lockScreen] {
  screen.appear()
  screen.disappear()
}
await expect("a subclass of another module starts with its superclass") {
  balanceScreen.title == "Joan" && lockScreen.title == "Joan" && lockScreen.hint == "locked"
}
account.balance = 7
account.isLocked = false
for _ in 0..<10 { await Task.yield() }
await expect("it stops with it") { balanceScreen.balance == 1 && lockScreen.hint == "locked" }
for screen in [balanceScreen, lockScreen] { screen.appear() }
await expect("and starts again") { balanceScreen.balance == 7 && lockScreen.hint == "" }

let counter = Counter()
var ledger: Ledger? = Ledger(counter)
weak let releasedLedger = ledger
await ledger?.bind()
Thread.detachNewThread { for number in 1...1000 { counter.count = number } }
await expect("an actor follows another thread") { await ledger?.doubled == 2000 }
await expect("with an if") { await ledger?.isHigh == true }
await expect("and with a do and catch") { await ledger?.checked == 1000 }
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
for _ in 0..<10 { await Task.yield() }
await expect("a binding of a class in Swift 5 mode runs once at first") { weatherView.runCount == 1 }
weather.temperature = 3
await expect("a module in Swift 5 mode") {
  weatherView.text == "Oslo: 3" && !weatherView.isWarm && weatherView.atOnce == 3
}
weatherView.bindNote()
weather.temperature = -3
await expect("all forms in Swift 5 mode") { weatherView.note == "cold" && weatherView.changeCount == 11 }
let weatherScreen = WeatherScreen(weather)
weatherScreen.bind()
weatherScreen.pause()
weather.place = "Rome"
weatherScreen.resume()
await expect("its screen in Swift 5 mode") { weatherScreen.text == "Rome" }
