import Foundation

/// The real program on a terminal against the least that an ncurses list does.
///
/// Needs `ttybench` and `floor.c`, a C compiler and Python; without them it says so and measures nothing.
@MainActor
enum ScreenSubject {
  private static let floor = "floor"
  private static let sizes = [20, 100_000]

  static func measure(_ report: Report) async throws {
    guard let tools = Tools.find() else {
      return report.note("screen: not measured, as ../shared/tools has no ttybench and floor.c")
    }
    guard let program = Tools.program() else {
      return report.note("screen: not measured, as 'storefront' is not beside this bench: run 'make all'")
    }
    let folder = try TemporaryFolder()
    let floorProgram = folder.file(floor)
    try Tools.run(["cc", "-O2", tools.floorSource, "-o", floorProgram, "-lncursesw", "-ltinfo"])

    let keys = Array(repeating: "Down*10 Up*10", count: 3).joined(separator: " ")
    let all = sizes.max() ?? 0
    var programs = [
      TimedProgram(
        name: floor, command: [floorProgram, String(all)], ready: "floor: \(all)", keys: keys,
        floodExpect: " 501/\(all) ")
    ]
    for size in sizes {
      let catalog = folder.file("\(size).json")
      try Data(SampleShop.json(count: size)).write(to: URL(fileURLWithPath: catalog))
      // What is measured is a catalogue that was opened before.
      try Tools.run(
        ["XDG_CACHE_HOME=" + folder.path, program, "products", catalog], output: folder.file("list.txt"))
      programs.append(
        TimedProgram(
          name: name(size),
          command: [
            program, catalog, "--state", folder.file("\(size).sqlite"), "--now", "2026-11-30", "--no-welcome",
          ],
          ready: "Products 1 of \(size)", keys: keys, floodExpect: "Products \(min(size, 501)) of \(size)"))
    }
    let spec = folder.file("spec.json")
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    try encoder.encode(programs).write(to: URL(fileURLWithPath: spec))
    let answer = folder.file("answer.json")
    try Tools.run(
      [
        "python3", tools.ttybench, "--spec", spec, "--baseline", floor, "--runs", "5", "--json", answer,
        "--env", "LC_ALL=C.UTF-8", "--env", "XDG_CACHE_HOME=" + folder.path,
      ], output: folder.file("ttybench.txt"))
    let decoder = JSONDecoder()
    // It writes Infinity for a ratio to zero.
    decoder.allowsJSON5 = true
    let measured = try decoder.decode(
      Measured.self, from: Data(contentsOf: URL(fileURLWithPath: answer)))
    for size in sizes { add(size, measured, report) }
  }

  private static func name(_ size: Int) -> String { "storefront \(size)" }

  private static func add(_ size: Int, _ measured: Measured, _ report: Report) {
    guard let ours = measured.programs[name(size)]?.summary, let floor = measured.programs[floor]?.summary
    else { return report.fail() }
    for line in lines {
      guard let value = ours[line.metric]?[line.statistic], let least = floor[line.metric]?[line.statistic]
      else {
        report.note("\(line.what), \(size) products: not measured")
        report.fail()
        continue
      }
      let ratio = line.isAbsolute ? value : value / least
      report.add(
        line.goal, "\(line.what), \(size) products", ours: value.shortText,
        floor: line.isAbsolute ? "absolute" : least.shortText, ratio: ratio, goal: line.limit)
    }
  }

  private struct Line {
    let goal: String
    let what: String
    let metric: String
    var statistic = "median"
    let limit: Goal
    /// The figure itself has to keep to the limit, not its ratio to the floor.
    var isAbsolute = false
  }

