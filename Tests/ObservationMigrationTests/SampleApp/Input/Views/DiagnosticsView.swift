import SwiftUI

struct DiagnosticsView: View {
    @ObservedObject var diagnostics: Diagnostics
    @ObservedObject var log: LegacyLog

    var body: some View {
        List(diagnostics.lines + log.entries, id: \.self) { Text($0) }
    }
}
