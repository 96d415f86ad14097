/// A view with something that is done for it.
public struct Modified: PrimitiveView {
  let content: any View
  let modifier: @MainActor (inout Contents, _ path: String, inout EnvironmentChanges) -> Void

  func add(to contents: inout Contents, at path: String, _ environment: EnvironmentChanges) {
    var environment = environment
    let path = path + "~"
    modifier(&contents, path, &environment)
    contents.add(content, at: path, environment)
  }
}

extension View {
  public func environmentObject<Object: ObservableObject>(_ object: Object) -> Modified {
    Modified(content: self) { _, _, environment in environment[ObjectIdentifier(Object.self)] = object }
  }

  public func environment<Object: AnyObject & Observable>(_ object: Object?) -> Modified {
    Modified(content: self) { _, _, environment in environment[ObjectIdentifier(Object.self)] = object }
  }

  public func padding() -> Self { self }

  public func disabled(_ isDisabled: Bool) -> Modified {
    Modified(content: self) { contents, _, _ in contents.texts.append(isDisabled ? "disabled" : "enabled") }
  }

  public func onAppear(perform action: @escaping () -> Void) -> Modified {
    Modified(content: self) { contents, path, _ in contents.appearances[path] = action }
  }

  public func onChange<Value: Equatable>(
    of value: Value,
    initial: Bool = false,
    _ action: @escaping (_ old: Value, _ new: Value) -> Void
  ) -> Modified {
    Modified(content: self) { contents, path, _ in
      contents.changes[path] = Contents.Change(value: value, isInitial: initial) { old in
        guard let old = old as? Value else { return nil }
        return old == value ? nil : { action(old, value) }
      } first: {
        action(value, value)
      }
    }
  }

  public func onReceive<P: Publisher>(_ publisher: P, perform action: @escaping (P.Output) -> Void) -> Modified
  where P.Failure == Never {
    Modified(content: self) { contents, path, _ in
      contents.subscriptions[path] = Contents.Subscription(publisher: publisher) { value in
        if let value = value as? P.Output { action(value) }
      } attach: { receive in
        publisher.attach { receive($0) }
      }
    }
  }

  public func sheet(isPresented: Binding<Bool>, @ViewBuilder content: @escaping () -> ViewList) -> Modified {
    Modified(content: self) { contents, path, environment in
      contents.add(Sheet(isPresented: isPresented, content: content), at: path + "sheet", environment)
    }
  }
}

private struct Sheet: View {
  @Binding var isPresented: Bool
  let content: () -> ViewList

  init(isPresented: Binding<Bool>, content: @escaping () -> ViewList) {
    _isPresented = isPresented
    self.content = content
  }

  var body: some View {
    if isPresented { content() }
  }
}
