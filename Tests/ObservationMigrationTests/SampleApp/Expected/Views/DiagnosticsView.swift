import SwiftUI

struct DiagnosticsView: View {
    @ObservedObject var diagnostics: Diagnostics
    @ObservedObject var log: LegacyLog

    var body: some View {
        List(diagnostics.lines + log.entries, id: \.self) { Text($0) }
    }
}

/// What the menu shows of the diagnostics in front.
struct DiagnosticsCommand: View {
    @FocusedObject var diagnostics: Diagnostics?

    var body: some View {
        Text("Lines: \(diagnostics?.lines.count ?? 0)")
    }
}
