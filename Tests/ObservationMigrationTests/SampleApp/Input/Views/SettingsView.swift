import SwiftUI

struct SettingsView: View {
    @EnvironmentObject var settings: Settings
    @EnvironmentObject var session: Session

    var body: some View {
        Form {
            Section("Display") {
                ColorPicker("Accent", selection: $settings.accent)
                Toggle("Miles", isOn: $settings.usesMiles)
            }
            downloads
            Server()
            AppVersion()
            if let account = session.account {
                AccountSection(account: account)
            }
        }
    }

    private var downloads: some View {
        Section("Downloads") {
            Toggle("Maps", isOn: $settings.downloadsMaps)
        }
    }
}

struct AccountSection: View {
    @ObservedObject var account: Account

    var body: some View {
        Section(title(of: account)) {
            TextField("Name", text: $account.name)
        }
    }

    private func title(of model: some NamedModel) -> String { model.name }
}

struct Server: View {
    @EnvironmentObject var settings: Settings

    var body: some View {
        Text(settings.server)
    }
}

struct AppVersion: View {
    @EnvironmentObject var settings: Settings

    var body: some View {
        Text(UserDefaults.standard.string(forKey: "version") ?? "–")
    }
}
