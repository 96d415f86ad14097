// As JSON, a variable is `{"storedValue": …}`.

private enum CodingKeys: String, CodingKey {
  case storedValue
}

extension Variable: Encodable where Value: Encodable {
  /// Encodes the value, under the key `storedValue`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(value, forKey: .storedValue)
  }
}

extension Variable: Decodable where Value: Decodable {
  /// Creates a variable with the value under the key `storedValue`.
  public convenience init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(try container.decode(Value.self, forKey: .storedValue))
  }
}
