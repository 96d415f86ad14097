/// Something that models of real apps have, and that the migration may get wrong.
enum Shape: String, CaseIterable, Codable {
  // MARK: Properties of models

  case published, publishedPrivateSet, publishedWithObserver, computed
  /// A structure in a published property that is changed in place.
  case publishedStructure, publishedRows
  /// Changes that the class announces itself.
  case announcedProperty, announcedMethod, announcedAfterwards
  /// Variables that aren't published, and that views show: alone, behind a computed property, as an optional, changed together
  /// with a published one or by its observer.
  case plain, plainPrivate, plainOptional, plainWithPublished, plainFromObserver
  /// A variable that no view can reach.
  case unshown
  case lazyVariable, weakObject
  /// `@AppStorage` in a model.
  case storedInDefaults
  /// What is outside of observable objects.
  case unobservedObject, globalVariable
  case constantFromInitializer

  // MARK: Objects in models

  case nested, nestedWithRow, nestedAndForwarded, nestedConstant, objectRows

  // MARK: Pipelines

  case sink, sinkToPlain, sinkInNextTurn, sinkOfCounts, sinkReadsOldValue, assign, assignToPublished, combined,
    sentEvents

  // MARK: Views of properties

  case receivedValues, receivedCounts, receivedAnnouncements, changedValues, genericView

  // MARK: Whole classes

  /// A superclass that is an `ObservableObject`, and one that isn't though it publishes.
  case superclass, superclassWithoutConformance
  /// A class that is `@Observable` already, and an `ObservableObject` as well: by itself, or by a superclass outside.
  case observableConformer, observableManagedObject

  /// Whether this is the shape of a class, not of a property.
  var isOfClass: Bool {
    switch self {
    case .superclass, .superclassWithoutConformance, .observableConformer, .observableManagedObject: true
    default: false
    }
  }

  var isPipeline: Bool {
    switch self {
    case .sink, .sinkToPlain, .sinkInNextTurn, .sinkOfCounts, .sinkReadsOldValue, .assign, .assignToPublished,
      .combined:
      true
    default: false
    }
  }

  /// Whether a class that is `@Observable` already can have it.
  var isPossibleInObservable: Bool {
    switch self {
    case .plain, .plainPrivate, .plainOptional, .unobservedObject, .globalVariable: true
    default: false
    }
  }

  /// Whether a superclass without conformance can have it.
  var isPossibleInSuperclass: Bool {
    switch self {
    case .published, .publishedPrivateSet, .publishedWithObserver, .computed, .publishedStructure, .publishedRows,
      .plain,
      .plainOptional, .plainWithPublished, .storedInDefaults:
      true
    default: false
    }
  }
}

/// How a view comes to what it shows.
enum Reading: String, CaseIterable, Codable {
  case direct, viewFunction, viewProperty, freeFunction, staticFunction, methodOfModel, keyPath, closure, formatter
  case condition, valueForChild, unobservingChild, sheet
}

/// How a view gets its model.
enum Holding: String, CaseIterable, Codable {
  case observedObject, stateObject, environmentObject, constant
}
