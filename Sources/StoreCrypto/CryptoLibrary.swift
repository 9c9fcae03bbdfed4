import COpenSSL

/// libcrypto as a whole.
public enum CryptoLibrary {
  /// Lets libcrypto be whole until the process is gone; call it before anything else of this module is used.
  ///
  /// By itself it takes itself apart at `exit`, while other threads may still be hashing: a library that ends the
  /// process would then end it with a crash.
  public static func outlivesExit() {
    OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_ATEXIT), nil)
  }
}
