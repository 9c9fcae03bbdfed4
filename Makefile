# storefront: `make run` opens it, `make test` proves it. Both install what is missing first.

PREFIX  ?= /usr/local
CATALOG ?= catalog.json
SWIFT   ?= swift

# Debian packages that the build and the tests need, by name.
PACKAGES = libncurses-dev libsqlite3-dev libssl-dev openssl python3-venv tmux

# One self-contained binary: Swift, Foundation and the C libraries are linked statically.
STATIC    = -Xswiftc -static-executable
# Types are made from what the compiler knows, not looked up by name: that read through every conformance of
# the program at start, some sixty times.
DIRECT    = -Xswiftc -Xfrontend -Xswiftc -disable-concrete-type-metadata-mangled-name-accessors
CHECK     = --explicit-target-dependency-import-check error
RELEASE   = $(SWIFT) build -c release $(STATIC) $(DIRECT) $(CHECK)

.PHONY: all run test soak fuzz lint bench pictures install check-install deb setup clean

all: setup
	@$(RELEASE) --product storefront

run: all
	@.build/release/storefront $(CATALOG)

test: setup
	@Tests/Conformance/install .build/conformance
	@$(SWIFT) build --build-tests $(CHECK)
	@$(SWIFT) test --skip-build

# The proofs by chance at length, of another seed each time: KILLS kills, MOVES moves of the monkey, and ACTS acts of the model.
KILLS ?= 2000
MOVES ?= 100000
ACTS  ?= 1000000
soak: setup
	@$(SWIFT) build --build-tests $(CHECK)
	@STOREFRONT_KILLS=$(KILLS) STOREFRONT_KILL_SEED=$$(date +%s) $(SWIFT) test --skip-build --filter Kills
	@STOREFRONT_MONKEY=$(MOVES) STOREFRONT_MONKEY_PTY=2000 STOREFRONT_MONKEY_SEED=$$(date +%s) \
	  $(SWIFT) test --skip-build --filter 'MonkeyTests|Input'
	@STOREFRONT_MODEL=$(ACTS) STOREFRONT_MODEL_SEED=$$(date +%s) $(SWIFT) test --skip-build --filter StoreScriptTests.ModelTests

# Damages receipts and tokens for FUZZ_SECONDS, with the address sanitizer watching.
FUZZ_SECONDS ?= 600
fuzz: setup
	@$(SWIFT) build --sanitize address --scratch-path .build/fuzz --product receipt-fuzz $(CHECK)
	@.build/fuzz/debug/receipt-fuzz $(FUZZ_SECONDS)

lint:
	@$(SWIFT) format lint --strict --recursive Package.swift Sources Tests
	@if grep -rlx --include='*.swift' 'import Foundation' Sources | grep -v storefront-bench; then \
	  echo "lint: import FoundationEssentials there, and FoundationInternationalization for formats:" \
	    "'import Foundation' links all of Foundation in, which costs time at every start." >&2; exit 1; fi
	@echo "lint: clean"

bench: all
	@$(RELEASE) --product storefront-bench
	@.build/release/storefront-bench

# Draws the pictures of the documentation from the scripts beside them.
pictures: all
	@Documentation/draw .build/release/storefront

install: all
	@Packaging/install .build/release/storefront "$(DESTDIR)$(PREFIX)"

# Installs into a folder of its own and lets groff and the shells read what was installed.
check-install: all
	@Packaging/check-install .build/release/storefront

deb: all
	@Packaging/make-deb .build/release/storefront .build

# Installs only what is missing. Says what to do when it may not.
setup:
	@missing=""; \
	for package in $(PACKAGES); do \
	  dpkg-query -W -f='$${Status}' $$package 2>/dev/null | grep -q 'ok installed' || missing="$$missing $$package"; \
	done; \
	if [ -n "$$missing" ]; then \
	  if [ "$$(id -u)" = 0 ]; then as=""; \
	  elif command -v sudo >/dev/null; then as="sudo"; \
	  else \
	    echo "storefront needs these Debian packages:$$missing" >&2; \
	    echo "Neither root nor sudo is at hand. Ask an administrator to run: apt-get install$$missing" >&2; \
	    exit 1; \
	  fi; \
	  echo "Installing:$$missing"; \
	  $$as apt-get update -qq && $$as env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $$missing; \
	fi
	@command -v $(SWIFT) >/dev/null || { echo "storefront needs the Swift 6.3 toolchain: 'swift' is not on the PATH." >&2; exit 1; }

clean:
	rm -rf .build
