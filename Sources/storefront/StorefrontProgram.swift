import Foundation
import StoreModel

/// The program: reads the command line, runs one subcommand or the screen, and ends with its code.
@main
enum StorefrontProgram {
  @MainActor
  static func main() async {
    let status = await Shell.run(Array(CommandLine.arguments.dropFirst()), console: .process)
    exit(status.code)
  }
}
