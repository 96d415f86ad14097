#if canImport(UIKit)
  import ObservationModels
  import UIKit

  /// A list that is updated by differences. What a cell shows is the cell's own business.
  final class ContactList: UITableViewController {
    let book: AddressBook
    private let observations = ObservationScope()
    private var source: UITableViewDiffableDataSource<Int, Int>?

    init(_ book: AddressBook) {
      self.book = book
      super.init(style: .plain)
    }

    required init?(coder: NSCoder) {
      fatalError("A list isn't loaded from a storyboard.")
    }

    override func viewDidLoad() {
      super.viewDidLoad()
      let source = ContactCell.source(for: tableView, book)
      self.source = source
      // One pass, and one animation, however many contacts come and go in a turn. Other changes to contacts don't run this pass.
      observations.observe(book) { [weak source] book in
        var snapshot = NSDiffableDataSourceSnapshot<Int, Int>()
        snapshot.appendSections([0])
        snapshot.appendItems(book.listed.map(\.id), toSection: 0)
        source?.apply(snapshot, animatingDifferences: true)
      }
      // An observation of its own: a new title applies no snapshot.
      observations.observe(book) { [weak self] book in
        self?.title = book.unread == 0 ? "Contacts" : "Contacts (\(book.unread))"
      }
    }

    override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
      guard let id = source?.itemIdentifier(for: indexPath) else { return }
      book.selected = book.contacts.first { $0.id == id }
    }
  }

  /// A cell with a scope of its own, which is emptied when the cell gets another contact.
  final class ContactCell: UITableViewCell {
    private let observations = ObservationScope()

    /// Shows contacts in such cells.
    static func source(for table: UITableView, _ book: AddressBook) -> UITableViewDiffableDataSource<Int, Int> {
      table.register(self, forCellReuseIdentifier: "contact")
      return UITableViewDiffableDataSource(tableView: table) { [book] table, path, id in
        let cell = table.dequeueReusableCell(withIdentifier: "contact", for: path)
        if let contact = book.contacts.first(where: { $0.id == id }) { (cell as? ContactCell)?.show(contact) }
        return cell
      }
    }

    override init(style: CellStyle, reuseIdentifier: String?) {
      super.init(style: .value1, reuseIdentifier: reuseIdentifier)
    }

    required init?(coder: NSCoder) {
      fatalError("A cell isn't loaded from a nib.")
    }

    func show(_ contact: Contact) {
      observations.cancelAll()
      observations.observe(contact) { [weak self] contact in
        self?.textLabel?.text = contact.isFavorite ? "★ \(contact.name)" : contact.name
      }
      observations.observe(contact) { [weak self] contact in
        self?.detailTextLabel?.text = contact.unread == 0 ? nil : "\(contact.unread)"
      }
    }

    override func prepareForReuse() {
      super.prepareForReuse()
      observations.cancelAll()
    }
  }
#endif
