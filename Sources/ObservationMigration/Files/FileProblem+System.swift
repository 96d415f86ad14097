import Foundation

extension FileProblem {
  /// The system's own words, where Foundation wraps them.
  static func systemReason(_ error: any Error) -> String {
    let cocoa = error as NSError
    let underlying = cocoa.userInfo[NSUnderlyingErrorKey] as? NSError ?? cocoa
    guard underlying.domain == NSPOSIXErrorDomain else { return error.localizedDescription }
    return systemReason(Int32(underlying.code))
  }

  static func systemReason(_ code: Int32) -> String {
    // The text is copied before anybody can ask for another one.
    unsafe String(cString: strerror(code))
  }
}
