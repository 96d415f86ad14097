import CExploration
import Exploration
import Glibc
import ObservationBridge

@main
enum Program {
  static func main() {
    unsafe ce_restart_deterministically(CommandLine.unsafeArgv)
    ExploredExecutors.install()
    do {
      let command = try Command(Array(CommandLine.arguments.dropFirst()))
      exit(command.run() ? 0 : 1)
    } catch {
      print(error)
      exit(64)
    }
  }
}
