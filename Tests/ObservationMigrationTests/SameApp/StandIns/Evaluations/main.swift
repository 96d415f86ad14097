import SwiftUI

// Prints which bodies are evaluated again after a change.

/// The bodies that were evaluated since they were last printed.
@MainActor enum Evaluated {
  static var names: [String] = []
}

final class Announcing: ObservableObject {
  @Published var title = 0
  var plain = 0
  @Published var part = Part()

  final class Part: ObservableObject {
    @Published var count = 0
  }
}

@Observable final class Tracked {
  var title = 0
  var other = 0
  @ObservationIgnored var ignored = 0
  var rows = [Row(), Row()]

  @Observable final class Row {
    var count = 0
  }
}

struct Root: View {
  let announcing: Announcing
  let tracked: Tracked

  var body: some View {
    let _ = Evaluated.names.append("Root")
    Observer(model: announcing)
    Holder(model: announcing)
    Inner()
    Reader(model: tracked)
    Editor(model: tracked)
    Rows(model: tracked)
    Counter()
      .environmentObject(announcing)
      .environment(tracked)
  }
}

/// Observes an object.
struct Observer: View {
  @ObservedObject var model: Announcing

  var body: some View {
    let _ = Evaluated.names.append("Observer")
    Constant(value: 1)
    Constant(value: model.title)
    Holder(model: model)
    Button("part") { model.part.count += 1 }
  }
}

/// Has an object and doesn't observe it.
struct Holder: View {
  let model: Announcing

  var body: some View {
    let _ = Evaluated.names.append("Holder")
    Text("\(model.title)")
  }
}

struct Constant: View {
  let value: Int

  var body: some View {
    let _ = Evaluated.names.append("Constant \(value)")
    Text("\(value)")
  }
}

/// Owns an object.
struct Inner: View {
  @StateObject private var model = Announcing()

  var body: some View {
    let _ = Evaluated.names.append("Inner")
    Button("inner") { model.title += 1 }
  }
}

/// Reads one property of an observable object.
struct Reader: View {
  let model: Tracked

  var body: some View {
    let _ = Evaluated.names.append("Reader")
    Text("\(model.title) \(model.ignored)")
  }
}

/// Makes a binding, and reads nothing.
struct Editor: View {
  @Bindable var model: Tracked

  var body: some View {
    let _ = Evaluated.names.append("Editor")
    Stepper("other", value: $model.other)
  }
}

struct Rows: View {
  let model: Tracked

  var body: some View {
    let _ = Evaluated.names.append("Rows")
    ForEach(model.rows.indices, id: \.self) { index in
      let _ = Evaluated.names.append("row \(index)")
      Text("\(model.rows[index].count)")
    }
  }
}

/// Has state, which only its child reads, and objects of the environment.
struct Counter: View {
  @State private var count = 0
  @EnvironmentObject private var announcing: Announcing
  @Environment(Tracked.self) private var tracked

  var body: some View {
    let _ = Evaluated.names.append("Counter")
    Step(count: $count)
    Button("same") { count = count }
  }
}

struct Step: View {
  @Binding var count: Int

  var body: some View {
    let _ = Evaluated.names.append("Step")
    Text("\(count)")
    Button("step") { count += 1 }
  }
}

let announcing = Announcing()
let tracked = Tracked()
let graph = ViewGraph(Root(announcing: announcing, tracked: tracked))

@MainActor func after(_ name: String, _ change: () -> Void) {
  change()
  graph.update()
  print("\(name): \(Evaluated.names.joined(separator: ", "))")
  Evaluated.names = []
}

after("start") {}
after("nothing") {}
after("published") { announcing.title = 1 }
after("published, twice in a turn") {
  announcing.title = 2
  announcing.title = 3
}
after("published, the same value") { announcing.title = 3 }
after("not published") { announcing.plain = 1 }
after("published in a part") { announcing.part.count = 1 }
after("own object") { graph.tap("inner") }
after("tracked") { tracked.title = 1 }
after("tracked, twice in a turn") {
  tracked.title = 2
  tracked.title = 3
}
after("tracked, only bound") { tracked.other = 1 }
after("ignored") { tracked.ignored = 1 }
after("tracked in a row") { tracked.rows[1].count = 1 }
after("state") { graph.tap("step") }
after("state, the same value") { graph.tap("same") }
