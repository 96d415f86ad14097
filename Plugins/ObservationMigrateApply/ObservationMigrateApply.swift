import PackagePlugin

/// Runs `observation-migrate apply` over a package, which it asks for the permission to write to.
@main struct ObservationMigrateApply: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    try context.migrate(["apply"], arguments)
  }
}
