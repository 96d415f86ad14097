import Testing

@testable import MonitorModels
@testable import SystemMonitor

@Suite struct ProcessCommandTests {
  @Test(arguments: [
    ("/usr/bin/vim\0notes.txt\0", "/usr/bin/|vim| notes.txt"), ("ls\0-l\0/tmp\0", "|ls| -l /tmp"),
    ("./run\0", "./|run|"), ("-bash\0", "|-bash|"), ("sshd: ada@pts/0\0", "|sshd: ada@pts/0|"),
    ("/bin/sh\0-c\0\0x\0", "/bin/|sh| -c  x"), ("server\0\0\0\0", "|server|"),
    ("/bin/cat\0grüße\u{1B}[2J\0", "/bin/|cat| grüße?[2J"),
    ("", "|[name]|"), ("\0\0", "|[name]|"),
  ])
  func aCommandLineHasThreeParts(_ text: String, _ parts: String) {
    let command = ProcessCommand(parsing: bytes(text), name: "name")
    #expect("\(command.folder)|\(command.program)|\(command.arguments)" == parts)
    #expect(command.text == parts.replacing("|", with: ""))
  }

  @Test func aLongCommandLineIsCut() {
    let command = ProcessCommand(parsing: bytes("/bin/x\0" + String(repeating: "y", count: 5000)), name: "x")
    #expect(command.text.count == 512)
  }

  @Test func whatMacOSTellsEndsBeforeTheEnvironment() {
    let text = "\u{2}\0\0\0/bin/ls\0\0\0\0ls\0-l\0HOME=/\0"
    #expect(ProcessCommand(parsingProcessArguments: bytes(text))?.text == "ls -l")
  }

  @Test(arguments: ["", "\u{1}\0", "\u{1}\0\0\0", "\0\0\0\0/bin/ls\0\0ls\0"])
  func whatMacOSTellsMayBeEmpty(_ text: String) {
    #expect(ProcessCommand(parsingProcessArguments: bytes(text)) == nil)
  }
}
