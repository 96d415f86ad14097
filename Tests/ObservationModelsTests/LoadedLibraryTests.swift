#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// Shared libraries that contain this package, such as plug-ins and the native parts of programs in other languages.
  @Suite(.compilesSources) struct LoadedLibraryTests {
    /// Each library has its own copy of this package, with its own thread-local variables.
    @Test func severalLibrariesObserveInOneProcessThatLoadsThemByDlopen() throws {
      let folder = try Compiler.temporaryFolder()
      defer { try? FileManager.default.removeItem(at: folder) }
      try Self.library.write(to: folder.appending(path: "Library.swift"), atomically: true, encoding: .utf8)
      try Self.program.write(to: folder.appending(path: "main.swift"), atomically: true, encoding: .utf8)
      let library = try Compiler.compile(
        ["-emit-library", "-o", "1.so", "Library.swift"]
          + Compiler.objects(of: "ObservationModels", "ObservationBridge", "CObservationRuntime"),
        in: folder
      )
      try #require(library.isSuccess, "\(library.output)")
      for copy in ["2.so", "3.so"] {
        try FileManager.default.copyItem(at: folder.appending(path: "1.so"), to: folder.appending(path: copy))
      }
      let program = try Compiler.compile(["-o", "load", "main.swift"], in: folder)
      try #require(program.isSuccess, "\(program.output)")

      let load = folder.appending(path: "load").path
      let output = try Compiler.run([load, "./1.so", "./2.so", "./3.so"], in: folder).output
      #expect(output == "./1.so: 0 3\n./2.so: 0 3\n./3.so: 0 3\n")
    }

    /// A pass reads two models, and the next pass reads them in another order.
    private static let library = """
      import ObservationModels

      @ObservableModel final class Counter { var count = 0 }

      @_cdecl("observe") public func observe() -> Int {
        MainActor.assumeIsolated {
          let (first, second) = (Counter(), Counter())
          var last = -1
          let token = withPortableContinuousObservation(options: [.didSet, .immediate]) { _ in
            last = first.count == 0 ? first.count + second.count : second.count + first.count + second.count
          }
          print(last, terminator: " ")
          first.count = 1
          second.count = 1
          token.cancel()
          return last
        }
      }
      """

    private static let program = """
      #if canImport(Glibc)
        import Glibc
      #elseif canImport(Musl)
        import Musl
      #endif

      for path in CommandLine.arguments.dropFirst() {
        print(path, terminator: ": ")
        guard let library = dlopen(path, RTLD_NOW), let observe = dlsym(library, "observe") else {
          print(String(cString: dlerror()))
          continue
        }
        print(unsafeBitCast(observe, to: (@convention(c) () -> Int).self)())
      }
      """
  }
#endif
