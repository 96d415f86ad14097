import Combine

/// How far the upload is.
final class SyncStatus: ObservableObject {
    @Published var pending = 0
    @Published var failed = 0
}
