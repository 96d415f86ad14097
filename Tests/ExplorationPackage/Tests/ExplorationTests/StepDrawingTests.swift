import Exploration
import Testing

struct StepDrawingTests {
  @Test func eachThreadHasAColumn() {
    let drawing = StepDrawing(
      """
      1\tmain\tlocks\tab12\tLOCK
      2\twriter\tchanges\t00ff\tCOUNT
      the pass reads 1
      3\tmain\treads\t00ff\t
      """,
      describing: { $0.lowercased() }
    )
    #expect(
      drawing.text == """
        ●    main: locks a  lock
        │ ●  writer: changes b  count
        │ ◆  the pass reads 1
        ●    main: reads b
        """
    )
  }
}
