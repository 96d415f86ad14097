@testable package import ObservationBridge

/// Looks into a registrar of our own: how many observations are registered there.
package func registrationCountOf(_ registrar: borrowing ModelRegistrar) -> Int {
  let node = registrar.node
  return Graph.withLock(of: node) { _ in
    var count = 0
    var next = node.firstReader
    while let link = next {
      count += 1
      next = link.nextReader
    }
    return count
  }
}
