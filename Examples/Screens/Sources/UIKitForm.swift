#if canImport(UIKit)
  import ObservationTracking
  import UIKit

  /// A form: each control shows a property of the model, and changes it.
  final class ContactForm: UIViewController {
    let name = UITextField()
    let favorite = UISwitch()
    let unread = UIStepper()
    let contact: Contact

    init(_ contact: Contact) {
      self.contact = contact
      super.init(nibName: nil, bundle: nil)
    }

    required init?(coder: NSCoder) {
      fatalError("A form isn't loaded from a storyboard.")
    }

    override func viewDidLoad() {
      super.viewDidLoad()
      for control in [name, favorite, unread] { view.addSubview(control) }
      bind()
      addActions()
    }

    /// From the model to the controls: each statement runs again when a property that it has read changes.
    @ObservationTracking
    private func bind() {
      // An equal text isn't set, because that would move the cursor. No text is set while the user composes a character. The model is read
      // first: a run that read only the text field would never be repeated.
      if name.text != contact.name, name.markedTextRange == nil { name.text = contact.name }
      favorite.setOn(contact.isFavorite, animated: true)
      unread.value = Double(contact.unread)
    }

    /// From the controls to the model. If the model refuses a value, the control then shows the model's again.
    private func addActions() {
      name.addAction(
        UIAction { [contact, name] _ in
          guard name.markedTextRange == nil, let text = name.text else { return }
          if !text.isEmpty { contact.name = text }
        },
        for: .editingChanged
      )
      name.addAction(UIAction { [contact, name] _ in name.text = contact.name }, for: .editingDidEnd)
      favorite.addAction(UIAction { [contact, favorite] _ in contact.isFavorite = favorite.isOn }, for: .valueChanged)
      unread.addAction(UIAction { [contact, unread] _ in contact.unread = Int(unread.value) }, for: .valueChanged)
    }
  }
#endif
