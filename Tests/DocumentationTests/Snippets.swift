import Foundation
import Observation
import ObservationBridge
import ObservationModels
import ObservationTracking
import SwiftObserver
import TestSupport
import Testing

/// The Swift blocks of the guides, which use all products, compiled and, where possible, run.
@MainActor private enum Snippets {
  // MARK: Declarations used in the guides

  final class Label { var text = "" }

  final class Button { var isEnabled = false }

  @Observable final class Article { var title = "Draft" }

  @Observable final class Form {
    var name = ""
    var email = ""
    var query = ""
    var hits: [String] = []

    var isValid: Bool { !name.isEmpty && email.contains("@") }
  }

  @Observable final class Inbox { var unread = 0 }

  static func find(_ query: String) async -> [String] { [query] }

  // MARK: Choosing

  static func closure(_ article: Article, _ label: Label) {
    let token = withPortableContinuousObservation { _ in
      label.text = article.title
    }
    token.cancel()
  }

  static func scope(_ article: Article, _ label: Label, _ observations: ObservationScope) {
    observations.observe(article) { [weak label] article in
      label?.text = article.title
    }
  }

  static func property(_ article: Article, _ label: Label, _ observations: ObservationScope) {
    observations.observe(article, \.title) { [weak label] change in
      label?.text = change.new
    }
  }

  static func stream(_ article: Article, _ label: Label) async {
    for await title in ObservationBridge(of: article, { $0.title }) {
      label.text = title
    }
  }

  @MainActor final class Binding {
    let label = Label()
    let article: Article

    init(_ article: Article) {
      self.article = article
    }

    @ObservationTracking
    func bind() {
      label.text = article.title
    }
  }

  // MARK: Coming from

  static func valid(_ form: Form, _ button: Button, _ observations: ObservationScope) {
    observations.observe(form) { [weak button] form in
      button?.isEnabled = !form.name.isEmpty && form.email.contains("@")
    }
  }

  static func search(_ form: Form) async {
    var request: Task<Void, Never>?
    for await query in ObservationBridge(options: .debounce(.milliseconds(300)), { form.query }) {
      request?.cancel()
      request = Task {
        let hits = await find(query)
        if !Task.isCancelled { form.hits = hits }
      }
    }
  }

  final class Relay {
    private(set) var values: [String] = []

    func accept(_ value: String) {
      values.append(value)
    }
  }

  static func relay(_ form: Form, _ relay: Relay) {
    let token = withPortableContinuousObservation { _ in
      relay.accept(form.query)
    }
    token.cancel()
  }

  @MainActor final class Loop {
    let label = Label()
    let article: Article

    init(_ article: Article) {
      self.article = article
    }

    func track() {
      withObservationTracking {
        label.text = article.title
      } onChange: { [weak self] in
        Task { @MainActor in self?.track() }
      }
    }
  }

  @MainActor final class NoLoop {
    let label = Label()
    let article: Article
    private var token: PortableObservationToken?

    init(_ article: Article) {
      self.article = article
    }

    func track() {
      token = withPortableContinuousObservation { [weak self] _ in
        guard let self else { return }
        label.text = article.title
      }
    }
  }

  // MARK: UIKit and AppKit, as far as the guide needs them

  @MainActor class UIViewController {
    init(nibName: String?, bundle: Bundle?) {}
    required init?(coder: NSCoder) {}
    func updateProperties() {}
  }

  @MainActor final class UILabel { var text: String? }

  @MainActor final class UITextField { var text: String? }

  @MainActor final class NSWindow { var title = "" }

  @MainActor class NSWindowController {
    var window: NSWindow?
  }

  final class ArticleController: UIViewController {
    let label = UILabel()
    let article: Article

    init(_ article: Article) {
      self.article = article
      super.init(nibName: nil, bundle: nil)
    }

    required init?(coder: NSCoder) {
      fatalError("An article controller isn't loaded from a storyboard.")
    }

    override func updateProperties() {
      super.updateProperties()
      label.text = article.title
    }
  }

  @MainActor @ObservableModel final class TextDocument {
    var name = "Letter"
    var isEdited = false
    var selection = 0
  }

  final class DocumentController: NSWindowController {
    private let observations = ObservationScope()

    func show(_ document: TextDocument) {
      observations.cancelAll()
      observations.observe(document) { [weak self] document in
        self?.window?.title = document.isEdited ? "\(document.name) – Edited" : document.name
      }
      observations.observe(document, \.selection) { [weak self] change in
        self?.scroll(from: change.old, to: change.new)
      }
    }

    func scroll(from old: Int, to new: Int) {}
  }

  @MainActor @Observable final class Profile { var name = "Ada" }

  @MainActor final class NameController {
    let field = UITextField()
    let profile: Profile
    private let observations = ObservationScope()

