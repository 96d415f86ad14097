import SwiftUI

/// What people choose.
@Observable
final class Settings {
    @ObservationIgnored @AppStorage("units") var usesMiles = false
    var accent = Color.green
    var downloadsMaps = true

    /// Not shown anywhere.
    @ObservationIgnored var launches = 0
}
