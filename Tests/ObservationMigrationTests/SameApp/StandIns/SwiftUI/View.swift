@_exported import Combine
@_exported import Foundation
@_exported import Observation

@MainActor @preconcurrency public protocol View {
  associatedtype Body: View
  @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}

extension Never: View {
  public typealias Body = Never
  public var body: Never { return fatalError() }
}

/// A view that the graph knows, as opposed to those that have a body.
@MainActor protocol PrimitiveView: View where Body == Never {
  /// Adds what it shows to the contents of the view whose body it's part of.
  func add(to contents: inout Contents, at path: String, _ environment: EnvironmentChanges)
}

extension PrimitiveView {
  public var body: Never { return fatalError("A primitive view has no body.") }
}

@resultBuilder public struct ViewBuilder {
  public static func buildExpression(_ view: some View) -> any View { view }
  public static func buildBlock(_ views: any View...) -> ViewList { ViewList(views: views) }
  public static func buildOptional(_ view: ViewList?) -> ViewList { ViewList(views: view.map { [$0] } ?? []) }
  public static func buildEither(first: ViewList) -> ViewList { ViewList(views: [Branch(index: 0, content: first)]) }
  public static func buildEither(second: ViewList) -> ViewList { ViewList(views: [Branch(index: 1, content: second)]) }
}

/// What a view builder makes.
public struct ViewList: PrimitiveView {
  let views: [any View]

  func add(to contents: inout Contents, at path: String, _ environment: EnvironmentChanges) {
    for (index, view) in views.enumerated() { contents.add(view, at: "\(path).\(index)", environment) }
  }
}

/// One side of an `if`, whose views are others than those of the other side.
struct Branch: PrimitiveView {
  let index: Int
  let content: ViewList

  func add(to contents: inout Contents, at path: String, _ environment: EnvironmentChanges) {
    content.add(to: &contents, at: "\(path)?\(index)", environment)
  }
}
