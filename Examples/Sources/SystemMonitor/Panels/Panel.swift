/// A part of the dashboard, drawn by an observation of its own. The order is that on the screen.
enum Panel: Int, CaseIterable, Sendable {
  case cpu
  case cores
  case memory
  case load
  case network
  case disk
  case processes

  var title: String {
    switch self {
    case .cpu: "CPU"
    case .cores: "Cores"
    case .memory: "Memory"
    case .load: "Load"
    case .network: "Network"
    case .disk: "Disk"
    case .processes: "Processes"
    }
  }

  var shortTitle: String {
    switch self {
    case .cpu: "CPU"
    case .cores: "Cor"
    case .memory: "Mem"
    case .load: "Load"
    case .network: "Net"
    case .disk: "Dsk"
    case .processes: "Prc"
    }
  }

  /// How many lines its box has above and below the graph.
  var valueLines: Int {
    switch self {
    case .cpu, .cores, .processes: 0
    case .load, .network, .disk: 1
    // The other one is for the swap space.
    case .memory: 2
    }
  }
}
