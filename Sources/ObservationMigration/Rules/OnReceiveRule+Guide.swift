extension OnReceiveRule {
  static let guides = [
    RuleGuide(
      id: id,
      summary: "onReceive(model.$name) becomes onChange(of: model.name, initial: true).",
      explanation: """
        `$name` delivers the current value at once, hence `initial: true`, which is left out with `dropFirst()`.
        `receive(on:)` the main queue and `removeDuplicates()` are what `onChange` does anyway. It compares values, so
        their type must be `Equatable`; the types of the standard library and of the files are known.

        At run time: the closure runs after the change, in the next update of the view, once for several changes in one turn,
        and not for an equal value. Other operators, and values not known to be `Equatable`, need a decision.
        """,
      outcome: .changed,
      before: """
        import SwiftUI

        final class Timeline: ObservableObject {
          @Published var position = 0
        }

        struct TimelineView: View {
          @ObservedObject var timeline: Timeline

          var body: some View {
            Text("Position")
              .onReceive(timeline.$position) { position in
                print(position)
              }
          }
        }

        """,
      after: """
        import SwiftUI

        @Observable
        final class Timeline {
          var position = 0
        }

        struct TimelineView: View {
          var timeline: Timeline

          var body: some View {
            Text("Position")
              .onChange(of: timeline.position, initial: true) { _, position in
                print(position)
              }
          }
        }

        """
    )
  ]
}
