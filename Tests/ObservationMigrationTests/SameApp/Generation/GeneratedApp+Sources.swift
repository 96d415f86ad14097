import ObservationMigration

extension GeneratedApp {
  /// The files of the app, each type with a suffix behind its name.
  func sources(suffix: String) -> [SourceFile] {
    var text = AppText(app: self, suffix: suffix)
    text.write()
    return text.files
  }

  /// What can be done with the app's own models, in the order of the numbers that scripts use.
  var actions: [(property: Int, action: Int)] {
    models.flatMap { model in
      model.properties.flatMap { property in
        PropertyText(property, model: "", suffix: "").actions.indices.map { (property.id, $0) }
      }
    }
  }

  /// Whether views may show something outside of observable objects.
  var showsUntracked: Bool {
    models.contains { $0.properties.contains { [.globalVariable, .unobservedObject].contains($0.shape) } }
  }

  /// `self.p1 = self.p1`
  func assignsEqualValue(_ change: Change) -> Bool {
    guard case .action(let id, let action, _) = change, let property = property(id) else { return false }
    return PropertyText(property, model: "", suffix: "").actions[action] == "self.p\(id) = self.p\(id)"
  }

  /// A function that starts the app. It isn't part of it.
  func start(_ name: String, suffix: String) -> String {
    var text = "@MainActor func \(name)() -> RunningApp {\n"
    for model in models { text += "    let m\(model.id) = Model\(model.id)\(suffix)()\n" }
    let arguments = models.map { "m\($0.id): m\($0.id)" }.joined(separator: ", ")
    text += "    return RunningApp(root: Root\(suffix)(\(arguments))) { action, n in\n        switch action {\n"
    for (number, action) in actions.enumerated() {
      guard let model = model(ofProperty: action.property), let property = property(action.property) else { continue }
      let statement = PropertyText(property, model: "", suffix: suffix).actions[action.action]
      text += "        case \(number): \(statement.replacing("self.", with: "m\(model.id)."))\n"
    }
    return text + "        default: break\n        }\n    }\n}\n"
  }
}

/// Writes the sources of an app.
private struct AppText {
  let app: GeneratedApp
  let suffix: String
  var models = "import Combine\nimport CoreData\nimport Foundation\nimport SwiftUI\n"
  var views = "import SwiftUI\n"
  var support = "import SwiftUI\n"

  init(app: GeneratedApp, suffix: String) {
    self.app = app
    self.suffix = suffix
  }

  var files: [SourceFile] {
    [("Models", models), ("Support", support), ("Views", views)].map { SourceFile(path: "\($0).swift", text: $1) }
  }

  mutating func write() {
    for model in app.models { write(model) }
    writeJointChanges()
    writeRoot()
    for view in app.views { write(view) }
  }

  private func name(_ model: GeneratedApp.Model) -> String { "Model\(model.id)\(suffix)" }

  private func text(_ property: GeneratedApp.Property, _ model: GeneratedApp.Model) -> PropertyText {
    PropertyText(property, model: name(model), suffix: suffix)
  }

  // MARK: - Models

  private mutating func write(_ model: GeneratedApp.Model) {
    let name = name(model)
    let texts = model.properties.map { text($0, model) }
    for lines in texts.map(\.declarations) where !lines.isEmpty {
      models += "\n" + lines.joined(separator: "\n") + "\n"
    }
    let base = "Base\(model.id)\(suffix)"
    let inherited = model.properties.filter(\.isInherited)
    switch model.shape {
    case .superclass: writeClass("class \(base): ObservableObject", inherited, model, isDerived: false)
    case .superclassWithoutConformance: writeClass("class \(base)", inherited, model, isDerived: false)
    default: break
    }
    let head =
      switch model.shape {
      case .superclass: "final class \(name): \(base)"
      case .superclassWithoutConformance: "final class \(name): \(base), ObservableObject"
      case .observableConformer: "@Observable\nfinal class \(name): ObservableObject"
      case .observableManagedObject: "@Observable\nfinal class \(name): NSManagedObject"
      default: "final class \(name): ObservableObject"
      }
    let isDerived = ![nil, .observableConformer].contains(model.shape)
    writeClass(head, model.properties.filter { !$0.isInherited }, model, isDerived: isDerived)
    for line in texts.flatMap(\.extensions) { models += "\n" + line + "\n" }
  }

