#if canImport(UIKit)
  import ObservationModels
  import UIKit

  // What the system updates by itself, from iOS 26 on: it tracks what `updateProperties` reads, and calls that again. No scope and no token is
  // needed. The whole method runs again, whichever property has changed, and only while the view is shown.

  /// A view that shows one value, for which `updateProperties` is the best place.
  final class BadgeView: UIView {
    let label = UILabel()
    private let book: AddressBook

    init(_ book: AddressBook) {
      self.book = book
      super.init(frame: .zero)
      addSubview(label)
    }

    required init?(coder: NSCoder) {
      fatalError("A badge isn't loaded from a storyboard.")
    }

    @available(iOS 26.0, tvOS 26.0, visionOS 26.0, *)
    override func updateProperties() {
      super.updateProperties()
      label.text = book.unread == 0 ? nil : "\(book.unread)"
    }
  }

  /// The controls of `ContactForm`, set together.
  final class TrackedContactForm: UIViewController {
    let name = UITextField()
    let favorite = UISwitch()
    let unread = UIStepper()
    private let contact: Contact

    init(_ contact: Contact) {
      self.contact = contact
      super.init(nibName: nil, bundle: nil)
    }

    required init?(coder: NSCoder) {
      fatalError("A form isn't loaded from a storyboard.")
    }

    @available(iOS 26.0, tvOS 26.0, visionOS 26.0, *)
    override func updateProperties() {
      super.updateProperties()
      if name.text != contact.name, name.markedTextRange == nil { name.text = contact.name }
      favorite.setOn(contact.isFavorite, animated: true)
      unread.value = Double(contact.unread)
    }
  }

  /// The snapshot and the title of `ContactList`, set together.
  final class TrackedContactList: UITableViewController {
    private let book: AddressBook
    private lazy var source = ContactCell.source(for: tableView, book)

    init(_ book: AddressBook) {
      self.book = book
      super.init(style: .plain)
    }

    required init?(coder: NSCoder) {
      fatalError("A list isn't loaded from a storyboard.")
    }

    @available(iOS 26.0, tvOS 26.0, visionOS 26.0, *)
    override func updateProperties() {
      super.updateProperties()
      var snapshot = NSDiffableDataSourceSnapshot<Int, Int>()
      snapshot.appendSections([0])
      snapshot.appendItems(book.listed.map(\.id), toSection: 0)
      source.apply(snapshot, animatingDifferences: true)
      title = book.unread == 0 ? "Contacts" : "Contacts (\(book.unread))"
    }
  }
#endif