  // With the detail pane, as the Store screen has it at 120x36.
  private static let lines = [
    Line(goal: "P1", what: "first frame, net ms", metric: "ready_net_ms", limit: .atMost(1.5)),
    Line(goal: "P1", what: "CPU to the first frame, ms", metric: "start_cpu_ms", limit: .atMost(1.4)),
    Line(goal: "P3", what: "a key, net ms", metric: "key_net_ms", limit: .atMost(1.3)),
    Line(goal: "P3", what: "a key, net p99 ms", metric: "key_net_ms", statistic: "p99", limit: .atMost(1.3)),
    Line(goal: "P3", what: "CPU a key, us", metric: "key_cpu_us", limit: .atMost(1.3)),
    Line(goal: "P4", what: "bytes a key", metric: "key_bytes", statistic: "mean", limit: .atMost(1)),
    Line(goal: "P4", what: "bytes of the first frame", metric: "start_bytes", limit: .atMost(1.2)),
    Line(goal: "P5", what: "500 keys at once, ms", metric: "flood_ms", limit: .atMost(0.06)),
    Line(goal: "P5", what: "  CPU a key, us", metric: "flood_cpu_us_key", limit: .atMost(0.06)),
    Line(goal: "P5", what: "  bytes a key", metric: "flood_bytes_key", limit: .atMost(0.05)),
    Line(
      goal: "P5", what: "  no key lost", metric: "flood_ok", statistic: "min", limit: .atLeast(1),
      isAbsolute: true),
    Line(
      goal: "P6", what: "idle wake-ups a second", metric: "idle_wakeups_s", limit: .atMost(0),
      isAbsolute: true),
    Line(
      goal: "P6", what: "idle bytes a second", metric: "idle_bytes_s", limit: .atMost(0), isAbsolute: true),
    Line(goal: "P7", what: "peak memory, KiB", metric: "peak_rss_kb", limit: .atMost(2.5)),
    Line(goal: "P8", what: "50 resizes, CPU ms", metric: "storm_cpu_ms", limit: .atMost(1.4)),
    Line(goal: "P8", what: "50 resizes, settled, ms", metric: "storm_settle_ms", limit: .atMost(1.5)),
    Line(goal: "P8", what: "quit, ms", metric: "quit_ms", limit: .atMost(2)),
    Line(
      goal: "P8", what: "exit status 0", metric: "quit_ok", statistic: "min", limit: .atLeast(1),
      isAbsolute: true),
    Line(
      goal: "P8", what: "terminal given back", metric: "terminal_ok", statistic: "min", limit: .atLeast(1),
      isAbsolute: true),
  ]
}

/// One entry of ttybench's spec file, under its own names.
private struct TimedProgram: Encodable {
  let name: String
  let command: [String]
  let ready: String
  let keys: String
  let floodExpect: String
}

/// What is read of ttybench's answer: statistics by metric, by program.
private struct Measured: Decodable {
  struct Program: Decodable {
    let summary: [String: [String: Double]]
  }

  let programs: [String: Program]
}

/// Programs outside that the screen is measured with.
private struct Tools {
  let ttybench: String
  let floorSource: String

  /// In `$STOREFRONT_SHARED/tools`, else in `../shared/tools`.
  static func find() -> Tools? {
    let shared = ProcessInfo.processInfo.environment["STOREFRONT_SHARED"] ?? "../shared"
    let tools = Tools(ttybench: shared + "/tools/ttybench", floorSource: shared + "/tools/floor.c")
    let isThere = [tools.ttybench, tools.floorSource].allSatisfy(FileManager.default.fileExists)
    return isThere ? tools : nil
  }

  /// The program that was built together with this bench.
  static func program() -> String? {
    guard let bench = Bundle.main.executableURL else { return nil }
    let path = bench.deletingLastPathComponent().appending(path: "storefront").path
    return FileManager.default.isExecutableFile(atPath: path) ? path : nil
  }

  static func run(_ words: [String], output: String? = nil) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words
    if let output {
      try Data().write(to: URL(fileURLWithPath: output))
      process.standardOutput = FileHandle(forWritingAtPath: output)
    }
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw BenchFailure("'\(words[0])' ended with \(process.terminationStatus)")
    }
  }
}
