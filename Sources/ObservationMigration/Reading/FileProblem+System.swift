import Foundation

extension FileProblem {
  /// The system's own words for what failed, where Foundation passes them on or the system says it again.
  package static func systemReason(_ error: any Error, path: String, access mode: Int32 = R_OK) -> String {
    let cocoa = error as NSError
    let underlying = cocoa.userInfo[NSUnderlyingErrorKey] as? NSError ?? cocoa
    if underlying.domain == NSPOSIXErrorDomain { return systemReason(Int32(underlying.code)) }
    // The string lives for as long as the call.
    if unsafe access(path, mode) != 0 { return systemReason(errno) }
    return error.localizedDescription
  }

  static func systemReason(_ code: Int32) -> String {
    // The text is copied before anybody can ask for another one.
    unsafe String(cString: strerror(code))
  }
}
