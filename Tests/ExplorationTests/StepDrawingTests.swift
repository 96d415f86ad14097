import Exploration
import Testing

struct StepDrawingTests {
  @Test func eachThreadHasAColumn() {
    let drawing = StepDrawing(
      """
      1\tmain\tlocks\tab12\tGraph.lock
      2\twriter\tchanges\t00ff\tModel.count
      the pass reads 1
      3\tmain\treads\t00ff\t
      """
    )
    #expect(
      drawing.text == """
        ●    main: locks a  Graph.lock
        │ ●  writer: changes b  Model.count
        │ ◆  the pass reads 1
        ●    main: reads b
        """
    )
  }
}
