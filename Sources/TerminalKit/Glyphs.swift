/// The symbols that screens draw with, in one of two tiers.
///
/// Each symbol takes one cell, except `ellipsis`, which takes three in ASCII.
public struct Glyphs: Equatable, Sendable {
  /// The lines of a box.
  public struct Lines: Equatable, Sendable {
    public let horizontal, vertical: String
    public let topLeft, topRight, bottomLeft, bottomRight: String
    public let leftTee, rightTee, topTee, bottomTee, cross: String
  }

  public let lines: Lines
  /// Lines of the box that has the keys; told apart without colour.
  public let heavyLines: Lines
  public let check: String
  public let ellipsis: String
  public let warning: String
  public let bullet: String
  /// Stands before the selected row.
  public let pointer: String
  public let up, down: String
  /// Between what was done and what came of it.
  public let arrow: String
  public let barFull, barEmpty: String
  public let scrollThumb: String
  /// Between two facts of one line.
  public let separator: String

  public static let unicode = Glyphs(
    lines: Lines(
      horizontal: "─", vertical: "│", topLeft: "┌", topRight: "┐", bottomLeft: "└",
      bottomRight: "┘", leftTee: "├", rightTee: "┤", topTee: "┬", bottomTee: "┴", cross: "┼"),
    heavyLines: Lines(
      horizontal: "━", vertical: "┃", topLeft: "┏", topRight: "┓", bottomLeft: "┗",
      bottomRight: "┛", leftTee: "┣", rightTee: "┫", topTee: "┳", bottomTee: "┻", cross: "╋"),
    check: "✓", ellipsis: "…", warning: "!", bullet: "•", pointer: "▸", up: "↑", down: "↓", arrow: "→",
    barFull: "█", barEmpty: "░", scrollThumb: "█", separator: "·")

  public static let ascii = Glyphs(
    lines: Lines(
      horizontal: "-", vertical: "|", topLeft: "+", topRight: "+", bottomLeft: "+",
      bottomRight: "+", leftTee: "+", rightTee: "+", topTee: "+", bottomTee: "+", cross: "+"),
    heavyLines: Lines(
      horizontal: "=", vertical: "#", topLeft: "#", topRight: "#", bottomLeft: "#",
      bottomRight: "#", leftTee: "#", rightTee: "#", topTee: "#", bottomTee: "#", cross: "#"),
    check: "v", ellipsis: "...", warning: "!", bullet: "*", pointer: ">", up: "^", down: "v", arrow: ">",
    barFull: "#", barEmpty: ".", scrollThumb: "#", separator: "-")
}
