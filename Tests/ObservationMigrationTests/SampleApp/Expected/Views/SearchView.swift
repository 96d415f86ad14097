import SwiftUI

struct SearchView: View {
    @StateObject private var model = SearchModel(client: .live)

    var body: some View {
        List(model.results) { trail in
            Text(trail.name)
        }
        .searchable(text: $model.query)
    }
}
