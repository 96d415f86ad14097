#if !canImport(ObjectiveC)
  import ObservationBridge

  /// The tokens of objects that have no place for them.
  ///
  /// An entry goes with its object, where ``ObjectEnd`` can report that. Elsewhere it goes when others are added: of entries
  /// without object there are never more than of others, but for a few.
  final class OwnerTable: Sendable {
    static let shared = OwnerTable()

    private struct Entry: Sendable {
      weak let owner: (any AnyObject & Sendable)?
      let tokens: ObservationTokens
    }

    private struct State {
      var entries: [ObjectIdentifier: Entry] = [:]
      /// How many to hold before looking for those whose objects are gone.
      var limit = 8
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
      let (tokens, candidates) = state.withLock { state -> (ObservationTokens, [ObjectIdentifier: Entry]) in
        // What lived at this address before is gone. To look at `owner` can't free it here: the caller holds it.
        if let known = state.entries[key], known.owner != nil { return (known.tokens, [:]) }
        let entry = Entry(owner: owner, tokens: new)
        // In its deinit it has been reported already, and nothing that is started there runs.
        if entry.owner == nil { return (new, [:]) }
        state.entries[key] = entry
        return (new, !endIsReported && state.entries.count > state.limit ? state.entries : [:])
      }
      if !candidates.isEmpty { removeThoseWithoutOwner(among: candidates) }
      return tokens
    }

    /// Called on the thread that has released the object last, before it is destroyed.
    func remove(_ key: ObjectIdentifier) {
      // Released outside the lock: it cancels observations.
      _ = state.withLock { $0.entries.removeValue(forKey: key) }
    }

    /// Each look doubles the limit, so that the cost per entry stays constant.
    private func removeThoseWithoutOwner(among candidates: [ObjectIdentifier: Entry]) {
      // Outside the lock: to look at an owner may be to free it.
      let over = candidates.filter { $0.value.owner == nil }
      state.withLock { state in
        for (key, entry) in over where state.entries[key]?.tokens === entry.tokens { state.entries[key] = nil }
        state.limit = max(8, 2 * state.entries.count)
      }
    }
  }
#endif
