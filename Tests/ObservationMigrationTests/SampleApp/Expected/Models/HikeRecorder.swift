import Foundation
import Observation

/// Measures a hike while it goes on.
@Observable
final class HikeRecorder {
    enum State: Equatable {
        case idle
        case recording(since: Date)
        case paused
    }

    var state = State.idle {
        willSet { previousState = state }
        didSet {
            if state == .idle { elapsed = 0 }
        }
    }
    var elapsed: TimeInterval = 0
    private(set) var hike: Hike

    private var previousState = State.idle
    @ObservationIgnored weak var delegate: HikeRecorderDelegate?

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
