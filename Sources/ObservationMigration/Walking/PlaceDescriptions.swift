/// Places as people write them, where many are asked for: each file is looked through once.
struct PlaceDescriptions {
  private let project: Project
  private var sources: [Int: SourceText] = [:]
  private var descriptions: [Place: String] = [:]

  init(_ project: Project) {
    self.project = project
  }

  /// `file:line:column`
  subscript(place: Place) -> String {
    mutating get {
      if let description = descriptions[place] { return description }
      let source = sources[place.file] ?? SourceText(project.files[place.file].text)
      sources[place.file] = source
      let location = source.location(of: place.offset)
      let description = "\(project.files[place.file].path):\(location.line):\(location.column)"
      descriptions[place] = description
      return description
    }
  }
}
