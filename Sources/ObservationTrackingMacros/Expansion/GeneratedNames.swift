import SwiftSyntax

/// The names that the bindings of a method have in the code generated for them.
struct GeneratedNames {
  /// The label of the parameters. Outside of classes that can be cancelled it is made of the method's name, so that two
  /// methods can bind the same thing.
  let label: String
  private let isCancellable: Bool

  init(of function: FunctionDeclSyntax, in place: BindingPlace) {
    isCancellable = place.isCancellable
    label = isCancellable ? "in" : BindingLabel(of: function).text
  }

  /// The parameter of a method that observes.
  var parameterOfStart: String {
    isCancellable ? "" : "\(label): () = ()"
  }

  /// The call of a method that observes.
  func start(of binding: TrackedMethod.Binding) -> String {
    isCancellable ? "\(binding.name)()" : "\(binding.name)(\(label): ())"
  }

  /// The property that holds the observation.
  func storage(of binding: TrackedMethod.Binding) -> String {
    "_\(binding.name)_\(label)"
  }
}
