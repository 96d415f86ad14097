import Testing

@testable import MonitorModels
@testable import SystemMonitor

@Suite struct CoreGridTests {
  @Test(arguments: [
    // Cores, width, height: columns, lines, graph.
    (1, 24, 4, 1, 1, GraphSize(columns: 15, rows: 4)), (2, 24, 4, 1, 2, GraphSize(columns: 15, rows: 2)),
    (4, 24, 4, 1, 4, GraphSize(columns: 15, rows: 1)), (8, 24, 4, 2, 4, GraphSize(columns: 2, rows: 1)),
    (16, 24, 4, 0, 4, GraphSize(columns: 1, rows: 4)), (64, 62, 12, 0, 11, GraphSize(columns: 1, rows: 12)),
    (16, 62, 12, 2, 8, GraphSize(columns: 20, rows: 1)),
  ])
  func coresShareTheBox(_ cores: Int, _ width: Int, _ height: Int, _ columns: Int, _ lines: Int, _ graph: GraphSize) {
    let grid = CoreGrid(coreCount: cores, width: width, height: height)
    #expect(grid.columns == columns && grid.lines == lines && grid.graph == graph)
  }

  @MainActor @Test(arguments: [1, 2, 3, 4, 7, 8, 16, 64, 256], [24, 38, 62])
  func coresFitTheirBox(_ cores: Int, _ width: Int) {
    for height in 1...14 {
      let grid = CoreGrid(coreCount: cores, width: width, height: height)
      let model = CoresModel(count: cores)
      model.fit(grid.graph)
      model.apply(Array(repeating: 1, count: cores))
      let lines = model.lines(in: grid)
      #expect(lines.count <= height)
      // Bars that have no room are cut with their line.
      if grid.columns > 0 { #expect(lines.allSatisfy { $0.width <= width }) }
    }
  }
}
