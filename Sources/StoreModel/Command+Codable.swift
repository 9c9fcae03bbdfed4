/// JSON of a command: one key, the command's name, with what it needs: `{"confirm": "7"}`.
///
/// The journal is kept in this form, so it never changes for commands that there are.
extension Command: Codable {
  private enum CodingKeys: String, CodingKey, CaseIterable {
    case buy, confirm, cancel, restore, finish, download, storefront, account, payments, network
    case receipts, refreshReceipt
  }

  /// The name of every command that there is.
  public static let names = CodingKeys.allCases.map(\.rawValue)

  /// The command's name: its key in JSON.
  public var name: String { key.rawValue }

  private var key: CodingKeys {
    switch self {
    case .buy: .buy
    case .confirm: .confirm
    case .cancel: .cancel
    case .restore: .restore
    case .finish: .finish
    case .download: .download
    case .storefront: .storefront
    case .account: .account
    case .payments: .payments
    case .network: .network
    case .receipts: .receipts
    case .refreshReceipt: .refreshReceipt
    }
  }

  private struct Nothing: Codable {}

  private struct DownloadOrder: Codable {
    let product: ProductID
    let action: DownloadAction
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .buy(let payment): try object.encode(payment, forKey: .buy)
    case .confirm(let id): try object.encode(id, forKey: .confirm)
    case .cancel(let id): try object.encode(id, forKey: .cancel)
    case .restore: try object.encode(Nothing(), forKey: .restore)
    case .finish(let id): try object.encode(id, forKey: .finish)
    case .download(let product, let action):
      try object.encode(DownloadOrder(product: product, action: action), forKey: .download)
    case .storefront(let id): try object.encode(id, forKey: .storefront)
    case .account(let id): try object.encode(id, forKey: .account)
    case .payments(let allowed): try object.encode(allowed, forKey: .payments)
    case .network(let state): try object.encode(state, forKey: .network)
    case .receipts(let condition): try object.encode(condition, forKey: .receipts)
    case .refreshReceipt: try object.encode(Nothing(), forKey: .refreshReceipt)
    }
  }

  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: CodingKeys.self)
    guard let key = object.allKeys.first, object.allKeys.count == 1 else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "A command has one key, its name."))
    }
    func value<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
      try object.decode(type, forKey: key)
    }
    switch key {
    case .buy: self = .buy(try value())
    case .confirm: self = .confirm(try value())
    case .cancel: self = .cancel(try value())
    case .restore: self = .restore
    case .finish: self = .finish(try value())
    case .download:
      let order = try value(DownloadOrder.self)
      self = .download(order.product, order.action)
    case .storefront: self = .storefront(try value())
    case .account: self = .account(try value())
    case .payments: self = .payments(allowed: try value())
    case .network: self = .network(try value())
    case .receipts: self = .receipts(try value())
    case .refreshReceipt: self = .refreshReceipt
    }
  }
}
