import SwiftUI

struct TrailListView: View {
    @EnvironmentObject private var store: TrailStore
    @EnvironmentObject private var settings: Settings

    var body: some View {
        NavigationStack {
            List(store.visibleTrails) { trail in
                TrailRow(trail: trail)
                    .swipeActions {
                        Button("Favourite") { store.toggleFavourite(trail.id) }
                    }
            }
            .searchable(text: $store.filter.text)
            .task { try? await store.load() }
            .tint(settings.accent)
        }
    }
}

struct TrailRow: View {
    @EnvironmentObject var store: TrailStore
    let trail: Trail

    var body: some View {
        HStack {
            Text(trail.name)
            Spacer()
            Text(store.length(of: trail))
        }
    }
}

struct TrailListView_Previews: PreviewProvider {
    static var previews: some View {
        TrailListView()
            .environmentObject(TrailStore(client: .live))
            .environmentObject(Settings())
    }
}
