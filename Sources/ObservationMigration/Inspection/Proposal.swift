/// What a rule has to say about a place, before it is known which types convert.
struct Proposal: Sendable {
  enum Effect: Sendable {
    /// To be made when all subjects convert, which need it.
    case change
    /// To be made when all subjects convert, which don't need it.
    case tidy
    /// Stands against the conversion of its subjects.
    case objection(Finding.State)
    /// Only a finding.
    case note(Finding.State)
  }

  let rule: RuleID
  let place: Place
  /// The types that it concerns.
  let subjects: [TypeSymbol.ID]
  let effect: Effect
  var edits: [Edit] = []
  let message: String
  /// The change shows at run time, and somebody should look at it.
  var isRisky = false
  /// Other edits, for a property whose projection is used somewhere.
  var whenProjected: WhenProjected?
  /// The attribute `Observable` or its like comes into the file.
  var needsObservation = false
  /// The file uses this package's library afterwards.
  var needsObservationBridge = false
  /// What a class has to have for a converted subscription.
  var pipelineNeed: (owner: TypeSymbol.ID, need: PipelineSite.Need)?

  struct WhenProjected: Sendable {
    let property: PropertyKey
    let edits: [Edit]
    let message: String
  }
}

/// A property of a type.
struct PropertyKey: Sendable, Hashable {
  let type: TypeSymbol.ID
  let name: String
}

/// What the inspection of one file has found.
struct FileInspection: Sendable {
  /// Why the file is left alone as a whole.
  var refusal: FileSurvey.Refusal?
  var proposals: [Proposal] = []
  /// Properties of which `$name` is used.
  var projections: Set<PropertyKey> = []
  /// Pairs that convert only together.
  var links: [(TypeSymbol.ID, TypeSymbol.ID)] = []
  var imports = ImportList()
  /// Names whose last mention takes an import or a property with it, and where they are mentioned.
  var mentions: [String: [Int]] = [:]
  var storages: [CancellableStorage] = []
  /// Where `CodingKeys` of a type is used.
  var codingKeyMentions: [CodingKeyMention] = []
  /// Types some of whose coding keys get new names.
  var typesWithRenamedKeys: Set<TypeSymbol.ID> = []
  /// The classes of which subscriptions can be converted.
  var pipelineSites: [TypeSymbol.ID: PipelineSite] = [:]
  var parts = RemovableParts()
}

/// A place that goes by the coding keys of a type.
struct CodingKeyMention: Sendable {
  let owner: TypeSymbol.ID
  let place: Place
}

/// A property that keeps subscriptions alive, confined to its file.
struct CancellableStorage: Sendable {
  let owner: TypeSymbol.ID
  let name: String
  /// The whole declaration with its lines and the comments that speak of it.
  let removal: Range<Int>
  /// The same with a blank line, of which there would be two in a row.
  let block: Range<Int>
  /// Statements that empty it, which go with it.
  let resets: [Range<Int>]
  /// Where its name stands for it; nil for anywhere in the file.
  let scope: [Range<Int>]?
  let place: Place
}

/// The imports at the top of a file.
struct ImportList: Sendable {
  struct Item: Sendable {
    let module: String
    /// Of the declaration, without what surrounds it.
    let range: Range<Int>
    /// With its line.
    let line: Range<Int>
    /// Behind a comment in its line.
    let end: Int
    /// Attributes and modifiers.
    let prefix: String
    /// `import class Combine.AnyCancellable`
    let isOfOneDeclaration: Bool
    /// Whether it stands in the line after another import.
    let followsImport: Bool
  }

  var items: [Item] = []
  /// Where a file without imports would have them.
  var start = 0
}
