import Foundation
import Testing

/// The documentation is in plain English, without phrases that an earlier review replaced.
@Suite struct LanguageTests {
  /// Each phrase with an example of a replacement.
  static let phrases: [(phrase: String, instead: String)] = [
    (", but that ", "except that"),
    ("what became of it", "what happened at each location"),
    ("closure's word", "when its closure returns .finish"),
    (" tells of ", "reports"),
    ("is no news to", "isn't notified of"),
    ("nothing comes of it", "this doesn't affect"),
    ("what there is besides", "how this compares with the alternatives"),
    ("nil is nothing to do", "if nil, this method does nothing"),
    ("who has not got", "observers that haven't received"),
    ("must have come", "the quiet period"),
    ("compared is what", "duplicates are removed after"),
    ("who sleeps", "if anything is still sleeping"),
    ("what is more than it was", "new since"),
    ("the rule that speaks", "the responsible rule"),
    ("nobody tells", "the runtime doesn't report"),
    (" anew", "again"),
    (" but for ", "except"),
    ("those that are over", "those that have ended"),
    (" goes away", "is deallocated"),
    (" is heard of", "is reported"),
    (" dies", "is deallocated"),
    ("'s death", "deallocation"),
    ("reported to nobody", "isn't reported"),
    (" its own word", "says"),
    ("any more.", "anymore"),
    (" hears of ", "is notified of"),
    (" hear of ", "are notified of"),
    (" told of ", "notified of"),
    (" death of ", "deallocation of"),
    (" belongs into ", "belongs in"),
    (" whoever reads ", "code that reads"),
    (" comes out equal", "is equal to the previous value"),
    ("of one's own", "custom"),
    (" is gone ", "no longer exists"),
  ]

  @Test(arguments: Documentation.pages + Documentation.files) func phrasesThatAreUnidiomaticAreAbsent(file: String)
    throws
  {
    let text = try Self.prose(of: file)
    for (phrase, instead) in Self.phrases {
      #expect(!text.contains(phrase), "\(phrase): write \(instead)")
    }
  }

  @Test func phrasesAreFoundAcrossLines() {
    let lines = [
      "/// It is, but", "/// that is", "@MainActor", "public let name = 1  // anew", "/// Dies.", "let other = 2",
    ]
    #expect(Self.prose(ofSource: lines) == " it is, but that is ")
  }

  /// The text of a page, or the public doc comments of a source, in one line.
  private static func prose(of file: String) throws -> String {
    let text = try String(contentsOf: Documentation.root.appending(path: file), encoding: .utf8)
    let lines = text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    return file.hasSuffix(".swift") ? prose(ofSource: lines) : prose(of: lines)
  }

  private static func prose(ofSource lines: [String]) -> String {
    var all: [String] = []
    var comment: [String] = []
    for line in lines {
      if line.hasPrefix("///") {
        comment.append(String(line.dropFirst(3)))
      } else if !line.hasPrefix("@") {
        if line.hasPrefix("public ") || line.contains(" public ") || line.contains("open class ")
          || line.hasPrefix("case ")
        {
          all += comment
        }
        comment = []
      }
    }
    return prose(of: all)
  }

  private static func prose(of lines: [String]) -> String {
    " " + lines.flatMap { $0.split(separator: " ") }.joined(separator: " ").lowercased() + " "
  }
}
