/// A set of accesses, by their numbers in an ``AccessTable``.
struct AccessSet: Equatable {
  private var words: [UInt64] = []

  mutating func insert(_ number: Int) {
    let word = number >> 6
    if word >= words.count { words += Array(repeating: 0, count: word + 1 - words.count) }
    words[word] |= 1 << UInt64(number & 63)
  }

  mutating func remove(_ number: Int) {
    if number >> 6 < words.count { words[number >> 6] &= ~(1 << UInt64(number & 63)) }
  }

  func contains(_ number: Int) -> Bool {
    number >> 6 < words.count && words[number >> 6] >> UInt64(number & 63) & 1 != 0
  }

  mutating func formUnion(_ other: AccessSet) {
    if other.words.count > words.count { words += Array(repeating: 0, count: other.words.count - words.count) }
    for index in other.words.indices { words[index] |= other.words[index] }
  }

  func intersects(_ other: AccessSet) -> Bool {
    zip(words, other.words).contains { $0 & $1 != 0 }
  }
}

/// Gives accesses numbers, and knows which of them conflict.
struct AccessTable {
  private var numbers: [ExploredRun.Access: Int] = [:]
  private var accesses: [ExploredRun.Access] = []
  private var conflicts: [AccessSet] = []
  private var numbersOfObject: [UInt64: [Int]] = [:]
  private var numbersOfThread: [UInt64: [Int]] = [:]

  mutating func number(of access: ExploredRun.Access) -> Int {
    if let number = numbers[access] { return number }
    let number = accesses.count
    numbers[access] = number
    accesses.append(access)
    conflicts.append(AccessSet())
    for other in numbersOfObject[access.object, default: []] where accesses[other].conflicts(with: access) {
      conflicts[other].insert(number)
      conflicts[number].insert(other)
    }
    numbersOfObject[access.object, default: []].append(number)
    numbersOfThread[access.thread, default: []].append(number)
    return number
  }

  func conflict(_ number: Int, with set: AccessSet) -> Bool {
    conflicts[number].intersects(set)
  }

  /// Says of what a thread does that its starter does it: before the start there is no order of these two to choose.
  mutating func attribute(_ set: inout AccessSet, toStarterBy number: Int) {
    let start = accesses[number]
    guard start.mode == .starts else { return }
    for other in numbersOfThread[start.object, default: []] where set.contains(other) {
      set.remove(other)
      var access = accesses[other]
      access.thread = start.thread
      set.insert(self.number(of: access))
    }
  }
}
