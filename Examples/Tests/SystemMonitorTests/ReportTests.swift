import Testing

@testable import MonitorModels
@testable import SystemMonitor

@MainActor @Suite struct ReportTests {
  @Test func theReportHasEveryPanelOnPlainLines() {
    let report = Report(.idle.with { $0.cpu = 0.25 })
    #expect(
      report.text == """
         CPU         25.0 %
         Core 0         0 %
         Core 1         0 %
         Memory        25 %  1.9 GiB of 7.5 GiB
         Swap           0 %      0 B of 0 B
         Load        0.00       0.00    0.00
         Network    ↓      0 B/s   ↑      0 B/s
         Disk       ↓      0 B/s   ↑      0 B/s
             PID  USER        CPU▼    MEMORY  COMMAND
               1  root         0 %   977 KiB  /bin/init

        """
    )
  }

  @Test func aTerminalGetsLinesThatFit() {
    let report = Report(.idle, width: 40)
    #expect(report.text.split(separator: "\n").allSatisfy { $0.count <= 40 })
    #expect(report.text.hasSuffix("       1     0 %  977K  init\n"))
  }
}
