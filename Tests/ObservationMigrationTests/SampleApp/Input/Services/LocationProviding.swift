import Combine
import Foundation

/// Where we are; real, or made up for tests.
protocol LocationProviding: ObservableObject {
    var latitude: Double { get }
    var isActive: Bool { get set }
}

final class LocationService: NSObject, LocationProviding {
    @Published private(set) var latitude = 0.0
    @Published var isActive = false
}

final class FixedLocation: LocationProviding {
    @Published var latitude: Double
    @Published var isActive = true

    init(latitude: Double) {
        self.latitude = latitude
    }
}
