import SwiftUI

@main
struct BooksApp: App {
  @State private var library = Library()

  var body: some Scene {
    WindowGroup {
      LibraryView()
        .environment(library)
    }
  }
}
