// The list of mutants, and what plants them: `.ci/mutants` runs this.

import Foundation

/// A small mistake in the engine.
struct Mutant {
  let name: String
  /// Below Sources/ObservationBridge.
  let file: String
  /// Occurs once in the file.
  let before: String
  /// `MUTANT` is true where the mistake is made. Where that doesn't occur, this replaces whole statements.
  let after: String
  /// Why nothing can tell it from no mistake; nil if something should.
  let isHarmlessBecause: String?

  init(_ name: String, _ file: String, _ before: String, _ after: String, isHarmlessBecause reason: String? = nil) {
    (self.name, self.file, self.before, self.after, isHarmlessBecause) = (name, file, before, after, reason)
  }
}

let mutants = [
  // What becomes of a change.
  Mutant(
    "a change during a pass leads to nothing",
    "Passes/PassState.swift",
    "phase = .running(next: next.map { merged($0, kind) } ?? kind)",
    "if !MUTANT { phase = .running(next: next.map { merged($0, kind) } ?? kind) }"
  ),
  Mutant(
    "a pass that a change has made due isn't begun",
    "Passes/PassState.swift",
    "phase = .due(next)\n      confirmationCount = 0",
    "phase = .idle\n      confirmationCount = 0"
  ),
  Mutant(
    "a first reading isn't confirmed",
    "Passes/PassState.swift",
    "if hasReadAnew, mayConfirm {\n        confirmationCount",
    "if !MUTANT, hasReadAnew, mayConfirm {\n        confirmationCount"
  ),
  Mutant(
    "what is read for the first time counts as known",
    "Engine/Dependencies.swift",
    "return platform?.showNewReadings(after: previous?.platform) == true",
    "return !MUTANT && platform?.showNewReadings(after: previous?.platform) == true"
  ),
  Mutant(
    "a pass that is due again isn't scheduled",
    "Passes/PassRunner.swift",
    "if let next { schedule(on: next.queue, dueTo: nil) }",
    "if !MUTANT, let next { schedule(on: next.queue, dueTo: nil) }"
  ),
  Mutant(
    "registrations end before the next ones are made",
    "Observing/ContinuousObservation.swift",
    "let dependencies = Tracking.track(for: self, replacing: pass.dependencies, mayBeTentative: true) {",
    "if MUTANT { pass.dependencies?.platform?.cancel() }\n    let dependencies = Tracking.track(for: self, replacing: pass.dependencies, mayBeTentative: true) {"
  ),
  // Cancelling.
  Mutant(
    "cancelling in a pass is forgotten",
    "Passes/PassState.swift",
    "phase = .ending\n      return .deregister",
    "return .deregister"
  ),
  Mutant(
    "cancelling lets go of nothing",
    "Passes/PassState.swift",
    "phase = .ended\n      return .release(kind)",
    "phase = .ended\n      return MUTANT ? .none : .release(kind)"
  ),
  Mutant(
    "the closure of a cancelled observation stays",
    "Passes/PassRunner.swift",
    "if hasBody { releaseBody() }",
    "if !MUTANT, hasBody { releaseBody() }"
  ),
  Mutant(
    "a cancelled observation's registrations stay",
    "Passes/PassRunner.swift",
    "cancellation.registrations.end()",
    "if !MUTANT { cancellation.registrations.end() }"
  ),
  Mutant(
    "a closure is released on whatever isolation",
    "Passes/PassRunner.swift",
    "if !isBodyConfined || isOnIsolation {",
    "if MUTANT || !isBodyConfined || isOnIsolation {"
  ),
  Mutant(
    "the first pass runs wherever it is started",
    "Passes/PassRunner.swift",
    "if let queue, target !== caller, !queue.isCurrent {",
    "if !MUTANT, let queue, target !== caller, !queue.isCurrent {"
  ),
  // Turns of an actor.
  Mutant(
    "a runner that sleeps isn't woken",
    "Passes/PassQueue.swift",
    "due.runner = .awake\n        return .asleep(sleeper)",
    "due.runner = .awake\n        return MUTANT ? .awake : .asleep(sleeper)"
  ),
  Mutant(
    "a runner falls asleep over what is due",
    "Passes/PassQueue.swift",
    "if !due.passes.isEmpty { return false }",
    "if !MUTANT, !due.passes.isEmpty { return false }"
  ),
  Mutant(
    "what comes during a turn gets none",
    "Passes/PassQueue.swift",
    "if !due.passes.isEmpty { return .start }",
    "if !MUTANT, !due.passes.isEmpty { return .start }"
  ),
  Mutant(
    "a turn starts no other",
    "Passes/PassQueue.swift",
    "if next() == .start { start() }",
    "if next() == .start, !MUTANT { start() }"
  ),
  Mutant(
    "the runner of a closed queue sleeps on",
    "Passes/PassQueue.swift",
    "return sleeper\n    }\n    sleeper?.resume()",
    "return sleeper\n    }\n    if !MUTANT { sleeper?.resume() }"
  ),
  Mutant(
    "a queue is closed while its runner is awake",
    "Passes/PassQueue.swift",
    "case .starting, .awake: break\n      }\n      return due.isClosed",
    "case .starting, .awake: if MUTANT { due.isClosed = true }\n      }\n      return due.isClosed",
    isHarmlessBecause: "nobody uses a queue that is closed, and its runner ends by itself once nothing is due"
  ),
  // Passes inside a change.
  Mutant(
    "an observation that is lent isn't taken back",
    "Passes/PassRunner.swift",
    "if isLent { takeBack(&state) }",
    "if !MUTANT, isLent { takeBack(&state) }"
  ),
  Mutant(
    "who takes an observation back overlooks the pass that runs",
    "Passes/PassRunner.swift",
    "if isRunning { state.passes.hasBegun() }",
    "if isRunning, !MUTANT { state.passes.hasBegun() }"
  ),
  Mutant(
    "a lent pass keeps nothing alive",
    "Graph/GraphNode+State.swift",
    "union([.isLent, .isHeld, .isRunning])",
    "union(MUTANT ? [.isLent, .isRunning] : [.isLent, .isHeld, .isRunning])"
  ),
  Mutant(
    "a lent pass begins while another one runs",
    "Graph/GraphNode+State.swift",
    "guard state == .isLent else { return false }\n    flags",
    "guard MUTANT && isLent || state == .isLent else { return false }\n    flags"
  ),
  Mutant(
    "the end of a lent pass overlooks that the observation has been taken back",
    "Graph/GraphNode+State.swift",
    "guard state == [.isLent, .isHeld, .isRunning] else",
    "guard MUTANT || state == [.isLent, .isHeld, .isRunning] else"
  ),
  Mutant(
    "an observation is held while it's lent anew",
    "Engine/LentPasses.swift",
    "node[.isHeld] = false\n      return unsafe graph.takeRetiredOwner(of: node)\n    }\n    observation.finishLentPass()",
    "if !MUTANT { node[.isHeld] = false }\n      return unsafe graph.takeRetiredOwner(of: node)\n    }\n    observation.finishLentPass()\n"
      + "    if MUTANT { Graph.withLock(of: node) { _ in node[.isHeld] = false } }"
  ),
  Mutant(
    "a lent pass runs on whatever isolation",
    "Engine/LentPasses.swift",
    "if mark == 0 || mark == self.mark { return true }",
    "if MUTANT || mark == 0 || mark == self.mark { return true }"
  ),
  // The graph.
  Mutant(
    "a retired reader registers",
    "Graph/DependencyGraph.swift",
    "guard reader.isActive else { return nil }\n    let link",
    "guard MUTANT || reader.isActive else { return nil }\n    let link",
    isHarmlessBecause: "the end of its reading removes what it has registered, and nobody notifies it of changes"
  ),
  Mutant(
    "the links of a reader that runs are freed",
    "Graph/DependencyGraph.swift",
    "if reader[.isRunning] {\n      // The thread",
    "if !MUTANT, reader[.isRunning] {\n      // The thread"
  ),
  Mutant(
    "the end of a reading forgets that the reader is retired",
    "Graph/DependencyGraph.swift",
    "reading == nil, reader.hasPlainEnd {",
    "reading == nil, MUTANT && reader[.isRetired] || reader.hasPlainEnd {"
  ),
  Mutant(
    "what a retired reader has read stays",
    "Graph/DependencyGraph.swift",
    "guard reader.isActive else { return removeAll(reader.firstDependency, of: reader) }",
    "guard MUTANT || reader.isActive else { return removeAll(reader.firstDependency, of: reader) }"
  ),
  Mutant(
    "the owner of a reader is released while that runs",
    "Graph/DependencyGraph.swift",
    "guard reader[.isRetired], !reader[.isRunning], !reader[.isHeld] else",
    "guard reader[.isRetired], MUTANT || !reader[.isRunning], !reader[.isHeld] else",
    isHarmlessBecause: "whoever runs a reader that isn't held has a reference to its owner, which this doesn't rely on"
  ),
  Mutant(
    "one reader less is taken for none",
    "Graph/DependencyGraph.swift",
    "if source.firstReader != nil { return }",
    "if !(MUTANT && source.role != .derived), source.firstReader != nil { return }"
  ),
  Mutant(
    "a change forgets who is interested",
    "Graph/DependencyGraph.swift",
    "source.setInterest(interest | source.interest & GraphInterest.foreign)\n      if",
    "source.setInterest(MUTANT ? 0 : interest | source.interest & GraphInterest.foreign)\n      if"
  ),
  Mutant(
    "a domain is used without a look whether it still is the node's",
    "Graph/Graph.swift",
    "node.domain == domain { return domain }",
    "MUTANT || node.domain == domain { return domain }"
  ),
  Mutant(
    "a domain is used without a look whether it has become part of another",
    "Graph/Graph.swift",
    "if domain.parent == nil, ",
    "if MUTANT || domain.parent == nil, "
  ),
  Mutant(
    "a domain is asked whether it has become part of another after it's found to be the node's",
    "Graph/Graph.swift",
    "      // Most nodes point to their root.",
    """
          if MUTANT, node.domain == domain, domain.parent == nil { return domain }
          // Most nodes point to their root.
    """
  ),
  Mutant(
    "a root is used without a look whether it still is one",
    "Graph/Graph.swift",
    "if root.parent == nil, let current = node.domain, current.root == root {",
    "if MUTANT || root.parent == nil, let current = node.domain, MUTANT || current.root == root {"
  ),
  Mutant(
    "a node is placed in a domain that nobody uses",
    "Graph/Graph.swift",
    "(domain == nil || root.userCount > 0)",
    "(MUTANT || domain == nil || root.userCount > 0)"
  ),
  Mutant(
    "two domains become one that aren't roots",
    "Graph/Graph.swift",
    "guard one.parent == nil, other.parent == nil, one.userCount > 0, other.userCount > 0 else",
    "guard MUTANT || one.parent == nil && other.parent == nil && one.userCount > 0 && other.userCount > 0 else"
  ),
  Mutant(
    "the locks of two domains are taken in whatever order",
    "Graph/Graph.swift",
    "one.address < other.address ? (one, other) : (other, one)",
    "MUTANT || one.address < other.address ? (one, other) : (other, one)"
  ),
  Mutant(
    "a model gets two nodes",
    "Models/ModelRegistrar.swift",
    "guard !isNew, let node = GraphNode(at: other) else { return new }",
    "guard !isNew, !MUTANT, let node = GraphNode(at: other) else { return new }"
  ),
  Mutant(
    "a reader begins without the lock",
    "Graph/GraphReading.swift",
    "hasBegun = reader.domain == nil ? reader.begin()",
    "hasBegun = MUTANT || reader.domain == nil ? reader.begin()",
    isHarmlessBecause: "any order with a change or an end is fine; the thread sanitizer reports it"
  ),
  Mutant(
    "a model's end notifies nobody",
    "Models/ModelNode.swift",
    "let observer = reader.owner.asObserver, observer.needsDeallocations,",
    "let observer = reader.owner.asObserver, !MUTANT, observer.needsDeallocations,"
  ),
  Mutant(
    "a deallocation is reported for each way in which a model was read",
    "Tracking/DeallocationReports.swift",
    "where notified.insert(",
    "where MUTANT || notified.insert("
  ),
  Mutant(
    "nobody makes the reports of deallocations",
    "Tracking/DeallocationReports.swift",
    "return waiting.isEmpty",
    "return !MUTANT && waiting.isEmpty"
  ),
  // Derived values.
  Mutant(
    "two threads claim one derived value",
    "Graph/DependencyGraph+Derived.swift",
    "if flags.contains(.isHeld) { return false }",
    "if !MUTANT, flags.contains(.isHeld) { return false }"
  ),
  Mutant(
    "a value that another thread computes counts as the current one",
    "Engine/DerivedNode.swift",
    "return false\n      }\n      if !isNew ||",
    "return MUTANT\n      }\n      if !isNew ||"
  ),
  Mutant(
    "a value that another thread computes counts as unchanged",
    "Graph/DependencyGraph+Derived.swift",
    "reader.mark = .dirty\n        return .hasChanged",
    "reader.mark = MUTANT ? .clean : .dirty\n        return MUTANT ? .hasNotChanged : .hasChanged"
  ),
  Mutant(
    "a value that differs has no new version",
    "Engine/DerivedUpdates.swift",
    "if differs { node.setNewVersion() }",
    "if differs, !MUTANT { node.setNewVersion() }"
  ),
  Mutant(
    "what is marked before it is reported isn't propagated again",
    "Graph/DependencyGraph.swift",
    "reader[.propagatesAgain] = true\n          if !isKnown { work.add(reader) }",
    "if !MUTANT { reader[.propagatesAgain] = true }\n          if !isKnown { work.add(reader) }"
  ),
  Mutant(
    "an equal value takes the place of the one before",
    "Models/DerivedProperty.swift",
    """
      @inlinable
      func keep(_ new: consuming Value) -> Bool {
        // Only this thread writes these fields, since it has claimed the value.
        unsafe isKept = true
        let previous = unsafe kept
        if let previous, areEqual(previous, new) {
    """,
    """
      // Not inlinable, as the mistake is none that other modules can see.
      @usableFromInline
      func keep(_ new: consuming Value) -> Bool {
        unsafe isKept = true
        let previous = unsafe kept
        if let previous, areEqual(previous, new) {
          if MUTANT { unsafe kept = copy new }
    """
  ),
  Mutant(
    "of a value that is read twice the later version counts",
    "Graph/GraphReading.swift",
    "if versions.last == 0 {",
    "if MUTANT || versions.last == 0 {"
  ),
  Mutant(
    "two threads make two values of one derived property",
    "Models/ModelContents.swift",
    "if let known = unsafe Self.find(from: last, to",
    "if !MUTANT, let known = unsafe Self.find(from: last, to"
  ),
  Mutant(
    "a derived property that another thread adds at the same time is lost",
    "Models/ModelContents.swift",
    "searched = last\n      new.previous = last",
    "searched = last\n      new.previous = MUTANT ? 0 : last"
  ),
  // Streams.
  Mutant(
    "a stream waits though a pass is due",
    "Streams/StreamObservation.swift",
    "|| state.passes.phase != .idle { return false }",
    "|| !MUTANT && state.passes.phase != .idle { return false }"
  ),
  Mutant(
    "a stream waits though its task is cancelled",
    "Streams/StreamObservation.swift",
    "if Task.isCancelled ||",
    "if !MUTANT && Task.isCancelled ||"
  ),
  Mutant(
    "a stream's cancellation wakes nobody",
    "Streams/StreamObservation.swift",
    "wakeConsumer()\n    }\n    return isActive",
    "if !MUTANT { wakeConsumer() }\n    }\n    return isActive"
  ),
  // Derived values that nobody holds, and models that have gone.
  Mutant(
    "who has read a derived value that nobody holds isn't notified",
    "Graph/DependencyGraph+Derived.swift",
    "guard derived.isActive, derived.firstReader != nil else",
    "guard !MUTANT, derived.isActive, derived.firstReader != nil else"
  ),
  Mutant(
    "a derived value that nobody holds counts as unchanged",
    "Graph/DependencyGraph+Derived.swift",
    "if flags.contains(.isDetached) { return .hasChanged }",
    "if flags.contains(.isDetached) { if !MUTANT { return .hasChanged } else { continue } }"
  ),
  Mutant(
    "derived values that nobody holds or reads stay",
    "Graph/DependencyGraph.swift",
    "UnreadDetachedValues.add(source)",
    "if !MUTANT { UnreadDetachedValues.add(source) }"
  ),
  Mutant(
    "a derived value stays though a model that it has read has gone",
    "Graph/DependencyGraph+Deallocations.swift",
    "markDerivedValues(of: source, .max, as: .dirty, deallocation)",
    "if !MUTANT { markDerivedValues(of: source, .max, as: .dirty, deallocation) }"
  ),
  Mutant(
    "a derived property that its key path doesn't reach counts as unchanged",
    "Engine/DerivedUpdates.swift",
    "if !isComputed { node",
    "if !isComputed, !MUTANT { node"
  ),
  Mutant(
    "a property that is reached once more while it is computed is taken for a cycle",
    "Engine/DerivedNode.swift",
    "!DerivedRecomputation.permitsRead(of: node)",
    "(MUTANT || !DerivedRecomputation.permitsRead(of: node))"
  ),
  Mutant(
    "derived properties of one name are one",
    "Models/DerivedPropertyPlace.swift",
    "line == other.line && column == other.column && name",
    "(MUTANT || line == other.line && column == other.column) && name"
  ),
  Mutant(
    "several places of a getter have one value",
    "Models/DerivedProperty.swift",
    "!place.isIdentifying || !self.place",
    "MUTANT || !place.isIdentifying || !self.place"
  ),
  Mutant(
    "the end of a value's registrations can't read it",
    "Engine/DerivedNode.swift",
    "    DerivedRecomputation.run {\n",
    "    (MUTANT ? { $0() } : DerivedRecomputation.run) {\n"
  ),
  Mutant(
    "a pass isn't notified of the deallocation of what an earlier one has read",
    "Models/ModelNode.swift",
    "needsDeallocationInPass(isKnown: reader.isKnown)",
    "needsDeallocationInPass(isKnown: !MUTANT && reader.isKnown)"
  ),
  Mutant(
    "a pass is notified of the deallocation of what it has made",
    "Graph/DependencyGraph+Deallocations.swift",
    "link.isOlder(than: reading?.id ?? 0)",
    "(MUTANT || link.isOlder(than: reading?.id ?? 0))"
  ),
  Mutant(
    "a stream isn't notified of the deallocation of what its first reading has read",
    "Streams/StreamObservation.swift",
    "isKnown || $0.passes.isInitial",
    "isKnown || !MUTANT && $0.passes.isInitial"
  ),
  Mutant(
    "a change of a model that goes in a transaction is forgotten",
    "Models/ModelNode.swift",
    "transaction?.end(node)",
    "if !MUTANT { transaction?.end(node) }"
  ),
  Mutant(
    "a pass in a transaction is notified of its own change",
    "Engine/ObservationTransaction.swift",
    "!(reader.node == writer?.reader &&",
    "!(!MUTANT && reader.node == writer?.reader &&"
  ),
  Mutant(
    "a pass in a transaction isn't notified of what else changes what it has changed",
    "Engine/ObservationTransaction.swift",
    "changes[index].writer = nil",
    "if !MUTANT { changes[index].writer = nil }"
  ),
  Mutant(
    "a binding in a transaction isn't notified of its own change",
    "Engine/ObservationTransaction.swift",
    "&& observer.ignoresOwnChanges)",
    "&& (MUTANT || observer.ignoresOwnChanges))"
  ),
  Mutant(
    "passes that replace what the one before has read go on for ever",
    "Passes/PassState.swift",
    "isKnown && !traits.contains(.followsDeallocation)",
    "isKnown && (MUTANT || !traits.contains(.followsDeallocation))"
  ),
  Mutant(
    "what another thread's transaction has set counts as the old value",
    "Engine/ObservationTransaction.swift",
    "isShared ? { false }",
    "isShared && !MUTANT ? { false }"
  ),
  Mutant(
    "what another thread's transaction has marked isn't propagated again",
    "Graph/GraphNode+State.swift",
    "(repeating, noted, transaction, number) = ([.propagatesAgain, .isDeferred]",
    "(repeating, noted, transaction, number) = (MUTANT ? .propagatesAgain : [.propagatesAgain, .isDeferred]"
  ),
  Mutant(
    "a transaction doesn't propagate what another thread's has marked",
    "Graph/GraphNode+State.swift",
    "transaction != propagation.transaction",
    "!MUTANT && transaction != propagation.transaction"
  ),
  Mutant(
    "an immediate observation that can't run isn't notified of the next change",
    "Engine/ChangeReport.swift",
    "if !reader.source.isCertain, observer.options",
    "if !MUTANT, !reader.source.isCertain, observer.options"
  ),
  Mutant(
    "a change that another thread's transaction holds back goes with its model",
    "Models/ModelNode.swift",
    "if node.transactionCount > ownCount",
    "if !MUTANT, node.transactionCount > ownCount"
  ),
  Mutant(
    "a computation that lets go of a model stays as it is",
    "Graph/DependencyGraph+Deallocations.swift",
    "      if link.reading != reading { return true }",
    "      if link.reading != reading || MUTANT { return true }"
  ),
  Mutant(
    "a computation that has made a model is repeated when it goes",
    "Graph/DependencyGraph+Deallocations.swift",
    "if made < reading || made > latest { return false }",
    "if MUTANT || made < reading || made > latest { return false }"
  ),
  Mutant(
    "the deallocation of a model doesn't mark what is behind its derived properties",
    "Models/ModelNode.swift",
    "{ $0.findReaders(ofLost: value.node, deallocation) }",
    """
    { graph in
      if !MUTANT { return graph.findReaders(ofLost: value.node, deallocation) }
      return value.node.readers.compactMap { link -> DependencyGraph.FormerReader? in
        guard let reader = link.reader, reader.role == .observer, let owner = reader.activeOwner else { return nil }
        let isKnown = place?.reader == reader && link.isOlder(than: place?.id ?? 0)
        return DependencyGraph.FormerReader(owner: owner, isKnown: isKnown)
      }
    }
    """
  ),
  Mutant(
    "a look before a pass is part of it",
    "Passes/PassRunner.swift",
    "CurrentPass.leave { pass.dependencies?.haveChanged() == false }",
    "MUTANT ? pass.dependencies?.haveChanged() == false : CurrentPass.leave { pass.dependencies?.haveChanged() == false }"
  ),
  Mutant(
    "a stream doesn't end with a model that goes in the pass that reads it first",
    "Streams/StreamObservation.swift",
    "} else if CurrentPass.leave({ sampler.isModelDeallocated }) {",
    "} else if !MUTANT, CurrentPass.leave({ sampler.isModelDeallocated }) {"
  ),
  Mutant(
    "foreign trackers aren't notified of a value that another thread computes",
    "Engine/DerivedNode+ForeignTrackers.swift",
    "      return noteForeignTracker(of: GraphNode.noVersion)",
    "      if MUTANT { return extras?.foreign?.probe.probe ?? CancellationProbe() }\n      return noteForeignTracker(of: GraphNode.noVersion)"
  ),
  Mutant(
    "a value that a second reading finds changed counts as the same",
    "Graph/DependencyGraph+Transactions.swift",
    "if !hasReadVersions || !link.versions.haveLast(source.version) {",
    "if !hasReadVersions || !MUTANT && !link.versions.haveLast(source.version) {"
  ),
  Mutant(
    "what a reader has computed for itself counts as what it depends on",
    "Graph/Graph.swift",
    "endReadingOnceMore(node, hasReadVersions: hasReadVersions)",
    "endReadingOnceMore(node, hasReadVersions: hasReadVersions || MUTANT)"
  ),
  Mutant(
    "a deallocation in a look counts though the pass runs",
    "Passes/PassRunner.swift",
    "if isUnnecessary, hasReport, needs",
    "if isUnnecessary || MUTANT, hasReport, needs"
  ),
  Mutant(
    "a property observation delivers a value twice",
    "Properties/PropertyObservation.swift",
    "if dependencies?.haveReadEqualVersions == true",
    "if !MUTANT, dependencies?.haveReadEqualVersions == true"
  ),
  Mutant(
    "what is read before a change isn't brought up to date first",
    "Graph/DependencyGraph+Derived.swift",
    "guard cursor.link == nil, !reader.isFirstDependencyMarked",
    "guard !MUTANT, cursor.link == nil, !reader.isFirstDependencyMarked"
  ),
  Mutant(
    "what is read after a change is brought up to date first",
    "Graph/DependencyGraph+Derived.swift",
    "if endsAtChange, link.hasMarkedReader { return .hasChanged }",
    "if !MUTANT, endsAtChange, link.hasMarkedReader { return .hasChanged }"
  ),
  Mutant(
    "links remain marked",
    "Graph/DependencyGraph+Derived.swift",
    "where link.hasMarkedReader { link.hasMarkedReader = false }",
    "where !MUTANT && link.hasMarkedReader { link.hasMarkedReader = false }"
  ),
  Mutant(
    "of a change whose place isn't known a link knows",
    "Graph/GraphNode+State.swift",
    "let isKnown = self.flags.contains(.hasMarkedLinks) &&",
    "let isKnown = self.flags.contains(.hasMarkedLinks) && MUTANT || self.flags.contains(.hasMarkedLinks) &&"
  ),
  Mutant(
    "two mixed readings are the same",
    "Graph/GraphLink.swift",
    "{ last == before && last & GraphNode.doubt == 0 }",
    "{ last == before && (MUTANT || last & GraphNode.doubt == 0) }"
  ),
  Mutant(
    "all transactions have one place",
    "Engine/OpenTransactions.swift",
    "if exchanged { return UInt16(bit.trailingZeroBitCount) + 1 }",
    "if exchanged { return MUTANT ? 1 : UInt16(bit.trailingZeroBitCount) + 1 }"
  ),
  Mutant(
    "a handler's own change hides another thread's",
    "Properties/PropertyObservation.swift",
    "if !withState({ $0.passes.adoptOwnChange() }) {",
    "if !withState({ $0.passes.adoptOwnChange() }) || MUTANT {"
  ),
  Mutant(
    "a result that isn't kept has its reader's number",
    "Tracking/CurrentComputation.swift",
    "if ofThread.isAt(own.value), unsafe current",
    "if !MUTANT, ofThread.isAt(own.value), unsafe current"
  ),
  Mutant(
    "others track what a computation has made",
    "Models/ModelRegistrar.swift",
    "Tracking.mayHaveForeignTracker, !CurrentComputation.hasMadeForItself(",
    "Tracking.mayHaveForeignTracker, MUTANT || !CurrentComputation.hasMadeForItself("
  ),
  Mutant(
    "passes of a scope follow their own deallocations",
    "Observing/ContinuousObservation.swift",
    "endsWithModel && !options.contains(.deinit)\n",
    "endsWithModel && (MUTANT || !options.contains(.deinit))\n"
  ),
  Mutant(
    "derived values decide what an own change has been read of",
    "Passes/PassState.swift",
    "nextTraits.intersection(.followsOwnChange).union(reason)",
    "(MUTANT ? [] : nextTraits.intersection(.followsOwnChange)).union(reason)"
  ),
  Mutant(
    "a sample follows the deallocation that the pass before has",
    "Passes/PassState.swift",
    "    traits = []\n    return true",
    "    if !MUTANT { traits = [] }\n    return true"
  ),
  Mutant(
    "a change during the check of a marked value isn't propagated",
    "Graph/DependencyGraph+Derived.swift",
    "derived[.hasMarkedLinks] = false\n",
    "derived[.hasMarkedLinks] = false\n    if MUTANT, derived[.isChecked] { derived.add(.dirtyAnyhow) }\n"
  ),
  // What a pass changes itself behind derived values.
  Mutant(
    "a pass isn't known to have changed what its derived values depend on",
    "Engine/ChangeReport.swift",
    "if observer.ignoresOwnChanges, observer.isInPass {",
    "if !MUTANT, observer.ignoresOwnChanges, observer.isInPass {"
  ),
  Mutant(
    "the values that a pass has changed aren't computed at its end",
    "Engine/Dependencies.swift",
    "guard let node, node[.hasChangedItsValues] else",
    "guard !MUTANT, let node, node[.hasChangedItsValues] else"
  ),
  Mutant(
    "a pass that is lent doesn't compute the values that it has changed",
    "Engine/LentPasses.swift",
    "isSteady && !node[.hasChangedItsValues] &&",
    "isSteady && (MUTANT || !node[.hasChangedItsValues]) &&"
  ),
  Mutant(
    "the end of a reading forgets what the pass has changed",
    "Graph/GraphNode+State.swift",
    "flags.isDisjoint(with: [.isRetired, .hasChangedItsValues, .marks])",
    "flags.isDisjoint(with: MUTANT ? .isRetired : [.isRetired, .hasChangedItsValues, .marks])"
  ),
  Mutant(
    "a change by others that comes before the pass's own is forgotten",
    "Graph/DependencyGraph.swift",
    "reader[.hasChangedItsValues] || reader.mark != .clean {",
    "reader[.hasChangedItsValues] || !MUTANT && reader.mark != .clean {"
  ),
  Mutant(
    "a pass takes what others have changed meanwhile for its own doing",
    "Graph/DependencyGraph.swift",
    "let isOwnChange = reader.mark == .clean",
    "let isOwnChange = MUTANT || reader.mark == .clean"
  ),
  Mutant(
    "a value that is looked at is never the pass's own doing",
    "Graph/DependencyGraph+Derived.swift",
    "versions.last && !versions.areChangedByReader",
    "versions.last && (MUTANT || !versions.areChangedByReader)",
    isHarmlessBecause: "one pass more follows a change of its own, when it is notified of something else"
  ),
  Mutant(
    "a change by others counts as one more by the pass",
    "Graph/DependencyGraph.swift",
    "if !isOwnChange, !flags.contains(.isRunning), link.versions.areChangedByReader {",
    "if !MUTANT, !isOwnChange, !flags.contains(.isRunning), link.versions.areChangedByReader {"
  ),
  Mutant(
    "a recheck finds nothing that a pass hasn't read",
    "Graph/DependencyGraph.swift",
    "propagation.isRecheck ? link.versions.rechecked : link.versions.mixed",
    "propagation.isRecheck ? MUTANT ? link.versions : link.versions.rechecked : link.versions.mixed",
    isHarmlessBecause: "the exact backend rechecks nothing; with the standard backend, the tank's scenarios find it"
  ),
  Mutant(
    "a value that comes out as before is as the pass has left it",
    "Engine/Dependencies.swift",
    "if !isOneUnchanged || Tracking.isExact { return }",
    "if MUTANT || !isOneUnchanged || Tracking.isExact { return }",
    isHarmlessBecause: "the exact backend misses nothing; with the standard backend, the tank's scenarios find it"
  ),
  // Before a change, and inside it.
  Mutant(
    "an observation that is notified before a change is due once",
    "Graph/GraphDue.swift",
    "if !reader.needsWillSet || known.source",
    "if MUTANT || !reader.needsWillSet || known.source"
  ),
  Mutant(
    "derived values come before what an observation has read itself",
    "Graph/GraphDue.swift",
    "return source.isCertain && !other.source.isCertain",
    "return MUTANT ? !source.isCertain && other.source.isCertain : source.isCertain && !other.source.isCertain"
  ),
  Mutant(
    "a pass before a change follows though derived values are equal",
    "Graph/DependencyGraph.swift",
    "if reading?.reader != reader, !flags.needsWillSet {",
    "if reading?.reader != reader, MUTANT || !flags.needsWillSet {"
  ),
  Mutant(
    "a pass before a change counts as one for derived values",
    "Passes/PassState.swift",
    "if precedesValues { nextTraits",
    "if precedesValues, !MUTANT { nextTraits"
  ),
  Mutant(
    "derived values of a standard model differ inside a change",
    "Engine/DerivedNode.swift",
    "if platform != nil { graph",
    "if !MUTANT, platform != nil { graph"
  ),
  // Changes that a transaction takes back.
  Mutant(
    "what a transaction takes back is computed",
    "Engine/ObservationTransaction.swift",
    "in zip(changes, areUnchanged) where isUnchanged {",
    "in zip(changes, areUnchanged) where isUnchanged && !MUTANT {"
  ),
  Mutant(
    "observations with passes before changes miss that an old value is back",
    "Engine/ObservationTransaction.swift",
    "in after.all where reader.node.needsWillSet {",
    "in after.all where !MUTANT && reader.node.needsWillSet {"
  ),
  Mutant(
    "a transaction takes back what it has really changed",
    "Graph/DependencyGraph+Transactions.swift",
    "link.mask & bits != 0 && link.mask & changed == 0 &&",
    "link.mask & bits != 0 && (MUTANT || link.mask & changed == 0) &&"
  ),
  Mutant(
    "a transaction takes back what others have marked",
    "Engine/ObservationTransaction.swift",
    "markerCounts[graph.domain.address] == graph.domain.markerCount else",
    "MUTANT || markerCounts[graph.domain.address] == graph.domain.markerCount else"
  ),
  Mutant(
    "a transaction takes back what was marked before",
    "Graph/DependencyGraph+Transactions.swift",
    "reader[.isRunning] || link.hasMarkedReader { continue }",
    "reader[.isRunning] || !MUTANT && link.hasMarkedReader { continue }"
  ),
  Mutant(
    "a transaction takes back what was read in between",
    "Graph/DependencyGraph+Transactions.swift",
    "readings[link.address] == number(of: link, readBy: reader)\n      else",
    "MUTANT || readings[link.address] == number(of: link, readBy: reader)\n      else"
  ),
  Mutant(
    "one change that is taken back takes back all",
    "Graph/DependencyGraph+Transactions.swift",
    "if reader[.hasMarkedLinks], !reader.dependencies.contains(where: \\.hasMarkedReader) {",
    "if reader[.hasMarkedLinks], MUTANT || !reader.dependencies.contains(where: \\.hasMarkedReader) {"
  ),
  Mutant(
    "a change that is taken back takes back those of derived values",
    "Graph/DependencyGraph+Transactions.swift",
    "reader.mark = .pending",
    "reader.mark = MUTANT ? .clean : .pending"
  ),
  // Domains.
  Mutant(
    "the rank of a domain doesn't grow",
    "Graph/GraphDomain.swift",
    "if rank == root.rank { unsafe root",
    "if !MUTANT, rank == root.rank { unsafe root"
  ),
  Mutant(
    "domains are united in whatever order",
    "Graph/Graph.swift",
    "if one.rank > other.rank {",
    "if MUTANT || one.rank > other.rank {"
  ),
  // Computations that cancel.
  Mutant(
    "a pass begins though a computation has cancelled its observation",
    "Passes/PassRunner.swift",
    "if isUnnecessary || !isActive {",
    "if isUnnecessary || !MUTANT && !isActive {"
  ),
  Mutant(
    "a value is sampled though a computation has cancelled the task",
    "Streams/StreamObservation.swift",
    "if pass.isUncertain, hasLostConsumer {",
    "if !MUTANT, pass.isUncertain, hasLostConsumer {"
  ),
  Mutant(
    "another value is sampled though a pass has cancelled the task",
    "Streams/StreamObservation.swift",
    "if next == nil || hasLostConsumer {",
    "if next == nil || !MUTANT && hasLostConsumer {"
  ),
  Mutant(
    "a change is delivered though a computation has cancelled the observation",
    "Properties/PropertyObservation.swift",
    "hasDelivered = hasChanged && isActive",
    "hasDelivered = hasChanged && (MUTANT || isActive)"
  ),
  Mutant(
    "a recheck delivers a value that may be the same",
    "Properties/PropertyObservation.swift",
    "if pass.isRepetition, dependencies?.haveReadOtherValues != true",
    "if pass.isRepetition, dependencies?.haveReadOtherValues != true && !(MUTANT && dependencies?.haveReadTheSame == false)"
  ),
  // The registrations of the public backend.
  Mutant(
    "a question whether the innermost tracking is ours is added to the list of its mark",
    "Tracking/ProbeRegistrar.swift",
    "threadContext.probe_answer.hasMark = true\n    return true",
    "threadContext.probe_answer.hasMark = true\n    return !MUTANT"
  ),
  Mutant(
    "a registrar that may keep a registration gets further probes",
    "Tracking/ProbeRegistrar.swift",
    "owner.isShared.store(false, ordering: .relaxed)",
    "owner.isShared.store(MUTANT, ordering: .relaxed)"
  ),
  Mutant(
    "a registration that is cancelled while it's made stays",
    "Tracking/Public/PublicDependencies.swift",
    "if phase == .cancelled { endRegistration(of: observer) }",
    "if phase == .cancelled, !MUTANT { endRegistration(of: observer) }"
  ),
  Mutant(
    "a registration that is used up early is reused",
    "Tracking/Public/PublicDependencies.swift",
    "state.isForming ? .usedUpEarly :",
    "state.isForming && !MUTANT ? .usedUpEarly :"
  ),
  Mutant(
    "replaced dependencies end with their cancellation",
    "Tracking/Public/PublicDependencies.swift",
    "state.withLock { $0.observer.weaken() }",
    "if !MUTANT { state.withLock { $0.observer.weaken() } }"
  ),
  Mutant(
    "a recheck is lost when a pass replaces the dependencies",
    "Tracking/Rechecks.swift",
    "state.dependencies = dependencies\n      return",
    "if !MUTANT || state.dependencies == nil { state.dependencies = dependencies }\n      return"
  ),
  Mutant(
    "a recheck notifies foreign trackers wherever it runs",
    "Engine/DerivedNode+ForeignTrackers.swift",
    "timing == .recheck ||",
    "timing == .recheck && !MUTANT ||"
  ),
]