  private mutating func writeClass(
    _ head: String,
    _ properties: [GeneratedApp.Property],
    _ model: GeneratedApp.Model,
    isDerived: Bool
  ) {
    let texts = properties.map { text($0, model) }
    models += "\n" + (model.isOnMainActor ? "@MainActor\n" : "") + head + " {\n"
    for line in texts.flatMap(\.members) { models += "    \(line)\n" }
    models += "\n    \(isDerived ? "override " : "")init() {\n"
    // Constants have their values first.
    let constants = properties.filter { $0.shape == .constantFromInitializer }
    let others = properties.filter { $0.shape != .constantFromInitializer }
    for line in constants.flatMap({ text($0, model).start }) { models += "        \(line)\n" }
    if isDerived { models += "        super.init()\n" }
    for line in others.flatMap({ text($0, model).start }) { models += "        \(line)\n" }
    models += "    }\n}\n"
  }

  /// Functions that change something unobserved together with one other property: a finding needs code that does. A view
  /// that holds a model as a constant doesn't observe it.
  private mutating func writeJointChanges() {
    let all = app.models.flatMap { model in model.properties.map { (model: model, property: $0) } }
    let constants = app.allViews.flatMap(\.models).filter { $0.holding == .constant }.map(\.model)
    let unobserved = all.filter { model, property in
      [.unobservedObject, .globalVariable].contains(property.shape) || constants.contains(model.id)
    }
    for unobserved in unobserved {
      for other in all where other.property.id != unobserved.property.id {
        let changes = [unobserved, other].compactMap { changed in
          text(changed.property, changed.model).actions.first?.replacing("self.", with: "m\(changed.model.id).")
        }
        guard changes.count == 2 else { continue }
        let parameters = app.models.map { "_ m\($0.id): \(name($0))" } + ["_ n: Int"]
        models += "\n@MainActor func change_p\(unobserved.property.id)_p\(other.property.id)\(suffix)"
        models += "(\(parameters.joined(separator: ", "))) {\n"
        for change in changes { models += "    \(change)\n" }
        models += "}\n"
      }
    }
  }

  // MARK: - Views

  private mutating func writeRoot() {
    views += "\nstruct Root\(suffix): View {\n"
    for model in app.models { views += "    let m\(model.id): \(name(model))\n" }
    views += "\n    var body: some View {\n        VStack {\n"
    for view in app.views { views += "            \(call(of: view) { "m\($0)" })\n" }
    views += "        }\n"
    for model in app.models where model.shape != .observableManagedObject {
      views += "        .environmentObject(m\(model.id))\n"
    }
    views += "    }\n}\n"
  }

  /// How a view is made where its model has a name.
  private func call(of view: GeneratedApp.View, _ model: (Int) -> String) -> String {
    let arguments = view.models.enumerated().compactMap { index, held -> String? in
      switch held.holding {
      case .observedObject, .constant: "\(Self.modelName(index)): \(model(held.model))"
      case .stateObject, .environmentObject: nil
      }
    }
    return "View\(view.id)\(suffix)(\(arguments.joined(separator: ", ")))"
  }

  private static func modelName(_ index: Int) -> String { index == 0 ? "model" : "other" }

  private mutating func write(_ view: GeneratedApp.View) {
    var members: [String] = []
    for (index, held) in view.models.enumerated() {
      guard let model = app.models.first(where: { $0.id == held.model }) else { continue }
      let variable = Self.modelName(index)
      let member =
        switch held.holding {
        case .observedObject: "@ObservedObject var \(variable): \(name(model))"
        case .stateObject: "@StateObject private var \(variable) = \(name(model))()"
        case .environmentObject: "@EnvironmentObject var \(variable): \(name(model))"
        case .constant: "let \(variable): \(name(model))"
        }
      members.append(member)
    }
    var body: [String] = []
    var functions: [String] = []
    for element in view.elements { write(element, of: view, &members, &functions, &body) }
    for child in view.children { body.append(call(of: child) { _ in "model" }) }
    if body.isEmpty { body.append("Spacer()") }
    views += "\nstruct View\(view.id)\(suffix): View {\n"
    for line in members { views += "    \(line)\n" }
    for line in functions { views += "\n    \(line)\n" }
    views += "\n    var body: some View {\n        VStack {\n"
    for line in body { views += "            \(line)\n" }
    views += "        }\n    }\n}\n"
    for child in view.children { write(child) }
  }

