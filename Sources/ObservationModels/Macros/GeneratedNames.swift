// The names that generated code uses for these types. No user's type has such a name, so none can be mistaken for another.

/// For generated code only.
public typealias _ObservationModelRegistrar = ModelRegistrar

/// For generated code only.
public typealias _ObservationModelObservable = Observable
