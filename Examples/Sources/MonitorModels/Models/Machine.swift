/// What the dashboard shows of the machine: one model per panel.
///
/// The models hold values that are rounded to what is shown, so that a change which can't be seen is none.
@MainActor
public final class Machine {
  /// All processors together.
  public let cpu = CPUModel()
  /// Each processor.
  public let cores: CoresModel
  /// Memory and swap.
  public let memory = MemoryModel()
  /// Processes that run or wait to run.
  public let load = LoadModel()
  /// What is received and sent.
  public let network = ThroughputModel()
  /// What is read and written.
  public let disk = ThroughputModel()
  /// The list of processes.
  public let processes = ProcessesModel()

  /// Creates models that show nothing yet.
  public init(coreCount: Int) {
    cores = CoresModel(count: coreCount)
  }

  /// Shows what a sample says.
  public func apply(_ sample: SystemSample) {
    cpu.apply(sample.cpu)
    cores.apply(sample.cores)
    memory.apply(sample.memory)
    load.apply(sample.load, coreCount: sample.cores.count)
    network.apply(sample.network)
    disk.apply(sample.disk)
    processes.update { $0.apply(sample.processes) }
  }
}
