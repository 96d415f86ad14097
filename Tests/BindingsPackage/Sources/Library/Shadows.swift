// Names that are those of the module ObservationTracking and its types, of its own module, and of what the standard library
// has: no expansion in this module means them.

struct Library {}
struct ObservationTracking {}
struct ObservationBridge {}
struct ObservationTokens {}
struct _ObservationPass {}
struct _ObservationBinding {}
struct _BindingPlace {}
protocol _ObservationTokensOwner {}
struct Void {}
