#if canImport(UIKit)
  import ObservationModels
  import UIKit

  /// A form: each control shows a property of the model, and changes it.
  final class ContactForm: UIViewController {
    let name = UITextField()
    let favorite = UISwitch()
    let unread = UIStepper()
    let contact: Contact
    private let observations = ObservationScope()

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

      // From the model to the controls. An equal text isn't set, which would move the cursor, nor one while the user composes a character.
      observations.observe(contact) { [name] contact in
        if name.markedTextRange == nil, name.text != contact.name { name.text = contact.name }
      }
      observations.observe(contact) { [favorite] contact in favorite.setOn(contact.isFavorite, animated: true) }
      observations.observe(contact) { [unread] contact in unread.value = Double(contact.unread) }

      // From the controls to the model. What the user sees is then the model's again, also where it refuses a value.
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
