// swift-format-ignore-file

import Combine
import SwiftUI

struct RecorderView: View {
	@ObservedObject var recorder: HikeRecorder
	@State private var minutes = 0

	private let clock = Timer.publish(every: 1, on: .main, in: .common).autoconnect()

	var body: some View {
		VStack {
			Text("\(minutes) min")
			Button(recorder.isRecording ? "Pause" : recorder.wasPaused ? "Resume" : "Start") {
				recorder.state = recorder.isRecording ? .paused : .recording(since: .now)
			}
		}
		.onReceive(recorder.$elapsed) { elapsed in
			minutes = Int(elapsed / 60)
		}
		.onReceive(clock) { _ in
			recorder.advance(by: 1, metres: 1.2)
		}
	}
}

/// What the menu shows of the recorder in front.
struct RecorderCommand: View {
    @FocusedObject var recorder: HikeRecorder?

    var body: some View {
        Text("Elapsed: \(recorder?.elapsed ?? 0)")
    }
}
