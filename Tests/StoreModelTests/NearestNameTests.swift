import StoreModel
import Testing

struct NearestNameTests {
  private let names = ["prices", "products", "period", "periods", "type"]

  @Test(arguments: [
    ("price", "prices"), ("Prices", "prices"), ("prodcuts", "products"), ("perod", "period"),
    ("tpye", "type"),
    ("period", "period"), ("periodss", "periods"),
  ])
  func `the nearest name is found`(typed: String, name: String) {
    #expect(nearest(to: typed, in: names) == name)
  }

  @Test(arguments: ["", "x", "colour", "type-of-thing"])
  func `no name is found when none is close`(typed: String) {
    #expect(nearest(to: typed, in: names) == nil)
  }

  @Test func `a very long name costs nothing`() {
    #expect(nearest(to: String(repeating: "a", count: 1_000_000), in: names) == nil)
  }
}
