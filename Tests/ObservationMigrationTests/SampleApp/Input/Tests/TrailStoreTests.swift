import XCTest

@testable import Trails

@MainActor
final class TrailStoreTests: XCTestCase {
    func testFilterHidesWhatDoesNotMatch() {
        let store = TrailStore(client: .live)
        store.filter.text = "ridge"
        XCTAssertTrue(store.visibleTrails.isEmpty)
        XCTAssertNotNil(store.lastFilterChange)
    }

    func testSigningInEndsTheSheet() {
        let session = Session()
        session.isSigningIn = true
        session.signIn(name: "Ada", isMember: true)
        XCTAssertFalse(session.isSigningIn)
        XCTAssertEqual(session.account?.greeting, "Welcome back, Ada")
    }
}
