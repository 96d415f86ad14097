import SwiftUI

struct LocationView<Location: LocationProviding>: View {
    @Bindable var location: Location

    var body: some View {
        Toggle("\(location.latitude)", isOn: $location.isActive)
    }
}

#Preview {
    LocationView(location: FixedLocation(latitude: 47))
}
