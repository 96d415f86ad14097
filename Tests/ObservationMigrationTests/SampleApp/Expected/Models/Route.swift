import Foundation
import Observation

/// A way that somebody has planned; saved as JSON, with what Swift derives.
@Observable
final class Route: Codable {
    var name: String
    var waypoints: [String] = []
    /// When it was last saved.
    @ObservationIgnored var saved: Date?

    init(name: String) {
        self.name = name
    }

    func append(_ waypoint: String) {
        waypoints.append(waypoint)
    }

    enum CodingKeys: String, CodingKey {
        case _name = "name"
        case _waypoints = "waypoints"
        case saved
    }
}
