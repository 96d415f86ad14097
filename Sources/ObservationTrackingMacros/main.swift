#if canImport(SwiftCompilerPlugin)
  // With the swift-syntax package.
  import SwiftCompilerPlugin
  import SwiftSyntaxMacros

  struct Plugin: CompilerPlugin {
    let providingMacros: [any Macro.Type] = observationMacros
  }

  try Plugin.main()
#else
  // With the toolchain's swift-syntax, whose libraries contain this module's contents.
  @_spi(PluginMessage) import SwiftCompilerPluginMessageHandling
  import SwiftSyntaxMacros

  /// Finds a macro by the name of its type, as given in the macro's declaration.
  struct Plugin: PluginProvider {
    struct UnknownMacro: Error, CustomStringConvertible {
      let name: String
      var description: String { "This plug-in has no macro '\(name)'; clean the build folder and build again." }
    }

    func resolveMacro(moduleName: String, typeName: String) throws -> any Macro.Type {
      guard let macro = observationMacros.first(where: { "\($0)" == typeName }) else {
        throw UnknownMacro(name: "\(moduleName).\(typeName)")
      }
      return macro
    }
  }

  try CompilerPluginMessageListener(connection: StandardIOMessageConnection(), provider: Plugin()).main()
#endif
