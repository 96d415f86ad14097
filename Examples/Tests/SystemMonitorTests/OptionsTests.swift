import Testing

@testable import SystemMonitor

@Suite struct OptionsTests {
  @Test func withoutArgumentsTheDefaultsHold() throws {
    let options = try Options(parsing: [])
    #expect(options == Options())
    #expect(options.interval == .seconds(1) && options.duration == nil && options.procRoot == "/proc")
  }

  @Test func valuesAreAttachedOrFollow() throws {
    var expected = Options()
    expected.once = true
    expected.duration = .seconds(2.5)
    expected.interval = .milliseconds(200)
    expected.procRoot = "/a=b"
    expected.passes = true
    let separate = ["--once", "--seconds", "2.5", "--interval", "200", "--proc", "/a=b", "--passes"]
    let attached = ["--once", "--seconds=2.5", "--interval=200", "--proc=/a=b", "--passes"]
    #expect(try Options(parsing: separate) == expected)
    #expect(try Options(parsing: attached) == expected)
  }

  @Test(arguments: ["--help", "-h"])
  func helpIsAskedFor(_ argument: String) throws {
    #expect(try Options(parsing: [argument]).help)
  }

  @Test func theHelpTextNamesEachOption() {
    for option in ["--once", "--seconds", "--interval", "--proc", "--passes", "--help"] {
      #expect(Options.help.contains("  \(option) "))
    }
  }

  @Test(arguments: [
    (["--fast"], "There is no option \"--fast\"."),
    (["now"], "There is no option \"now\"."),
    (["--seconds"], "The option --seconds needs a value."),
    (["--proc="], "The option --proc needs a value."),
    (["--once=yes"], "The option --once takes no value."),
    (["--seconds", "0"], "The option --seconds needs a number of seconds above 0 and up to 1000000, not \"0\"."),
    (["--seconds=nan"], "The option --seconds needs a number of seconds above 0 and up to 1000000, not \"nan\"."),
    (
      ["--interval", "5"],
      "The option --interval needs a whole number of milliseconds from 100 to 3600000, not \"5\"."
    ),
    (
      ["--interval", "1s"],
      "The option --interval needs a whole number of milliseconds from 100 to 3600000, not \"1s\"."
    ),
  ])
  func aWrongOptionIsNamed(_ arguments: [String], _ problem: String) {
    let error = #expect(throws: OptionError.self) { try Options(parsing: arguments) }
    #expect(error?.message == problem + " See system-monitor --help.")
  }
}
