import FoundationEssentials
import MainLoop
import StoreCrypto
import StoreModel

/// The program: reads the command line, runs one subcommand or the screen, and ends with its code.
@main
enum StorefrontProgram {
  // Not `async`: that would end the main thread and serve the main actor from others, and ending a
  // thread of a static program first sorts the tables of its whole code, for 60 ms.
  static func main() {
    CryptoLibrary.outlivesExit()
    MainLoop.run {
      let status = await Shell.run(Array(CommandLine.arguments.dropFirst()), console: .process)
      MainLoop.end(status.code)
    }
  }
}
