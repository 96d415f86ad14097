@testable import ObservationMigration

func reportedResult(
  _ path: String,
  _ findings: [Finding],
  edits: Int = 0,
  classes: [ClassOutcome] = []
) -> FileResult {
  FileResult(
    file: SourceFile(path: path, text: ""),
    edits: (0..<edits).map { Edit(range: $0..<$0, replacement: " ", rule: "observable") },
    migrated: "",
    findings: findings,
    classes: classes
  )
}

/// Findings of every state, in files and types of every kind of name.
let reportedSample = [
  reportedResult(
    "A.swift",
    [
      Finding(
        state: .changed,
        rule: "observable",
        file: "A.swift",
        line: 3,
        column: 7,
        type: "Model",
        message: "It is `@Observable`.",
        group: 0
      ),
      Finding(
        state: .needsDecision,
        rule: "pipelines",
        file: "A.swift",
        line: 10,
        column: 20,
        type: "Model",
        message: "Choose.",
        waiting: Finding.Waiting(
          types: ["A", "B", "Model"],
          typesWaitingForItAlone: ["Model"],
          lines: 12,
          ties: [
            Finding.Tie(location: .init(file: "C.swift", line: 1, column: 7), types: 1),
            Finding.Tie(location: .init(file: "D.swift", line: 2, column: 1), types: 1),
          ]
        )
      ),
      Finding(
        state: .changed,
        rule: "state-object",
        file: "A.swift",
        line: 12,
        column: 3,
        type: "Model",
        message: "It is made again and again.",
        isRisky: true,
        group: 0
      ),
    ],
    edits: 2,
    classes: [ClassOutcome(name: "Model", isConverted: true), ClassOutcome(name: "A", isConverted: false)]
  ),
  reportedResult(
    "B.swift",
    [
      Finding(
        state: .refused,
        rule: "observable",
        file: "B.swift",
        line: 1,
        column: 1,
        type: "B",
        message: "It is a struct.",
        waiting: Finding.Waiting(types: ["B"], typesWaitingForItAlone: [], lines: 1)
      )
    ],
    classes: [ClassOutcome(name: "B", isConverted: false)]
  ),
  reportedResult(
    "C.swift",
    [Finding(state: .refused, rule: "ignore", file: "C.swift", line: 4, column: 1, message: "Left alone.")]
  ),
]

/// What the test reads of a log.
