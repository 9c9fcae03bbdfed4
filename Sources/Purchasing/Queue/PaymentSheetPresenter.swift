import StoreModel

/// What shows the store's purchase sheet and brings the customer's answer back.
public protocol PaymentSheetPresenter: Sendable {
  /// Shows `sheet` until the customer answers.
  ///
  /// The queue shows one sheet at a time (R4). When the price has changed in the meantime it asks
  /// again with a new sheet. When the calling task is cancelled this returns at once, and the answer
  /// is not used: nothing is charged, and the purchase fails at the next launch.
  func present(_ sheet: PaymentSheet) async -> PaymentSheetAnswer

  /// Asks a customer who is signed out to sign in, and returns when they have or have said no, or when the calling task
  /// is cancelled. Whether they are signed in then only the store knows.
  func askToSignIn() async
}

extension PaymentSheetPresenter {
  /// Who cannot ask gets no answer: the purchase or the restore fails.
  public func askToSignIn() async {}
}
