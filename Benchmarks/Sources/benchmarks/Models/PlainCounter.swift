/// An object of one property that nobody can observe.
final class PlainCounter {
  var count = 0
}
