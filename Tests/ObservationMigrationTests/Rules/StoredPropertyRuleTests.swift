import Testing

@testable import ObservationMigration

/// What becomes of a stored property follows from a few facts about it.
@Suite struct StoredPropertyRuleTests {
  private static let reason = "A reason."

  @Test(
    arguments: [
      (StoredProperty(kind: .published), .unwrapped),
      (StoredProperty(kind: .published, isShown: true), .unwrapped),
      (StoredProperty(kind: .published, obstacle: reason), .blocked(reason)),
      (StoredProperty(kind: .published, owner: .silentModel), .unwrapped),
      (StoredProperty(kind: .published, owner: .other), .publishedByOther),
      (StoredProperty(kind: .published, owner: .other, obstacle: reason), .publishedByOther),
      (StoredProperty(kind: .published, isTrackedByMacro: false), .unwrapped),
      (StoredProperty(kind: .lazy), .ignored),
      (StoredProperty(kind: .lazy, obstacle: reason), .ignored),
      (StoredProperty(kind: .lazy, isShown: true, obstacle: reason), .blocked(reason)),
      (StoredProperty(kind: .lazy, canBePlain: true), .ignored),
      (StoredProperty(kind: .lazy, isShown: true, canBePlain: true, obstacle: reason), .plain),
      (StoredProperty(kind: .storedDefault), .ignored),
      (StoredProperty(kind: .storedDefault, isShown: true), .computed),
      (StoredProperty(kind: .storedDefault, isShown: true, obstacle: reason), .blocked(reason)),
      (StoredProperty(kind: .wrapped), .ignored),
      (StoredProperty(kind: .wrapped, isShown: true), .ignored),
      (StoredProperty(kind: .wrapped, isShown: true, isChanged: true), .computed),
      (StoredProperty(kind: .wrapped, isShown: true, isChanged: true, obstacle: reason), .blocked(reason)),
      (StoredProperty(kind: .wrapped, isShown: true, obstacle: reason), .blocked(reason)),
      (StoredProperty(kind: .plain), .separate),
      (StoredProperty(kind: .plain, isShown: true, obstacle: reason), .separate),
    ] as [(StoredProperty, StoredProperty.Outcome)]
  )
  func propertyBecomesWhatItsFactsSay(_ property: StoredProperty, _ outcome: StoredProperty.Outcome) {
    #expect(property.outcome == outcome)
  }

  /// In a class without the macro, or where the macro leaves the property alone, nothing has to be done.
  @Test(arguments: StoredProperty.Kind.allCases.filter { $0 != .published })
  func propertyThatNoMacroTracksStays(_ kind: StoredProperty.Kind) {
    for isShown in [false, true] {
      for owner in StoredProperty.Owner.allCases where owner != .model {
        let property = StoredProperty(kind: kind, owner: owner, isShown: isShown, obstacle: Self.reason)
        #expect(property.outcome == .unchanged)
      }
      #expect(StoredProperty(kind: kind, isTrackedByMacro: false, isShown: isShown).outcome == .unchanged)
    }
  }

  @Test(
    arguments: [
      (StoredVariable(), .ignored),
      (StoredVariable(obstacle: reason), .ignored),
      (StoredVariable(repetition: .once), .ignored),
      (StoredVariable(untrackable: .unsafe), .ignoredThoughShown(.unsafe)),
      (StoredVariable(untrackable: .readAtEnd), .ignoredThoughShown(.readAtEnd)),
      (StoredVariable(isShown: true), .tracked(.none)),
      (StoredVariable(isAnnounced: true), .tracked(.none)),
      (StoredVariable(isAnnounced: true, untrackable: .readAtEnd), .tracked(.none)),
      (StoredVariable(isShown: true, repetition: .possible), .tracked(.possible)),
      (StoredVariable(isShown: true, obstacle: reason), .blocked(reason)),
      (StoredVariable(isAnnounced: true, obstacle: reason, repetition: .once), .blocked(reason)),
    ] as [(StoredVariable, StoredVariable.Outcome)]
  )
  func variableBecomesWhatItsFactsSay(_ variable: StoredVariable, _ outcome: StoredVariable.Outcome) {
    #expect(variable.outcome == outcome)
  }
}
