import ObservationMigration
import Testing

/// Types of variables without an annotation, which a computed property around a stored one has to name.
@Suite struct KnownTypeTests {
  /// The type that the computed property `value` gets; nil if the class isn't converted.
  private func type(of declaration: String, sourceLocation: SourceLocation = #_sourceLocation) -> String? {
    let source = """
      import Foundation
      import SwiftUI
      struct Table { static let shared = Table(); static let first: Table? = nil; var rows = 1 }
      enum Outer { final class Inner { init(_ number: Int) {} } }
      struct Perhaps { init?(_ number: Int) { return nil } }
      struct Box<Element> { var element: Element }
      enum Kind { case first, other(Int); static var all: [Kind] { [.first] } }
      struct Settings { var general = General(); var count = 1 }
      struct General { enum Mode { case quiet }; var isLoud = false; var name: String?; var mode: Mode = .quiet; var size = any as? Int }
      enum Stored { nonisolated(unsafe) static var settings = Settings() }
      @propertyWrapper struct Setting<Value> {
        let keyPath: WritableKeyPath<Settings, Value>
        init(_ keyPath: WritableKeyPath<Settings, Value>) { self.keyPath = keyPath }
        var wrappedValue: Value {
          get { Stored.settings[keyPath: keyPath] }
          nonmutating set { Stored.settings[keyPath: keyPath] = newValue }
        }
      }
      @propertyWrapper struct Rows {
        var wrappedValue: [Table] { get { [] } nonmutating set {} }
      }
      final class Report: ObservableObject {
        @Published var title = ""
        var folder: URL?
        \(declaration)
        func take(_ other: Report) { value = other.value }
      }
      struct ReportView: View {
        @ObservedObject var report: Report
        var body: some View { Text("\\(report.value)") }
      }
      """
    let file = SourceFile(path: "Report.swift", text: source)
    let result = Migration().recorded([file], sourceLocation: sourceLocation)[0]
    let types = result.migrated.matches(of: #/\n  var value: (.*) {\n/#).map { String($0.1) }
    #expect(result.classes.map(\.isConverted) == [!types.isEmpty], sourceLocation: sourceLocation)
    return types.first
  }

  @Test(arguments: [
    ("Table()", "Table"), ("Table.init(rows: 2)", "Table"), ("Outer.Inner(1)", "Outer.Inner"),
    ("Table.shared", "Table"), ("Kind.first", "Kind"), ("DateFormatter()", "DateFormatter"),
    ("[Table]()", "[Table]"), ("[String: Table]()", "[String: Table]"), ("Date(timeIntervalSince1970: 1)", "Date"),
    ("Int(1.5)", "Int"), ("String(describing: title)", "String"),
    ("folder!.appendingPathComponent(title, isDirectory: false)", "URL"), ("folder!.appending(path: title)", "URL"),
  ])
  func lazyPropertyHasTheTypeOfItsValue(_ value: String, _ expected: String) {
    #expect(type(of: "lazy var value = \(value)") == expected)
  }

  @Test(arguments: [
    "Perhaps(1)", "Box(element: 1)", "Table.first", "Kind.all", "Kind.other(1)", "Int(title)", "URL(string: title)",
    "String(data: Data(), encoding: .utf8)", "[1, 2].first",
    "folder?.appending(path: title)",
    "Route().appending(path: title)\n  struct Route { func appending(path: String) -> Route { self } }",
    "title.appendingPathComponent(title)",
  ])
  func valueThatMayBeNilOrOfAnyTypeNeedsAnAnnotation(_ value: String) {
    #expect(type(of: "lazy var value = \(value)") == nil)
  }

  @Test(arguments: [
    ("@Setting(\\.general.isLoud)", "Bool"), ("@Setting(\\.general.name)", "String?"), ("@Setting(\\.count)", "Int"),
    ("@Setting(\\Settings.count)", "Int"), ("@Setting(\\.general.mode)", "General.Mode"), ("@Rows", "[Table]"),
  ])
  func wrappedPropertyHasTheTypeOfTheWrappersValue(_ attribute: String, _ expected: String) {
    #expect(type(of: "\(attribute) var value") == expected)
  }

  /// `as?` gives an optional.
  @Test func typeOfACastNeedsAnAnnotation() {
    #expect(type(of: "@Setting(\\.general.size) var value") == nil)
  }
}