  private mutating func write(
    _ element: GeneratedApp.Numbered<GeneratedApp.Element>,
    of view: GeneratedApp.View,
    _ members: inout [String],
    _ functions: inout [String],
    _ body: inout [String]
  ) {
    let id = element.value.property
    guard let property = app.property(id), let model = app.model(ofProperty: id),
      let index = view.models.firstIndex(where: { $0.model == model.id })
    else { return }
    let variable = Self.modelName(index)
    let text = text(property, model)
    func expanded(_ code: String) -> String {
      code.replacing("(content: self)", with: "(content: \(variable))").replacing("self.", with: "\(variable).")
    }
    switch element.value {
    case .text(_, let reading):
      write(text.value, "p\(id)", reading, element.id, variable, name(model), &members, &functions, &body)
    case .special:
      // A view that doesn't observe its model would hear of a change only when it happens to be updated.
      if property.shape == .changedValues, view.models[index].holding == .constant { return }
      guard let special = text.special else { return }
      for member in text.viewMembers where !members.contains(member) { members.append(member) }
      body.append(expanded(special))
    case .control:
      guard let bound = text.bound, view.models[index].holding != .constant else { return }
      body.append("Stepper(\"p\(id)\", value: $\(variable).\(bound))")
    case .button(_, let action):
      guard text.actions.indices.contains(action) else { return }
      // The second press assigns an equal value.
      let isEqualAgain = app.showsUntracked && text.actions[action] == "self.p\(id) = n"
      let statement = expanded(text.actions[action]).replacing("= n", with: isEqualAgain ? "+= 7" : "= 7")
        .replacing("(n)", with: "(7)").replacing("[n %", with: "[7 %")
      body.append("Button(\"p\(id)\") { \(statement.replacing("+= n", with: "+= 7")) }")
    }
  }

  private mutating func write(
    _ value: String,
    _ label: String,
    _ reading: Reading,
    _ id: Int,
    _ variable: String,
    _ model: String,
    _ members: inout [String],
    _ functions: inout [String],
    _ body: inout [String]
  ) {
    func text(_ value: String) -> String { "\"\(label) \\(\(value))\"" }
    let ofVariable = value.replacing("self.", with: "\(variable).")
    let ofModel = value.replacing("self.", with: "model.")
    switch reading {
    case .direct: body.append("Text(\(text(ofVariable)))")
    case .viewFunction:
      functions.append("private func text\(id)() -> String { \(text(ofVariable)) }")
      body.append("Text(text\(id)())")
    case .viewProperty:
      functions.append("private var part\(id): some View { Text(\(text(ofVariable))) }")
      body.append("part\(id)")
    case .freeFunction:
      support += "\n@MainActor func text\(id)\(suffix)(_ model: \(model)) -> String { \(text(ofModel)) }\n"
      body.append("Text(text\(id)\(suffix)(\(variable)))")
    case .staticFunction:
      support += "\nenum Texts\(id)\(suffix) {\n    @MainActor static func text(of model: \(model)) -> String { "
      support += "\(text(ofModel)) }\n}\n"
      body.append("Text(Texts\(id)\(suffix).text(of: \(variable)))")
    case .methodOfModel:
      support += "\nextension \(model) {\n    func text\(id)() -> String { \(text(value)) }\n}\n"
      body.append("Text(\(variable).text\(id)())")
    case .keyPath:
      let path = value.hasPrefix("self.") ? value.dropFirst(5) : ""
      let isPath = !path.isEmpty && path.allSatisfy { $0.isLetter || $0.isNumber || $0 == "." }
      body.append(isPath ? "Text(\(text("\(variable)[keyPath: \\.\(path)]")))" : "Text(\(text(ofVariable)))")
    case .closure:
      body.append("let read\(id) = { \(ofVariable) }")
      body.append("Text(\(text("read\(id)()")))")
    case .formatter:
      support += "\n@MainActor struct Formatter\(id)\(suffix) {\n    let model: \(model)\n    var text: String { "
      support += "\(text(ofModel)) }\n}\n"
      body.append("Text(Formatter\(id)\(suffix)(model: \(variable)).text)")
    case .condition:
      body.append("if \(ofVariable) > 2 { Text(\"\(label) many\") } else { Text(\"\(label) few\") }")
    case .valueForChild:
      support += "\nstruct Value\(id)\(suffix): View {\n    let value: Int\n\n    var body: some View {\n"
      support += "        Text(\"\(label) \\(value)\")\n    }\n}\n"
      body.append("Value\(id)\(suffix)(value: \(ofVariable))")
    case .unobservingChild:
      support += "\nstruct Plain\(id)\(suffix): View {\n    let model: \(model)\n\n    var body: some View {\n"
      support += "        Text(\(text(ofModel)))\n    }\n}\n"
      body.append("Plain\(id)\(suffix)(model: \(variable))")
    case .sheet:
      members.append("@State private var shows\(id) = false")
      body.append(
        "Toggle(\"show \(label)\", isOn: $shows\(id)).sheet(isPresented: $shows\(id)) { Text(\(text(ofVariable))) }"
      )
    }
  }
}
