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

#include <_foundation_unicode/upluralrules.h>
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

#endif
