import SwiftUI

struct TrailListView: View {
    @Environment(TrailStore.self) private var store
    @Environment(Settings.self) private var settings

    var body: some View {
        @Bindable var store = store
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
    @Environment(TrailStore.self) var store
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
            .environment(TrailStore(client: .live))
            .environment(Settings())
    }
}
