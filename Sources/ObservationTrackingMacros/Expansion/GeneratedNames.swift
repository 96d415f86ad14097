import SwiftSyntax

/// The names of a method's bindings in the generated code.
struct GeneratedNames {
  /// The label of the parameters. Outside of cancellable classes the label contains the method's name, so that two
  /// methods can bind the same target.
  let label: String
  private let isCancellable: Bool

  init(of function: FunctionDeclSyntax, in place: BindingPlace) {
    isCancellable = place.isCancellable
    label = isCancellable ? "in" : BindingLabel(of: function).text
  }

  /// The parameter of an observing method.
  var parameterOfStart: String {
    isCancellable ? "" : "\(label): () = ()"
  }

  /// The call of an observing method.
  func start(of binding: TrackedMethod.Binding) -> String {
    isCancellable ? "\(binding.name)()" : "\(binding.name)(\(label): ())"
  }

  /// The property holding the observation.
  func storage(of binding: TrackedMethod.Binding) -> String {
    "_\(binding.name)_\(label)"
  }
}
