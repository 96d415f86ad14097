extension Duration {
  /// 136 years. The standard library's clocks trap on much longer ones, which people write for "never".
  package static var longestWait: Duration { .seconds(Int64(1) << 32) }
}
