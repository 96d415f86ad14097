import SwiftUI

struct ChecklistView: View {
    @State private var checklist = Checklist(names: ["Map", "Water", "Rain jacket"])

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
    @Bindable var item: Checklist.Item

    var body: some View {
        Toggle(item.name, isOn: $item.isPacked)
    }
}
