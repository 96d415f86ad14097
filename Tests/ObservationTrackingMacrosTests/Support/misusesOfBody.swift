/// What a marked method contains.
let misusesOfBody: [MisuseTests.Misuse] = [
  .init(
    testDescription: "parameters",
    source: #"""
      final class A {
        @ObservationTracking
        func bind(model: Model, to label: Label) {
          title = model.title
          label.text = self.text
        }
      }
      """#,
    messages: [
      "4:13: 'model' is a parameter, and gone when the binding runs again; store it in a property and read that",
      "5:5: 'label' is a parameter, and gone when the binding runs again; store it in a property and read that",
    ],
    fixed: #"""
      final class A {
        @ObservationTracking
        func bind(model: Model, to label: Label) {
          title = self.model.title
          self.label.text = self.text
        }
      }
      """#
  ),
  .init(
    testDescription: "localDeclarations",
    source: #"""
      final class A {
        @ObservationTracking
        func bind() {
          let prefix = "a"
          guard let text else { return }
          title = prefix + model.title
          show(text.count, self.prefix, model.prefix)
        }
      }
      """#,
    messages: [
      """
      6:13: 'prefix' is a local declaration, which the binding cannot see when it runs again; read it from \
      a property
      """,
      """
      7:10: 'text' is a local declaration, which the binding cannot see when it runs again; read it from a \
      property
      """,
    ],
    fixed: #"""
      final class A {
        @ObservationTracking
        func bind() {
          let prefix = "a"
          guard let text else { return }
          title = self.prefix + model.title
          show(self.text.count, self.prefix, model.prefix)
        }
      }
      """#
  ),
  .init(
    testDescription: "localDeclarationsThatAreHidden",
    source: #"""
      final class A {
        @ObservationTracking
        func bind() {
          let row = 1
          title = rows.map { row in row.title }.joined()
          if let row = model.row { show(row) }
          other = \Model.row
          index = row
        }
      }
      """#,
    messages: [
      """
      8:13: 'row' is a local declaration, which the binding cannot see when it runs again; read it from a \
      property
      """
    ],
    fixed: #"""
      final class A {
        @ObservationTracking
        func bind() {
          let row = 1
          title = rows.map { row in row.title }.joined()
          if let row = model.row { show(row) }
          other = \Model.row
          index = self.row
        }
      }
      """#
  ),
  .init(
    testDescription: "aReturn",
    source: #"""
      final class A {
        @ObservationTracking
        func bind() {
          if model.isHidden {
            label.hide()
            return
          }
          title = model.title
        }
      }
      """#,
    messages: [
      "6:7: 'return' would leave the binding, not the method; put what follows into an 'else'"
    ],
    fixed: nil
  ),
  .init(
    testDescription: "waitingAndThrowing",
    source: #"""
      final class A {
        @ObservationTracking
        func bind() async throws {
          title = await model.title
          text = try model.text()
          maybe = try? model.text()
          try other = model.other()
          await load(model.url)
        }
      }
      """#,
    messages: [
      """
      4:13: A binding cannot wait; 'await' belongs into a task, which stores its result in a property that \
      is read here
      """,
      "5:12: A binding cannot throw; handle the error here, with 'do' and 'catch' or 'try?'",
      "7:5: A binding cannot throw; handle the error here, with 'do' and 'catch' or 'try?'",
    ],
    fixed: nil
  ),
  .init(
    testDescription: "nothingToObserve",
    source: #"""
      final class A {
        @ObservationTracking
        func bind() {
          let title = model.title
          print("nothing")
        }
      }
      """#,
    messages: [
      """
      3:8: @ObservationTracking finds nothing to observe here; write assignments, calls, 'if' or 'switch' \
      as statements of the method itself
      """
    ],
    fixed: #"""
      final class A {
        func bind() {
          let title = model.title
          print("nothing")
        }
      }
      """#
  ),
  .init(
    testDescription: "anEmptyBody",
    source: #"""
      final class A {
        @ObservationTracking func bind() {}
      }
      """#,
    messages: [
      """
      2:29: @ObservationTracking finds nothing to observe here; write assignments, calls, 'if' or 'switch' \
      as statements of the method itself
      """
    ],
    fixed: #"""
      final class A {
        func bind() {}
      }
      """#
  ),
  .init(
    testDescription: "theNameOfTheMethod",
    source: #"""
      final class A {
        @ObservationTracking
        func observeLabelText() {
          label.text = model.title
        }
      }
      """#,
    messages: [
      """
      3:8: 'observeLabelText()' is the name of the method that is generated for this binding; give the \
      method marked another name
      """
    ],
    fixed: #"""
      final class A {
        @ObservationTracking
        func bindLabelText() {
          label.text = model.title
        }
      }
      """#
  ),
]
