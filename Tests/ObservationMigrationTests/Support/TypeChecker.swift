import Foundation
import TestSupport

/// Type-checks sources, many in one run of the compiler.
///
/// A run takes a third of a second for one small module, and little more for fifty: what is asked for while the compiler runs is
/// checked together in its next run. There all are one module, in which what each declares has names of its own. Those with errors
/// are checked once more, each alone, as their errors may come from the others. Where tests run as long as they can, each is checked alone.
actor TypeChecker {
  struct Module: Hashable {
    struct File: Hashable {
      let path: String
      let text: String
    }

    let files: [File]
    let language: String
  }

  static let shared = TypeChecker()

  private static let greatestCount = Stress.level == .exhaustive ? 1 : 50

  private var checks: [Module: Task<[String], any Error>] = [:]
  private var waiting: [(module: Module, continuation: CheckedContinuation<[String], any Error>)] = []
  private var isRunning = false

  /// The errors that the compiler has with a module.
  func errors(in module: Module) async throws -> [String] {
    if let check = checks[module] { return try await check.value }
    let check = Task { try await self.result(of: module) }
    checks[module] = check
    return try await check.value
  }

  private func result(of module: Module) async throws -> [String] {
    try await withCheckedThrowingContinuation { continuation in
      waiting.append((module, continuation))
      if isRunning { return }
      isRunning = true
      Task { await checkAllThatWait() }
    }
  }

  private func checkAllThatWait() async {
    while let language = waiting.first?.module.language {
      let group = Array(waiting.filter { $0.module.language == language }.prefix(Self.greatestCount))
      waiting.removeAll { element in group.contains { $0.module == element.module } }
      do {
        let results = try await Self.errors(in: group.map(\.module), language: language)
        for (element, errors) in zip(group, results) { element.continuation.resume(returning: errors) }
      } catch {
        for element in group { element.continuation.resume(throwing: error) }
      }
    }
    isRunning = false
  }

  /// The errors of each module.
  private static func errors(in modules: [Module], language: String) async throws -> [[String]] {
    guard modules.count > 1 else { return [try await Toolchain.errors(in: modules[0].files, language: language)] }
    // Names of files are unique in a module.
    let files = modules.enumerated().flatMap { number, module in
      DeclaredNames.madeUnique(in: module.files.map(\.text), suffix: "_\(number)").enumerated().map { index, text in
        Module.File(path: "\(number)-\(index).swift", text: text)
      }
    }
    let errors = try await Toolchain.errors(in: files, language: language)
    var results: [[String]] = []
    for (number, module) in modules.enumerated() {
      // An error without a place may come from any.
      let isSound = errors.allSatisfy { $0.first?.isNumber == true && !$0.hasPrefix("\(number)-") }
      results.append(isSound ? [] : try await Toolchain.errors(in: module.files, language: language))
    }
    return results
  }
}
