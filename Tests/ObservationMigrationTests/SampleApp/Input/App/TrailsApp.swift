import SwiftUI

@main
struct TrailsApp: App {
    @StateObject private var store = TrailStore(client: .live)
    @StateObject private var session = Session()
    @StateObject private var settings = Settings()

    var body: some Scene {
        WindowGroup {
            RootView()
                .environmentObject(store)
                .environmentObject(session)
                .environmentObject(settings)
        }
    }
}

struct RootView: View {
    @EnvironmentObject var session: Session
    @State private var selection = 0

    var body: some View {
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
