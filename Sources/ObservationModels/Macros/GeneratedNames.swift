// The names that generated code uses for these types. No user's type has such a name, so none can be mistaken for another.

/// For generated code only.
public typealias _ObservationModelRegistrar = ModelRegistrar

/// What classes marked with ``ObservableModel()`` conform to, so that messages can be about them alone. For generated code only.
public protocol _ObservationModelObservable: Observable {}
