#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A signal that the user can send to a process.
package enum ProcessSignal: CaseIterable, Sendable {
  case term, kill, int, hup, stop, cont, usr1, usr2

  package var number: CInt {
    switch self {
    case .term: SIGTERM
    case .kill: SIGKILL
    case .int: SIGINT
    case .hup: SIGHUP
    case .stop: SIGSTOP
    case .cont: SIGCONT
    case .usr1: SIGUSR1
    case .usr2: SIGUSR2
    }
  }

  package var name: String {
    "\(self)".uppercased()
  }

  /// Sends it. Returns why that failed, or nil.
  package func send(to pid: Int32) -> String? {
    guard systemKill(pid, number) != 0 else { return nil }
    // The text belongs to the C library and is copied at once.
    return unsafe String(cString: strerror(errno))
  }

  /// The signal so many places further in the list, which is a circle.
  package func advanced(by steps: Int) -> ProcessSignal {
    let all = Self.allCases
    let index = all.firstIndex(of: self).map { $0 + steps } ?? 0
    return all[(index % all.count + all.count) % all.count]
  }
}

// A name of its own: within the type `kill` is the case.
private func systemKill(_ pid: Int32, _ signal: CInt) -> CInt {
  kill(pid, signal)
}
