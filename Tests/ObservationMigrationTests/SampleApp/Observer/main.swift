import Foundation
import Observation

// Observes the converted models of the app, and prints what it saw.

/// Prints a value, and that it is about to change when it is.
func watch(_ name: String, _ read: @escaping () -> String) {
    withObservationTracking {
        print("\(name): \(read())")
    } onChange: {
        print("\(name) changes")
    }
}

// A model in a model, and observers of a property that change another one.
let hike = Hike(title: "Ridge")
let recorder = HikeRecorder(hike: hike)
watch("distance") { "\(recorder.hike.distance)" }
watch("elapsed") { "\(recorder.elapsed)" }
recorder.state = .recording(since: .now)
recorder.advance(by: 60, metres: 80)
print("after: \(recorder.hike.distance), \(recorder.elapsed)")
watch("elapsed") { "\(recorder.elapsed)" }
recorder.state = .idle
print("after: \(recorder.elapsed)")

// What was not published, and a view can show.
watch("was paused") { "\(recorder.wasPaused)" }
recorder.state = .paused
recorder.state = .idle
print("after: \(recorder.wasPaused)")

// An equal value is no change.
watch("title") { hike.title }
hike.title = "Ridge"
hike.title = "Summit"

// A property of a superclass, read by a subclass's override.
let session = Session()
session.signIn(name: "Ada", isMember: true)
watch("greeting") { session.account?.greeting ?? "nobody" }
session.account?.name = "Grace"
watch("greeting") { session.account?.greeting ?? "nobody" }
session.signOut()
print("after: \(session.account?.greeting ?? "nobody")")

// A change inside an array that objectWillChange announced.
let store = TrailStore(client: APIClient())
try await store.load()
watch("favourites") { "\(store.visibleTrails.filter(\.isFavourite).count)" }
store.toggleFavourite(store.trails[0].id)
print("after: \(store.visibleTrails.filter(\.isFavourite).count)")
store.filter.text = "lake"
print("after: \(store.visibleTrails.count), \(store.lastFilterChange != nil)")

// The format of what was saved.
let route = Route(name: "Round")
watch("waypoints") { "\(route.waypoints)" }
route.append("Hut")
let encoder = JSONEncoder()
encoder.outputFormatting = .sortedKeys
print(String(decoding: try encoder.encode(route), as: UTF8.self))
let saved = Data(#"{"name":"Old","waypoints":["Lake"]}"#.utf8)
let old = try JSONDecoder().decode(Route.self, from: saved)
watch("old") { "\(old.name) \(old.waypoints)" }
old.name = "New"
