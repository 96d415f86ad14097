#pragma once

#include <glib-unix.h>
#include <gtk/gtk.h>

// Dispatch declares these for CoreFoundation. The first returns a descriptor that can be read when the main queue has work, or -1 once
// that queue belongs to a thread of Dispatch; the second does the work.
extern int _dispatch_get_main_queue_handle_4CF(void);
extern void _dispatch_main_queue_callback_4CF(void *message);

// What GTK offers as macros, or with casts that are macros. Here all widgets are GtkWidget.

static inline void ui_connect(void *object, const char *signal, void (*call)(void *), void *data, void (*release)(void *, GClosure *)) {
  // Swapped: the data is the first argument, so that functions of all signals can be called in one way.
  g_signal_connect_data(object, signal, G_CALLBACK(call), data, release, G_CONNECT_SWAPPED);
}

static inline void ui_set_title(GtkWidget *window, const char *title) { gtk_window_set_title(GTK_WINDOW(window), title); }

static inline void ui_show_window(GtkWidget *window, GtkWidget *bar, GtkWidget *content, int width, int height) {
  gtk_window_set_default_size(GTK_WINDOW(window), width, height);
  gtk_window_set_titlebar(GTK_WINDOW(window), bar);
  gtk_window_set_child(GTK_WINDOW(window), content);
  gtk_window_present(GTK_WINDOW(window));
}

static inline void ui_pack(GtkWidget *bar, GtkWidget *start, GtkWidget *end) {
  gtk_header_bar_pack_start(GTK_HEADER_BAR(bar), start);
  gtk_header_bar_pack_end(GTK_HEADER_BAR(bar), end);
}

static inline void ui_append(GtkWidget *box, GtkWidget *child) { gtk_box_append(GTK_BOX(box), child); }

static inline void ui_set_margins(GtkWidget *widget, int margin) {
  gtk_widget_set_margin_top(widget, margin);
  gtk_widget_set_margin_bottom(widget, margin);
  gtk_widget_set_margin_start(widget, margin);
  gtk_widget_set_margin_end(widget, margin);
}

static inline void ui_attach(GtkWidget *grid, GtkWidget *child, int column, int row) {
  gtk_grid_attach(GTK_GRID(grid), child, column, row, 1, 1);
}

static inline GtkWidget *ui_grid(int columns_between, int rows_between) {
  GtkWidget *grid = gtk_grid_new();
  gtk_grid_set_column_spacing(GTK_GRID(grid), columns_between);
  gtk_grid_set_row_spacing(GTK_GRID(grid), rows_between);
  gtk_grid_set_column_homogeneous(GTK_GRID(grid), TRUE);
  return grid;
}

static inline GtkWidget *ui_scrolled(GtkWidget *child) {
  GtkWidget *window = gtk_scrolled_window_new();
  gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(window), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(window), child);
  return window;
}

static inline GtkWidget *ui_label(const char *text, float alignment) {
  GtkWidget *label = gtk_label_new(text);
  gtk_label_set_xalign(GTK_LABEL(label), alignment);
  gtk_label_set_ellipsize(GTK_LABEL(label), PANGO_ELLIPSIZE_END);
  return label;
}

static inline const char *ui_label_text(GtkWidget *label) { return gtk_label_get_text(GTK_LABEL(label)); }
static inline void ui_set_label(GtkWidget *label, const char *text) { gtk_label_set_text(GTK_LABEL(label), text); }
static inline void ui_set_child(GtkWidget *button, GtkWidget *child) { gtk_button_set_child(GTK_BUTTON(button), child); }
static inline gboolean ui_is_on(GtkWidget *button) { return gtk_toggle_button_get_active(GTK_TOGGLE_BUTTON(button)); }
static inline void ui_turn_on(GtkWidget *button) { gtk_toggle_button_set_active(GTK_TOGGLE_BUTTON(button), TRUE); }
static inline const char *ui_text(GtkWidget *field) { return gtk_editable_get_text(GTK_EDITABLE(field)); }

static inline void ui_set_text(GtkWidget *field, const char *text) {
  gtk_editable_set_text(GTK_EDITABLE(field), text);
  gtk_editable_set_position(GTK_EDITABLE(field), -1);
}

// What a user does, for tests.
static inline void ui_click(GtkWidget *button) { g_signal_emit_by_name(button, "clicked"); }

static inline void ui_click_first(GtkWidget *list) {
  GtkListBoxRow *row = gtk_list_box_get_row_at_index(GTK_LIST_BOX(list), 0);
  gtk_list_box_select_row(GTK_LIST_BOX(list), row);
  g_signal_emit_by_name(list, "row-activated", row);
}

static inline void ui_insert(GtkWidget *field, const char *text, int position) {
  gtk_editable_insert_text(GTK_EDITABLE(field), text, -1, &position);
}

static inline void ui_list_append(GtkWidget *list, GtkWidget *row) { gtk_list_box_append(GTK_LIST_BOX(list), row); }

static inline void ui_list_remove_last(GtkWidget *list) {
  gtk_list_box_remove(GTK_LIST_BOX(list), gtk_widget_get_last_child(list));
}

/// The place of the row that has been clicked, which then is selected no more; -1 if there is none.
static inline int ui_list_take_selected(GtkWidget *list) {
  GtkListBoxRow *row = gtk_list_box_get_selected_row(GTK_LIST_BOX(list));
  gtk_list_box_unselect_all(GTK_LIST_BOX(list));
  return row == NULL ? -1 : gtk_list_box_row_get_index(row);
}

static inline void ui_set_drawing(GtkWidget *area, GtkDrawingAreaDrawFunc draw, void *data, GDestroyNotify release) {
  gtk_drawing_area_set_draw_func(GTK_DRAWING_AREA(area), draw, data, release);
}

static inline void ui_prefer_dark(gboolean is_dark) {
  g_object_set(gtk_settings_get_default(), "gtk-application-prefer-dark-theme", is_dark, NULL);
}

static inline void ui_add_style(const char *text) {
  GtkCssProvider *style = gtk_css_provider_new();
  gtk_css_provider_load_from_data(style, text, -1);
  gtk_style_context_add_provider_for_display(
    gdk_display_get_default(), GTK_STYLE_PROVIDER(style), GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
  g_object_unref(style);
}

/// Whether text is bright on the widget, as in a dark theme.
static inline gboolean ui_is_dark(GtkWidget *widget) {
  GdkRGBA color;
  gtk_style_context_get_color(gtk_widget_get_style_context(widget), &color);
  return color.red + color.green + color.blue > 1.5;
}
