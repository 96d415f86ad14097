import SwiftDiagnostics

/// A misuse of a macro; the text says what to write instead.
enum Misuse: Equatable {
  case notAFunction(String)
  case markedTwice
  case noBody
  case notAnInstanceMethod(String)
  case unreadableIsolation
  case actorOnMainActor
  case nothingToObserve
  case localUse(name: String, LocalUse.Remedy)
  case readLater(String, example: String)
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
    switch self {
    case .readLater, .staysAsItIs: .warning
    default: .error
    }
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
      "@ObservationTracking can only be applied to functions with a body; add a body that contains the assignments"
    case .notAnInstanceMethod(let what):
      """
      @ObservationTracking can only be applied to instance methods declared in classes, actors, or extensions, not to \
      \(what); only an instance of a class or an actor can be observed for as long as it lives
      """
    case .unreadableIsolation:
      """
      The isolation of @ObservationTracking must be written as nil, .mainActor, .task, or .synchronous; the macro \
      reads it at compile time
      """
    case .actorOnMainActor:
      """
      A method of an actor can't run on the main actor; remove the isolation, write .task, or mark the method with \
      @MainActor
      """
    case .nothingToObserve:
      """
      @ObservationTracking finds nothing to observe here; write assignments, calls, 'if', 'switch', or 'do' with \
      'catch' directly in the body of the method
      """
    case .localUse(let name, .parameter):
      """
      '\(name)' is a parameter, which no longer exists when the binding runs again; store it in a property and read \
      that, or write 'do { … }' around the statement to run it once
      """
    case .localUse(let name, .property):
      """
      '\(name)' is a local declaration, which the binding can't see when it runs again; read it from a property, or \
      write 'do { … }' around the statement to run it once
      """
    case .localUse(let name, .value(let code)):
      """
      '\(name)' is a local declaration, which the binding can't see when it runs again; write '\(code)' here, make \
      '\(name)' a computed property, or write 'do { … }' around the statement to run it once
      """
    case .localUse(let name, .ifStatement(let conditions)):
      """
      '\(name)' is a local declaration, which the binding can't see when it runs again; move the bindings that use it \
      into 'if \(conditions) { … }', or write 'do { … }' around the statement to run it once
      """
    case .localUse(let name, .methodForClosure):
      "'\(name)' is a local closure, which the binding can't see when it runs again; make it a method"
    case .localUse(let name, .method):
      "'\(name)' is a local function, which the binding can't see when it runs again; make it a method"
    case .localUse(let name, .type):
      "'\(name)' is a local type, which the binding can't see when it runs again; declare it outside of the method"
    case .localUse(let name, .genericParameter):
      "'\(name)' is a generic parameter of the method, which the binding doesn't have; make it a parameter of the type"
    case .readLater(let reading, let example):
      """
      The closure runs after the binding, which misses later changes of '\(reading)'; capture it, as in '\(example)', or \
      write 'do { … }' around the statement to run it once on purpose
      """
    case .markedTwice:
      "The method is already marked with @ObservationTracking; remove one of the attributes"
    case .staysAsItIs(let start, let reading, let remedy):
      """
      The statement beginning with '\(start)' runs only when the method is called and misses later changes of '\(reading)'; \
      \(remedy.message), or write 'do { … }' \(remedy.placeOfDo) to run it once on purpose
      """
    case .resultIsBound:
      "The result of the method would be a binding, which returns nothing; write 'return', or remove the result's type"
    case .conditionalExtension(let conditions):
      """
      The compiler doesn't expand @ObservationTracking in an extension with conditions; remove them from the \
      extension, and write '\(conditions)' after the method's signature
      """
    case .twoBodies(let macro):
      """
      @ObservationTracking and @\(macro.rawValue) both replace the body of this method, and one of them would be \
      ignored; move the bindings into a method of their own, and call it here
      """
    case .startsAndStops:
      "A method can't both start and stop observations; remove one of the attributes"
    case .followsScreenAlready(let event, let method):
      """
      With 'screen: true', '\(event.rawValue)' \(event == .viewWillAppear ? "starts" : "stops") the bindings already; \
      remove @\(event.attribute.rawValue) from '\(method)', or remove 'screen: true'
      """
    case .leaving(let keyword):
      switch keyword {
      case "return":
        """
        'return' would leave the binding, not the method; move the code that follows into an 'else', or write \
        'do { … }' around the statement to run it once
        """
      case "await":
        """
        A binding can't wait; start a task that stores the result in a property, and read that property here, or write \
        'do { … }' around the statement to run it once
        """
      default:
        "A binding can't throw; handle the error here, with 'do' and 'catch' or 'try?'"
      }
    case .nameOfMethod(let name):
      "'\(name)()' is the name of the method that is generated for this binding; rename the marked method"
    case .nameExists(let name):
      "'\(name)' is already declared, and a binding would generate it; rename this declaration"
    case .nameGeneratedTwice(let name):
      """
      '\(name)()' is already generated for a binding in another method; keep only one of the two, or write both in one \
      method, where equal names get numbers
      """
    case .notAClass(let kind):
      """
      @CancellableObservation can only be applied to classes, not to \(kind); bindings of an actor or of an extension \
      end with their owner
      """
    case .unreadableScreen:
      "The screen of @CancellableObservation must be written as true or false; the macro reads it at compile time"
    case .reservedName(let name):
      "'\(name)' is already declared, and @CancellableObservation would generate it; rename this declaration"
    case .notCancellable(let macro):
      "@\(macro) needs the tokens of @CancellableObservation; add that to the class"
    case .noSuperclass:
      "@CancellableObservation(screen: true) overrides methods of a view controller, and this class has no superclass"
    case .conditionalOverride(let method):
      """
      @CancellableObservation(screen: true) can't see '\(method)' inside '#if'; move the '#if' into the method, or \
      mark the method by hand and remove 'screen: true'
      """
    case .conditionalMethod(let method):
      """
      startObservationsIfNeeded() can't start '\(method)', because its 'where' clause may not apply; move the bindings \
      into an extension
      """
    case .severalActors(let actor):
      """
      startObservationsIfNeeded() can't start methods that are isolated to different actors, such as '\(actor)'; \
      isolate the class instead
      """
    case .bodyMacroWithoutBody(let macro):
      "@\(macro) can only be applied to functions with a body"
    }
  }
}

extension StayingStatement.Remedy {
  fileprivate var message: String {
    switch self {
    case .ifStatement: "move the bindings into an 'if' instead"
    case .method, .methodAtTheEnd: "call a method that does this instead"
    case .forEach(let example): "write '\(example)' or call a method that does this instead"
    case .capture(let example): "write '\(example)' as a statement of its own instead"
    case .elseBranch: "move the code that follows into an 'else' instead"
    case .noLabel: "remove the label"
    case .noVariable: "read it in the binding itself"
    case .noOperator: "write an assignment or a call instead"
    case .task: "start a task that stores the result in a property, and read that"
    case .errorHandling: "handle the error with 'try?', or with 'do' and 'catch'"
    }
  }

  /// If the statement keeps its meaning.
  fileprivate var placeOfDo: String {
    switch self {
    case .methodAtTheEnd: "inside it"
    case .noVariable: "around it and what uses it"
    default: "around it"
    }
  }
}
