import Foundation
import MonitorWindow

exit(WindowProgram.run())
