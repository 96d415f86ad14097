#if OWN_MODELS
  // Exported to the whole module, so that `@Observable` is the macro below in every file.
  @_exported import ObservationModels

  @attached(
    member,
    conformances: Decodable,
    Encodable,
    names: named(_$modelRegistrar),
    named(access),
    named(withMutation),
    named(derived),
    named(_$modelNumbers),
    named(CodingKeys)
  )
  @attached(memberAttribute)
  @attached(extension, conformances: _ObservationModelObservable)
  macro Observable() = #externalMacro(module: "ObservationTrackingMacros", type: "ObservableModelMacro")

  typealias ObservationRegistrar = ModelRegistrar
#endif
