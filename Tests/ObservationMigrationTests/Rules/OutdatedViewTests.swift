import ObservationMigration
import Testing

/// Which code of a view counts as showing something that may be outdated.
@Suite struct OutdatedViewTests {
  /// A model of which a view may read only the title, and an object that nothing observes and that changes with the number.
  private static let pages = """
    import SwiftUI
    final class Session { var token = 0; func renew() { token += 1 } }
    final class Page: ObservableObject {
      @Published var title = ""
      @Published var number = 0
      func turn(_ session: Session) { number += 1; session.renew() }
    }
    """

  /// Whether a view of a page is said to show something that's outdated.
  private static func isOutdated(_ members: String, _ content: String, _ extension: String = "") -> Bool {
    let view = """
      struct PageView: View {
        @ObservedObject var page: Page
        \(members)
        var body: some View { Text(page.title); \(content) }
      }
      """
    return riskyNotes([pages, view, `extension`].joined(separator: "\n")).contains { $0.rule == "unread-model" }
  }

  @Test(
    arguments: [
      ("struct Keys: ViewModifier { let session: Session; func body(content: Content) -> some View { % } }", false),
      ("final class Delegate { let session = Session(); func text() -> some View { % } }", false),
      ("let session: Session; var row: some View { % }", true),
    ]
  )
  func codeInATypeThatRunsApartIsNotTheViews(_ declaration: String, isReported: Bool) {
    let text = declaration.replacing("%", with: "Text(session.token.description)")
    #expect(Self.isOutdated("", "EmptyView()", "extension PageView { \(text) }") == isReported)
  }

  @Test(
    arguments: [
      ("Command(\"Renew\") { last = session.token }", false), ("row.onResize { last = session.token }", false),
      ("Command(\"Renew\") { Text(session.token.description) }", true),
      ("row.onResize { Text(session.token.description) }", true),
      ("Command(\"Renew\") { last += session.token }", false),
      ("Canvas { context, size in context.opacity = Double(session.token) }", true),
      ("LabelView { $0.text = session.token.description }", true),
    ]
  )
  func closureThatAssignsBuildsNothing(_ content: String, isReported: Bool) {
    #expect(Self.isOutdated("let session: Session; @State private var last = 0", content) == isReported)
  }
}
