extension GeneratedApp {
  /// Apps with a little less, those that leave out most first.
  var reductions: [GeneratedApp] {
    var results: [GeneratedApp] = []
    for model in models where models.count > 1 { results.append(without(model: model.id)) }
    for index in views.indices { results.append(changed { $0.views.remove(at: index) }) }
    for view in allViews where !view.children.isEmpty {
      // What stands below it stands in its place, or goes.
      results.append(changed { $0.update(view.id) { $0.children = [] } })
      if let index = views.firstIndex(where: { $0.id == view.id }) {
        results.append(changed { $0.views.replaceSubrange(index...index, with: view.children) })
      }
    }
    for size in [steps.count / 2, steps.count / 4, 1] where size > 0 {
      for start in stride(from: 0, to: steps.count, by: size) {
        results.append(changed { $0.steps.removeSubrange(start..<min(start + size, $0.steps.count)) })
      }
    }
    for (step, changes) in steps.enumerated() where changes.count > 1 {
      for index in changes.indices { results.append(changed { $0.steps[step].remove(at: index) }) }
    }
    for property in models.flatMap(\.properties) { results.append(without(property: property.id)) }
    for view in allViews {
      if view.models.count > 1 { results.append(changed { $0.update(view.id) { $0.models.removeLast() } }) }
      for element in view.elements {
        results.append(changed { $0.update(view.id) { $0.elements.removeAll { $0.id == element.id } } })
        if case .text(let property, let reading) = element.value, reading != .direct {
          let direct = Numbered(id: element.id, value: Element.text(property: property, .direct))
          results.append(
            changed { $0.update(view.id) { $0.elements = $0.elements.map { $0.id == element.id ? direct : $0 } } }
          )
        }
      }
      if view.models.count == 1, view.models[0].holding != .observedObject {
        results.append(changed { $0.update(view.id) { $0.models[0].holding = .observedObject } })
      }
    }
    for index in models.indices {
      if models[index].isOnMainActor { results.append(changed { $0.models[index].isOnMainActor = false }) }
      if models[index].shape == .superclass {
        results.append(
          changed {
            $0.models[index].shape = nil
            for property in $0.models[index].properties.indices {
              $0.models[index].properties[property].isInherited = false
            }
          }
        )
      }
    }
    if migratesPipelines { results.append(changed { $0.migratesPipelines = false }) }
    return results.filter { $0 != self }
  }

  var allViews: [View] { views.flatMap(\.withDescendants) }

  private func changed(_ change: (inout GeneratedApp) -> Void) -> GeneratedApp {
    var app = self
    change(&app)
    return app
  }

  private mutating func update(_ id: Int, _ change: (inout View) -> Void) {
    for index in views.indices { views[index].update(id, change) }
  }

  private func without(property id: Int) -> GeneratedApp {
    changed { app in
      for index in app.models.indices { app.models[index].properties.removeAll { $0.id == id } }
      for view in app.allViews { app.update(view.id) { $0.elements.removeAll { $0.value.property == id } } }
      app.steps = app.steps.map { $0.filter { $0.property != id } }
    }
  }

  private func without(model id: Int) -> GeneratedApp {
    var app = self
    for property in models.first(where: { $0.id == id })?.properties ?? [] { app = app.without(property: property.id) }
    app.models.removeAll { $0.id == id }
    app.views = app.views.compactMap { $0.without(model: id) }
    return app
  }
}

extension GeneratedApp.View {
  fileprivate var withDescendants: [GeneratedApp.View] { [self] + children.flatMap(\.withDescendants) }

  fileprivate mutating func update(_ id: Int, _ change: (inout Self) -> Void) {
    if self.id == id { change(&self) }
    for index in children.indices { children[index].update(id, change) }
  }

  fileprivate func without(model id: Int) -> GeneratedApp.View? {
    if models.first?.model == id { return nil }
    var view = self
    view.models.removeAll { $0.model == id }
    view.children = children.compactMap { $0.without(model: id) }
    return view
  }
}

extension GeneratedApp.Element {
  var property: Int {
    switch self {
    case .text(let property, _), .special(let property), .control(let property), .button(let property, _): property
    }
  }
}

extension GeneratedApp.Change {
  fileprivate var property: Int? {
    if case .action(let property, _, _) = self { property } else { nil }
  }
}
