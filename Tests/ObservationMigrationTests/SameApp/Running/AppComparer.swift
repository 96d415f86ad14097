import Foundation
import ObservationMigration
import TestSupport

/// Converts apps, compiles both forms of all of them to one program, runs it, and compares what the views show.
enum AppComparer {
  /// Compares apps before and after the migration, or after a conversion by hand where there is one.
  static func compare(_ apps: [GeneratedApp], by hand: (Int) -> HandMigration? = { _ in nil }) throws -> [ComparedApp] {
    var compared = apps.enumerated().map { converted($1, by: hand($0), suffix: suffix($0)) }
    let folder = try TemporaryFolder()
    try compile(&compared, in: folder)
    try run(&compared, in: folder)
    return compared
  }

  /// What the names of types end in, so that there can be many apps in one module.
  private static func suffix(_ number: Int) -> String { "_\(number)b" }

  private static func converted(_ app: GeneratedApp, by hand: HandMigration?, suffix: String) -> ComparedApp {
    let files = app.sources(suffix: suffix)
    if let hand {
      return ComparedApp(app: app, hand: hand, files: files, migrated: hand.migrated(app, files), findings: [])
    }
    let results = Migration(options: MigrationOptions(pipelines: app.migratesPipelines)).run(files)
    let findings = results.flatMap(\.findings)
    return ComparedApp(app: app, hand: nil, files: files, migrated: results.map(\.migrated), findings: findings)
  }

  // MARK: - Compiling

  /// One file for each form of an app, so that errors name it.
  private static func compile(_ apps: inout [ComparedApp], in folder: TemporaryFolder) throws {
    var files: [String] = []
    var starts = ["import SwiftUI\n"]
    for (number, app) in apps.enumerated() {
      let suffix = suffix(number)
      let before = app.files.map(\.text).joined(separator: "\n")
      let after = app.migrated.joined(separator: "\n").replacing(suffix, with: "_\(number)a")
      let start = "\nimport SwiftUI\n" + app.app.start("start\(number)b", suffix: suffix)
      try folder.write(before + start, to: "b\(number).swift")
      try folder.write(after + start.replacing("\(number)b", with: "\(number)a"), to: "a\(number).swift")
      files += ["b\(number).swift", "a\(number).swift"]
    }
    while true {
      let numbers = apps.indices.filter { apps[$0].failure == nil }
      let list = apps.indices.map { number in
        apps[number].failure == nil ? "ComparedApp(before: start\(number)b, after: start\(number)a)" : "nil"
      }
      starts = ["import SwiftUI", "await AppComparison.main([\(list.joined(separator: ",\n"))])"]
      try folder.write(starts.joined(separator: "\n"), to: "main.swift")
      let sources = numbers.flatMap { ["b\($0).swift", "a\($0).swift"] } + ["main.swift"]
      let result = try compile(sources, in: folder)
      if result.isSuccess { return }
      let errors = result.output.split(separator: "\n").filter { $0.contains("error: ") && !$0.hasPrefix(" ") }
      let isOfMigrated = errors.allSatisfy { $0.hasPrefix("a") }
      // Else it's a mistake of the generator.
      guard isOfMigrated, !errors.isEmpty else { throw StandIns.CompilationError(output: result.output) }
      for number in numbers {
        let own = errors.filter { $0.hasPrefix("a\(number).swift:") }.map(String.init)
        if !own.isEmpty { apps[number].failure = .doesNotCompile(own) }
      }
    }
  }

  private static func compile(_ sources: [String], in folder: TemporaryFolder) throws -> Compiler.Result {
    let standIns = try StandIns.folder.get()
    return try Compiler.compile(
      ["-swift-version", "5", "-suppress-warnings", "-wmo", "-Onone", "-module-name", "Apps", "-I", standIns.path]
        + sources
        + StandIns.modules.map { standIns.appending(path: "\($0).o").path }
        + Compiler.objects(of: "ObservationBridge", "CObservationRuntime") + ["-o", "apps"],
      in: URL(filePath: folder.path)
    )
  }

  // MARK: - Running

  private struct Script: Encodable {
    let app: Int
    let steps: [[Change]]

    struct Change: Encodable {
      let action: Int?
      let number: Int
    }
  }

