/// The bytes of a text, as the parsers take them.
func bytes(_ text: String) -> ArraySlice<UInt8> {
  Array(text.utf8)[...]
}
