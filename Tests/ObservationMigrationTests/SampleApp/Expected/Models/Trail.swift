import Foundation

/// A marked path.
struct Trail: Identifiable, Hashable, Codable {
    enum Difficulty: String, Codable, CaseIterable {
        case easy, moderate, hard
    }

    let id: UUID
    var name: String
    var kilometres: Double
    var difficulty: Difficulty
    var isFavourite = false
}
