import Observation

/// A model of 100 properties, of which a pass reads some.
// Unchecked: used on one isolation at a time; without one, changed only while no pass runs.
@Observable
final class WideModel: @unchecked Sendable {
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
  var value66 = 0
  var value67 = 0
  var value68 = 0
  var value69 = 0
  var value70 = 0
  var value71 = 0
  var value72 = 0
  var value73 = 0
  var value74 = 0
  var value75 = 0
  var value76 = 0
  var value77 = 0
  var value78 = 0
  var value79 = 0
  var value80 = 0
  var value81 = 0
  var value82 = 0
  var value83 = 0
  var value84 = 0
  var value85 = 0
  var value86 = 0
  var value87 = 0
  var value88 = 0
  var value89 = 0
  var value90 = 0
  var value91 = 0
  var value92 = 0
  var value93 = 0
  var value94 = 0
  var value95 = 0
  var value96 = 0
  var value97 = 0
  var value98 = 0
  var value99 = 0

  /// How many properties a pass reads.
  enum Width: Int, CaseIterable {
    case one = 1
    case ten = 10
    case hundred = 100
  }

  func read(_ width: Width) -> Int {
    switch width {
    case .one: value0
    case .ten: readTen()
    case .hundred: readTen() &+ readOthers()
    }
  }

  private func readTen() -> Int {
    var sum = 0
    sum &+= value0
    sum &+= value1
    sum &+= value2
    sum &+= value3
    sum &+= value4
    sum &+= value5
    sum &+= value6
    sum &+= value7
    sum &+= value8
    sum &+= value9
    return sum
  }

  private func readOthers() -> Int {
    var sum = 0
    sum &+= value10
    sum &+= value11
    sum &+= value12
    sum &+= value13
    sum &+= value14
    sum &+= value15
    sum &+= value16
    sum &+= value17
    sum &+= value18
    sum &+= value19
    sum &+= value20
    sum &+= value21
    sum &+= value22
    sum &+= value23
    sum &+= value24
    sum &+= value25
    sum &+= value26
    sum &+= value27
    sum &+= value28
    sum &+= value29
    sum &+= value30
    sum &+= value31
    sum &+= value32
    sum &+= value33
    sum &+= value34
    sum &+= value35
    sum &+= value36
    sum &+= value37
    sum &+= value38
    sum &+= value39
    sum &+= value40
    sum &+= value41
    sum &+= value42
    sum &+= value43
    sum &+= value44
    sum &+= value45
    sum &+= value46
    sum &+= value47
    sum &+= value48
    sum &+= value49
    sum &+= value50
    sum &+= value51
    sum &+= value52
    sum &+= value53
    sum &+= value54
    sum &+= value55
    sum &+= value56
    sum &+= value57
    sum &+= value58
    sum &+= value59
    sum &+= value60
    sum &+= value61
    sum &+= value62
    sum &+= value63
    sum &+= value64
    sum &+= value65
    sum &+= value66
    sum &+= value67
    sum &+= value68
    sum &+= value69
    sum &+= value70
    sum &+= value71
    sum &+= value72
    sum &+= value73
    sum &+= value74
    sum &+= value75
    sum &+= value76
    sum &+= value77
    sum &+= value78
    sum &+= value79
    sum &+= value80
    sum &+= value81
    sum &+= value82
    sum &+= value83
    sum &+= value84
    sum &+= value85
    sum &+= value86
    sum &+= value87
    sum &+= value88
    sum &+= value89
    sum &+= value90
    sum &+= value91
    sum &+= value92
    sum &+= value93
    sum &+= value94
    sum &+= value95
    sum &+= value96
    sum &+= value97
    sum &+= value98
    sum &+= value99
    return sum
  }
}
