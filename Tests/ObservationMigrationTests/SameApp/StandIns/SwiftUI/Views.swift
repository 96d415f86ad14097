public struct Text: PrimitiveView {
  let text: String

  public init(_ text: String) {
    self.text = text
  }

  func add(to contents: inout Contents, at path: String, _ environment: EnvironmentChanges) {
    contents.texts.append(text)
  }
}

public struct Spacer: PrimitiveView {
  public init() {}

  func add(to contents: inout Contents, at path: String, _ environment: EnvironmentChanges) {}
}

public struct Button: PrimitiveView {
  let title: String
  let action: @MainActor () -> Void

  public init(_ title: String, action: @escaping @MainActor () -> Void) {
    self.title = title
    self.action = action
  }

  func add(to contents: inout Contents, at path: String, _ environment: EnvironmentChanges) {
    contents.texts.append("<\(title)>")
    contents.controls["\(path) \(title)"] = action
  }
}

// MARK: - Containers, which make their contents at once

public struct Group: PrimitiveView {
  let content: ViewList

  public init(@ViewBuilder content: () -> ViewList) {
    self.content = content()
  }

  func add(to contents: inout Contents, at path: String, _ environment: EnvironmentChanges) {
    contents.add(content, at: path, environment)
  }
}

public struct VStack: PrimitiveView {
  let content: ViewList

  public init(@ViewBuilder content: () -> ViewList) {
    self.content = content()
  }

  func add(to contents: inout Contents, at path: String, _ environment: EnvironmentChanges) {
    contents.add(content, at: path, environment)
  }
}

public typealias HStack = VStack
public typealias Form = VStack
public typealias List = VStack

public struct Section: PrimitiveView {
  let title: String
  let content: ViewList

  public init(_ title: String, @ViewBuilder content: () -> ViewList) {
    self.title = title
    self.content = content()
  }

  func add(to contents: inout Contents, at path: String, _ environment: EnvironmentChanges) {
    contents.texts.append("# \(title)")
    contents.add(content, at: path, environment)
  }
}

// MARK: - Views that make their contents by themselves, and follow what those read

public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content: View>: View {
  let data: Data
  let id: KeyPath<Data.Element, ID>
  let content: (Data.Element) -> Content

  public init(_ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content) {
    self.data = data
    self.id = id
    self.content = content
  }

  public var body: some View {
    Rows(rows: data.map { ("\($0[keyPath: id])", Row(element: $0, content: content)) })
  }

  private struct Row: View {
    let element: Data.Element
    let content: (Data.Element) -> Content

    var body: some View { content(element) }
  }
}

extension ForEach where Data.Element: Identifiable, ID == Data.Element.ID {
  public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content) {
    self.init(data, id: \.id, content: content)
  }
}

/// Views that are told apart by what they are made of, not by their places.
struct Rows<Row: View>: PrimitiveView {
  let rows: [(id: String, view: Row)]

  func add(to contents: inout Contents, at path: String, _ environment: EnvironmentChanges) {
    for row in rows { contents.add(row.view, at: "\(path)#\(row.id)", environment) }
  }
}

// MARK: - Controls

/// A view with which the user changes a value.
@MainActor protocol Control {
  func change(by number: Int)
}

public struct Toggle: View, Control {
  let title: String
  @Binding var isOn: Bool

  public init(_ title: String, isOn: Binding<Bool>) {
    self.title = title
    _isOn = isOn
  }

  public var body: some View { Text("\(title): \(isOn)") }

  func change(by number: Int) {
    isOn.toggle()
  }
}

public struct Stepper: View, Control {
  let title: String
  @Binding var value: Int

  public init(_ title: String, value: Binding<Int>) {
    self.title = title
    _value = value
  }

  public var body: some View { Text("\(title): \(value)") }

  func change(by number: Int) {
    value += number
  }
}

public struct TextField: View, Control {
  let title: String
  @Binding var text: String

  public init(_ title: String, text: Binding<String>) {
    self.title = title
    _text = text
  }

  public var body: some View { Text("\(title): \(text)") }

  func change(by number: Int) {
    text = "text \(number)"
  }
}
