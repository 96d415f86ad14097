import Foundation
import ObservationModels
import Testing

/// Models whose keys are those of the type that they're declared in.
@Suite struct CodingKeysTests {
  @Test func aModelThatIsOnlyDecodedUsesTheKeysAroundIt() throws {
    let model = try JSONDecoder().decode(Page.Incoming.self, from: Data(#"{"a": 1, "b": 5}"#.utf8))
    #expect((model.a, model.b) == (1, 5))
  }

  @Test func aModelThatIsOnlyEncodedUsesTheKeysAroundIt() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(String(decoding: try encoder.encode(Page.Outgoing()), as: UTF8.self) == #"{"a":1,"b":2}"#)
  }
}

private struct Page {
  enum CodingKeys: CodingKey {
    case a, b
  }

  @ObservableModel final class Incoming: Decodable {
    var a: Int
    var b = 2

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      a = try container.decode(Int.self, forKey: .a)
      b = try container.decode(Int.self, forKey: .b)
    }
  }

  @ObservableModel final class Outgoing: Encodable {
    var a = 1
    var b = 2

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(a, forKey: .a)
      try container.encode(b, forKey: .b)
    }
  }
}
