import Combine
import Foundation

/// A way that somebody has planned; saved as JSON, with what Swift derives.
final class Route: ObservableObject, Codable {
    var name: String {
        willSet { objectWillChange.send() }
    }
    var waypoints: [String] = [] {
        willSet { objectWillChange.send() }
    }
    /// When it was last saved.
    var saved: Date?

    init(name: String) {
        self.name = name
    }

    func append(_ waypoint: String) {
        waypoints.append(waypoint)
    }
}
