#if os(Linux)
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// Reads the machine from `/proc`.
  struct ProcSource: SystemSource {
    private let root: String
    private let units: ProcessReading.Units
    private var reader = FileReader()

    init(root: String) {
      self.root = root
      units = ProcessReading.Units(
        ticksPerSecond: Double(max(1, sysconf(CInt(_SC_CLK_TCK)))),
        bytesPerPage: UInt64(max(1, sysconf(CInt(_SC_PAGESIZE))))
      )
    }

    mutating func read() throws(SystemError) -> SystemReading {
      let stat = try read("stat") { bytes throws(FormatError) in try ProcStat(parsing: bytes) }
      return SystemReading(
        time: .now,
        cpu: stat.total,
        cores: stat.cores,
        memory: try read("meminfo") { bytes throws(FormatError) in try MemoryReading(parsing: bytes) },
        load: try read("loadavg") { bytes throws(FormatError) in try LoadReading(parsing: bytes) },
        network: try read("net/dev") { bytes throws(FormatError) in try ByteCounters(parsingNetwork: bytes) },
        disk: try read("diskstats") { bytes throws(FormatError) in try ByteCounters(parsingDisks: bytes) },
        processes: try processes()
      )
    }

    private mutating func read<Value>(
      _ name: String,
      parse: (ArraySlice<UInt8>) throws(FormatError) -> Value
    ) throws(SystemError) -> Value {
      let path = "\(root)/\(name)"
      let bytes: ArraySlice<UInt8>
      do throws(FileReader.Failure) {
        bytes = try reader.read(path)
      } catch {
        throw .unreadable(path: path, reason: error.reason)
      }
      do throws(FormatError) {
        return try parse(bytes)
      } catch {
        throw .malformed(path: path, expected: error.missing)
      }
    }

    private mutating func processes() throws(SystemError) -> [ProcessReading] {
      guard var ids = ProcessIDs(root) else {
        throw .unreadable(path: root, reason: FileReader.Failure(code: errno).reason)
      }
      var processes: [ProcessReading] = []
      while let pid = ids.next() {
        // A process may end between its listing and here, and that of another user may be hidden: it is left out.
        guard let bytes = try? reader.read("\(pid)/stat", in: ids.descriptor), !bytes.isEmpty else { continue }
        do throws(FormatError) {
          processes.append(try ProcessReading(parsing: bytes, units))
        } catch {
          throw .malformed(path: "\(root)/\(pid)/stat", expected: error.missing)
        }
      }
      return processes
    }
  }
#endif
