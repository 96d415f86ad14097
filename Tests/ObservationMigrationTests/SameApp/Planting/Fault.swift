/// A wrong conversion: the project compiles, and views stand still.
enum Fault: CaseIterable {
  /// The variables of a class that is `@Observable` already become ignored.
  case ignoresVariablesOfObservableClass
  /// `@ObservedObject` goes, though a superclass outside announces changes.
  case removesObservationOfSuperclass
  /// A superclass keeps `@Published`, which nothing follows any more.
  case leavesPublishedInSuperclass
  /// `@AppStorage` in a model becomes ignored.
  case ignoresStoredDefaults
  /// A variable that wasn't published, and that views show, becomes ignored.
  case ignoresShownVariables

  /// The shapes in which it can occur, with some that it shall be found among.
  var shapes: [Shape] {
    switch self {
    case .ignoresVariablesOfObservableClass: [.plain, .plainOptional, .plainPrivate, .observableConformer]
    case .removesObservationOfSuperclass: [.plain, .observableManagedObject]
    case .leavesPublishedInSuperclass: [.published, .publishedPrivateSet, .superclassWithoutConformance]
    case .ignoresStoredDefaults: [.published, .storedInDefaults]
    case .ignoresShownVariables: [.published, .plain, .plainOptional, .plainPrivate, .plainWithPublished]
    }
  }

  /// What it's a mistake about.
  private var subjects: [Shape] {
    switch self {
    case .ignoresVariablesOfObservableClass: [.observableConformer]
    case .removesObservationOfSuperclass: [.observableManagedObject]
    case .leavesPublishedInSuperclass: [.superclassWithoutConformance]
    case .ignoresStoredDefaults: [.storedInDefaults]
    case .ignoresShownVariables: [.plain, .plainOptional, .plainPrivate, .plainWithPublished]
    }
  }

  /// Whether it can be made in an app, at a property that is shown by a view which observes the model.
  func isPossible(in app: GeneratedApp) -> Bool {
    app.allViews.contains { view in
      view.elements.contains { element in
        guard case .text(let id, let reading) = element.value, reading != .sheet, reading != .unobservingChild,
          let model = app.model(ofProperty: id), let property = app.property(id)
        else { return false }
        let isObserved = view.models.contains { $0.model == model.id && $0.holding == .observedObject }
        return isObserved && subjects.contains(model.shape ?? property.shape)
          && (model.shape != nil || model.properties.contains { $0.shape == .published })
      }
    }
  }
}
