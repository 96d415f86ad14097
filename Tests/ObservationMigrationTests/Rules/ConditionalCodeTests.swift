import ObservationMigration
import Testing

/// Declarations and uses that stand in `#if`.
@Suite struct ConditionalCodeTests {
  @Test func bindingsOfAConditionalEnvironmentObjectAreMadeWhereTheyAreUsed() async throws {
    try await Scenario(
      """
      import SwiftUI
      final class 1️⃣Printer: ObservableObject {
        2️⃣@Published var copies = 1
      }
      struct PrintView: View {
        let title: String
        #if os(macOS)
          3️⃣@EnvironmentObject private var printer: Printer
        #endif
        var body: some View {
          VStack {
            Text(title)
            #if os(macOS)
              Stepper("Copies", value: 4️⃣$printer.copies)
            #endif
          }
        }
      }
      """
    ).expect(
      """
      import SwiftUI
      @Observable
      final class Printer {
        var copies = 1
      }
      struct PrintView: View {
        let title: String
        #if os(macOS)
          @Environment(Printer.self) private var printer
        #endif
        var body: some View {
          VStack {
            Text(title)
            #if os(macOS)
              Stepper("Copies", value: Bindable(printer).copies)
            #endif
          }
        }
      }
      """,
      findings: [
        "1️⃣ changed observable", "2️⃣ changed published", "3️⃣ changed environment-object",
        "4️⃣ changed environment-object",
      ]
    )
  }

  @Test func classOfEachPlatformInAFileOfItsOwnGetsASubject() async throws {
    try await Scenario(
      """
      --- Desktop.swift
      import Combine
      #if os(macOS)
        final class 1️⃣Store: ObservableObject {
          2️⃣@Published var 3️⃣isOn = false
        }
      #endif
      --- Phone.swift
      import Combine
      #if !os(macOS)
        final class 4️⃣Store: ObservableObject {
          5️⃣@Published var 6️⃣isOn = false
        }
        func f(_ store: Store) -> AnyCancellable { store.7️⃣$isOn.sink { print($0) } }
      #endif
      """
    ).expect(
      """
      --- Desktop.swift
      import Combine
      import Observation
      #if os(macOS)
        @Observable
        final class Store {
          var isOn = false {
            willSet { isOnSubject.send(newValue) }
          }
          @ObservationIgnored fileprivate lazy var isOnSubject = CurrentValueSubject<Bool, Never>(_isOn)
        }
      #endif
      --- Phone.swift
      import Combine
      import Observation
      #if !os(macOS)
        @Observable
        final class Store {
          var isOn = false {
            willSet { isOnSubject.send(newValue) }
          }
          @ObservationIgnored fileprivate lazy var isOnSubject = CurrentValueSubject<Bool, Never>(_isOn)
        }
        func f(_ store: Store) -> AnyCancellable { store.isOnSubject.sink { print($0) } }
      #endif
      """,
      findings: [
        "1️⃣ changed observable", "2️⃣ changed published", "3️⃣ changed subject", "4️⃣ changed observable",
        "5️⃣ changed published", "6️⃣ changed subject", "7️⃣ changed subject",
      ],
      options: MigrationOptions(subjects: true)
    )
  }

  @Test func propertyThatHasAnotherWrapperOnEachPlatformKeepsItsBindings() async throws {
    try await Scenario(
      """
      import SwiftUI
      final class 1️⃣Printer: ObservableObject {
        2️⃣@Published var copies = 1
      }
      struct PrintView: View {
        #if os(macOS)
          3️⃣@EnvironmentObject private var printer: Printer
        #else
          4️⃣@ObservedObject var printer: Printer
        #endif
        var body: some View {
          Stepper("Copies", value: 5️⃣$printer.copies)
        }
      }
      """
    ).expect(
      """
      import SwiftUI
      @Observable
      final class Printer {
        var copies = 1
      }
      struct PrintView: View {
        #if os(macOS)
          @Environment(Printer.self) private var printer
        #else
          @Bindable var printer: Printer
        #endif
        var body: some View {
          Stepper("Copies", value: Bindable(printer).copies)
        }
      }
      """,
      findings: [
        "1️⃣ changed observable", "2️⃣ changed published", "3️⃣ changed environment-object",
        "4️⃣ changed observed-object", "5️⃣ changed environment-object",
      ]
    )
  }
}
