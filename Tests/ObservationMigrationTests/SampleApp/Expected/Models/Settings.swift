import SwiftUI

/// What people choose.
@Observable
final class Settings {
    var usesMiles: Bool {
        get {
            access(keyPath: \.usesMiles)
            return storedUsesMiles
        }
        set { withMutation(keyPath: \.usesMiles) { storedUsesMiles = newValue } }
    }
    @ObservationIgnored @AppStorage("units") private var storedUsesMiles = false
    var accent = Color.green {
        didSet { changes += 1 }
    }
    var downloadsMaps = true

    /// Not shown anywhere.
    @ObservationIgnored var launches = 0

    @ObservationIgnored @Clamped private var changes = 0

    /// What the system's settings say.
    var server: String { UserDefaults.standard.string(forKey: "server") ?? "" }

    /// Another server may have maps that this one hasn't.
    func use(server: String) {
        UserDefaults.standard.set(server, forKey: "server")
        downloadsMaps = true
    }
}

/// A number that isn't negative.
@propertyWrapper struct Clamped {
    private var value: Int

    init(wrappedValue: Int) {
        value = max(0, wrappedValue)
    }

    var wrappedValue: Int {
        get { value }
        set { value = max(0, newValue) }
    }
}
