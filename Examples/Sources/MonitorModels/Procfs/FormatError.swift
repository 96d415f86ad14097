/// What a file of `/proc` should contain and does not.
struct FormatError: Error, Equatable {
  var missing: String
}
