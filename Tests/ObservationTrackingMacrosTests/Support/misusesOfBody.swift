/// Misuses inside a marked method.
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
      """
      4:13: 'model' is a parameter, which no longer exists when the binding runs again; store it in a property and \
      read that, or write 'do { … }' around the statement to run it once
      """,
      """
      5:5: 'label' is a parameter, which no longer exists when the binding runs again; store it in a property and read \
      that, or write 'do { … }' around the statement to run it once
      """,
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
    testDescription: "localConstants",
    source: #"""
      final class A {
        @ObservationTracking
        func bind() {
          let prefix = "a"
          let name = model
            .name.uppercased(), best = model.best?.name
          let rate: Double? = model.rate ?? 1
          title = prefix + name
          label.text = best ?? "\(best!)\(rate!)"
          button.action = { [name, text = model.text] in show(name, text) }
          show(best, [best: best])
        }
      }
      """#,
    messages: [
      ("8:13", "prefix", "\"a\""), ("8:22", "name", "model.name.uppercased()"), ("9:18", "best", "model.best?.name"),
      ("9:29", "best", "model.best?.name"), ("9:37", "rate", "(model.rate ?? 1 as Double?)"),
      ("10:24", "name", "model.name.uppercased()"), ("11:10", "best", "model.best?.name"),
      ("11:17", "best", "model.best?.name"), ("11:23", "best", "model.best?.name"),
    ].map {
      """
      \($0.0): '\($0.1)' is a local declaration, which the binding can't see when it runs again; write '\($0.2)' here, make \
      '\($0.1)' a computed property, or write 'do { … }' around the statement to run it once
      """
    },
    fixed: #"""
      final class A {
        @ObservationTracking
        func bind() {
          let prefix = "a"
          let name = model
            .name.uppercased(), best = model.best?.name
          let rate: Double? = model.rate ?? 1
          title = "a" + model.name.uppercased()
          label.text = (model.best?.name) ?? "\((model.best?.name)!)\((model.rate ?? 1 as Double?)!)"
          button.action = { [name = model.name.uppercased(), text = model.text] in show(name, text) }
          show(model.best?.name, [(model.best?.name): (model.best?.name)])
        }
      }
      """#
  ),
  .init(
    testDescription: "localsWhoseValueIsNotWhatIsMeant",
    source: #"""
      final class A {
        @ObservationTracking
        func bind(index: Int) {
          let formatter = NumberFormatter()
          var count = model.count
          count += 1
          let row = model.rows[index]
          let (first, second) = model.pair
          let text = try? model.text()
          let title = model /* the first */ .title
          let name = model.name
          a = formatter.string(count)
          b = row
          c = first + text
          d = title
          e = model.map { model in name + model.name }
        }
      }
      """#,
    messages: [
      ("12:9", "formatter"), ("12:26", "count"), ("13:9", "row"), ("14:9", "first"), ("14:17", "text"),
      ("15:9", "title"),
      ("16:30", "name"),
    ].map {
      """
      \($0.0): '\($0.1)' is a local declaration, which the binding can't see when it runs again; read it from a property, \
      or write 'do { … }' around the statement to run it once
      """
    },
    fixed: nil
  ),
  .init(
    testDescription: "localsOfAGuard",
    source: #"""
      final class A {
        @ObservationTracking
        func bind() {
          guard let person else { return }
          guard let best = person.best, case .on(let level) = self.state,
            best.isShown else { return }
          label.text = person.name
          badge.show(best.name, level)
        }
      }
      """#,
    messages: [
      ("7:18", "person", "let person"),
      ("8:16", "best", "let best = person.best, case .on(let level) = self.state, best.isShown"),
      ("8:27", "level", "let best = person.best, case .on(let level) = self.state, best.isShown"),
    ].map {
      """
      \($0.0): '\($0.1)' is a local declaration, which the binding can't see when it runs again; move the bindings that use \
      it into 'if \($0.2) { … }', or write 'do { … }' around the statement to run it once
      """
    },
    fixed: nil
  ),
  .init(
    testDescription: "localClosuresAndFunctions",
    source: #"""
      final class A {
        @ObservationTracking
        func bind() {
          let update = { (label: Label) in label.text = self.model.text }
          func updateAll() { label.text = model.text }
          update(label)
          updateAll()
        }
      }
      """#,
    messages: [
      "6:5: 'update' is a local closure, which the binding can't see when it runs again; make it a method",
      "7:5: 'updateAll' is a local function, which the binding can't see when it runs again; make it a method",
    ],
    fixed: nil
  ),
  .init(
    testDescription: "closuresThatRunLater",
    source: #"""
      final class A {
        @ObservationTracking
        func bind() {
          label.text = model.text
          Task { label.text = person.name }
          DispatchQueue.main.async { self.label.text = self.person.name + self.person.name }
          DispatchQueue.main.asyncAfter(deadline: .now() + 1) { [weak self] in
            self?.label.text = self?.person.name
          }
          Timer.scheduledTimer(withTimeInterval: 1, repeats: false) { timer in show(person.name, timer) }
          task = Task.detached(priority: .low) { await self.load(self.person.name) }
          if model.isOn { Task<Void, Never>.immediate { await load(model.text); load(person.name) } }
          rows.forEach { row in Task { row.show(person.name) } }
          queue.addOperation { let name = 1; show(person.name, name) }
        }
      }
      """#,
    messages: [
      ("5:25", "person.name", "Task { [name = person.name] in … }"),
      ("6:50", "self.person.name", "DispatchQueue.main.async { [name = person.name] in … }"),
      ("8:26", "self?.person.name", "DispatchQueue.main.asyncAfter(…) { [name = person.name] in … }"),
      ("10:79", "person.name", "Timer.scheduledTimer(…) { [name = person.name] timer in … }"),
      ("11:60", "self.person.name", "Task.detached(…) { [name = person.name] in … }"),
      ("12:80", "person.name", "Task<Void, Never>.immediate { [name = person.name] in … }"),
      ("13:43", "person.name", "Task { [name = person.name] in … }"),
      ("14:45", "person.name", "queue.addOperation { [name = person.name] in … }"),
    ].map {
      """
      \($0.0): The closure runs after the binding, which misses later changes of '\($0.1)'; capture it, as in '\($0.2)', or \
      write 'do { … }' around the statement to run it once on purpose
      """
    },
    fixed: #"""
      final class A {
        @ObservationTracking
        func bind() {
          label.text = model.text
          Task { [name = person.name] in label.text = name }
          DispatchQueue.main.async { [name = person.name] in self.label.text = name + name }
          DispatchQueue.main.asyncAfter(deadline: .now() + 1) { [weak self, name = person.name] in
            self?.label.text = name
          }
          Timer.scheduledTimer(withTimeInterval: 1, repeats: false) { [name = person.name] timer in show(name, timer) }
          task = Task.detached(priority: .low) { [name = person.name] in await self.load(name) }
          if model.isOn { Task<Void, Never>.immediate { [name = person.name] in await load(model.text); load(name) } }
          rows.forEach { row in Task { [name = person.name] in row.show(name) } }
          queue.addOperation { let name = 1; show(person.name, name) }
        }
      }
      """#
  ),
  .init(
    testDescription: "tasksThatAreNoBindings",
    source: #"""
      final class A {
        @ObservationTracking
        func bind() async {
          label.text = model.text
          let task = Task { label.text = person.name }
          await MainActor.run { label.text = person.name }
          await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.load(self.person.name) }
          }
          for row in rows { Task { row.show(person.name) } }
        }
      }
      """#,
    messages: [
      (
        "5:5", "let", "person.name",
        "write 'Task { [name = person.name] in … }' as a statement of its own instead, or write 'do { … }' around it"
      ),
      (
        "6:5", "await", "person.name",
        """
        write 'Task { @MainActor [name = person.name] in … }' as a statement of its own instead, or write 'do { … }' \
        around it
        """
      ),
      (
        "7:5", "await", "self.person.name",
        "start a task that stores the result in a property, and read that, or write 'do { … }' around it"
      ),
      (
        "10:5", "for", "person.name",
        "write 'rows.forEach { row in … }' or call a method that does this instead, or write 'do { … }' around it"
      ),
    ].map {
      """
      \($0.0): The statement beginning with '\($0.1)' runs only when the method is called and misses later changes of \
      '\($0.2)'; \($0.3) to run it once on purpose
      """
    },
    fixed: nil
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
      8:13: 'row' is a local declaration, which the binding can't see when it runs again; write '1' here, make 'row' a \
      computed property, or write 'do { … }' around the statement to run it once
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
          index = 1
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
      """
      6:7: 'return' would leave the binding, not the method; move the code that follows into an 'else', or write \
      'do { … }' around the statement to run it once
      """
    ],
    fixed: nil
  ),
  .init(
    testDescription: "waiting",
    source: #"""
      final class A {
        @ObservationTracking
        func bind() async throws {
          title = await model.title
          maybe = try? model.text()
          try other = model.other()
        }
      }
      """#,
    messages: [
      """
      4:13: A binding can't wait; start a task that stores the result in a property, and read that property here, or \
      write 'do { … }' around the statement to run it once
      """,
      "6:5: A binding can't throw; handle the error here, with 'do' and 'catch' or 'try?'",
    ],
    fixed: nil
  ),
  .init(
    testDescription: "throwing",
    source: #"""
      final class A {
        @ObservationTracking
        func bind() throws {
          text = try model.text()
          if model.isOn {
            do { text = try model.text() } catch { show(error) }
            do { text = try model.text() } catch let error { show(error) }
            do { text = try model.text() } catch _ { show() }
            do { text = try model.text() } catch let error as Failure { show(error) }
          }
        }
      }
      """#,
    messages: ["4:12", "9:19"].map {
      "\($0): A binding can't throw; handle the error here, with 'do' and 'catch' or 'try?'"
    },
    fixed: nil
  ),
  .init(
    testDescription: "callsThatThrow",
    source: #"""
      final class A {
        @ObservationTracking
        func bind() throws {
          if model.isOn {
            title = model.title
            try save(model.text)
            var length: Int { return try! measure() }
          }
        }
      }
      """#,
    messages: ["6:7: A binding can't throw; handle the error here, with 'do' and 'catch' or 'try?'"],
    fixed: #"""
      final class A {
        @ObservationTracking
        func bind() throws {
          if model.isOn {
            title = model.title
            try? save(model.text)
            var length: Int { return try! measure() }
          }
        }
      }
      """#
  ),
  .init(
    testDescription: "leavingInsideDo",
    source: #"""
      final class A {
        @ObservationTracking
        func bind() {
          if model.flag {
            do {
              try check()
              text = model.text
              return
            } catch {
              throw error
            }
          }
          title = model.title
        }
      }
      """#,
    messages: [
      """
      8:9: 'return' would leave the binding, not the method; move the code that follows into an 'else', or write \
      'do { … }' around the statement to run it once
      """,
      "10:9: A binding can't throw; handle the error here, with 'do' and 'catch' or 'try?'",
    ],
    fixed: nil
  ),
  .init(
    testDescription: "namesThatAreHiddenElsewhere",
    source: #"""
      final class A {
        @ObservationTracking
        func bind<T: Sendable>(name: String?, _ type: T.Type) {
          struct Point { let model: Int; var title = 1 }
          label.later = later
          let later = 3
          enum Kind { case plain }
          func helper() -> Int { 1 }
          if let name { label.text = name }
          switch model.state {
          case .a(let name): show(name, model.items.map { name in name })
          case .b: show(T.self)
          }
          label.number = helper() + Kind.plain.hashValue
          title = model.title
        }
      }
      """#,
    messages: [
      """
      9:12: 'name' is a parameter, which no longer exists when the binding runs again; store it in a property and read \
      that, or write 'do { … }' around the statement to run it once
      """,
      "12:19: 'T' is a generic parameter of the method, which the binding doesn't have; make it a parameter of the type",
      "14:20: 'helper' is a local function, which the binding can't see when it runs again; make it a method",
      """
      14:31: 'Kind' is a local type, which the binding can't see when it runs again; declare it outside of the method
      """,
    ],
    fixed: nil
  ),
  .init(
    testDescription: "aNameThatIsHiddenLater",
    source: #"""
      final class A {
        @ObservationTracking
        func bind(name: String) {
          if model.name == name {
            let name = 1
            show(name)
          }
        }
      }
      """#,
    messages: [
      """
      4:22: 'name' is a parameter, which no longer exists when the binding runs again; store it in a property and read \
      that, or write 'do { … }' around the statement to run it once
      """
    ],
    fixed: #"""
      final class A {
        @ObservationTracking
        func bind(name: String) {
          if model.name == self.name {
            let name = 1
            show(name)
          }
        }
      }
      """#
  ),
  .init(
    testDescription: "whatIsNoBindingBesideOne",
    source: #"""
      final class A {
        @ObservationTracking
        func bind() async throws {
          guard model.isEnabled else { return }
          label.text = model.text
          for row in model.rows { show(row) }
          while store.state.isBusy { wait() }
          await load(model.name)
          _ = try await load(self.model.name)
          try check(model.name)
          #if os(Linux)
          label.number = number
          #endif
          selection: if model.isOn { label.number = model.number }
          if model.isDone { return }
          let title = model.title, length = title.count
          label.text <- model.text
          defer { log(model.text) }
          #if DEBUG
            if Settings.shared.isVerbose { return }
          #endif
        }
      }
      """#,
    messages: [
      ("4:5", "guard", "model.isEnabled", "move the bindings into an 'if' instead, or write 'do { … }' around it"),
      (
        "6:5", "for", "model.rows",
        "write 'model.rows.forEach { row in … }' or call a method that does this instead, or write 'do { … }' around it"
      ),
      ("7:5", "while", "store.state.isBusy", "call a method that does this instead, or write 'do { … }' around it"),
      (
        "8:5", "await", "model.name",
        "start a task that stores the result in a property, and read that, or write 'do { … }' around it"
      ),
      ("9:5", "_", "self.model.name", "call a method that does this instead, or write 'do { … }' around it"),
      (
        "10:5", "try", "model.name",
        "handle the error with 'try?', or with 'do' and 'catch', or write 'do { … }' around it"
      ),
      ("11:5", "#if", "label.number", "call a method that does this instead, or write 'do { … }' around it"),
      ("14:5", "selection", "model.isOn", "remove the label, or write 'do { … }' around it"),
      (
        "15:5", "if", "model.isDone",
        "move the code that follows into an 'else' instead, or write 'do { … }' around it"
      ),
      ("16:5", "let", "model.title", "read it in the binding itself, or write 'do { … }' around it and what uses it"),
      ("17:5", "label", "model.text", "write an assignment or a call instead, or write 'do { … }' around it"),
      ("18:5", "defer", "model.text", "call a method that does this instead, or write 'do { … }' inside it"),
      (
        "19:5", "#if", "Settings.shared.isVerbose",
        "call a method that does this instead, or write 'do { … }' around it"
      ),
    ].map {
      """
      \($0.0): The statement beginning with '\($0.1)' runs only when the method is called and misses later changes of \
      '\($0.2)'; \($0.3) to run it once on purpose
      """
    },
    fixed: nil
  ),
  .init(
    testDescription: "aResult",
    source: #"""
      final class A {
        @ObservationTracking
        func bind() -> Int { compute(model.number) }
      }
      """#,
    messages: [
      """
      3:24: The result of the method would be a binding, which returns nothing; write 'return', or remove the \
      result's type
      """
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
      3:8: @ObservationTracking finds nothing to observe here; write assignments, calls, 'if', 'switch', or 'do' with \
      'catch' directly in the body of the method
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
      2:29: @ObservationTracking finds nothing to observe here; write assignments, calls, 'if', 'switch', or 'do' with \
      'catch' directly in the body of the method
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
      @CancellableObservation
      final class A {
        @ObservationTracking
        func observeLabelText() {
          label.text = model.title
        }
      }
      """#,
    messages: [
      """
      4:8: 'observeLabelText()' is the name of the method that is generated for this binding; rename the marked method
      """
    ],
    fixed: #"""
      @CancellableObservation
      final class A {
        @ObservationTracking
        func bindLabelText() {
          label.text = model.title
        }
      }
      """#
  ),
]
