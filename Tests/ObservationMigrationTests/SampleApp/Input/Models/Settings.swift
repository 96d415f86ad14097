import SwiftUI

/// What people choose.
final class Settings: ObservableObject {
    @AppStorage("units") var usesMiles = false
    @Published var accent = Color.green
    @Published var downloadsMaps = true

    /// Not shown anywhere.
    var launches = 0
}
