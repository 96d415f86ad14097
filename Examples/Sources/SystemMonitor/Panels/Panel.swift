/// A part of the dashboard, drawn by an observation of its own. The order is that on the screen.
enum Panel: Int, CaseIterable, Sendable {
  case cpu
  case cores
  case memory
  case swap
  case load
  case network
  case disk
  case processes

  var title: String {
    switch self {
    case .cpu: "CPU"
    case .cores: "Cores"
    case .memory: "Memory"
    case .swap: "Swap"
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
    case .swap: "Swp"
    case .load: "Load"
    case .network: "Net"
    case .disk: "Dsk"
    case .processes: "Prc"
    }
  }
}
