import SwiftUI

@main
struct BooksApp: App {
  @StateObject private var library = Library()

  var body: some Scene {
    WindowGroup {
      LibraryView()
        .environmentObject(library)
    }
  }
}
