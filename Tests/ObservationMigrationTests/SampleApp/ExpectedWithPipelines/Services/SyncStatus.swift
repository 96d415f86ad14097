import Observation

/// How far the upload is.
@Observable
@MainActor
class SyncStatus {
    var pending = 0
    var failed = 0
}

/// The same for photos, which are many.
@Observable
final class PhotoSyncStatus: SyncStatus {
    var megabytes = 0
}
