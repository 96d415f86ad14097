import Foundation
import Observation

/// Where we are; real, or made up for tests.
protocol LocationProviding: AnyObject, Observable {
    var latitude: Double { get }
    var isActive: Bool { get set }
}

@Observable
final class LocationService: NSObject, LocationProviding {
    private(set) var latitude = 0.0
    var isActive = false
}

@Observable
final class FixedLocation: LocationProviding {
    var latitude: Double
    var isActive = true

    init(latitude: Double) {
        self.latitude = latitude
    }
}
