/// The text of `--help`.
let help = """
  OVERVIEW: Moves Swift sources from ObservableObject and Combine to @Observable.

  USAGE: observation-migrate check|diff|apply [options] PATH…
         observation-migrate rules [ID]

  Give all folders whose sources use each other's types in one run, tests and previews among them: a type is converted
  only with everything that uses it.

  COMMANDS:
    check    Report each place as changed, needs a decision or refused. Nothing is written.
    diff     Print a patch for git apply.
    apply    Write the files, all or none, and report what is left.
    rules    List the rules, or explain one.

  OPTIONS:
    --only NAMES         Rules or types, with commas between; repeatable. Only these types are converted, by these rules
                         only. Names of types begin with a capital letter.
    --skip NAMES         Rules or types to leave alone.
    --minimum-ios N      The oldest iOS that the sources are for. @Observable needs 17; below it, all is refused.
    --default-isolation MainActor
                         The sources are built with this default: classes are isolated without an attribute.
    --pipelines          Rewrite pipelines of Combine to observations and streams of ObservationBridge, where they are
                         understood.
    --format FORMAT      Of check and apply: text (the default), json or sarif.
    -h, --help           Print this.

  A comment, // observation-migrate:ignore, above a declaration leaves it alone; that is no work found.

  Folders named .build, .git, Carthage, DerivedData, Pods and checkouts are not searched, symbolic links not followed.

  EXIT CODE: 0 nothing to do, 1 work found (by apply: left), 2 wrong usage, or a path that cannot be read or written.

  Colours and progress appear on a terminal only; NO_COLOR turns colours off.
  """
