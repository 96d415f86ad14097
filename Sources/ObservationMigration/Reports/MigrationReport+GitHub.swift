extension MigrationReport {
  /// A workflow command for each place, problem and product to add, and the closing line of the text.
  func github() -> String {
    let findings = findings.map { finding in
      Self.command(
        finding.severity == .note ? "notice" : finding.severity.rawValue,
        [
          ("file", CurrentFolder.path(to: finding.file)), ("line", String(finding.line)),
          ("col", String(finding.column)), ("title", finding.rule.rawValue),
        ],
        "\(finding.state.rawValue): \(finding.message)"
      )
    }
    let problems = problems.map { problem in
      let file = CurrentFolder.path(to: problem.path)
      return Self.command(problem.isError ? "error" : "warning", [("file", file)], problem.message)
    }
    // Targets are declared elsewhere, so there is no line for this notice.
    let products = zip(neededProducts, productSentences).map { Self.command("notice", [("title", $0.name)], $1) }
    return (findings + problems + products + [countSentence]).map { $0 + "\n" }.joined()
  }

  private static func command(_ name: String, _ properties: [(String, String)], _ message: String) -> String {
    let properties = properties.map { "\($0)=\(escaped($1).replacing(":", with: "%3A").replacing(",", with: "%2C"))" }
    return "::\(name) \(properties.joined(separator: ","))::\(escaped(message))"
  }

  /// Escapes characters that would end the command, or begin an escape sequence.
  private static func escaped(_ text: String) -> String {
    // By scalars: "\r\n" is one character.
    let escapes: [Unicode.Scalar: String] = ["%": "%25", "\r": "%0D", "\n": "%0A"]
    return text.unicodeScalars.map { escapes[$0] ?? String($0) }.joined()
  }
}
