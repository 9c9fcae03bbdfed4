// The few calls of ICU's C API that Foundation does not offer, under names of our own.
//
// The library is the toolchain's own ICU, the one Foundation formats prices and dates with. So there
// is one set of language data in the program, digits never disagree, and no package is added.
//
// To use Debian's ICU (libicu-dev) instead, change two places: the include prefix below from
// <_foundation_unicode/...> to <unicode/...>, and in module.modulemap the link line to "icui18n" and
// "icuuc". Nothing else names the library: ICU's headers rename every function with a version
// suffix through macros that Swift cannot see, and these inline wrappers are compiled by clang,
// which can.
#ifndef CICU_SHIM_H
#define CICU_SHIM_H

#include <_foundation_unicode/ubidi.h>
#include <_foundation_unicode/ubrk.h>
#include <_foundation_unicode/uchar.h>
#include <_foundation_unicode/unorm2.h>
#include <_foundation_unicode/upluralrules.h>
#include <_foundation_unicode/ushape.h>
#include <_foundation_unicode/ustring.h>
#include <_foundation_unicode/uvernum.h>

// The version of ICU, such as "76.1".
static inline const char *cicu_version(void) { return U_ICU_VERSION; }

// Rules of a language's cardinal numbers, or NULL. Close with cicu_plural_close.
static inline void *cicu_plural_open(const char *locale) {
  UErrorCode status = U_ZERO_ERROR;
  UPluralRules *rules = uplrules_open(locale, &status);
  if (U_FAILURE(status)) {
    if (rules) uplrules_close(rules);
    return 0;
  }
  return rules;
}

static inline void cicu_plural_close(void *rules) {
  uplrules_close((UPluralRules *)rules);
}

// Writes the category of `number` ("one", "few", ...) as UTF-16 and returns its length, or -1.
static inline int32_t cicu_plural_select(const void *rules, double number, uint16_t *text, int32_t capacity) {
  UErrorCode status = U_ZERO_ERROR;
  int32_t length =
      uplrules_select((const UPluralRules *)rules, number, (UChar *)text, capacity, &status);
  return U_FAILURE(status) ? -1 : length;
}

// Puts letters and their marks together (Unicode's normal form C). Returns the length, or -1.
static inline int32_t cicu_composed(
    const uint16_t *text, int32_t length, uint16_t *composed, int32_t capacity) {
  UErrorCode status = U_ZERO_ERROR;
  const UNormalizer2 *form = unorm2_getNFCInstance(&status);
  int32_t count = unorm2_normalize(form, (const UChar *)text, length, (UChar *)composed, capacity, &status);
  return U_FAILURE(status) ? -1 : count;
}

// The letter that an accented one is made of; the same character when it is made of nothing else.
static inline uint32_t cicu_bare_letter(uint32_t character) {
  UErrorCode status = U_ZERO_ERROR;
  UChar parts[32];
  const UNormalizer2 *form = unorm2_getNFDInstance(&status);
  int32_t count = unorm2_getRawDecomposition(form, (UChar32)character, parts, 32, &status);
  if (U_FAILURE(status) || count <= 0) return character;
  UChar32 first;
  U16_GET(parts, 0, 0, count, first);
  return (uint32_t)first == character ? character : cicu_bare_letter((uint32_t)first);
}

static inline int32_t cicu_without_marks(const UChar *text, int32_t length, UChar *bare) {
  int32_t count = 0;
  for (int32_t offset = 0; offset < length;) {
    UChar32 character;
    U16_NEXT(text, offset, length, character);
    if (u_charType(character) != U_NON_SPACING_MARK) U16_APPEND_UNSAFE(bare, count, character);
  }
  return count;
}

// What a text is found by: taken apart and without marks of letters, case and width. Both buffers hold
// `capacity`; the result is in `key`. Returns the length, or -1 when they are too small: 18 times the length
// is always enough.
static inline int32_t cicu_search_key(
    const uint16_t *text, int32_t length, uint16_t *key, uint16_t *scratch, int32_t capacity) {
  UErrorCode status = U_ZERO_ERROR;
  UChar *here = (UChar *)key, *there = (UChar *)scratch;
  const UNormalizer2 *form = unorm2_getNFKDInstance(&status);
  int32_t count = unorm2_normalize(form, (const UChar *)text, length, here, capacity, &status);
  if (U_FAILURE(status)) return -1;
  count = cicu_without_marks(here, count, here);
  count = u_strFoldCase(there, capacity, here, count, U_FOLD_CASE_DEFAULT, &status);
  // Some letters fold to one with a mark.
  count = unorm2_normalize(form, there, count, here, capacity, &status);
  return U_FAILURE(status) ? -1 : cicu_without_marks(here, count, here);
}

// Whether the first letter with a direction is a right-to-left one.
static inline int cicu_starts_right_to_left(const uint16_t *text, int32_t length) {
  return ubidi_getBaseDirection((const UChar *)text, length) == UBIDI_RTL;
}

// Replaces Arabic letters by their joined forms, in the order of reading. Returns the length, or -1.
static inline int32_t cicu_shape_arabic(
    const uint16_t *text, int32_t length, uint16_t *shaped, int32_t capacity) {
  UErrorCode status = U_ZERO_ERROR;
  int32_t count = u_shapeArabic(
      (const UChar *)text, length, (UChar *)shaped, capacity,
      U_SHAPE_LETTERS_SHAPE | U_SHAPE_TEXT_DIRECTION_LOGICAL | U_SHAPE_LENGTH_GROW_SHRINK, &status);
  return U_FAILURE(status) ? -1 : count;
}

// Puts one line into the order in which it is seen, brackets mirrored, marks of direction removed.
// Its direction is that of its first letter. Returns the length, or -1.
static inline int32_t cicu_visual_order(
    const uint16_t *text, int32_t length, uint16_t *visual, int32_t capacity) {
  UErrorCode status = U_ZERO_ERROR;
  UBiDi *bidi = ubidi_open();
  if (bidi == 0) return -1;
  ubidi_setPara(bidi, (const UChar *)text, length, UBIDI_DEFAULT_LTR, 0, &status);
  int32_t count = ubidi_writeReordered(
      bidi, (UChar *)visual, capacity,
      UBIDI_DO_MIRRORING | UBIDI_REMOVE_BIDI_CONTROLS | UBIDI_KEEP_BASE_COMBINING, &status);
  ubidi_close(bidi);
  return U_FAILURE(status) ? -1 : count;
}

// Where a line may end, in ascending order, for writing whose words only a dictionary tells apart.
// Returns how many there are, or -1.
static inline int32_t cicu_line_breaks(
    const uint16_t *text, int32_t length, int32_t *offsets, int32_t capacity) {
  UErrorCode status = U_ZERO_ERROR;
  UBreakIterator *breaks = ubrk_open(UBRK_LINE, "th", (const UChar *)text, length, &status);
  if (U_FAILURE(status)) return -1;
  int32_t count = 0;
  for (int32_t offset = ubrk_next(breaks); offset != UBRK_DONE && count < capacity; offset = ubrk_next(breaks))
    offsets[count++] = offset;
  ubrk_close(breaks);
  return count;
}

#endif
