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
  /// Returns the number of a property: always the same number, and different from the numbers of all other properties
  /// of the class, as long as the class has at most 62.
  static func number(of keyPath: AnyKeyPath, in type: ObjectIdentifier) -> Int {
    // 0 means no property.
    let hash = keyPath.hashValue
    return table(of: type).number(ofHash: hash == 0 ? 1 : hash)
  }

  private static let bucketCount = 64

  /// For each remainder of the classes' addresses, the address of the newest table; 0 for none.
  // The pointer never changes; the memory behind it is atomic.
  private nonisolated(unsafe) static let buckets = {
    let buckets = UnsafeMutablePointer<Atomic<UInt>>.allocate(capacity: bucketCount)
    for number in 0..<bucketCount { unsafe (buckets + number).initialize(to: Atomic(0)) }
    return unsafe buckets
  }()

  private static func table(of type: ObjectIdentifier) -> Table {
    // Addresses of classes are multiples of 8.
    let bucket = unsafe buckets + Int(UInt(bitPattern: type) >> 4 % UInt(bucketCount))
    var first = unsafe bucket.pointee.load(ordering: .acquiring)
    if let known = Table.first(of: type, from: first) { return known }
    let new = Table(of: type)
    while true {
      new.next = first
      let (isNew, other) = unsafe bucket.pointee.compareExchange(
        expected: first,
        desired: new.address,
        ordering: .acquiringAndReleasing
      )
      if isNew { return new }
      // Another thread was faster, perhaps with the same class.
      first = other
      if let known = Table.first(of: type, from: first) {
        new.deallocate()
        return known
      }
    }
  }

  /// The numbers of one class.
  // Safe: a table known to other threads is never freed.
  @safe
  private struct Table {
    // Safe: a table known to other threads is never freed.
    @safe
    private struct Memory: ~Copyable {
      let type: ObjectIdentifier
      /// The address of the next table in the same bucket; 0 for none. Set before other threads know the table.
      var next: UInt = 0
      /// For each number, the hash value of the property's key path; 0 where there is no property yet.
      let hashes: UnsafeMutablePointer<Atomic<Int>>
    }

    private let memory: UnsafeMutablePointer<Memory>

    init(of type: ObjectIdentifier) {
      let hashes = UnsafeMutablePointer<Atomic<Int>>.allocate(capacity: GraphInterest.propertyCount)
      for number in 0..<GraphInterest.propertyCount { unsafe (hashes + number).initialize(to: Atomic(0)) }
      unsafe memory = .allocate(capacity: 1)
      unsafe memory.initialize(to: Memory(type: type, hashes: hashes))
    }

    private init?(at address: UInt) {
      guard let memory = unsafe UnsafeMutablePointer<Memory>(bitPattern: address) else { return nil }
      unsafe self.memory = memory
    }

    static func first(of type: ObjectIdentifier, from address: UInt) -> Table? {
      var next = Table(at: address)
      while let table = next {
        if unsafe table.memory.pointee.type == type { return table }
        next = Table(at: table.next)
      }
      return nil
    }

    var address: UInt { unsafe UInt(bitPattern: memory) }

    var next: UInt {
      get { unsafe memory.pointee.next }
      nonmutating set { unsafe memory.pointee.next = newValue }
    }

    /// Frees a table known to this thread only.
    func deallocate() {
      let hashes = unsafe memory.pointee.hashes
      unsafe hashes.deinitialize(count: GraphInterest.propertyCount)
      unsafe hashes.deallocate()
      unsafe memory.deinitialize(count: 1)
      unsafe memory.deallocate()
    }

    func number(ofHash hash: Int) -> Int {
      let hashes = unsafe memory.pointee.hashes
      for number in 0..<GraphInterest.propertyCount {
        var known = unsafe hashes[number].load(ordering: .relaxed)
        if known == 0 {
          let exchange = unsafe hashes[number].compareExchange(expected: 0, desired: hash, ordering: .relaxed)
          if exchange.exchanged { return number }
          known = exchange.original
        }
        if known == hash { return number }
      }
      // All numbers are taken, for good: a property that has none will never have one of its own.
      return Int(UInt(bitPattern: hash) % UInt(GraphInterest.propertyCount))
    }
  }
}
