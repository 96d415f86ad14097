import ObservationMigration
import Testing

/// What is left looks as if somebody had written it.
@Suite struct LayoutTests {
  private func migrated(_ text: String, pipelines: Bool = false) throws -> String {
    let options = MigrationOptions(pipelines: pipelines)
    return try #require(Migration(options: options).run([SourceFile(path: "A.swift", text: text)]).first).migrated
  }

  @Test(arguments: [
    ("import Combine\nimport Foundation\nimport os\n", "import Foundation\nimport Observation\nimport os\n"),
    ("import Foundation\nimport Combine\n", "import Foundation\nimport Observation\n"),
    ("import Combine\nimport UIKit\n", "import Observation\nimport UIKit\n"),
    (
      "import Combine\nimport Foundation // Date\nimport XCTest\n\n@testable import App\n",
      "import Foundation // Date\nimport Observation\nimport XCTest\n\n@testable import App\n"
    ),
    ("public import Combine\npublic import Foundation\n", "public import Foundation\npublic import Observation\n"),
    ("import Foundation\n// Why.\nimport Combine\n", "import Foundation\n// Why.\nimport Observation\n"),
    ("import Combine\r\nimport Foundation\r\n", "import Foundation\r\nimport Observation\r\n"),
  ]) func sortedImportsStaySorted(before: String, after: String) throws {
    let newline = before.contains("\r\n") ? "\r\n" : "\n"
    #expect(
      try migrated(before + newline + "class A: ObservableObject {}" + newline)
        == after + newline + "@Observable" + newline + "class A {}" + newline
    )
  }

  @Test func statementsThatGoLeaveNoGap() throws {
    #expect(
      try migrated(
        """
        import Combine

        final class Part: ObservableObject { @Published var a = 1 }

        final class Whole: ObservableObject {
          let part = Part()
          let other = Part()
          private var bag = Set<AnyCancellable>()

          init() {
            print("begin")

            part.objectWillChange.sink { [weak self] _ in self?.objectWillChange.send() }.store(in: &bag)

            other.objectWillChange
              .sink { [weak self] _ in self?.objectWillChange.send() }
              .store(in: &bag)

            print("end")
          }

          func first() {
            part.objectWillChange.sink { [weak self] _ in self?.objectWillChange.send() }.store(in: &bag)

            print("begin")
          }

          func last() {
            print("end")

            part.objectWillChange.sink { [weak self] _ in self?.objectWillChange.send() }.store(in: &bag)
          }
        }

        """
      ) == """
        import Observation

        @Observable
        final class Part { var a = 1 }

        @Observable
        final class Whole {
          let part = Part()
          let other = Part()

          init() {
            print("begin")

            print("end")
          }

          func first() {
            print("begin")
          }

          func last() {
            print("end")
          }
        }

        """
    )
  }

  @Test func whatGoesTakesItsCommentAndOneBlankLineAlong() throws {
    #expect(
      try migrated(
        """
        import SwiftUI

        final class A: ObservableObject {
          @Published var a = 1

          /// Keeps the subscriptions,
          /// of which there were some.
          private var cancellables = Set<AnyCancellable>()

          // MARK: Life

          private var others = Set<AnyCancellable>()
          init() {}
        }

        """
      ) == """
        import SwiftUI

        @Observable
        final class A {
          var a = 1

          // MARK: Life

          init() {}
        }

        """
    )
  }

  @Test func aLoopThatOnlyForwardedGoesAndOneThatDoesMoreStays() throws {
    func text(_ wrapper: String, _ types: (String, String), _ loops: String, _ storage: String) -> String {
      """
      import SwiftUI

      \(types.0) {
        \(wrapper)var b = 1
      }

      \(types.1) {
        \(wrapper)var children: [B] = []
      \(storage)
        func forward() {
      \(loops)  }
      }

      """
    }
    let forwarding = "child.objectWillChange.sink { [weak self] _ in self?.objectWillChange.send() }.store(in: &bag)"
    #expect(
      try migrated(
        text(
          "@Published ",
          ("final class B: ObservableObject", "final class A: ObservableObject"),
          "    for child in children {\n      \(forwarding)\n    }\n"
            + "    for child in children {\n      print(child)\n      \(forwarding)\n    }\n"
            + "    for child in made() {\n      \(forwarding)\n    }\n",
          "  private var bag = Set<AnyCancellable>()\n  func made() -> [B] { [B()] }"
        )
      )
        == text(
          "",
          ("@Observable\nfinal class B", "@Observable\nfinal class A"),
          "    for child in children {\n      print(child)\n    }\n    for child in made() {\n    }\n",
          "  func made() -> [B] { [B()] }"
        )
    )
  }

  @Test func whatTakesThePlaceOfASubscriptionIsIndentedAsIt() throws {
    #expect(
      try migrated(
        """
        import Combine
        import UIKit

        @MainActor final class A: ObservableObject {
          @Published var a: Int = 1
        }

        final class Controller: UIViewController {
          let model = A()

          /// Ends with the controller.
          private var cancellables = Set<AnyCancellable>()

          func bind() {
            model.$a
              .sink { [weak self] a in
                if a > 1 {
                  self?.title = "\\(a)"
                }
              }
              .store(in: &cancellables)
          }
        }

        """,
        pipelines: true
      ) == """
        import Observation
        import ObservationBridge
        import UIKit

        @Observable
        @MainActor final class A {
          var a: Int = 1
        }

        final class Controller: UIViewController {
          let model = A()

          /// Ends with the controller.
          private let observations = ObservationScope()

          func bind() {
            let aDidChange: @MainActor (Int) -> Void = { [weak self] a in
              if a > 1 {
                self?.title = "\\(a)"
              }
            }
            aDidChange(model.a)
            observations.observe(model, \\.a) { aDidChange($0.new) }
          }
        }

        """
    )
  }
}
