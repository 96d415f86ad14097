import SwiftUI

/// What people choose.
final class Settings: ObservableObject {
    @AppStorage("units") var usesMiles = false
    @Published var accent = Color.green {
        didSet { changes += 1 }
    }
    @Published var downloadsMaps = true

    /// Not shown anywhere.
    var launches = 0

    @Clamped private var changes = 0

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
