// Code that declares a model also observes it, and excludes properties with `@ObservationIgnored`.
@_exported public import Observation
@_exported public import ObservationBridge
