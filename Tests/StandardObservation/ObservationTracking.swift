// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Observation

/// What Swift 6.4 declares in `Observation`, for tests with the toolchains before it: the same signatures and behaviour, made of what
/// these toolchains have. The availability is that of 6.4, so that it is checked as well.
@available(macOS 27, iOS 27, tvOS 27, visionOS 27, watchOS 27, *)
public struct ObservationTracking: Sendable {
  public struct Options: SetAlgebra, Sendable {
    private var bits: UInt8

    public static var willSet: Options { Options(bits: 1) }
    public static var didSet: Options { Options(bits: 2) }
    public static var `deinit`: Options { Options(bits: 4) }

    private init(bits: UInt8) {
      self.bits = bits
    }

    public init() {
      bits = 0
    }

    public func contains(_ member: Options) -> Bool { bits & member.bits == member.bits }
    public func union(_ other: Options) -> Options { Options(bits: bits | other.bits) }
    public func intersection(_ other: Options) -> Options { Options(bits: bits & other.bits) }
    public func symmetricDifference(_ other: Options) -> Options { Options(bits: bits ^ other.bits) }
    public mutating func formUnion(_ other: Options) { self = union(other) }
    public mutating func formIntersection(_ other: Options) { self = intersection(other) }
    public mutating func formSymmetricDifference(_ other: Options) { self = symmetricDifference(other) }

    @discardableResult
    public mutating func insert(_ newMember: Options) -> (inserted: Bool, memberAfterInsert: Options) {
      defer { formUnion(newMember) }
      return (!contains(newMember), newMember)
    }

    @discardableResult
    public mutating func remove(_ member: Options) -> Options? {
      let removed = intersection(member)
      bits &= ~member.bits
      return removed.bits == 0 ? nil : removed
    }

    @discardableResult
    public mutating func update(with newMember: Options) -> Options? {
      defer { formUnion(newMember) }
      return contains(newMember) ? newMember : nil
    }
  }

  public struct Event: ~Copyable {
    public struct Kind: Equatable, Sendable {
      private enum Moment {
        case initial, willSet, didSet, `deinit`
      }

      private let moment: Moment

      public static var initial: Kind { Kind(moment: .initial) }
      public static var willSet: Kind { Kind(moment: .willSet) }
      public static var didSet: Kind { Kind(moment: .didSet) }
      public static var `deinit`: Kind { Kind(moment: .deinit) }
    }

    public let kind: Kind
    let changed: AnyKeyPath?
    /// Nil where cancelling has no effect.
    let registration: Registration?

    public func matches(_ keyPath: PartialKeyPath<some Observable>) -> Bool {
      changed == keyPath
    }

    public func cancel() {
      registration?.cancel()
    }
  }
}
