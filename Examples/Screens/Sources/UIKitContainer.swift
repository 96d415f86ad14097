#if canImport(UIKit)
  import ObservationModels
  import UIKit

  /// A controller with child controllers: the list, and the form of the selected contact.
  final class ContactBrowser: UIViewController {
    let list: ContactList
    private(set) var form: ContactForm?
    let badge: BadgeView
    private let book: AddressBook
    private let observations = ObservationScope()

    init(_ book: AddressBook) {
      self.book = book
      list = ContactList(book)
      badge = BadgeView(book)
      super.init(nibName: nil, bundle: nil)
    }

    required init?(coder: NSCoder) {
      fatalError("A browser isn't loaded from a storyboard.")
    }

    override func viewDidLoad() {
      super.viewDidLoad()
      add(list)
      view.addSubview(badge)
      // The observations that a child starts when it's loaded have reads of their own: a new name doesn't run this pass.
      observations.observe(book) { [weak self] book in self?.show(book.selected) }
    }

    private func show(_ contact: Contact?) {
      guard contact !== form?.contact else { return }
      if let form {
        form.willMove(toParent: nil)
        form.view.removeFromSuperview()
        form.removeFromParent()
      }
      form = contact.map(ContactForm.init)
      if let form { add(form) }
    }

    private func add(_ child: UIViewController) {
      addChild(child)
      view.addSubview(child.view)
      child.didMove(toParent: self)
    }
  }
#endif
