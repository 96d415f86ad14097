extension ByteCounters {
  /// Adds up the disks of `/proc/diskstats`.
  ///
  /// Partitions and devices on top of others are left out, or the same bytes would count twice.
  init(parsingDisks bytes: ArraySlice<UInt8>) throws(FormatError) {
    self.init()
    var scanner = ByteScanner(bytes)
    var disk: ArraySlice<UInt8> = []
    while !scanner.isAtEnd {
      defer { scanner.nextLine() }
      guard scanner.skipFields(2), let name = scanner.field() else {
        throw FormatError(missing: "the name of a device")
      }
      guard scanner.skipFields(2), let sectorsRead = scanner.number(), scanner.skipFields(3),
        let sectorsWritten = scanner.number()
      else { throw FormatError(missing: "a counter of the device \"\(TerminalText.string(from: name))\"") }
      // The partitions of a disk follow it.
      if Self.isVirtual(name) || Self.isPartition(name, of: disk) { continue }
      disk = name
      // The unit is 512 bytes, whatever the disk's own sectors are.
      incoming &+= sectorsRead &* 512
      outgoing &+= sectorsWritten &* 512
    }
  }

  private static func isVirtual(_ name: ArraySlice<UInt8>) -> Bool {
    ["loop", "ram", "zram", "dm-", "md"].contains { name.starts(with: $0.utf8) }
  }

  /// `sda1` is one of `sda`; where the name of the disk ends with a digit a `p` stands between: `nvme0n1p1`.
  private static func isPartition(_ name: ArraySlice<UInt8>, of disk: ArraySlice<UInt8>) -> Bool {
    guard let last = disk.last, name.starts(with: disk) else { return false }
    var number = name.dropFirst(disk.count)
    if ByteScanner.number([last]) != nil, number.popFirst() != UInt8(ascii: "p") { return false }
    return ByteScanner.number(number) != nil
  }
}
