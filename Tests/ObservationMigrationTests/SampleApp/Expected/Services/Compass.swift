import Combine

/// Reads the magnetometer, off the main actor.
actor Compass: ObservableObject {
    @Published private(set) var degrees = 0.0

    func turn(by change: Double) {
        degrees += change
    }
}
