import SwiftDiagnostics

/// What can be wrong with the use of a macro; the text says what to write instead.
enum Misuse: Equatable {
  case notAFunction(String)
  case noBody
  case notAnInstanceMethod(String)
  case unreadableIsolation
  case actorOnMainActor
  case nothingToObserve
  case localUse(name: String, LocalDeclarations.Kind)
  case leaving(String)
  case staysAsItIs(String, missing: String, StayingStatement.Remedy)
  case resultIsBound
  case conditionalExtension(String)
  case twoBodies(OwnAttribute)
  case startsAndStops
  case followsScreenAlready(ScreenEvent, String)
  case nameOfMethod(String)
  case nameExists(String)
  case nameGeneratedTwice(String)
  case notAClass(String)
  case unreadableScreen
  case reservedName(String)
  case bodyMacroWithoutBody(String)
  case notCancellable(String)
  case noSuperclass
  case conditionalOverride(String)
  case conditionalMethod(String)
  case severalActors(String)
}

extension Misuse: DiagnosticMessage {
  var severity: DiagnosticSeverity {
    if case .staysAsItIs = self { .warning } else { .error }
  }

  var diagnosticID: MessageID {
    let name = "\(self)".prefix { $0 != "(" }
    return MessageID(domain: "ObservationTracking", id: String(name))
  }

  var message: String {
    switch self {
    case .notAFunction(let kind):
      """
      @ObservationTracking can only be applied to functions with a body, not to \(kind); \
      move the assignments into an instance method
      """
    case .noBody:
      "@ObservationTracking can only be applied to functions with a body; write the method with its assignments"
    case .notAnInstanceMethod(let what):
      """
      @ObservationTracking can only be applied to instance methods declared in classes, actors, or extensions, not to \
      \(what); only an instance of a class or an actor can be observed for as long as it lives
      """
    case .unreadableIsolation:
      """
      @ObservationTracking isolation must be nil or one of .mainActor, .task, or .synchronous, written out: \
      it is read when the code is compiled
      """
    case .actorOnMainActor:
      """
      A method of an actor cannot run on the main actor; leave the isolation out or write .task, \
      or mark the method with @MainActor
      """
    case .nothingToObserve:
      """
      @ObservationTracking finds nothing to observe here; write assignments, calls, 'if', 'switch', or 'do' with \
      'catch' as statements of the method itself
      """
    case .localUse(let name, .parameter):
      """
      '\(name)' is a parameter, and gone when the binding runs again; store it in a property and read that, or write \
      'do { … }' around the statement to run it once
      """
    case .localUse(let name, .local):
      """
      '\(name)' is a local declaration, which the binding cannot see when it runs again; read it from a property, or write \
      'do { … }' around the statement to run it once
      """
    case .localUse(let name, .function):
      "'\(name)' is a local function, which the binding cannot see when it runs again; make it a method"
    case .localUse(let name, .type):
      "'\(name)' is a local type, which the binding cannot see when it runs again; declare it outside of the method"
    case .localUse(let name, .genericParameter):
      "'\(name)' is a generic parameter of the method, which the binding does not have; make it one of the type"
    case .staysAsItIs(let start, let reading, let remedy):
      """
      The statement beginning with '\(start)' runs only when the method is called and misses later changes of '\(reading)'; \
      \(remedy.message), or write 'do { … }' \(remedy.placeOfDo) to run it once on purpose
      """
    case .resultIsBound:
      "The result of the method would be a binding, which returns nothing; write 'return', or remove the result's type"
    case .conditionalExtension(let conditions):
      """
      The compiler does not expand @ObservationTracking in an extension with conditions; write an extension without, and \
      '\(conditions)' behind the method
      """
    case .twoBodies(let macro):
      """
      @ObservationTracking and @\(macro.rawValue) both write the body of this method, and one of them would be ignored; \
      move the bindings into a method of their own, and call that here
      """
    case .startsAndStops:
      "A method can't both start and stop observations; remove one of the attributes"
    case .followsScreenAlready(let event, let method):
      """
      With 'screen: true', '\(event.rawValue)' \(event == .viewWillAppear ? "starts" : "stops") the bindings already; \
      remove @\(event.attribute.rawValue) from '\(method)', or leave 'screen: true' out
      """
    case .leaving(let keyword):
      switch keyword {
      case "return":
        """
        'return' would leave the binding, not the method; put what follows into an 'else', or write 'do { … }' around the \
        statement to run it once
        """
      case "await":
        """
        A binding cannot wait; 'await' belongs into a task, which stores its result in a property that is read here; or \
        write 'do { … }' around the statement to run it once
        """
      default:
        "A binding cannot throw; handle the error here, with 'do' and 'catch' or 'try?'"
      }
    case .nameOfMethod(let name):
      "'\(name)()' is the name of the method that is generated for this binding; give the method marked another name"
    case .nameExists(let name):
      "'\(name)' is declared already, and would be generated for a binding; rename this declaration"
    case .nameGeneratedTwice(let name):
      "'\(name)()' is generated for a binding of another method already; bind this in one of them only"
    case .notAClass(let kind):
      """
      @CancellableObservation can only be applied to classes, not to \(kind); bindings of an actor or of an extension \
      end with their owner
      """
    case .unreadableScreen:
      "@CancellableObservation screen must be true or false, written out: it is read when the code is compiled"
    case .reservedName(let name):
      "'\(name)' is declared already, and would be generated by @CancellableObservation; rename this declaration"
    case .notCancellable(let macro):
      "@\(macro) needs the tokens of @CancellableObservation; mark the class with that"
    case .noSuperclass:
      "@CancellableObservation(screen: true) overrides methods of a view controller, and this class has no superclass"
    case .conditionalOverride(let method):
      """
      '\(method)' in '#if' can be neither seen nor marked; move the '#if' into the method, or mark it by hand and leave \
      'screen: true' out
      """
    case .conditionalMethod(let method):
      """
      '\(method)' has conditions, under which startObservationsIfNeeded() can't start it; write its bindings in an \
      extension
      """
    case .severalActors(let actor):
      """
      startObservationsIfNeeded() can't start methods of several actors at once, '\(actor)' among them; isolate the \
      class
      """
    case .bodyMacroWithoutBody(let macro):
      "@\(macro) can only be applied to functions with a body"
    }
  }
}

extension StayingStatement.Remedy {
  fileprivate var message: String {
    switch self {
    case .ifStatement: "put the bindings into an 'if' instead"
    case .method, .methodAtTheEnd: "call a method that does this instead"
    case .elseBranch: "put what follows into an 'else' instead"
    case .noLabel: "remove the label"
    case .noVariable: "read it in the binding itself"
    case .noOperator: "write an assignment or a call instead"
    case .task: "start a task that stores the result in a property, and read that"
    case .errorHandling: "handle the error with 'try?', or with 'do' and 'catch'"
    }
  }

  /// Where the statement means the same with it.
  fileprivate var placeOfDo: String {
    switch self {
    case .methodAtTheEnd: "inside it"
    case .noVariable: "around it and what uses it"
    default: "around it"
    }
  }
}
