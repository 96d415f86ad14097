package import Observation

/// Looks into a registrar: how many observations are registered there.
package func registrationCountOf(_ registrar: ObservationRegistrar) -> Int {
  func find(_ value: Any, depth: Int) -> Int? {
    let mirror = Mirror(reflecting: value)
    for child in mirror.children {
      if child.label == "observations" { return Mirror(reflecting: child.value).children.count }
    }
    guard depth > 0 else { return nil }
    var current: Mirror? = mirror
    while let mirror = current {
      for child in mirror.children {
        if let count = find(child.value, depth: depth - 1) { return count }
      }
      current = mirror.superclassMirror
    }
    return nil
  }
  return find(registrar, depth: 8) ?? -1
}
