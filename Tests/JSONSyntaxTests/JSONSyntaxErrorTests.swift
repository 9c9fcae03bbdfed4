import JSONSyntax
import Testing

/// What is said for each way in which a text can fail to be JSON.
struct JSONSyntaxErrorTests {
  @Test(arguments: [
    ("", "line 1, column 1: the text is empty: there is no value in it"),
    (" \n ", "line 2, column 2: the text is empty: there is no value in it"),
    ("[1 2]", "line 1, column 4: expected ',' or ']' after the value, found '2'"),
    ("{\"a\": 1\n \"b\": 2}", "line 2, column 2: expected ',' or '}' after the value, found '\"'"),
    ("[1,]", "line 1, column 3: a comma before ']' is not allowed in JSON: remove it"),
    ("{\"a\": 1,\n}", "line 1, column 8: a comma before '}' is not allowed in JSON: remove it"),
    ("[,1]", "line 1, column 2: expected a value, found ','"),
    ("{\"a\" 1}", "line 1, column 6: expected ':' after the key, found '1'"),
    ("{\"a\":}", "line 1, column 6: expected a value, found '}'"),
    ("{a: 1}", "line 1, column 2: expected a key in double quotes, found 'a'"),
    ("{'a': 1}", "line 1, column 2: expected a key in double quotes, found \"'\""),
    ("['a']", "line 1, column 2: text is written in double quotes"),
    ("[\"a", "line 1, column 2: this text has no closing quote"),
    (
      "[\"a\n\"]",
      "line 1, column 2: this text has no closing quote on its line; a line break inside text is \\n"
    ),
    ("[\"a\tb\"]", "line 1, column 4: U+0009 inside text must be written as an escape"),
    ("[\"\\q\"]", "line 1, column 3: 'q' cannot follow '\\' in JSON text"),
    ("[\"\\u12g4\"]", "line 1, column 7: expected 4 hexadecimal digits in the escape, found 'g'"),
    ("[\"\\ud800\"]", "line 1, column 3: \\uD800 is half of a surrogate pair without the other half"),
    ("[\"\\udc00x\"]", "line 1, column 3: \\uDC00 is half of a surrogate pair without the other half"),
    ("[\"\\ud800\\u0041\"]", "line 1, column 3: \\uD800 is half of a surrogate pair without the other half"),
    ("[1, [2, {\"a\": 3}", "line 1, column 5: this '[' is never closed: the text ends before its partner"),
    ("{\"a\": 3", "line 1, column 1: this '{' is never closed: the text ends before its partner"),
    ("{\"a\":", "line 1, column 6: expected a value, found the end of the text"),
    ("[1] x", "line 1, column 5: expected the end of the text, found 'x': only one value may stand here"),
    ("[01]", "line 1, column 2: a number cannot begin with 0: remove the zero, or put the number in quotes"),
    ("[1.]", "line 1, column 4: expected a digit after the point, found ']'"),
    ("[.5]", "line 1, column 2: expected a digit, found '.'"),
    ("[-]", "line 1, column 3: expected a digit, found ']'"),
    ("[+1]", "line 1, column 2: a number cannot begin with '+' in JSON: remove it"),
    ("[1e]", "line 1, column 4: expected a digit in the exponent, found ']'"),
    ("[NaN]", "line 1, column 2: expected a value, found 'NaN': text is written in quotes"),
    ("[-Infinity]", "line 1, column 3: Infinity is not a number in JSON"),
    ("[True]", "line 1, column 2: expected a value, found 'True': text is written in quotes"),
    ("[1, // one\n]", "line 1, column 5: a comment is not allowed in JSON: remove it"),
    ("[\u{A0}1]", "line 1, column 2: expected a value, found U+00A0"),
    (
      "{\n<<<<<<< HEAD\n\"a\": 1",
      "line 2, column 1: an unresolved merge conflict begins or ends here ('<<<<<<<'): resolve it"
    ),
    (
      "{\"a\": 1\n=======\n\"a\": 2}",
      "line 2, column 1: an unresolved merge conflict begins or ends here ('======='): resolve it"
    ),
  ])
  func `a fault in JSON is one sentence with its place`(text: String, message: String) {
    let error = #expect(throws: JSONSyntaxError.self) { try JSONDocument(parsing: Array(text.utf8)) }
    #expect(error?.description == message)
  }

  @Test(arguments: [
    ("[1 /* never", "line 1, column 4: this comment is never closed: end it with */"),
    ("[/ 1]", "line 1, column 2: expected a value or punctuation, found '/'"),
    ("[0x]", "line 1, column 2: expected hexadecimal digits after 0x"),
    ("[0xfg]", "line 1, column 2: expected hexadecimal digits after 0x"),
    ("[010]", "line 1, column 2: a number cannot begin with 0: remove the zero, or put the number in quotes"),
    ("[.]", "line 1, column 2: expected a digit, found '.'"),
    ("['\\1']", "line 1, column 4: a digit cannot follow '\\' in text"),
    ("[,]", "line 1, column 2: expected a value, found ','"),
    ("[1,,2]", "line 1, column 4: expected a value, found ','"),
    ("{1a: 2}", "line 1, column 2: expected a key in double quotes, found '1'"),
    ("[one]", "line 1, column 2: expected a value, found 'one': text is written in quotes"),
  ])
  func `a fault in JSON5 is one sentence with its place`(text: String, message: String) {
    let error = #expect(throws: JSONSyntaxError.self) {
      try JSONDocument(parsing: Array(text.utf8), as: .json5)
    }
    #expect(error?.description == message)
  }

  @Test(
    arguments: [
      ([0xFF, 0xFE, 0x5B, 0x00], "line 1, column 1: the text is UTF-16 or UTF-32: save it as UTF-8"),
      ([0xFE, 0xFF, 0x00, 0x5B], "line 1, column 1: the text is UTF-16 or UTF-32: save it as UTF-8"),
      ([0x5B, 0x00, 0x5D, 0x00], "line 1, column 1: the text is UTF-16 or UTF-32: save it as UTF-8"),
      ([0x00, 0x5B, 0x00, 0x5D], "line 1, column 1: the text is UTF-16 or UTF-32: save it as UTF-8"),
      ([0x5B, 0x22, 0xFC, 0x22, 0x5D], "line 1, column 3: byte FC is not UTF-8: save the file as UTF-8"),
      (
        [0x5B, 0x22, 0xED, 0xA0, 0x80, 0x22, 0x5D],
        "line 1, column 3: byte ED is not UTF-8: save the file as UTF-8"
      ),
      (
        [0x5B, 0x22, 0xC0, 0x80, 0x22, 0x5D], "line 1, column 3: byte C0 is not UTF-8: save the file as UTF-8"
      ),
      ([0x22, 0xF0, 0x9F, 0x98], "line 1, column 2: byte F0 is not UTF-8: save the file as UTF-8"),
      (
        [0x22, 0xF5, 0x80, 0x80, 0x80, 0x22], "line 1, column 2: byte F5 is not UTF-8: save the file as UTF-8"
      ),
      ([0x00], "line 1, column 1: expected a value, found U+0000"),
    ] as [([UInt8], String)])
  func `bytes that are no UTF-8 text are named`(bytes: [UInt8], message: String) {
    let error = #expect(throws: JSONSyntaxError.self) { try JSONDocument(parsing: bytes) }
    #expect(error?.description == message)
  }
}
