/// An app as a value, of which the smallest failing one is found by leaving things out.
///
/// All of its parts have numbers that they keep when others go.
struct GeneratedApp: Hashable {
  struct Property: Hashable {
    let id: Int
    let shape: Shape
    var isInherited = false
  }

  struct Model: Hashable {
    let id: Int
    var properties: [Property]
    /// What it is as a class, nil for an `ObservableObject` without a superclass.
    var shape: Shape?
    var isOnMainActor: Bool
  }

  enum Element: Hashable {
    case text(property: Int, Reading)
    /// What only such a property is shown by.
    case special(property: Int)
    case control(property: Int)
    case button(property: Int, action: Int)
  }

  struct View: Hashable {
    let id: Int
    /// The models that it reads; the first one is handed on to children.
    var models: [Held]
    var elements: [Numbered<Element>]
    var children: [View]
  }

  struct Held: Hashable {
    let model: Int
    var holding: Holding
  }

  struct Numbered<Value: Hashable>: Hashable {
    let id: Int
    var value: Value
  }

  enum Change: Hashable {
    /// Something is done with a model that the app owns.
    case action(property: Int, action: Int, number: Int)
    /// The user touches one of the controls.
    case control(number: Int)
  }

  var models: [Model]
  var views: [View]
  var steps: [[Change]]
  var migratesPipelines: Bool

  func model(ofProperty id: Int) -> Model? {
    models.first { $0.properties.contains { $0.id == id } }
  }

  func property(_ id: Int) -> Property? {
    models.lazy.flatMap(\.properties).first { $0.id == id }
  }
}
