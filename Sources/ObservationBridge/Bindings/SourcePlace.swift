/// Where a binding stands in the source.
package struct SourcePlace: Sendable {
  let file: StaticString
  let line: UInt
  let method: StaticString

  package init(file: StaticString, line: UInt, method: StaticString) {
    self.file = file
    self.line = line
    self.method = method
  }
}
