import Testing

#if !os(iOS) && !os(tvOS) && !os(watchOS) && !os(visionOS)
  /// What a process wrote before it died.
  func message(of result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  }
#endif
