import Combine
import XCTest

@testable import Trails

final class FormModelTests: XCTestCase {
    func testFormBecomesValid() {
        let form = FormModel()
        var seen: [Bool] = []
        let cancellable = form.isValidSubject.sink { seen.append($0) }
        form.name = "Ada"
        form.email = "ada@example.org"
        XCTAssertEqual(seen, [false, false, true])
        cancellable.cancel()
    }
}
