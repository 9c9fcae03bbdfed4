import TerminalKit

// The Lab: what is held, what waits, what is set, the stages and the accounts.
extension ShopView {
  func drawLab(_ state: ShopState, _ layout: ShopLayout, into canvas: inout Canvas) {
    drawListFrame(state.listTitle("Lab", state.labCursor, state.labList), state, layout, into: &canvas)
    let frame = layout.listFrame
    guard !state.labList.isEmpty else {
      return drawEmpty(state.nothingFound ?? [], frame: frame, into: &canvas)
    }
    drawList(
      state.labList, cursor: state.labCursor, frame: frame, isFocused: state.isListFocused, into: &canvas
    ) { item, _, line, canvas in
      let (standing, level) = state.standing(of: item)
      drawPair(
        state.title(of: item), level == .info ? standing : "\(symbol(level)) \(standing)",
        level == .info ? .secondary : level.role, line, term: state.filter?.term, into: &canvas)
    }
  }
}
