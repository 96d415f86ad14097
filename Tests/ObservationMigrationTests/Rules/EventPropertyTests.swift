import ObservationMigration
import Testing

/// Properties whose assignments are events, since nothing ever resets them.
@Suite struct EventPropertyTests {
  private static func sender(_ change: String) -> String {
    """
    import Combine
    import SwiftUI
    @MainActor final class Sender: ObservableObject {
      enum Failure: Error { case offline }
      @Published var failure: Failure?
      func send() { failure = .offline }
      func retry() { \(change) }
    }
    @MainActor final class Log {
      let sender: Sender
      private var bag: Set<AnyCancellable> = []
      init(_ sender: Sender) {
        self.sender = sender
        sender.$failure.sink { [weak self] in self?.note($0) }.store(in: &bag)
      }
      func note(_ failure: Sender.Failure?) {}
    }
    struct SendView: View {
      @ObservedObject var sender: Sender
      @State private var shows = false
      var body: some View { Text("").onReceive(sender.$failure) { if $0 != nil { shows = true } } }
    }
    """
  }

  private static func findings(_ change: String, subjects: Bool = false) -> [FileResult] {
    Migration(options: MigrationOptions(pipelines: true, subjects: subjects))
      .recorded([SourceFile(path: "Sender.swift", text: sender(change))])
  }

  @Test(arguments: ["self.failure = Failure.offline", "do { try run() } catch { failure = error }", ""])
  func eventNeedsADecision(_ change: String) {
    let findings = Self.findings(change).flatMap(\.findings)
    #expect(
      findings.filter { $0.state == .needsDecision }.map { "\($0.line) \($0.rule)" } == [
        "14 pipeline", "21 on-receive",
      ]
    )
  }

  @Test(arguments: ["failure = nil", "self.failure = .none", "failure = last", "reset(&failure)"])
  func propertyThatMayBeResetIsObserved(_ change: String) {
    let result = Self.findings(change)[0]
    #expect(!result.findings.contains { $0.state == .needsDecision })
    #expect(result.migrated.contains(".onChange(of: sender.failure, initial: true)"))
  }

  @Test func eventIsFedByASubject() {
    let result = Self.findings("", subjects: true)[0]
    #expect(!result.findings.contains { $0.state == .needsDecision })
    #expect(result.migrated.contains(".onReceive(sender.failureSubject)"))
    #expect(result.migrated.contains("sender.failureSubject.sink"))
  }
}
