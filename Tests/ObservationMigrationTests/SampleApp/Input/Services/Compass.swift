import Foundation

/// A value cannot be observed; somebody hoped it could.
struct Heading: ObservableObject {
    var degrees = 0.0
}
