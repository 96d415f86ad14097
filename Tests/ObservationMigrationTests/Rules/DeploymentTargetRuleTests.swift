import Foundation
import ObservationMigration
import Testing

@Suite struct DeploymentTargetRuleTests {
  @Test func systemsWithoutObservationAreRefused() async throws {
    let scenario = Scenario(
      """
      import Combine
      final class 1️⃣A: ObservableObject {}
      """
    )
    try await scenario.expect(
      nil,
      findings: ["1️⃣ refused deployment-target"],
      options: MigrationOptions(minimumIOS: 16)
    )
    let results = Migration(options: MigrationOptions(minimumIOS: 17)).recorded(scenario.files)
    #expect(results.flatMap(\.edits) != [])
  }

  private static func refusals(_ attribute: String, _ options: MigrationOptions) -> [String] {
    let text = "import Combine\n\(attribute) final class Player: ObservableObject { @Published var title = \"\" }\n"
    return Migration(options: options).recorded([SourceFile(path: "App/Player.swift", text: text)]).flatMap(\.findings)
      .filter { $0.state == .refused }.map(\.message)
  }

  @Test func availabilityCountsWhereNothingStatesATarget() {
    let refusals = Self.refusals("@available(iOS 16, macOS 14, *)", MigrationOptions())
    #expect(
      refusals == [
        "`@available` offers the class from iOS 16, which has no `@Observable`: raise it to iOS 17, or remove it if the "
          + "deployment target is newer."
      ]
    )
    #expect(Self.refusals("@available(iOS 17, *)", MigrationOptions()) == [])
  }

  @Test func targetThatIsNewEnoughMakesAvailabilityPointless() {
    #expect(Self.refusals("@available(iOS 16, *)", MigrationOptions(minimumIOS: 17)) == [])
  }

  @Test func classOfNewerSystemsConvertsInAProjectForOlderOnes() {
    let target = DeploymentTarget(versions: [.iOS: 15, .macOS: 13], files: ["Package.swift"])
    let options = MigrationOptions(deploymentTargets: [target])
    #expect(Self.refusals("@available(iOS 17, macOS 14, *)", options) == [])
    #expect(
      Self.refusals("@available(iOS 17, *)", options) == [
        "The deployment target is macOS 13 (Package.swift), which has no `@Observable`: raise it to macOS 14, or pass "
          + "`--minimum-macos 14`."
      ]
    )
  }

  @Test func eachFileHasTheTargetOfItsFolder() {
    let (old, new) = (DeploymentTarget(versions: [.iOS: 15]), DeploymentTarget(versions: [.iOS: 17]))
    let here = FileManager.default.currentDirectoryPath
    var options = MigrationOptions(deploymentTargets: [old, new])
    options.deploymentTargets[0].folder = "/"
    options.deploymentTargets[1].folder = here + "/App"
    #expect(Self.refusals("", options) == [])
    options.deploymentTargets[1].folder = here + "/Other"
    #expect(Self.refusals("", options).count == 1)
    options.minimumVersions = [.macOS: 14]
    #expect(Self.refusals("", options) == [])
  }
}
