import PackagePlugin

/// Runs `observation-migrate apply` over a package, with permission to write to the package.
@main struct ObservationMigrateApply: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    try context.migrate(["apply"], arguments)
  }
}
