#if canImport(AppKit)
  import AppKit
  import ObservationModels

  /// A window with a search field and a table, whose rows are inserted and removed by differences.
  final class ContactWindowController: NSWindowController, NSTableViewDataSource, NSTableViewDelegate,
    NSSearchFieldDelegate
  {
    let table = NSTableView()
    let search = NSSearchField()
    private let book: AddressBook
    private let observations = ObservationScope()
    /// What the table shows. The model is ahead of it by at most one turn.
    private var shown: [Contact] = []

    init(_ book: AddressBook, window: NSWindow) {
      self.book = book
      super.init(window: window)
      table.dataSource = self
      table.delegate = self
      search.delegate = self
      observe()
    }

    required init?(coder: NSCoder) {
      fatalError("A window controller isn't loaded from a nib.")
    }

    private func observe() {
      observations.observe(book) { [weak self] book in self?.update(to: book.listed) }
      observations.observe(book) { [search] book in
        if search.stringValue != book.query { search.stringValue = book.query }
      }
      // AppKit tracks views. The title of a window isn't one.
      observations.observe(book) { [weak self] book in
        self?.window?.title = book.unread == 0 ? "Contacts" : "Contacts – \(book.unread) unread"
      }
    }

    /// The other direction.
    func controlTextDidChange(_ notification: Notification) {
      book.query = search.stringValue
    }

    /// Inserts and removes the rows that differ.
    private func update(to contacts: [Contact]) {
      let difference = contacts.map(\.id).difference(from: shown.map(\.id))
      guard !difference.isEmpty else { return }
      shown = contacts
      table.beginUpdates()
      // Removals come first, from the last to the first; then insertions, from the first to the last.
      for change in difference {
        switch change {
        case .remove(let row, _, _): table.removeRows(at: [row], withAnimation: .effectFade)
        case .insert(let row, _, _): table.insertRows(at: [row], withAnimation: .effectFade)
        }
      }
      table.endUpdates()
    }

    func numberOfRows(in tableView: NSTableView) -> Int {
      shown.count
    }

    func tableView(_ tableView: NSTableView, viewFor column: NSTableColumn?, row: Int) -> NSView? {
      let identifier = NSUserInterfaceItemIdentifier("contact")
      let view = tableView.makeView(withIdentifier: identifier, owner: self) as? ContactRowView ?? ContactRowView()
      view.identifier = identifier
      view.show(shown[row])
      return view
    }
  }

  /// A row with a scope of its own, which is emptied when the row gets another contact.
  final class ContactRowView: NSTableCellView {
    let name = NSTextField(labelWithString: "")
    private let observations = ObservationScope()

    init() {
      super.init(frame: .zero)
      addSubview(name)
    }

    required init?(coder: NSCoder) {
      fatalError("A row isn't loaded from a nib.")
    }

    func show(_ contact: Contact) {
      observations.cancelAll()
      observations.observe(contact) { [name] contact in
        name.stringValue = contact.isFavorite ? "★ \(contact.name)" : contact.name
      }
    }

    override func prepareForReuse() {
      super.prepareForReuse()
      observations.cancelAll()
    }
  }
#endif
