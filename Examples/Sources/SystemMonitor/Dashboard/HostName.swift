import MonitorModels

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The name of this machine.
enum HostName {
  static var current: String {
    var name = [CChar](repeating: 0, count: 256)
    // It fills at most the whole array.
    guard unsafe gethostname(&name, name.count) == 0 else { return "unknown host" }
    return TerminalText.string(from: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)))
  }
}
