import SwiftUI

struct LocationView<Location: LocationProviding>: View {
    @ObservedObject var location: Location

    var body: some View {
        Toggle("\(location.latitude)", isOn: $location.isActive)
    }
}

#Preview {
    LocationView(location: FixedLocation(latitude: 47))
}
