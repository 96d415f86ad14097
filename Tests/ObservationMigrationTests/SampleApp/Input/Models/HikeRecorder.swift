import Foundation
import Combine

/// Measures a hike while it goes on.
final class HikeRecorder: ObservableObject {
    enum State: Equatable {
        case idle
        case recording(since: Date)
        case paused
    }

    @Published var state = State.idle {
        willSet { previousState = state }
        didSet {
            if state == .idle { elapsed = 0 }
        }
    }
    @Published var elapsed: TimeInterval = 0
    @Published private(set) var hike: Hike

    private var previousState = State.idle
    weak var delegate: HikeRecorderDelegate?

    init(hike: Hike) {
        self.hike = hike
    }

    var isRecording: Bool {
        if case .recording = state { return true }
        return false
    }

    var wasPaused: Bool { previousState == .paused }

    func advance(by seconds: TimeInterval, metres: Double) {
        guard isRecording else { return }
        elapsed += seconds
        hike.distance += metres
        delegate?.recorder(self, didReach: hike.distance)
    }
}

protocol HikeRecorderDelegate: AnyObject {
    func recorder(_ recorder: HikeRecorder, didReach metres: Double)
}
