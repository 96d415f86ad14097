#if os(macOS)
  // Some of its global variables, like `mach_task_self_`, are set once and not marked so.
  @preconcurrency import Darwin

  /// Reads the machine by the system calls of macOS.
  ///
  /// What passes through the disks is known to IOKit only, and left out. The unsafe calls fill variables of the size that
  /// they are told; what they allocate is freed at the end of the function.
  public struct DarwinSource: SystemSource {
    /// Reads the machine that this runs on.
    public init() {}

    private var users = UserNames()
    /// Of the processes of the last reading, so that a command line is read once and not every time.
    private var details: [Int32: ProcessDetails] = [:]

    /// Reads the counters as they are now.
    public mutating func read() throws(SystemError) -> SystemReading {
      let cores = try CPUTicks.ofCores()
      return SystemReading(
        time: .now,
        cpu: CPUTicks(busy: cores.map(\.busy).reduce(0, &+), idle: cores.map(\.idle).reduce(0, &+)),
        cores: cores,
        memory: try .current(),
        load: try .current(),
        network: try .currentNetwork(),
        disk: nil,
        processes: try processes()
      )
    }

    private mutating func processes() throws(SystemError) -> [ProcessReading] {
      var processes: [ProcessReading] = []
      var current: [Int32: ProcessDetails] = [:]
      for (reading, user) in try ProcessReading.all() {
        let details = details(of: reading, user)
        current[reading.id.pid] = details
        var process = reading
        process.user = details.user
        process.command = details.command
        processes.append(process)
      }
      details = current
      return processes
    }

    private mutating func details(of process: ProcessReading, _ user: uid_t) -> ProcessDetails {
      if let known = details[process.id.pid], known.describes(process) { return known }
      return ProcessDetails(of: process, user: users.name(of: user), command: .current(of: process))
    }
  }

  extension ProcessCommand {
    /// The command line of a process, as far as the user may see it.
    fileprivate static func current(of process: ProcessReading) -> ProcessCommand {
      var query = [CTL_KERN, KERN_PROCARGS2, process.id.pid]
      var size = 0
      guard unsafe sysctl(&query, 3, nil, &size, nil, 0) == 0 else { return ProcessCommand(program: process.name) }
      var bytes = [UInt8](repeating: 0, count: size)
      guard unsafe sysctl(&query, 3, &bytes, &size, nil, 0) == 0 else { return ProcessCommand(program: process.name) }
      return ProcessCommand(parsingProcessArguments: bytes.prefix(size)) ?? ProcessCommand(program: process.name)
    }
  }

  extension SystemError {
    /// The failure of a call that has set `errno`.
    fileprivate static func failed(_ call: String) -> SystemError {
      .failed(call: call, reason: unsafe String(cString: strerror(errno)))
    }
  }

  extension CPUTicks {
    fileprivate static func ofCores() throws(SystemError) -> [CPUTicks] {
      var coreCount: natural_t = 0
      var info: processor_info_array_t?
      var infoCount: mach_msg_type_number_t = 0
      let result = unsafe host_processor_info(
        mach_host_self(),
        PROCESSOR_CPU_LOAD_INFO,
        &coreCount,
        &info,
        &infoCount
      )
      guard result == KERN_SUCCESS, let info = unsafe info else {
        throw .failed(call: "host_processor_info", reason: "code \(result)")
      }
      defer {
        // The kernel has allocated the array for the caller.
        let size = vm_size_t(infoCount) * vm_size_t(MemoryLayout<integer_t>.stride)
        unsafe vm_deallocate(mach_task_self_, vm_address_t(UInt(bitPattern: info)), size)
      }
      return (0..<Int(coreCount)).map { core in
        func ticks(_ state: CInt) -> UInt64 {
          unsafe UInt64(UInt32(bitPattern: info[core * Int(CPU_STATE_MAX) + Int(state)]))
        }
        return CPUTicks(
          busy: ticks(CPU_STATE_USER) + ticks(CPU_STATE_SYSTEM) + ticks(CPU_STATE_NICE),
          idle: ticks(CPU_STATE_IDLE)
        )
      }
    }
  }

  extension MemoryReading {
    fileprivate static func current() throws(SystemError) -> MemoryReading {
      var statistics = vm_statistics64()
      var count = mach_msg_type_number_t(MemoryLayout<vm_statistics64>.size / MemoryLayout<integer_t>.size)
      let result = unsafe withUnsafeMutablePointer(to: &statistics) { pointer in
        unsafe pointer.withMemoryRebound(to: integer_t.self, capacity: Int(count)) { integers in
          unsafe host_statistics64(mach_host_self(), HOST_VM_INFO64, integers, &count)
        }
      }
      guard result == KERN_SUCCESS else { throw .failed(call: "host_statistics64", reason: "code \(result)") }
      var total: UInt64 = 0
      var totalSize = MemoryLayout<UInt64>.size
      guard unsafe sysctlbyname("hw.memsize", &total, &totalSize, nil, 0) == 0 else {
        throw .failed("sysctl hw.memsize")
      }
      var swap = xsw_usage()
      var swapSize = MemoryLayout<xsw_usage>.size
      guard unsafe sysctlbyname("vm.swapusage", &swap, &swapSize, nil, 0) == 0 else {
        throw .failed("sysctl vm.swapusage")
      }
      // What the system's own monitor calls used: neither free nor a mere cache of files.
      let pages =
        UInt64(statistics.active_count) + UInt64(statistics.wire_count) + UInt64(statistics.compressor_page_count)
      return MemoryReading(
        total: total,
        used: pages * UInt64(getpagesize()),
        swapTotal: swap.xsu_total,
        swapUsed: swap.xsu_used
      )
    }
  }

  extension LoadReading {
    fileprivate static func current() throws(SystemError) -> LoadReading {
      var loads = [Double](repeating: 0, count: 3)
      guard unsafe getloadavg(&loads, 3) == 3 else {
        throw .failed(call: "getloadavg", reason: "it gave fewer than three values")
      }
      let hundredths = loads.map { Hundredths(value: Int(($0 * 100).rounded())) }
      return LoadReading(one: hundredths[0], five: hundredths[1], fifteen: hundredths[2])
    }
  }

  extension ByteCounters {
    fileprivate static func currentNetwork() throws(SystemError) -> ByteCounters {
      var first: UnsafeMutablePointer<ifaddrs>?
      guard unsafe getifaddrs(&first) == 0 else { throw .failed("getifaddrs") }
      defer { unsafe freeifaddrs(first) }
      var counters = ByteCounters()
      var next = unsafe first
      while let interface = unsafe next {
        unsafe next = interface.pointee.ifa_next
        // The entries of the link layer have the counters.
        guard let address = unsafe interface.pointee.ifa_addr, unsafe address.pointee.sa_family == UInt8(AF_LINK),
          unsafe interface.pointee.ifa_flags & UInt32(IFF_LOOPBACK) == 0,
          let data = unsafe interface.pointee.ifa_data?.assumingMemoryBound(to: if_data.self)
        else { continue }
        counters.incoming &+= UInt64(unsafe data.pointee.ifi_ibytes)
        counters.outgoing &+= UInt64(unsafe data.pointee.ifi_obytes)
      }
      return counters
    }
  }

  extension ProcessReading {
    /// All processes that the user may look at, each with the user that it belongs to.
    fileprivate static func all() throws(SystemError) -> [(ProcessReading, uid_t)] {
      let known = unsafe proc_listallpids(nil, 0)
      guard known > 0 else { throw .failed("proc_listallpids") }
      // Some more, for processes that start meanwhile.
      var pids = [pid_t](repeating: 0, count: Int(known) + 64)
      let count = unsafe proc_listallpids(&pids, CInt(pids.count * MemoryLayout<pid_t>.stride))
      var timebase = mach_timebase_info_data_t()
      unsafe mach_timebase_info(&timebase)
      let secondsPerTick = Double(timebase.numer) / Double(max(1, timebase.denom)) / 1e9
      return pids.prefix(max(0, Int(count))).compactMap { current($0, secondsPerTick: secondsPerTick) }
    }

    /// Nil for a process that has gone, or that the user may not look at.
    private static func current(_ pid: pid_t, secondsPerTick: Double) -> (ProcessReading, uid_t)? {
      var info = proc_taskallinfo()
      let size = CInt(MemoryLayout<proc_taskallinfo>.size)
      guard unsafe proc_pidinfo(pid, PROC_PIDTASKALLINFO, 0, &info, size) == size else { return nil }
      let name = unsafe withUnsafeBytes(of: &info.pbsd.pbi_comm) { unsafe Array($0.prefix { $0 != 0 }) }
      let text = TerminalText.string(from: name)
      let reading = ProcessReading(
        id: ProcessIdentity(pid: pid, startTime: info.pbsd.pbi_start_tvsec &* 1_000_000 &+ info.pbsd.pbi_start_tvusec),
        name: text,
        command: ProcessCommand(program: text),
        processorTime: Double(info.ptinfo.pti_total_user &+ info.ptinfo.pti_total_system) * secondsPerTick,
        memory: info.ptinfo.pti_resident_size
      )
      return (reading, info.pbsd.pbi_uid)
    }
  }
#endif
