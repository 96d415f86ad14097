import Foundation
import TestSupport
import Testing

/// The size of a model's code: unlike the compile time, the size is equal in each run.
@Suite(.compilesSources) struct ObjectSizeTests {
  @Test(arguments: ["-Onone", "-O"]) func aModelTakesLittleMoreObjectCodeThanAnObservableClass(optimization: String)
    throws
  {
    let model = try size(of: "ObservableModel", optimization)
    let observable = try size(of: "Observable", optimization)
    #expect(Double(model) <= 1.2 * Double(observable), "\(model) bytes, and \(observable)")
    // Both contain all of it.
    #expect(model > 100_000 && observable > 100_000)
  }

  private func size(of macro: String, _ optimization: String) throws -> Int {
    let folder = try Compiler.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let values = ["1", #""a""#, "true", "1.0", "[1]", "Date?.none"]
    let properties = (0..<100).map { "  public var property\($0) = \(values[$0 % values.count])\n" }
    let source = """
      public import Foundation
      public import ObservationModels

      @MainActor @\(macro) public final class Model {
      \(properties.joined())}
      """
    let (file, object) = (folder.appending(path: "Model.swift"), folder.appending(path: "Model.o"))
    try source.write(to: file, atomically: true, encoding: .utf8)
    let result = try Compiler.compile(
      ["-parse-as-library", "-wmo", optimization, "-c", file.path, "-o", object.path],
      in: folder
    )
    #expect(result.output == "")
    return try Data(contentsOf: object).count
  }
}
