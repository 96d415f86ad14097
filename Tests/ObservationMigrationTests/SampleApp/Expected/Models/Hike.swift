import Foundation
import Observation

/// A walk that is being recorded, or was; saved as JSON.
@Observable
final class Hike: Codable, Identifiable {
    let id: UUID
    var title: String
    var distance: Double
    var photos: [URL] = []

    enum CodingKeys: String, CodingKey {
        case id, title, distance
    }

    init(title: String) {
        id = UUID()
        self.title = title
        distance = 0
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        id = try values.decode(UUID.self, forKey: .id)
        title = try values.decode(String.self, forKey: .title)
        distance = try values.decode(Double.self, forKey: .distance)
    }

    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(id, forKey: .id)
        try values.encode(title, forKey: .title)
        try values.encode(distance, forKey: .distance)
    }
}

extension Hike: Hashable {
    static func == (left: Hike, right: Hike) -> Bool { left.id == right.id }

    func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
