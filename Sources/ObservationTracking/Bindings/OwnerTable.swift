#if !canImport(ObjectiveC)
  import ObservationBridge

  /// The tokens of objects that have no place for them.
  ///
  /// Nothing reports the deallocation of such an object, so its entry is removed when others are added. There are never more
  /// dead entries than there were living ones at the last sweep, plus ``allowance``.
  final class OwnerTable: Sendable {
    static let shared = OwnerTable()

    /// How many dead entries are left alone.
    static let allowance = 8

    private struct Reference: Sendable {
      weak let owner: (any AnyObject & Sendable)?
      /// No other entry has it, not even one of an object that had the same address.
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
        // Another object may have had this address before. To look at `owner` can't free it here: the caller holds it.
        if let known = state.entries[key], known.reference.owner != nil { return (known.tokens, nil, false) }
        state.lastNumber += 1
        let reference = Reference(owner: owner, number: state.lastNumber)
        // It's in its deinit, where nothing that is started runs.
        if reference.owner == nil { return (new, nil, false) }
        let replaced = state.entries.updateValue(Entry(reference: reference, tokens: new), forKey: key)
        return (new, replaced, state.entries.count > state.limit)
      }
      // Outside the lock: it cancels observations.
      _ = consume replaced
      if isOverLimit { removeThoseWithoutOwner() }
      return tokens
    }

    /// Each sweep doubles the limit, so that the cost per entry stays constant.
    private func removeThoseWithoutOwner() {
      // Without the tokens, so that those of an object that ends meanwhile end with it.
      let references = state.withLock { $0.entries.mapValues(\.reference) }
      // Outside the lock: to look at an owner may be to free it.
      let dead = references.filter { $0.value.owner == nil }
      let removed = state.withLock { state in
        // Whoever has just been added may be the next to go.
        defer { state.limit = 2 * max(state.entries.count - 1, 0) + Self.allowance }
        return dead.map { key, reference in
          state.entries[key]?.reference.number == reference.number ? state.entries.removeValue(forKey: key) : nil
        }
      }
      _ = consume removed
    }
  }
#endif