    init(_ profile: Profile) {
      self.profile = profile
      observations.observe(profile) { [field] profile in field.text = profile.name }
    }

    func nameWasEdited() {
      if let text = field.text, !text.isEmpty { profile.name = text }
      // The name may be the same as before: then no pass follows.
      field.text = profile.name
    }
  }

  // MARK: Servers

  @Observable final class Server {
    var connections = 0
    var isStopping = false
  }

  nonisolated static func log(_ text: String) {}
  nonisolated static func save(_ guests: [String]) async {}

  static func states(_ server: Server) async {
    let states = ObservationBridge.untilFinished {
      server.isStopping ? .last(server.connections) : .next(server.connections)
    }
    for await connections in states {
      log("\(connections) connections")
    }
  }

  @Observable final class RoomState { var guests: [String] = [] }

  actor Room {
    private let state = RoomState()
    private var token: PortableObservationToken?

    func open() {
      token = withPortableContinuousObservation { _ in
        log("\(self.state.guests.count) guests")
      }
    }

    func enter(_ guest: String) {
      state.guests.append(guest)
    }

    func close() {
      token?.cancel()
    }
  }

  static func throttled(_ state: RoomState) async {
    for await guests in ObservationBridge(options: .throttle(.seconds(1)), { state.guests }) {
      await save(guests)
    }
  }

  // MARK: Testing

  @MainActor final class Badge {
    private(set) var text = ""
    private let observations = ObservationScope()

    @discardableResult
    func show(_ inbox: Inbox) -> ObservationDelivery {
      observations.observe(inbox) { [weak self] inbox in
        self?.text = inbox.unread == 0 ? "" : "\(inbox.unread)"
      }
    }
  }

  static func badge(_ badge: Badge, _ inbox: Inbox) async {
    let delivery = badge.show(inbox)
    let texts = await delivery.values { badge.text }
    inbox.unread = 3
    #expect(await texts.waitUntilValue("3"))
    inbox.unread = 0
    #expect(await texts.waitUntilValue(""))
    #expect(texts.snapshot() == ["", "3", ""])
  }

  static func lifetime(_ inbox: Inbox) {
    func print(_ unread: Int) {}
    var scope: ObservationScope? = ObservationScope()
    let delivery = scope?.observe(inbox) { inbox in print(inbox.unread) }
    scope = nil
    #expect(delivery?.isActive == false)
  }
}

@Suite @MainActor struct SnippetTests {
  @Test func aScopeFollowsATitle() async {
    let (article, label, scope) = (Snippets.Article(), Snippets.Label(), ObservationScope())
    Snippets.scope(article, label, scope)
    #expect(label.text == "Draft")
  }

  @Test func aTokenReplacesALoop() {
    let article = Snippets.Article()
    let observer = Snippets.NoLoop(article)
    observer.track()
    #expect(observer.label.text == "Draft")
  }

  /// The field isn't notified when its text is rejected.
  @Test func aFieldWhoseTextIsRefusedShowsTheNameAgain() async {
    let controller = Snippets.NameController(Snippets.Profile())
    #expect(controller.field.text == "Ada")
    controller.field.text = ""
    controller.profile.name = controller.profile.name
    withObservationTransaction {
      controller.profile.name = "Grace"
      controller.profile.name = "Ada"
    }
    await Task.yield()
    controller.nameWasEdited()
    #expect(controller.field.text == "Ada")
    controller.field.text = "Grace"
    controller.nameWasEdited()
    #expect(controller.profile.name == "Grace")
  }

  @Test func aBadgeIsRecorded() async {
    await Snippets.badge(Snippets.Badge(), Snippets.Inbox())
  }

  @Test func droppingAScopeEndsItsObservations() {
    Snippets.lifetime(Snippets.Inbox())
  }
}

/// The blocks of *Getting Started* after the first block, a separate file.
@Suite struct GettingStartedSnippets {
  @MainActor @Observable final class Profile {
    var name = "Ada"
    var visits = 0
  }

  @MainActor final class ProfileController {
    private(set) var title = ""
    private let observations = ObservationScope()

    @discardableResult
    func show(_ profile: Profile) -> ObservationDelivery {
      observations.cancelAll()
      return observations.observe(profile) { [weak self] profile in
        self?.title = profile.name
      }
    }
  }

  @MainActor @Test func theTitleFollowsTheName() async {
    let (controller, profile) = (ProfileController(), Profile())
    let titles = await controller.show(profile).values { controller.title }
    profile.name = "Grace"
    #expect(await titles.waitUntilValue("Grace"))
    #expect(titles.snapshot() == ["Ada", "Grace"])
  }

  @MainActor func printNames(of profile: Profile) async {
    for await name in ObservationBridge(of: profile, { $0.name }) {
      print(name)
    }
  }
}
