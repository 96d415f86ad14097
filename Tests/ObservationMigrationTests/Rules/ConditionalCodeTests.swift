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
