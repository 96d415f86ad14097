import Foundation

/// The hash function of FIPS 180-4.
struct SHA256 {
  /// Thirty-two bytes, written in hexadecimal.
  struct Digest: Equatable, Sendable, CustomStringConvertible {
    let description: String
  }

  private static let constants: [UInt32] = primes(64).map { fraction(cbrt(Double($0))) }

  private var state = primes(8).map { fraction(Double($0).squareRoot()) }
  private var schedule = [UInt32](repeating: 0, count: 64)
  private var rest: [UInt8] = []
  private var count: UInt64 = 0

  mutating func update(_ bytes: ArraySlice<UInt8>) {
    count += UInt64(bytes.count)
    var bytes = bytes
    if !rest.isEmpty {
      let missing = bytes.prefix(64 - rest.count)
      rest += missing
      bytes = bytes.dropFirst(missing.count)
      guard rest.count == 64 else { return }
      process(rest[...])
      rest.removeAll(keepingCapacity: true)
    }
    while bytes.count >= 64 {
      process(bytes)
      bytes = bytes.dropFirst(64)
    }
    rest += bytes
  }

  consuming func finish() -> Digest {
    let length = count * 8
    let padding = (119 - rest.count) % 64
    var end: [UInt8] = [0x80] + [UInt8](repeating: 0, count: padding)
    for shift in stride(from: 56 as UInt64, through: 0, by: -8) {
      end.append(UInt8(truncatingIfNeeded: length >> shift))
    }
    update(end[...])
    // With a leading 1, each word has all its zeros.
    return Digest(description: state.map { String(1 << 32 + UInt64($0), radix: 16).dropFirst() }.joined())
  }

  /// Takes in the first 64 bytes.
  private mutating func process(_ block: ArraySlice<UInt8>) {
    let first = block.startIndex
    for word in 0..<16 {
      let place = first + 4 * word
      schedule[word] =
        UInt32(block[place]) << 24 | UInt32(block[place + 1]) << 16 | UInt32(block[place + 2]) << 8
        | UInt32(block[place + 3])
    }
    for word in 16..<64 {
      let (early, late) = (schedule[word - 15], schedule[word - 2])
      let first = early.rotated(7) ^ early.rotated(18) ^ (early >> 3)
      let second = late.rotated(17) ^ late.rotated(19) ^ (late >> 10)
      schedule[word] = schedule[word - 16] &+ first &+ schedule[word - 7] &+ second
    }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for word in 0..<64 {
      let choice = (e & f) ^ (~e & g)
      let sum = e.rotated(6) ^ e.rotated(11) ^ e.rotated(25)
      let first = h &+ sum &+ choice &+ Self.constants[word] &+ schedule[word]
      let majority = (a & b) ^ (a & c) ^ (b & c)
      let second = (a.rotated(2) ^ a.rotated(13) ^ a.rotated(22)) &+ majority
      (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ second)
    }
    for (index, value) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= value }
  }
}

extension UInt32 {
  fileprivate func rotated(_ count: UInt32) -> UInt32 {
    self &>> count | self &<< (32 - count)
  }
}

private func primes(_ count: Int) -> [Int] {
  Array((2...).lazy.filter { number in !(2..<number).contains { number.isMultiple(of: $0) } }.prefix(count))
}

/// The first 32 bits of what follows the point.
private func fraction(_ number: Double) -> UInt32 {
  UInt32((number - number.rounded(.down)) * 0x1p32)
}
