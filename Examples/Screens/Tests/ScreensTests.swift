#if canImport(UIKit) && canImport(AppKit)
  import AppKit
  import Foundation
  import ObservationModels
  import Testing
  import UIKit

  @testable import Screens

  @MainActor @Suite struct ScreensTests {
    private let book = AddressBook()

    init() {
      book.contacts = ["Ada", "Grace", "Edsger", "Barbara"].enumerated().map { Contact(id: $0, name: $1) }
    }

    /// Lets all passes run that are due.
    private func settle() async {
      for _ in 0..<4 { await Task.detached { @MainActor in }.value }
    }

    // MARK: UIKit

    @Test func aFormShowsTheModelAndChangesIt() async {
      let contact = book.contacts[0]
      let form = ContactForm(contact)
      form.loadViewIfNeeded()
      #expect(form.name.text == "Ada" && !form.favorite.isOn)
      contact.isFavorite = true
      contact.unread = 3
      await settle()
      #expect(form.favorite.isOn && form.unread.value == 3)
      form.name.type("Ada L.")
      form.unread.value = 4
      form.unread.sendActions(for: .valueChanged)
      #expect(contact.name == "Ada L." && contact.unread == 4)
    }

    @Test func typingIsNotSetAgainAndComposingNotDisturbed() async {
      let contact = book.contacts[0]
      let form = ContactForm(contact)
      form.loadViewIfNeeded()
      let before = form.name.timesSet
      form.name.type("Adam")
      await settle()
      // The only time is that of the user.
      #expect(form.name.timesSet == before + 1)
      form.name.type("Adam ´", isComposing: true)
      contact.name = "Eve"
      await settle()
      #expect(form.name.text == "Adam ´" && contact.name == "Eve")
      form.name.type("Adamé")
      #expect(contact.name == "Adamé")
      contact.name = "Eve"
      await settle()
      #expect(form.name.text == "Eve")
    }

    @Test func aRefusedTextIsReplacedAtTheEnd() {
      let contact = book.contacts[0]
      let form = ContactForm(contact)
      form.loadViewIfNeeded()
      form.name.type("")
      #expect(contact.name == "Ada" && form.name.text == "")
      form.name.endEditing()
      #expect(form.name.text == "Ada")
    }

    @Test func aListIsUpdatedOnceATurnAndOnlyByWhatItShows() async throws {
      let list = ContactList(book)
      list.loadViewIfNeeded()
      let source = try #require(list.tableView.dataSource as? UITableViewDiffableDataSource<Int, Int>)
      #expect(texts(of: list) == ["Ada", "Grace", "Edsger", "Barbara"] && source.timesApplied == 1)
      book.contacts.removeFirst()
      book.contacts.append(Contact(id: 9, name: "Donald"))
      book.contacts[1].isFavorite = true
      await settle()
      #expect(texts(of: list) == ["★ Edsger", "Grace", "Barbara", "Donald"] && source.timesApplied == 2)
      // A new name is the cell's business, and unread messages that of the title.
      book.contacts[0].name = "Grace H."
      book.contacts[0].unread = 2
      await settle()
      #expect(texts(of: list) == ["★ Edsger", "Grace H.", "Barbara", "Donald"] && source.timesApplied == 2)
      #expect(list.title == "Contacts (2)")
    }

    @Test func aReusedCellFollowsItsNewContactOnly() async throws {
      let list = ContactList(book)
      list.loadViewIfNeeded()
      list.tableView.scroll(to: 0..<1)
      let cell = try #require(list.tableView.cells[0])
      #expect(cell.textLabel?.text == "Ada")
      list.tableView.scroll(to: 3..<4)
      #expect(list.tableView.cells[3] === cell && cell.textLabel?.text == "Barbara")
      book.contacts[0].name = "Somebody else"
      await settle()
      #expect(cell.textLabel?.text == "Barbara")
      book.contacts[3].name = "Barbara L."
      await settle()
      #expect(cell.textLabel?.text == "Barbara L.")
    }

    @Test func aContainerHasTheFormOfTheSelectedContact() async throws {
      let browser = ContactBrowser(book)
      browser.loadViewIfNeeded()
      #expect(browser.children == [browser.list])
      browser.list.tableView(browser.list.tableView, didSelectRowAt: IndexPath(row: 1, section: 0))
      await settle()
      let form = try #require(browser.form)
      #expect(form.contact === book.contacts[1] && browser.children == [browser.list, form])
      // The form has been loaded within a pass of the container, which doesn't depend on what the form has read.
      book.contacts[1].name = "Grace H."
      await settle()
      #expect(browser.form === form && form.name.text == "Grace H.")
      book.selected = nil
      await settle()
      #expect(browser.form == nil && browser.children == [browser.list])
    }

    @Test func aContainerAndItsFormAreFreed() async {
      weak var browser: ContactBrowser?
      weak var form: ContactForm?
      do {
        let new = ContactBrowser(book)
        new.loadViewIfNeeded()
        book.selected = book.contacts[0]
        await settle()
        (browser, form) = (new, new.form)
        #expect(form != nil)
      }
      await settle()
      #expect(browser == nil && form == nil)
    }

    @Test func theSystemUpdatesTheBadge() async {
      let browser = ContactBrowser(book)
      browser.loadViewIfNeeded()
      browser.showFrame()
      #expect(browser.badge.label.text == nil)
      book.contacts[2].unread = 5
      await settle()
      browser.showFrame()
      #expect(browser.badge.label.text == "5")
    }

    @Test func thePageSaysHowOftenControlsAreSet() async throws {
      let contact = book.contacts[0]
      let (form, tracked) = (ContactForm(contact), TrackedContactForm(contact))
      func counts() -> (own: Int, tracked: Int) {
        (
          form.name.timesSet + form.favorite.timesSet + form.unread.timesSet,
          tracked.name.timesSet + tracked.favorite.timesSet + tracked.unread.timesSet
        )
      }
      func row(_ change: String, isShown: Bool = true, _ make: () -> Void) async -> String {
        let before = counts()
        make()
        await settle()
        if isShown { tracked.showFrame() }
        let after = counts()
        return "| \(change) | \(after.own - before.own) | \(after.tracked - before.tracked) |"
      }
      let rows = [
        await row("the form is loaded and shown") { form.loadViewIfNeeded() },
        await row("one property changes") { contact.unread = 1 },
        await row("one property changes a hundred times in a turn") { for count in 2...101 { contact.unread = count } },
        await row("all three properties change in a turn") {
          contact.name = "Ada L."
          contact.isFavorite = true
          contact.unread = 0
        },
        await row("one property changes while the form isn't shown", isShown: false) { contact.unread = 3 },
        await row("the form is shown again") {},
      ]
      for row in rows { #expect(try page.contains(row), "\(row)") }
    }

    @Test func thePageSaysHowOftenAListIsUpdated() async throws {
      let (list, tracked) = (ContactList(book), TrackedContactList(book))
      for controller in [list, tracked] { controller.loadViewIfNeeded() }
      await settle()
      tracked.showFrame()
      func counts() throws -> [Int] {
        try [list, tracked].flatMap { controller in
          let source = controller.tableView.dataSource as? UITableViewDiffableDataSource<Int, Int>
          return [try #require(source).timesApplied, controller.timesTitled]
        }
      }
      func row(_ change: String, _ make: () -> Void) async throws -> String {
        let before = try counts()
        make()
        await settle()
        tracked.showFrame()
        let numbers = zip(try counts(), before).map { $0 - $1 }
        return "| \(change) | \(numbers[0]) and \(numbers[1]) | \(numbers[2]) and \(numbers[3]) |"
      }
      let rows = [
        try await row("a contact gets a message") { book.contacts[1].unread += 1 },
        try await row("all contacts get a message in a turn") {
          for contact in book.contacts { contact.unread += 1 }
        },
        try await row("a contact becomes a favorite") { book.contacts[2].isFavorite = true },
        try await row("a contact gets another name") { book.contacts[3].name = "Barbara L." },
      ]
      for row in rows { #expect(try page.contains(row), "\(row)") }
    }

    /// The page with the tables.
    private var page: String {
      get throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        return try String(contentsOf: folder.appending(path: "Updates.md"), encoding: .utf8)
      }
    }

    private func texts(of list: ContactList) -> [String?] {
      list.tableView.cells.sorted { $0.key < $1.key }.map { $0.value.textLabel?.text }
    }

    // MARK: AppKit

    @Test func rowsAreInsertedAndRemovedByDifferences() async {
      let window = NSWindow()
      let controller = ContactWindowController(book, window: window)
      #expect(names(of: controller) == ["Ada", "Grace", "Edsger", "Barbara"])
      let count = controller.table.updates.count
      book.contacts.remove(at: 1)
      book.contacts.insert(Contact(id: 7, name: "Alan"), at: 0)
      await settle()
      #expect(names(of: controller) == ["Alan", "Ada", "Edsger", "Barbara"])
      #expect(controller.table.updates.dropFirst(count) == ["-1", "+0"])
      book.contacts[1].name = "Ada L."
      book.contacts[1].unread = 1
      await settle()
      #expect(names(of: controller) == ["Alan", "Ada L.", "Edsger", "Barbara"])
      #expect(controller.table.updates.count == count + 2 && window.title == "Contacts – 1 unread")
    }

    @Test func theSearchFieldAndTheQueryFollowEachOther() async {
      let controller = ContactWindowController(book, window: NSWindow())
      controller.search.type("gra")
      await settle()
      #expect(book.query == "gra" && names(of: controller) == ["Grace"])
      book.query = ""
      await settle()
      #expect(controller.search.stringValue == "" && names(of: controller).count == 4)
    }

    private func names(of controller: ContactWindowController) -> [String] {
      controller.table.rows.compactMap { ($0 as? ContactRowView)?.name.stringValue }
    }
  }
#endif
