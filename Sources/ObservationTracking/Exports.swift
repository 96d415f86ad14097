// Whoever writes bindings wants the observations as well.
@_exported public import ObservationBridge
