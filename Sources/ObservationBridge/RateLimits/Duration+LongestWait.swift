extension Duration {
  /// 136 years. The standard library's clocks trap on much longer durations, such as those meant as "never".
  package static var longestWait: Duration { .seconds(Int64(1) << 32) }
}
