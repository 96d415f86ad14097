// The names by which generated code knows these types: nobody's type has one of them, so that none is taken for another.

/// For generated code only.
public typealias _ObservationTrackingBinding = _ObservationBinding

/// For generated code only.
public typealias _ObservationTrackingPass = _ObservationPass

/// For generated code only.
public typealias _ObservationTrackingTokens = ObservationTokens

/// For generated code only.
public typealias _ObservationTrackingTokensOwner = _ObservationTokensOwner
