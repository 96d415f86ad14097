import ObservationModels
import Testing

/// A class with more properties than there are places for.
@MainActor @Suite struct WideModelTests {
  @Test func propertiesWithTheirOwnPlacesAreDistinguished() {
    let model = WideModel()
    expectChange(of: model, \.value10) { model.value10 = 1 }
    expectNoChange(of: model, \.value10) { model.value11 = 1 }
    expectChange(of: model, \.value61) { model.value61 = 1 }
    expectNoChange(of: model, \.value61) { model.value10 = 2 }
  }

  @Test func propertiesThatShareAPlaceAreObserved() {
    let model = WideModel()
    expectChange(of: model, \.value62) { model.value62 = 1 }
    expectChange(of: model, \.value65) { model.value65 = 1 }
    expectNoChange(of: model, \.value65) { model.value62 = 2 }
    expectNoChange(of: model, \.value10) { model.value65 = 3 }
  }

  @Test func aPassKnowsWhichOfThePropertiesSharingAPlaceHasChanged() {
    let model = WideModel()
    var matches: [[Bool]] = []
    let token = withPortableContinuousObservation(options: [.didSet, .immediate]) { event in
      _ = (model.value0, model.value62)
      matches.append([event.matches(\WideModel.value0), event.matches(\WideModel.value62)])
    }
    model.value0 = 1
    model.value62 = 1
    #expect(matches == [[false, false], [true, false], [false, true]])
    token.cancel()
  }
}

@MainActor @ObservableModel private final class WideModel {
  var value0 = 0
  var value1 = 0
  var value2 = 0
  var value3 = 0
  var value4 = 0
  var value5 = 0
  var value6 = 0
  var value7 = 0
  var value8 = 0
  var value9 = 0
  var value10 = 0
  var value11 = 0
  var value12 = 0
  var value13 = 0
  var value14 = 0
  var value15 = 0
  var value16 = 0
  var value17 = 0
  var value18 = 0
  var value19 = 0
  var value20 = 0
  var value21 = 0
  var value22 = 0
  var value23 = 0
  var value24 = 0
  var value25 = 0
  var value26 = 0
  var value27 = 0
  var value28 = 0
  var value29 = 0
  var value30 = 0
  var value31 = 0
  var value32 = 0
  var value33 = 0
  var value34 = 0
  var value35 = 0
  var value36 = 0
  var value37 = 0
  var value38 = 0
  var value39 = 0
  var value40 = 0
  var value41 = 0
  var value42 = 0
  var value43 = 0
  var value44 = 0
  var value45 = 0
  var value46 = 0
  var value47 = 0
  var value48 = 0
  var value49 = 0
  var value50 = 0
  var value51 = 0
  var value52 = 0
  var value53 = 0
  var value54 = 0
  var value55 = 0
  var value56 = 0
  var value57 = 0
  var value58 = 0
  var value59 = 0
  var value60 = 0
  var value61 = 0
  var value62 = 0
  var value63 = 0
  var value64 = 0
  var value65 = 0
}
