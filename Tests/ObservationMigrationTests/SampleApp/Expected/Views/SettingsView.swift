import SwiftUI

struct SettingsView: View {
    @Environment(Settings.self) var settings
    @Environment(Session.self) var session

    var body: some View {
        @Bindable var settings = settings
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
            Toggle("Maps", isOn: Bindable(settings).downloadsMaps)
        }
    }
}

struct AccountSection: View {
    @Bindable var account: Account

    var body: some View {
        Section(title(of: account)) {
            TextField("Name", text: $account.name)
        }
    }

    private func title(of model: some NamedModel) -> String { model.name }
}

struct Server: View {
    @Environment(Settings.self) var settings

    var body: some View {
        Text(settings.server)
    }
}

struct AppVersion: View {
    @Environment(Settings.self) var settings: Settings?

    var body: some View {
        Text(UserDefaults.standard.string(forKey: "version") ?? "–")
    }
}
