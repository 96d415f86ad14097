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

  /// Whether it can be made in an app, at a property that a view shows.
  func isPossible(in app: GeneratedApp) -> Bool {
    app.allViews.flatMap(\.elements).contains { element in
      guard case .text(let id, _) = element.value, let property = app.property(id) else { return false }
      return subjects.contains(app.model(ofProperty: id)?.shape ?? property.shape)
    }
  }
}
