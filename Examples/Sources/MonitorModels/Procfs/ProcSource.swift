#if os(Linux)
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// Reads the machine from `/proc`.
  public struct ProcSource: SystemSource {
    private let root: String
    private let units: ProcessReading.Units
    private var reader = FileReader()
    private var users = UserNames()
    /// Of the processes of the last reading, so that a command line is read once and not every time.
    private var details: [Int32: ProcessDetails] = [:]

    /// Reads files below a folder, `/proc` or one like it.
    public init(root: String) {
      self.root = root
      units = ProcessReading.Units(
        ticksPerSecond: Double(max(1, sysconf(CInt(_SC_CLK_TCK)))),
        bytesPerPage: UInt64(max(1, sysconf(CInt(_SC_PAGESIZE))))
      )
    }

    /// Reads the counters as they are now.
    public mutating func read() throws(SystemError) -> SystemReading {
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
      var current: [Int32: ProcessDetails] = [:]
      current.reserveCapacity(details.count)
      while let pid = ids.next() {
        // A process may end between its listing and here, and that of another user may be hidden: it is left out.
        guard let bytes = try? reader.read("\(pid)/stat", in: ids.descriptor, isOneRecord: true), !bytes.isEmpty
        else { continue }
        var process: ProcessReading
        do throws(FormatError) {
          process = try ProcessReading(parsing: bytes, units)
        } catch {
          throw .malformed(path: "\(root)/\(pid)/stat", expected: error.missing)
        }
        let details = details(of: process, in: ids.descriptor)
        process.user = details.user
        process.command = details.command
        current[pid] = details
        processes.append(process)
      }
      details = current
      return processes
    }

    private mutating func details(of process: ProcessReading, in directory: CInt) -> ProcessDetails {
      let pid = process.id.pid
      if let known = details[pid], known.describes(process) { return known }
      let user = reader.owner("\(pid)", in: directory).map { users.name(of: $0) } ?? ""
      // Hidden or just ended: it is shown like one that has no command line.
      let command = (try? reader.read("\(pid)/cmdline", in: directory)) ?? []
      return ProcessDetails(of: process, user: user, command: ProcessCommand(parsing: command, name: process.name))
    }
  }
#endif
