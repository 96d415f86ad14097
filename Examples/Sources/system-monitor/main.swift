import SystemMonitor

await SystemMonitor.run()
