import SwiftUI

struct TrailDetailView: View {
    let trail: Trail
    @State private var recorder: HikeRecorder
    @State private var weather = WeatherService(client: .live)
    @State private var isShowingMap = false

    init(trail: Trail, hike: Hike) {
        self.trail = trail
        _recorder = State(initialValue: HikeRecorder(hike: hike))
    }

    var body: some View {
        VStack {
            Text(weather.summary)
            RecorderView(recorder: recorder)
            HikeEditor(hike: recorder.hike)
        }
        .onAppear { weather.refresh(place: trail.name) }
        .sheet(isPresented: $isShowingMap) { Text(trail.name) }
    }
}

struct HikeEditor: View {
    /// Belongs to the recorder.
    @Bindable var hike: Hike

    var body: some View {
        Form {
            TextField("Title", text: $hike.title)
            LabeledContent("Distance", value: hike.distance, format: .number)
        }
    }
}

#Preview {
    HikeEditor(hike: Hike(title: "Ridge"))
}
