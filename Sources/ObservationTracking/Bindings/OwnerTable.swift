#if !canImport(ObjectiveC)
  import ObservationBridge

  /// The tokens of objects that have no place for them.
  ///
  /// An entry goes with its object, where ``ObjectEnd`` can report that. Elsewhere, and should a report ever be missing, it
  /// goes when others are added: of entries without object there are never more than of others, but for a few.
  final class OwnerTable: Sendable {
    static let shared = OwnerTable()

    private struct Reference: Sendable {
      weak let owner: (any AnyObject & Sendable)?
      /// No other entry has it, also none of an object that had the same address.
      let number: Int
    }

    private struct Entry: Sendable {
      let reference: Reference
      let tokens: ObservationTokens
    }

    private struct State {
      var entries: [ObjectIdentifier: Entry] = [:]
      var lastNumber = 0
      /// How many to hold before looking for those whose objects are gone.
      var limit = 0
    }

    private let state = LockedState(State())

    var count: Int {
      state.withLock { $0.entries.count }
    }

    func contains(_ key: ObjectIdentifier) -> Bool {
      state.withLock { $0.entries[key] != nil }
    }

    /// The tokens of an owner; `endIsReported` tells whether ``remove(_:)`` will be called when it ends.
    func tokens(of owner: any AnyObject & Sendable, endIsReported: Bool) -> ObservationTokens {
      let key = ObjectIdentifier(owner)
      let new = ObservationTokens()
      // To look at an owner is to hold it for a moment, in which it does not end. Where ends are reported there should be
      // nothing to find, and that is done for the sake of many entries only.
      let leastLimit = endIsReported ? 1000 : 8
      let (tokens, replaced, isOverLimit) = state.withLock { state -> (ObservationTokens, replaced: Entry?, Bool) in
        // What lived at this address before is gone. To look at `owner` can't free it here: the caller holds it.
        if let known = state.entries[key], known.reference.owner != nil { return (known.tokens, nil, false) }
        state.lastNumber += 1
        let reference = Reference(owner: owner, number: state.lastNumber)
        // In its deinit it has been reported already, and nothing that is started there runs.
        if reference.owner == nil { return (new, nil, false) }
        let replaced = state.entries.updateValue(Entry(reference: reference, tokens: new), forKey: key)
        return (new, replaced, state.entries.count > max(state.limit, leastLimit))
      }
      // Outside the lock: it cancels observations.
      _ = consume replaced
      if isOverLimit { removeThoseWithoutOwner() }
      return tokens
    }

    /// Called on the thread that has released the object last, before it is destroyed.
    func remove(_ key: ObjectIdentifier) {
      // Released outside the lock: it cancels observations.
      _ = state.withLock { $0.entries.removeValue(forKey: key) }
    }

    /// Each look doubles the limit, so that the cost per entry stays constant.
    private func removeThoseWithoutOwner() {
      // Without the tokens, so that those of an object that ends meanwhile end with it.
      let references = state.withLock { $0.entries.mapValues(\.reference) }
      // Outside the lock: to look at an owner may be to free it.
      let over = references.filter { $0.value.owner == nil }
      let removed = state.withLock { state in
        defer { state.limit = 2 * state.entries.count }
        return over.map { key, reference in
          state.entries[key]?.reference.number == reference.number ? state.entries.removeValue(forKey: key) : nil
        }
      }
      _ = consume removed
    }
  }
#endif
