import StoreCrypto

extension SigningKeys {
  /// The file, in the folder that a store keeps its keys in.
  public static func file(in folder: String) -> String { folder + "/signing-keys.pem" }

  /// The keys in `folder`; made and written when there are none.
  ///
  /// The file holds all of them, appears whole or not at all, and is its owner's alone (mode 0600). Of two processes
  /// that come at once, both get the keys of the first.
  public static func open(in folder: String) throws(SigningKeysError) -> SigningKeys {
    if let keys = try read(in: folder) { return keys }
    let keys: SigningKeys
    do throws(CryptoError) { keys = try generate() } catch { throw .cannotMake(error) }
    let path = file(in: folder)
    do throws(FileFailure) {
      try DurableFile.makeFolder(folder, mode: 0o700)
      if try DurableFile.create(path, try keys.pem(), mode: 0o600) { return keys }
    } catch {
      throw .cannotWrite(path: path, reason: error.reason)
    }
    if let keys = try read(in: folder) { return keys }
    throw .cannotRead(path: path, reason: "another process removed it")
  }

  /// The keys in `folder`; nil when there are none.
  public static func read(in folder: String) throws(SigningKeysError) -> SigningKeys? {
    guard let blocks = try blocks(in: folder) else { return nil }
    return try SigningKeys(blocks, path: file(in: folder))
  }

  /// The root of receipts alone; nil when there are no keys. For who only judges: most of the time that reading all
  /// takes is for the private keys.
  static func receiptRoot(in folder: String) throws(SigningKeysError) -> Certificate? {
    guard let blocks = try blocks(in: folder) else { return nil }
    do throws(CryptoError) { return try Certificate(der: blocks[7].der) } catch {
      throw .damaged(path: file(in: folder), reason: "\(error)")
    }
  }

  /// What the file holds, in its order and of the right kinds.
  private static func blocks(in folder: String) throws(SigningKeysError) -> [PEMBlock]? {
    let path = file(in: folder)
    let bytes: [UInt8]
    let mode: Int
    do throws(FileFailure) {
      guard let found = try DurableFile.mode(of: path) else { return nil }
      mode = found
      bytes = try DurableFile.read(path, limit: 1 << 20)
    } catch {
      throw .cannotRead(path: path, reason: error.reason)
    }
    guard mode & 0o077 == 0 else { throw .tooOpen(path: path, mode: mode) }
    let blocks = PEMBlock.blocks(in: bytes)
    let labels = ["PRIVATE KEY", "CERTIFICATE", "CERTIFICATE", "CERTIFICATE"]
    guard blocks.map(\.label) == labels + labels + ["PRIVATE KEY"] else {
      throw .damaged(path: path, reason: "it does not hold three keys and six certificates")
    }
    return blocks
  }

  /// Writes the two roots, DER and PEM, for a server or client to trust; the files that were written.
  ///
  /// No private key is ever exported.
  public func exportRoots(to folder: String) throws(SigningKeysError) -> [String] {
    var written: [String] = []
    for (name, root) in [("token-root", tokens.root), ("receipt-root", receipts.root)] {
      let encodings: [(String, [UInt8])]
      do throws(CryptoError) {
        encodings = [("der", try root.der()), ("pem", try root.pem())]
      } catch {
        throw .cannotMake(error)
      }
      for (ending, bytes) in encodings {
        let path = "\(folder)/\(name).\(ending)"
        do throws(FileFailure) {
          try DurableFile.makeFolder(folder, mode: 0o755)
          try DurableFile.replace(path, bytes, mode: 0o644)
        } catch {
          throw .cannotWrite(path: path, reason: error.reason)
        }
        written.append(path)
      }
    }
    return written
  }

  /// Each chain as key, leaf, intermediate, root; then the key for offers.
  private func pem() throws(FileFailure) -> [UInt8] {
    do throws(CryptoError) {
      var text: [UInt8] = []
      for chain in [tokens, receipts] {
        text += try chain.key.pem()
        for certificate in [chain.leaf, chain.intermediate, chain.root] { text += try certificate.pem() }
      }
      return text + (try offers.pem())
    } catch {
      throw FileFailure(reason: "\(error)")
    }
  }

  private init(_ blocks: [PEMBlock], path: String) throws(SigningKeysError) {
    do throws(CryptoError) {
      self.init(
        tokens: try Chain(blocks[0..<4]), receipts: try Chain(blocks[4..<8]),
        offers: try PrivateKey(der: blocks[8].der))
    } catch {
      throw .damaged(path: path, reason: "\(error)")
    }
  }
}

extension SigningKeys.Chain {
  fileprivate init(_ blocks: ArraySlice<PEMBlock>) throws(CryptoError) {
    let all = Array(blocks)
    key = try PrivateKey(der: all[0].der)
    leaf = try Certificate(der: all[1].der)
    intermediate = try Certificate(der: all[2].der)
    root = try Certificate(der: all[3].der)
    guard try key.publicKey().der() == leaf.publicKey().der() else {
      throw CryptoError("use the key", reason: "it is not the one of its certificate")
    }
    for (certificate, issuer) in [(leaf, intermediate), (intermediate, root), (root, root)]
    where !certificate.isSigned(by: issuer) {
      throw CryptoError("use the certificates", reason: "\(certificate.name) is not signed by \(issuer.name)")
    }
  }
}
