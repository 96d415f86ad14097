import SwiftUI

struct LibraryView: View {
  @Environment(Library.self) var library
  @State private var title = ""

  var body: some View {
    VStack {
      Text("\(library.unread) to read")
      if let title = library.lastAdded { Text("Added \(title)") }
      TextField("Title", text: $title)
      Button("Add") { library.add(title) }
      ForEach(library.books) { book in
        BookRow(book: book)
      }
      SearchView(search: Search(library: library))
    }
  }
}

struct BookRow: View {
  @Bindable var book: Book

  var body: some View {
    Toggle(book.title, isOn: $book.isRead)
  }
}

struct SearchView: View {
  @State var search: Search

  var body: some View {
    VStack {
      TextField("Search", text: $search.query)
      ForEach(search.results) { book in
        Text(book.title)
      }
    }
  }
}
