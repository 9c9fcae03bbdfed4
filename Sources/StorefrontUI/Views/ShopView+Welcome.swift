import TerminalKit

// The card that is shown at the first start.
extension ShopView {
  func drawWelcome(_ state: ShopState, _ layout: ShopLayout, into canvas: inout Canvas) {
    let lines = state.welcomeLines(width: ShopLayout.inside(layout.textDialog).columns)
    let frame = state.dialogFrame(layout) ?? layout.textDialog
    canvas.fill(frame)
    drawFrame(frame, title: "Welcome to storefront", isFocused: state.menu == nil, into: &canvas)
    draw(lines, top: 0, in: ShopLayout.inside(frame), into: &canvas)
  }
}
