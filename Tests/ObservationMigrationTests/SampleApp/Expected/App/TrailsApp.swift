import SwiftUI

@main
struct TrailsApp: App {
    @State private var store = TrailStore(client: .live)
    @State private var session = Session()
    @State private var settings = Settings()

    var body: some Scene {
        WindowGroup {
            RootView()
                .environment(store)
                .environment(session)
                .environment(settings)
        }
    }
}

struct RootView: View {
    @Environment(Session.self) var session
    @State private var selection = 0

    var body: some View {
        @Bindable var session = session
        TabView(selection: $selection) {
            TrailListView()
                .tag(0)
            SearchView()
                .tag(1)
            SettingsView()
                .tag(2)
        }
        .sheet(isPresented: $session.isSigningIn) {
            SignInView(session: session)
        }
    }
}
