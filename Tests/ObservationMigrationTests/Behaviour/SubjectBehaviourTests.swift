import Foundation
import ObservationMigration
import TestSupport
import Testing

/// A program that subscribes to what it publishes prints the same before the migration and after it.
@Suite(.enabled(if: Toolchain.isAvailable, "needs swiftc")) struct SubjectBehaviourTests {
  private static let source = """
    import Combine
    import Foundation

    func note(_ text: String) { print(text) }

    class Item: ObservableObject {
      @Published var name = "a"
      @Published var count = 0 {
        willSet { note("will count \\(newValue)") }
        didSet { note("did count \\(oldValue) to \\(count)") }
      }
      @Published var tags: [String]
      @Published private(set) var summary = ""
      @Published private(set) var length = 0
      private var cancellables = Set<AnyCancellable>()

      init(tags: [String]) {
        self.tags = tags
        name = "b"
        $name.combineLatest($count).map { "\\($0) \\($1)" }.assign(to: &$summary)
        $summary.map(\\.count).assign(to: &$length)
        $tags.dropFirst().sink { note("tags \\($0)") }.store(in: &cancellables)
        self.tags = tags + ["init"]
      }

      deinit { note("gone") }
    }

    final class Player: Item {
      @Published var position = 0
      @Published var target: Player?
      private var subscriptions: [AnyCancellable] = []

      func follow(_ other: Player) {
        target = other
        // Compares the value before with that after.
        other.$position
          .sink { [weak other] new in note("position from \\(other?.position ?? -1) to \\(new)") }
          .store(in: &subscriptions)
        other.$name.filter { $0 != "" }.sink { note("followed \\($0)") }.store(in: &subscriptions)
      }
    }

    func run() {
      let player = Player(tags: ["x"])
      let other = Player(tags: [])
      player.follow(other)
      for name in ["c", "c", "", "d"] { other.name = name }
      other.count += 1
      note(other.summary + " \\(other.length)")
      let all = other.objectWillChange.sink { [weak other] _ in note("tags will change from \\(other?.tags ?? [])") }
      other.tags.append("y")
      all.cancel()
      other.position = 3
      other.position = 3
      player.target = nil
      let last = other.$count.dropFirst().sink { note("count \\($0)") }
      other.count = 2
      last.cancel()
      other.count = 3
    }

    run()

    """

  @Test func valuesAndTheirOrderStay() throws {
    let migrated = Migration(options: MigrationOptions(subjects: true)).run([
      SourceFile(path: "main.swift", text: Self.source)
    ])[0]
    #expect(migrated.findings.allSatisfy { $0.state == .changed })
    #expect(!migrated.migrated.contains(".$"))
    let before = try output(of: Self.source)
    #expect(before.contains("position from 0 to 3") && before.hasSuffix("gone\n"))
    #expect(try output(of: migrated.migrated) == before)
  }

  private func output(of source: String) throws -> String {
    let folder = try TemporaryFolder()
    let standIns = try StandIns.folder.get()
    try folder.write(source, to: "main.swift")
    let compiler = try Compiler.compile(
      ["-swift-version", "5", "-suppress-warnings", "-Onone", "-I", standIns.path, "main.swift"]
        + StandIns.modules.map { standIns.appending(path: "\($0).o").path } + ["-o", "program"],
      in: URL(filePath: folder.path)
    )
    try #require(compiler.isSuccess, "\(compiler.output)")
    let process = try Subprocess(folder.url("program"), [], in: folder.path)
    try #require(process.status == 0, "\(process.errors)")
    return process.output
  }
}
