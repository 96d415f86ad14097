#if !canImport(ObjectiveC)
  import ObservationBridge

  /// The tokens of objects whose classes have no property for tokens.
  ///
  /// Nothing reports the deallocation of such an object, so its entry is removed when others are added. There are never more
  /// dead entries than there were living ones at the last sweep, plus ``allowance``.
  final class OwnerTable: Sendable {
    static let shared = OwnerTable()

    /// How many dead entries are left alone.
    static let allowance = 8

    private struct Reference: Sendable {
      weak let owner: (any AnyObject & Sendable)?
      /// Unique, also among entries of earlier objects with the same address.
      let number: Int
    }

    private struct Entry: Sendable {
      let reference: Reference
      let tokens: ObservationTokens
    }

    private struct State {
      var entries: [ObjectIdentifier: Entry] = [:]
      var lastNumber = 0
      /// How many entries to hold before the next sweep.
      var limit = OwnerTable.allowance
    }

    private let state = LockedState(State())

    var count: Int {
      state.withLock { $0.entries.count }
    }

    func contains(_ key: ObjectIdentifier) -> Bool {
      state.withLock { $0.entries[key] != nil }
    }

    func tokens(of owner: any AnyObject & Sendable) -> ObservationTokens {
      let key = ObjectIdentifier(owner)
      let new = ObservationTokens()
      let (tokens, replaced, isOverLimit) = state.withLock { state -> (ObservationTokens, replaced: Entry?, Bool) in
        // Another object may have had this address before. Reading `owner` can't free the object: the caller holds it.
        if let known = state.entries[key], known.reference.owner != nil { return (known.tokens, nil, false) }
        state.lastNumber += 1
        let reference = Reference(owner: owner, number: state.lastNumber)
        // The owner is being deallocated. Bindings started now don't run.
        if reference.owner == nil { return (new, nil, false) }
        let replaced = state.entries.updateValue(Entry(reference: reference, tokens: new), forKey: key)
        return (new, replaced, state.entries.count > state.limit)
      }
      // Outside the lock: the release of the tokens cancels observations.
      _ = consume replaced
      if isOverLimit { removeThoseWithoutOwner() }
      return tokens
    }

    /// Each sweep doubles the limit, so that the cost per entry stays constant.
    private func removeThoseWithoutOwner() {
      // Only the references are copied: the tokens of an object that is deallocated meanwhile must end with the object.
      let references = state.withLock { $0.entries.mapValues(\.reference) }
      // Outside the lock: the owner is retained meanwhile, and may be released last here.
      let dead = references.filter { $0.value.owner == nil }
      let removed = state.withLock { state in
        // The newest owner may be the next to end.
        defer { state.limit = 2 * max(state.entries.count - 1, 0) + Self.allowance }
        return dead.map { key, reference in
          state.entries[key]?.reference.number == reference.number ? state.entries.removeValue(forKey: key) : nil
        }
      }
      _ = consume removed
    }
  }
#endif