  private static func run(_ apps: inout [ComparedApp], in folder: TemporaryFolder) throws {
    var waiting = apps.indices.filter { apps[$0].failure == nil }
    while !waiting.isEmpty {
      let lines = try waiting.map { number in
        String(decoding: try JSONEncoder().encode(script(of: apps[number].app, number)), as: UTF8.self)
      }
      try folder.write(lines.joined(separator: "\n"), to: "scripts")
      let process = try Subprocess(
        URL(filePath: "/usr/bin/env"),
        ["HOME=\(folder.path)", "XDG_CONFIG_HOME=\(folder.path)", folder.url("apps").path, folder.url("scripts").path],
        in: folder.path
      )
      var last: Int?
      var done: Set<Int> = []
      for line in process.output.split(separator: "\n") {
        guard let outcome = try? JSONDecoder().decode(AppOutcome.self, from: Data(line.utf8)) else { continue }
        last = outcome.app
        guard let differences = outcome.differences else { continue }
        done.insert(outcome.app)
        apps[outcome.app].freshened = outcome.freshened
        apps[outcome.app].comparisons = outcome.same + outcome.freshened + differences.count
        let unnamed = differences.filter { !apps[outcome.app].names($0) }
        if !unnamed.isEmpty { apps[outcome.app].failure = .differences(unnamed) }
      }
      waiting.removeAll { done.contains($0) }
      guard let last, !done.contains(last) else {
        if waiting.isEmpty { return }
        throw StandIns.CompilationError(output: "The apps didn't run.\n\(process.output)\(process.errors)")
      }
      apps[last].failure = .crash(String(process.errors.prefix(2000)))
      waiting.removeAll { $0 == last }
    }
  }

  private static func script(of app: GeneratedApp, _ number: Int) -> Script {
    let actions = app.actions
    let steps = app.steps.map { changes in
      changes.compactMap { change -> Script.Change? in
        switch change {
        case .control(let number): return Script.Change(action: nil, number: number)
        case .action(let property, let action, let number):
          guard let index = actions.firstIndex(where: { $0 == (property, action) }) else { return nil }
          return Script.Change(action: index, number: number)
        }
      }
    }
    return Script(app: number, steps: steps)
  }
}

extension ComparedApp {
  /// Whether a finding names the properties and how they differ.
  fileprivate func names(_ difference: AppOutcome.Difference) -> Bool {
    let properties = difference.properties
    if properties.isEmpty { return false }
    return properties.allSatisfy { name in
      guard let id = Int(name.dropFirst()), let property = app.property(id) else { return false }
      // A change of another object of the view showed it, and that one has converted alone.
      let rules = property.rulesOfDifference + ["unread-model"]
      return findings.contains { finding in
        guard rules.contains(finding.rule), finding.state == .changed else { return false }
        if finding.rule == "pipeline" {
          return line(of: finding).contains("$\(name)") && (finding.isRisky || sharesNote(finding))
        }
        guard finding.isRisky else { return false }
        // By itself, as a property of an object, with the part of it that views show, or by what is derived from it.
        let names = ["`\(name)`", ".\(name)`", "`\(name).", "`q\(id)`"]
        return finding.rule == "state-object" || names.contains(where: finding.message.contains)
      }
    }
  }

  /// Whether another place has the note of a finding, which counts the place of the finding among the others.
  private func sharesNote(_ finding: Finding) -> Bool {
    findings.contains { other in
      other.isRisky && other.rule == finding.rule && other.message.hasPrefix(finding.message)
        && other.message.contains(" Also at ")
    }
  }

  /// What a finding stands at: one about a subscription says no more of the property.
  private func line(of finding: Finding) -> String {
    let text = files.first { $0.path == finding.file }?.text ?? ""
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.indices.contains(finding.line - 1) ? String(lines[finding.line - 1]) : ""
  }
}

extension GeneratedApp.Property {
  /// The rules of which a finding at a property says how it differs at run time.
  fileprivate var rulesOfDifference: [RuleID] {
    switch shape {
    // Not for an equal value, and once for several changes in one turn.
    case .receivedValues, .receivedCounts: ["on-receive"]
    // What nothing observes.
    case .unobservedObject: ["unobserved-state"]
    // By itself, or in a view that reads nothing of the model that changes with it.
    case .globalVariable: ["unobserved-state", "unread-model"]
    // Of a superclass that isn't observable, or bound to a control though nothing announces it.
    case .plain, .plainOptional:
      isInherited ? ["unobserved-state"] : ["observed-object", "environment-object"]
    // A change through another object with the same key.
    case .storedInDefaults: ["stored-default"]
    // The initial value is made each time that the view's value is.
    case .constantFromInitializer: ["state-object"]
    // After the value is stored; a stream has one value for the changes of one turn.
    case .sinkOfCounts, .sinkReadsOldValue, .sinkInNextTurn: ["pipeline"]
    default: []
    }
  }
}
