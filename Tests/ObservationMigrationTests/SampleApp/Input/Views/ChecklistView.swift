import SwiftUI

struct ChecklistView: View {
    @StateObject private var checklist = Checklist(names: ["Map", "Water", "Rain jacket"])

    var body: some View {
        List {
            ForEach(checklist.items) { item in
                ChecklistRow(item: item)
            }
        }
        .navigationTitle("\(checklist.packed) of \(checklist.items.count)")
    }
}

private struct ChecklistRow: View {
    @ObservedObject var item: Checklist.Item

    var body: some View {
        Toggle(item.name, isOn: $item.isPacked)
    }
}
