/// The ledger's tables, as the steps that made them.
///
/// A released migration never changes: a test pins its text. New wishes are new migrations at the end.
enum LedgerSchema {
  struct Migration {
    let name: String
    let sql: String
  }

  /// In the file's header: a storefront ledger (`SFLG`).
  static let applicationID: Int32 = 0x5346_4C47

  /// The file's `user_version`: how many migrations it has had.
  static var version: Int { migrations.count }

  static let migrations = [
    Migration(
      name: "journal, transactions, deliveries, downloads, settings",
      sql: """
        CREATE TABLE journal (
          seq INTEGER PRIMARY KEY,
          time INTEGER NOT NULL,
          cause INTEGER,
          name TEXT NOT NULL,
          body TEXT NOT NULL
        ) STRICT;
        CREATE TABLE transactions (
          id INTEGER PRIMARY KEY,
          product_id TEXT NOT NULL,
          product_type TEXT NOT NULL,
          quantity INTEGER NOT NULL,
          application_username TEXT NOT NULL,
          requested_offer_id TEXT,
          account TEXT NOT NULL,
          storefront TEXT NOT NULL,
          group_id TEXT,
          state INTEGER NOT NULL,
          created_at INTEGER NOT NULL,
          date INTEGER,
          original_id INTEGER,
          original_date INTEGER,
          original_product_id TEXT,
          price_amount TEXT,
          price_currency TEXT,
          expires_at INTEGER,
          offer_id TEXT,
          offer_kind TEXT,
          error_code INTEGER,
          error_reason TEXT,
          error_subject TEXT,
          is_upgraded INTEGER NOT NULL,
          revoked_at INTEGER,
          is_finished INTEGER NOT NULL,
          last_event INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX transactions_unfinished ON transactions (id) WHERE is_finished = 0;
        CREATE INDEX transactions_by_product ON transactions (account, product_id, id);
        CREATE INDEX transactions_owned ON transactions (account, expires_at, product_id)
          WHERE state = 1 AND product_type <> 'consumable';
        CREATE INDEX transactions_introductory ON transactions (account, group_id)
          WHERE offer_kind = 'introductory';
        CREATE TABLE deliveries (
          transaction_id INTEGER PRIMARY KEY REFERENCES transactions (id),
          product_id TEXT NOT NULL,
          quantity INTEGER NOT NULL,
          account TEXT NOT NULL,
          time INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE balances (
          account TEXT NOT NULL,
          product_id TEXT NOT NULL,
          quantity INTEGER NOT NULL,
          PRIMARY KEY (account, product_id)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE downloads (
          product_id TEXT PRIMARY KEY,
          transaction_id INTEGER REFERENCES transactions (id),
          content_version TEXT NOT NULL,
          expected_length INTEGER NOT NULL,
          state INTEGER NOT NULL,
          received_length INTEGER NOT NULL,
          content_path TEXT,
          failure TEXT,
          last_event INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE settings (
          key TEXT PRIMARY KEY,
          value TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;
        """),
    Migration(
      name: "why a purchase was taken back",
      sql: "ALTER TABLE transactions ADD COLUMN revocation TEXT;"),
  ]
}
