import CGTK

typealias Widget = UnsafeMutablePointer<GtkWidget>

/// Calls a closure at each signal of a widget, as long as that exists.
@MainActor
func connect(_ widget: Widget, _ signal: String, _ action: @escaping @MainActor () -> Void) {
  let box = Unmanaged.passRetained(Box(action)).toOpaque()
  ui_connect(
    widget,
    signal,
    { data in
      let box = Unmanaged<Box<@MainActor () -> Void>>.fromOpaque(data!).takeUnretainedValue()
      MainActor.assumeIsolated { box.value() }
    },
    box,
    { data, _ in Unmanaged<AnyObject>.fromOpaque(data!).release() }
  )
}

/// Calls a closure whenever a drawing area has to be drawn, with its width and height.
@MainActor
func draw(_ area: Widget, _ body: @escaping @MainActor (OpaquePointer, Double, Double) -> Void) {
  let box = Unmanaged.passRetained(Box(body)).toOpaque()
  ui_set_drawing(
    area,
    { _, context, width, height, data in
      // It's drawn on the main thread, during the call.
      nonisolated(unsafe) let context = context!
      let box = Unmanaged<Box<@MainActor (OpaquePointer, Double, Double) -> Void>>.fromOpaque(data!)
        .takeUnretainedValue()
      MainActor.assumeIsolated { box.value(context, Double(width), Double(height)) }
    },
    box,
    { data in Unmanaged<AnyObject>.fromOpaque(data!).release() }
  )
}

private final class Box<Value>: Sendable {
  // Only used on the main thread.
  nonisolated(unsafe) let value: Value

  init(_ value: Value) {
    self.value = value
  }
}

@MainActor
func label(_ text: String = "", alignment: Float = 0, style: String? = nil) -> Widget {
  let label = ui_label(text, alignment)!
  if let style { gtk_widget_add_css_class(label, style) }
  return label
}

/// Shows a text, if it isn't shown already: then GTK has nothing to lay out.
@MainActor
func set(_ label: Widget, to text: String) {
  if String(cString: ui_label_text(label)) != text { ui_set_label(label, text) }
}
