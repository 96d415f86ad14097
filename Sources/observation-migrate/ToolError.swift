/// A command that can't be carried out, and what to do.
struct ToolError: Error, Equatable, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
