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
    let results = Migration(options: MigrationOptions(minimumIOS: 17)).run(scenario.files)
    #expect(results.flatMap(\.edits) != [])
  }
}
