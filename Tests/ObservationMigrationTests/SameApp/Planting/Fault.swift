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
}
