import Combine

/// How far the upload is.
@MainActor
class SyncStatus: ObservableObject {
    @Published var pending = 0
    @Published var failed = 0
}

/// The same for photos, which are many.
final class PhotoSyncStatus: SyncStatus {
    @Published var megabytes = 0
}