let arguments = CommandLine.arguments.dropFirst()
switch arguments.first {
case "names":
  for (index, mutant) in mutants.enumerated() {
    print("\(index + 1)\t\(mutant.name)\t\(mutant.isHarmlessBecause ?? "")")
  }
case "plant":
  guard let root = arguments.dropFirst().first else { fatalError("plant FOLDER") }
  let sources = URL(filePath: root).appending(path: "Sources")
  // All are in one build; a variable says which one is made.
  for (index, mutant) in mutants.enumerated() {
    let file = sources.appending(path: "ObservationBridge/\(mutant.file)")
    var text = try String(contentsOf: file, encoding: .utf8)
    let condition = "(ob_mutant_is(\(index + 1)) != 0)"
    var (before, after) = (mutant.before, mutant.after)
    if text.components(separatedBy: before).count != 2 {
      print("\(mutant.file): there isn't one place for mutant \(index + 1), \(mutant.name).")
      exit(1)
    }
    if !after.contains("MUTANT") {
      let ends = before.hasSuffix("\n")
      before = ends ? String(before.dropLast()) : before
      after = ends ? String(after.dropLast()) : after
      after = "if MUTANT { \(after.replacing("\n", with: ";")) } else { \(before.replacing("\n", with: ";")) }"
    }
    after = after.replacing("MUTANT", with: condition)
    text = text.replacing(before, with: after)
    if !text.contains("import CObservationRuntime") { text = "import CObservationRuntime\n" + text }
    try text.write(to: file, atomically: true, encoding: .utf8)
  }
  let header = sources.appending(path: "CObservationRuntime/include/CObservationLock.h")
  var text = try String(contentsOf: header, encoding: .utf8)
  let guardLine = "#define C_OBSERVATION_LOCK_H\n"
  text = text.replacing(
    guardLine,
    with: guardLine
      + "extern int ob_mutant;\nstatic inline int ob_mutant_is(int number) { return ob_mutant == number; }\n"
  )
  try text.write(to: header, atomically: true, encoding: .utf8)
default:
  print("mutants names | plant FOLDER")
  exit(64)
}
