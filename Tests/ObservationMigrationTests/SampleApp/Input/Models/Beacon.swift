import Combine

/// A device that tells where we are.
final class Beacon: ObservableObject {
    @Published var battery = 1.0
    @Published var isPaired = false

    /// For bug reports.
    var dump: String {
        Mirror(reflecting: self).children.compactMap(\.label).joined(separator: ", ")
    }
}
