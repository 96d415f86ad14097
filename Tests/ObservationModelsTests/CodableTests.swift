import Foundation
import ObservationModels
import Testing

/// Models with a `Codable` conformance synthesized by the compiler.
@Suite struct CodableTests {
  /// Files written by an `@Observable` class stay readable after its macro is replaced by `@ObservableModel`.
  @Test func theFormatIsThatOfAnObservableClass() throws {
    let plain = PlainOrder()
    plain.count = 3
    plain.note = "soon"
    plain.limit = 7
    let written = try JSONEncoder().encode(plain)
    let model = try JSONDecoder().decode(Order.self, from: written)
    #expect((model.count, model.note, model.limit, model.id) == (3, "soon", 7, 1))
    let keys = try keys(of: written).subtracting(["_$observationRegistrar"])
    #expect(keys == ["_count", "_note", "id", "limit"])
    #expect(try self.keys(of: JSONEncoder().encode(model)) == keys)
  }

  @Test func aDecodedModelIsObserved() throws {
    let model = try JSONDecoder().decode(
      Order.self,
      from: Data(#"{"_count": 1, "id": 2, "limit": 0}"#.utf8)
    )
    let counter = Counter()
    withObservationTracking {
      _ = model.count
    } onChange: {
      counter.add()
    }
    model.count = 2
    #expect(counter.count == 1)
  }

  @Test func keysOfTheClassAreUsed() throws {
    let written = try JSONEncoder().encode(Renamed())
    #expect(try keys(of: written) == ["count"])
    #expect(try JSONDecoder().decode(Renamed.self, from: Data(#"{"count": 5}"#.utf8)).count == 5)
  }

  @Test func aSuperclassKeepsItsKeys() throws {
    let written = try JSONEncoder().encode(SpecialOrder())
    #expect(try keys(of: written) == ["_count", "id", "limit", "discount"])
    let read = try JSONDecoder().decode(
      SpecialOrder.self,
      from: Data(#"{"_count": 1, "id": 2, "limit": 0, "discount": 0.5}"#.utf8)
    )
    #expect((read.count, read.discount) == (1, 0.5))
  }

  @Test func onlyWhatConformsIsEncoded() throws {
    #expect(try keys(of: JSONEncoder().encode(Wrapped(1))) == ["_value"])
    #expect(try keys(of: JSONEncoder().encode(Extended())) == ["_value"])
    #expect(try keys(of: JSONEncoder().encode(ByProtocol())) == ["_value"])
  }

  private func keys(of data: Data) throws -> Set<String> {
    let object = try JSONSerialization.jsonObject(with: data) as? [String: Any]
    return Set(object?.keys ?? [:].keys)
  }
}

@Observable private final class PlainOrder: Encodable {
  var count = 0
  var note: String?
  let id: Int
  @ObservationIgnored var limit = 0
  @ObservationIgnored lazy var late = count
  static let shared = 0
  var double: Int { count * 2 }

  init() {
    id = 1
  }
}

@ObservableModel private class Order: Codable {
  var count = 0
  var note: String?
  let id: Int
  @ObservationIgnored var limit = 0
  @ObservationIgnored lazy var late = count
  static let shared = 0
  var double: Int { count * 2 }

  init() {
    id = 1
  }
}

@ObservableModel private final class SpecialOrder: Order {
  var discount = 0.0

  private enum Keys: String, CodingKey {
    case discount
  }

  override init() {
    super.init()
  }

  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    discount = try container.decode(Double.self, forKey: .discount)
    try super.init(from: decoder)
  }

  override func encode(to encoder: any Encoder) throws {
    try super.encode(to: encoder)
    var container = encoder.container(keyedBy: Keys.self)
    try container.encode(discount, forKey: .discount)
  }
}

@ObservableModel private final class Renamed: Codable {
  var count = 0
  @ObservationIgnored var transient = Thing()

  enum CodingKeys: String, CodingKey {
    case _count = "count"
  }
}

@ObservableModel private final class Wrapped<Value> {
  var value: Value

  init(_ value: Value) {
    self.value = value
  }
}

extension Wrapped: Encodable where Value: Encodable {}

@ObservableModel private final class Extended {
  var value = 1
}

extension Extended: Encodable {}

private protocol Stored: Codable {}

@ObservableModel private final class ByProtocol: Stored {
  var value = 1
}
