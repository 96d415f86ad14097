import TestSupport

/// Makes apps by chance: models of several shapes, views of them, and changes.
struct AppGenerator {
  private var random: SeededGenerator
  private let shapes: [Shape]
  private var number = 0

  /// Makes apps whose models have no other shapes than these.
  init(seed: UInt64, shapes: [Shape]) {
    random = SeededGenerator(seed: seed)
    self.shapes = shapes
  }

  mutating func app(models count: ClosedRange<Int> = 1...3, steps: Int) -> GeneratedApp {
    number = 0
    let models = (0..<Int.random(in: count, using: &random)).map { _ in model() }
    var app = GeneratedApp(models: models, views: [], steps: [], migratesPipelines: chance(2))
    for model in models { app.views.append(view(of: model, in: app, depth: 0)) }
    if chance(2), let model = models.randomElement(using: &random) {
      app.views.append(view(of: model, in: app, depth: 0))
    }
    let actions = app.actions
    app.steps = (0..<steps).map { _ in
      (0..<(chance(3) ? 2 : 1)).map { _ in
        let number = Int.random(in: 0...9, using: &random)
        guard !chance(4), let action = actions.randomElement(using: &random) else { return .control(number: number) }
        return .action(property: action.property, action: action.action, number: number)
      }
    }
    // Since the migration, an equal value notifies nobody, as the note at each property says. Before, it brought up to date what
    // nothing tracks, too.
    if app.showsUntracked { app.steps = app.steps.map { $0.filter { !app.assignsEqualValue($0) } } }
    return app
  }

  private mutating func next() -> Int {
    number += 1
    return number
  }

  private mutating func model() -> GeneratedApp.Model {
    let shape = chance(3) ? shapes.filter(\.isOfClass).randomElement(using: &random) : nil
    var possible = shapes.filter { !$0.isOfClass }
    switch shape {
    case .observableConformer: possible = possible.filter(\.isPossibleInObservable)
    case .observableManagedObject:
      possible = possible.filter(\.isPossibleInObservable) + [.observableManagedObject, .observableManagedObject]
    default: break
    }
    let properties = (0..<Int.random(in: 2...5, using: &random)).compactMap { _ -> GeneratedApp.Property? in
      guard let chosen = possible.randomElement(using: &random) else { return nil }
      let isOfBase = shape == .superclass || shape == .superclassWithoutConformance
      let isInherited = isOfBase && chosen.isPossibleInSuperclass && chance(2)
      return GeneratedApp.Property(id: next(), shape: chosen, isInherited: isInherited)
    }
    let isOnMainActor = shape != .observableManagedObject && (chance(3) || properties.contains { $0.shape.isPipeline })
    return GeneratedApp.Model(id: next(), properties: properties, shape: shape, isOnMainActor: isOnMainActor)
  }

  private mutating func view(of model: GeneratedApp.Model, in app: GeneratedApp, depth: Int) -> GeneratedApp.View {
    var models = [GeneratedApp.Held(model: model.id, holding: holding(of: model))]
    if chance(3), let other = app.models.randomElement(using: &random), other.id != model.id,
      other.shape != .observableManagedObject
    {
      models.append(GeneratedApp.Held(model: other.id, holding: .environmentObject))
    }
    let properties = app.models.filter { model in models.contains { $0.model == model.id } }.flatMap(\.properties)
    let elements = (0..<Int.random(in: 1...4, using: &random)).compactMap { _ in
      properties.randomElement(using: &random).map { GeneratedApp.Numbered(id: next(), value: element(of: $0)) }
    }
    var view = GeneratedApp.View(id: next(), models: models, elements: elements, children: [])
    while depth < 2, chance(3) { view.children.append(self.view(of: model, in: app, depth: depth + 1)) }
    return view
  }

  private mutating func holding(of model: GeneratedApp.Model) -> Holding {
    guard model.shape != .observableManagedObject else { return chance(4) ? .stateObject : .observedObject }
    return Holding.allCases.randomElement(using: &random)!
  }

  private mutating func element(of property: GeneratedApp.Property) -> GeneratedApp.Element {
    let text = PropertyText(property, model: "", suffix: "")
    if text.special != nil, chance(2) { return .special(property: property.id) }
    if text.bound != nil, chance(4) { return .control(property: property.id) }
    if !text.actions.isEmpty, chance(4) {
      return .button(property: property.id, action: text.actions.indices.randomElement(using: &random)!)
    }
    return .text(property: property.id, chance(3) ? .direct : Reading.allCases.randomElement(using: &random)!)
  }

  /// True once in `n` times.
  private mutating func chance(_ n: Int) -> Bool { Int.random(in: 0..<n, using: &random) == 0 }
}
