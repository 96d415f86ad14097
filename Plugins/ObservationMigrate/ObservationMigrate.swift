import PackagePlugin

/// Runs `observation-migrate` over a package, and asks for no permission: nothing is written.
@main struct ObservationMigrate: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    try context.migrate(["--read-only"], arguments)
  }
}
