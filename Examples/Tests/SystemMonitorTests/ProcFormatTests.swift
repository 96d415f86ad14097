import Testing

@testable import MonitorModels
@testable import SystemMonitor

@Suite struct ProcFormatTests {
  private let units = ProcessReading.Units(ticksPerSecond: 100, bytesPerPage: 4096)

  @Test func statHasTotalAndCores() throws {
    let stat = try ProcStat(parsing: bytes("cpu  1 2 3 40 5 6 7 8 9 9\ncpu0 1 2 3 40 5 6 7 8 9 9\nintr 5\n"))
    // The guests' time is part of the first two fields.
    #expect(stat.total == CPUTicks(busy: 27, idle: 45))
    #expect(stat.cores == [CPUTicks(busy: 27, idle: 45)])
  }

  @Test func statOfAnOldKernelHasFourFields() throws {
    #expect(try ProcStat(parsing: bytes("cpu 1 2 3 4\n")).total == CPUTicks(busy: 6, idle: 4))
  }

  @Test(arguments: ["", "intr 1 2\n", "cpu0 1 2 3 4\n"])
  func statWithoutATotalIsRefused(_ text: String) {
    #expect(throws: FormatError(missing: "the line \"cpu\"")) { try ProcStat(parsing: bytes(text)) }
  }

  @Test(arguments: ["cpu 1 2 3 x\n", "cpu 1 2 3\n4\n", "cpu\n", "cpu 1 2 -3 4\n"])
  func statWithoutATimeIsRefused(_ text: String) {
    #expect(throws: FormatError(missing: "a time in the line \"cpu\"")) { try ProcStat(parsing: bytes(text)) }
  }

  @Test func memoryIsCountedInBytes() throws {
    let text = "SwapFree: 1 kB\nMemTotal: 10 kB\nMemFree: 1 kB\nMemAvailable:    4 kB\nSwapTotal:\t3 kB\n"
    #expect(
      try MemoryReading(parsing: bytes(text))
        == MemoryReading(total: 10240, used: 6144, swapTotal: 3072, swapUsed: 2048)
    )
  }

  @Test(arguments: [
    ("", "MemTotal:"), ("MemTotal: 1 kB\nSwapTotal: 0 kB\nSwapFree: 0 kB\n", "MemAvailable:"),
    ("MemTotal: many kB\nMemAvailable: 1 kB\nSwapTotal: 0 kB\nSwapFree: 0 kB", "MemTotal:"),
  ])
  func memoryWithoutAValueIsRefused(_ text: String, _ key: String) {
    #expect(throws: FormatError(missing: "the value of \"\(key)\"")) { try MemoryReading(parsing: bytes(text)) }
  }

  @Test func loadIsExact() throws {
    let load = try LoadReading(parsing: bytes("0.05 1.40 123.00 2/83 3632\n"))
    #expect([load.one, load.five, load.fifteen].map(\.description) == ["0.05", "1.40", "123.00"])
  }

  @Test(arguments: ["", "1 2 3", "0.1 0.2 0.3", "0.00 0.00", "a.bc 0.00 0.00", "0.00 -1.00 0.00"])
  func loadWithoutDecimalsIsRefused(_ text: String) {
    #expect(throws: FormatError.self) { try LoadReading(parsing: bytes(text)) }
  }

  @Test func networkAddsUpInterfacesButTheLoopback() throws {
    let text = "heading\nheading\n  lo: 9 1 0 0 0 0 0 0 9 1\n eth0:100 1 0 0 0 0 0 0 20 1\nveth: 1 1 0 0 0 0 0 0 2 1\n"
    #expect(try ByteCounters(parsingNetwork: bytes(text)) == ByteCounters(incoming: 101, outgoing: 22))
  }

  @Test func networkWithoutInterfacesIsStill() throws {
    #expect(try ByteCounters(parsingNetwork: bytes("heading\nheading\n")) == ByteCounters())
  }

  @Test(arguments: [
    ("h\nh\neth0 1 2\n", "the name of an interface"),
    ("h\nh\neth0: 1 2\n", "a counter of the interface \"eth0\""),
    ("h\nh\neth0: x 1 0 0 0 0 0 0 20 1\n", "a counter of the interface \"eth0\""),
  ])
  func networkWithoutACounterIsRefused(_ text: String, _ missing: String) {
    #expect(throws: FormatError(missing: missing)) { try ByteCounters(parsingNetwork: bytes(text)) }
  }

  @Test func disksAddUpWithoutPartitionsAndVirtualDevices() throws {
    func device(_ name: String) -> String { " 8 0 \(name) 10 0 1 0 10 0 2 0 0 0 0\n" }
    let disks = ["sda", "sdb", "nvme0n1", "nvme0n2", "mmcblk0", "vda", "sr0"]
    let others = ["loop0", "ram0", "zram0", "dm-0", "md127"]
    let all = ["sda", "sda1", "sda12", "sdb", "nvme0n1", "nvme0n1p1", "nvme0n2", "mmcblk0", "mmcblk0p2", "vda", "vda1"]
    let counters = try ByteCounters(parsingDisks: bytes((others + all + ["sr0"]).map(device).joined()))
    #expect(counters == ByteCounters(incoming: UInt64(512 * disks.count), outgoing: UInt64(1024 * disks.count)))
  }

  @Test(arguments: [
    ("8 0\n", "the name of a device"), ("\n", "the name of a device"),
    ("8 0 sda 1 2 3\n", "a counter of the device \"sda\""),
    ("8 0 sda 1 2 x 4 5 6 7\n", "a counter of the device \"sda\""),
  ])
  func disksWithoutACounterAreRefused(_ text: String, _ missing: String) {
    #expect(throws: FormatError(missing: missing)) { try ByteCounters(parsingDisks: bytes(text)) }
  }

  @Test(arguments: [
    ("bash", "bash"), ("tmux: server", "tmux: server"), ("(sd-pam)", "(sd-pam)"), (") S 1 (x", ") S 1 (x"),
    ("", ""), ("a\nb", "a?b"), ("\u{1B}[2J", "?[2J"), ("ä", "ä"),
  ])
  func processNamesMayHoldAnything(_ name: String, _ shown: String) throws {
    let text = "42 (\(name)) S 1 2 3 0 -1 4194304 9 8 7 6 150 50 1 2 20 -5 1 0 777 3133440 3 18446744073709551615 1\n"
    let process = try ProcessReading(parsing: bytes(text), units)
    #expect(process.id == ProcessIdentity(pid: 42, startTime: 777) && process.name == shown)
    #expect(process.processorTime == 2 && process.memory == 12288)
    // What no command line is known of is shown like a thread of the kernel.
    #expect(process.command.text == "[\(shown)]")
  }

  @Test(arguments: [
    ("", "the name in parentheses"), ("42 bash S 1", "the name in parentheses"),
    ("42 bash) S", "the name in parentheses"),
    ("x (bash) S 1", "the name in parentheses"), ("99999999999 (bash) S 1", "the name in parentheses"),
    ("42 (bash) S 1 2 3", "a field from 14 to 24"),
    ("42 (bash) S 1 2 3 0 -1 4 9 8 7 6 -150 50 1 2 20 0 1 0 777 3 3", "a field from 14 to 24"),
  ])
  func processesWithoutAFieldAreRefused(_ text: String, _ missing: String) {
    #expect(throws: FormatError(missing: missing)) { try ProcessReading(parsing: bytes(text), units) }
  }
}
