/// Files that are often taken for a catalogue, known by how they begin. Their bytes are never shown.
enum ForeignFile {
  case empty, propertyList, xml, finderAlias, gitLFSPointer, html, archive

  init?(_ bytes: [UInt8]) {
    func begins(_ text: String, at offset: Int = 0) -> Bool {
      offset <= bytes.count && bytes[offset...].starts(with: text.utf8)
    }
    let isMarked = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    let start = bytes.dropFirst(isMarked ? 3 : 0).firstIndex { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    guard let start else {
      self = .empty
      return
    }
    if begins("bplist") || begins("<!DOCTYPE plist", at: start) || begins("<plist", at: start) {
      self = .propertyList
    } else if begins("<?xml", at: start) {
      let head = String(decoding: bytes[start...].prefix(1024), as: UTF8.self)
      self = head.contains("<plist") ? .propertyList : .xml
    } else if begins("book\0\0\0\0mark\0\0\0\0") {
      self = .finderAlias
    } else if begins("version https://git-lfs", at: start) {
      self = .gitLFSPointer
    } else if begins("<!DOCTYPE html", at: start) || begins("<html", at: start) {
      self = .html
    } else if begins("PK\u{3}\u{4}") || bytes.starts(with: [0x1F, 0x8B]) {
      self = .archive
    } else {
      return nil
    }
  }

  var problem: String {
    switch self {
    case .empty: "the file is empty"
    case .propertyList: "this is a property list, not a catalogue or a StoreKit configuration"
    case .xml: "this is XML, not a catalogue"
    case .finderAlias: "this is a macOS Finder alias, not the file that it stands for"
    case .gitLFSPointer: "this is a Git LFS pointer, not the file that it stands for"
    case .html: "this is a web page, not a catalogue"
    case .archive: "this is a compressed file, not a catalogue"
    }
  }

  var advice: String {
    switch self {
    case .empty: "Write a catalogue to it, or name another file."
    case .propertyList: "In Xcode, create a StoreKit Configuration File and copy the products into it."
    case .xml: "Name a catalog.json or a .storekit file."
    case .finderAlias: "Name the original file."
    case .gitLFSPointer: "Run 'git lfs pull' to fetch the file."
    case .html: "Download the file itself."
    case .archive: "Unpack it first."
    }
  }
}
