import SwiftUI

struct RouteView: View {
    private var route: Route
    @StateObject private var beacon: Beacon
    @ObservedObject var tiles: TileCache

    init(route: Route, beacon: @autoclosure @escaping () -> Beacon, tiles: TileCache) {
        self.route = route
        _beacon = StateObject(wrappedValue: beacon())
        self.tiles = tiles
    }

    var body: some View {
        VStack {
            Text(route.name)
            ForEachWaypoint(route: route)
            Text("\(tiles.count) tiles, battery \(beacon.battery)")
            BeaconToggle(beacon: $beacon)
        }
    }
}

/// Takes the wrapper itself.
private struct BeaconToggle: View {
    let beacon: ObservedObject<Beacon>.Wrapper

    var body: some View {
        Toggle("Paired", isOn: beacon.isPaired)
    }
}

private struct ForEachWaypoint: View {
    var route: Route

    var body: some View {
        List(route.waypoints, id: \.self) { Text($0) }
    }
}
