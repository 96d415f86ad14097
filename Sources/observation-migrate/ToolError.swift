/// A command that can't be carried out, and the remedy.
struct ToolError: Error, Equatable, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
