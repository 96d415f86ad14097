import Synchronization

/// The numbers of the properties of each class that reports them by key path only.
///
/// The properties of a class get the numbers 0, 1, 2 … in the order in which they are first reported, so the first 62
/// have different bits. Hash values modulo 62 wouldn't do: they differ from process to process, and in every second
/// process two of ten properties would have the same bit, so that a pass would run for a property that it hasn't read.
///
/// Any thread may ask for a number, without waiting for others. A table is never freed, like its class. It contains
/// hash values instead of key paths, since the key path of a subscript would keep the user's arguments alive. Two
/// properties of one class with the same 64-bit hash value would share a number, at the cost of an unnecessary pass.
enum PropertyNumbers {
  /// The bit of a property reported by key path only. A subclass may use its superclass's registrar: its class decides.
  static func bit<Subject>(of keyPath: PartialKeyPath<Subject>, in subject: Subject) -> UInt64 {
    GraphInterest.bit(number(of: keyPath, in: ObjectIdentifier(type(of: subject))))
  }

  /// Returns a property's number, always the same, and its own as long as the class has at most 62 properties.
  static func number(of keyPath: AnyKeyPath, in type: ObjectIdentifier) -> Int {
    // 0 means no property.
    let hash = UInt(bitPattern: keyPath.hashValue)
    return number(ofHash: max(hash, 1), in: table(of: UInt(bitPattern: type)))
  }

  private static func number(ofHash hash: UInt, in table: Words) -> Int {
    for number in 0..<GraphInterest.propertyCount {
      var known = table[number].load(ordering: .relaxed)
      if known == 0 {
        let exchange = table[number].compareExchange(expected: 0, desired: hash, ordering: .relaxed)
        if exchange.exchanged { return number }
        known = exchange.original
      }
      if known == hash { return number }
    }
    // All numbers are taken, for good: a property without a number will never have its own number.
    return Int(hash % UInt(GraphInterest.propertyCount))
  }

  // The words of a table: for each number, a key path's hash value or 0; the class; the next table's address or 0.
  private static let (classIndex, nextIndex) = (GraphInterest.propertyCount, GraphInterest.propertyCount + 1)

  /// For each remainder of the classes' addresses, the address of the newest table; 0 for none.
  private static let buckets = Words(count: 64)

  private static func table(of type: UInt) -> Words {
    // Addresses of classes are multiples of 8.
    let bucket = Int(type >> 4 % 64)
    var first = buckets[bucket].load(ordering: .acquiring)
    if let known = table(of: type, from: first) { return known }
    let new = Words(count: nextIndex + 1)
    new[classIndex].store(type, ordering: .relaxed)
    while true {
      new[nextIndex].store(first, ordering: .relaxed)
      let (isNew, other) = buckets[bucket].compareExchange(
        expected: first,
        desired: new.address,
        ordering: .acquiringAndReleasing
      )
      if isNew { return new }
      // Another thread was faster, perhaps with the same class.
      first = other
      if let known = table(of: type, from: first) {
        new.deallocate()
        return known
      }
    }
  }

  private static func table(of type: UInt, from first: UInt) -> Words? {
    var address = first
    while let table = Words(at: address) {
      if table[classIndex].load(ordering: .relaxed) == type { return table }
      address = table[nextIndex].load(ordering: .relaxed)
    }
    return nil
  }

  /// Words that any thread may use, 0 at first.
  // Safe: words known to other threads are never freed. Unchecked: they are atomic.
  @safe
  private struct Words: @unchecked Sendable {
    private let memory: UnsafeMutablePointer<Atomic<UInt>>

    init(count: Int) {
      unsafe memory = .allocate(capacity: count)
      for index in 0..<count { unsafe (memory + index).initialize(to: Atomic(0)) }
    }

    init?(at address: UInt) {
      guard let memory = unsafe UnsafeMutablePointer<Atomic<UInt>>(bitPattern: address) else { return nil }
      unsafe self.memory = memory
    }

    var address: UInt { unsafe UInt(bitPattern: memory) }

    subscript(index: Int) -> Atomic<UInt> {
      _read { yield unsafe memory[index] }
    }

    /// Frees words known to this thread only.
    func deallocate() { unsafe memory.deallocate() }
  }
}
