// The names that generated code uses for these types. No user's type has such a name, so none can be mistaken for another.

/// For generated code only.
public typealias _ObservationTrackingBinding = _ObservationBinding

/// For generated code only.
public typealias _ObservationTrackingPass = _ObservationPass

/// For generated code only.
public typealias _ObservationTrackingTokens = ObservationTokens

/// For generated code only.
public typealias _ObservationTrackingTokensOwner = _ObservationTokensOwner
