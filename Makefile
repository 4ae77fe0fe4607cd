# Sconce.  The two commands: `make play` and `make test`.  `make help` lists the rest.

# --- settings -----------------------------------------------------------------
# Any of these may stand on the command line: make install PREFIX=/usr LIBDIR=/usr/lib/x86_64-linux-gnu
# CFLAGS, CPPFLAGS and LDFLAGS are yours alone: the flags that the program cannot do without are added to them.
PREFIX  ?= /usr/local
LIBDIR  ?= $(PREFIX)/lib
DESTDIR ?=
B       ?= build
CC      ?= cc
CFLAGS  ?= -O2 -g
# To build for another machine, set CC and PKG_CONFIG to those for it.  CC_FOR_BUILD makes what runs during the build.
CC_FOR_BUILD ?= cc
PKG_CONFIG   ?= pkg-config
SAN     ?=
WARN    ?= -Wall -Wextra -Wpedantic -Wshadow -Wconversion
WERROR  ?=
LUA     ?= lua5.4
# Debian packages: what building needs (PACKAGES), and what benchmarks and tests need besides.
PACKAGES = gcc make pkg-config liblua5.4-dev libsqlite3-dev libedit-dev libjansson-dev libgmp-dev \
  libutf8proc-dev libmicrohttpd-dev libqrencode-dev
BENCH_PACKAGES = python3 lua5.4
TEST_PACKAGES = libcmocka-dev $(BENCH_PACKAGES) sqlite3 lua-check clang clang-format g++ gnuplot-nox groff-base \
  parallel valgrind neovim luajit

# --- what is built from what ----------------------------------------------------
.DEFAULT_GOAL := all
# -ffp-contract=off: the same numbers on every machine; -ffile-prefix-map: no path of this folder in a file, so that
# builds in two folders are the same; -fvisibility: the library exports only what is marked SCONCE_API.  `own` holds the
# flags that only some objects need.
flags     = -std=c17 -D_GNU_SOURCE -Isrc -Iinclude $(CPPFLAGS) $(WARN) $(WERROR) $(CFLAGS) \
  -ffp-contract=off -ffile-prefix-map='$(CURDIR)'=. -fPIC -fvisibility=hidden $(SAN)
compile   = $(CC) $(flags) $(own) -MMD -MP
link      = $(CC) $(CFLAGS) $(SAN) $(LDFLAGS)

VERSION  := $(shell sed -n 's/^.define SCONCE_VERSION "\(.*\)"/\1/p' include/sconce.h)
SONAME    = libsconce.so.0
core     := $(wildcard src/core/*.c src/core/*/*.c)
embed    := src/lua/embed.c
cell     := $(filter-out $(embed), $(wildcard src/cell/*.c src/cell/*/*.c))
campaign := $(wildcard src/campaign/*.c src/campaign/*/*.c src/campaign/*/*/*.c)
# Without the libraries of the web server the program has no `serve`, and says so.
web      := $(shell $(PKG_CONFIG) --exists libmicrohttpd libqrencode 2>/dev/null && echo yes)
cli      := $(filter-out $(if $(web),,src/cli/web/%),$(wildcard src/cli/*/*.c))
pages    := $(wildcard src/cli/web/pages/*)
lua      := $(wildcard src/lua/*.lua src/lua/*/*.lua src/lua/*/*/*.lua)
unit     := $(wildcard tests/unit/*.c)
obj       = $(patsubst %.c,$(B)/%.o,$(1))
words     = $(B)/src/campaign/rules/sconce_words.o

pkg = $(shell $(PKG_CONFIG) $(1) 2>/dev/null)
# $(call tool,NAME): the program ld, ar or objcopy that belongs to CC.
tool = $(shell $(CC) -print-prog-name=$(1))
# The flags for headers of libraries, for the objects that include them.
$(B)/src/cell/%.o: own = $(call pkg,--cflags $(LUA))
# For the sanitizers the campaign side and the program are not optimized: compiling them would take longer than they run.
# (The language server ends a thread by pthread_cancel, whose frames AddressSanitizer does not clean up; without -O it
# complains.)
unoptimized = $(if $(findstring -fsanitize,$(SAN)),-O0)
$(B)/src/campaign/%.o: own = $(call pkg,--cflags sqlite3 jansson) $(unoptimized)
$(B)/src/cli/%.o: own = $(call pkg,--cflags sqlite3 jansson) $(unoptimized)
$(B)/src/cli/lsp/%.o: own = $(call pkg,--cflags sqlite3 jansson)
$(B)/src/cli/commands/serve.o $(B)/src/cli/commands/play.o: own = $(call pkg,--cflags jansson) $(unoptimized) \
  $(if $(web),,-DSCONCE_NO_WEB)
$(B)/src/cli/commands/serve.o $(B)/src/cli/commands/play.o: $(B)/web
# -z now: the cell looks its functions up in the libraries once, and not anew in each worker.
# Lua's archive is linked where there is one: calls within a shared library take a tenth longer.
LUA_ARCHIVE   = $(wildcard $(call pkg,--variable=libdir $(LUA))/lib$(LUA).a)
CELL_LIBS     = -Wl,-z,now $(or $(LUA_ARCHIVE),$(call pkg,--libs $(LUA))) -lgmp -lm
# Functions of the C library that are replaced in the cell.  cell/limits/memory.c counts what is allocated, compare.c
# what is compared or divided; the functions of cell/portable.c give the same result on every machine.  cell/seed.c
# replaces luaS_hash and luaH_getn of Lua, limits.c luaG_traceexec.  (The sanitizers have a memcmp and a strcoll of their own, which stay.)
REPLACED      = $(foreach f,malloc calloc realloc free qsort fmod luaS_hash luaH_getn luaG_traceexec,-Wl,--wrap=$(f)) \
  $(if $(SAN),,$(foreach f,memcmp strcoll,-Wl,--defsym=$(f)=limits_$(f))) \
  $(foreach f,snprintf pow,-Wl,--defsym=$(f)=portable_$(f)) -Wl,--defsym=__snprintf_chk=portable_snprintf_chk
CAMPAIGN_LIBS = $(call pkg,--libs sqlite3 jansson libutf8proc) -lgmp -lm -lpthread
CLI_LIBS      = $(call pkg,--libs libedit) $(if $(web),$(call pkg,--libs libqrencode))

.PHONY: all play test test-web test-arch quick check compile_commands.json units sanitized deps build-deps deps-check bench docs pictures fuzz siege asan tsan memcheck lint install install-strip uninstall man dist deb help clean FORCE
.DELETE_ON_ERROR:

all: deps-check $(B)/sconce $(B)/sconce-cell $(B)/libsconce.a $(B)/libsconce.so $(B)/libinside.a

# --- play ---------------------------------------------------------------------
# Opens a demo table on a machine that has git, gcc and make.  Standard input may be a script.  SCREEN=1: also in
# browsers; SCREEN=lan: for phones, too.
play:
	@$(MAKE) -s deps-check 2>/dev/null || $(MAKE) -s build-deps >&2 </dev/null
	@$(MAKE) -s -j$$(nproc) all >&2 </dev/null
	@$(B)/sconce play delving --house examples/demo.lua $(if $(SCREEN),$(if $(filter lan,$(SCREEN)),--lan,--screen))

# --- dependencies ---------------------------------------------------------------
# Checks once whether all that building needs is there; the file build/deps remembers it.
deps-check: $(B)/deps
$(B)/deps:
	@mkdir -p $(@D)
	@$(PKG_CONFIG) --exists $(LUA) sqlite3 libedit jansson gmp libutf8proc || \
	  { echo "Something is missing to build Sconce: 'make deps' installs it. It needs: $(PACKAGES)" >&2; exit 1; }
	@touch $@
deps:
	@sh .ci/deps.sh $(PACKAGES) $(TEST_PACKAGES)
build-deps:
	@sh .ci/deps.sh $(PACKAGES)

$(B)/%.o: %.c
	@mkdir -p $(@D)
	$(compile) -c $< -o $@

# src/lua, compiled by Lua, becomes an array of bytes in the cell.
$(B)/embed: $(embed) src/cell/embedded.h
	@mkdir -p $(@D)
	$(CC_FOR_BUILD) -std=c17 $(WARN) $(WERROR) $(shell pkg-config --cflags $(LUA)) $< $(shell pkg-config --libs $(LUA)) -o $@
$(B)/lua.c: $(lua) $(B)/embed
	$(B)/embed $(lua) > $@
$(B)/lua.o: $(B)/lua.c
	$(compile) -c $< -o $@

$(B)/sconce-cell: $(call obj,$(cell) $(core)) $(B)/lua.o
	$(link) $(REPLACED) $^ $(CELL_LIBS) -o $@
# A cell whose tables lie in another order, for tests that compare it with the one above.
$(B)/src/cell/other_seed.o: src/cell/seed.c
	@mkdir -p $(@D)
	$(compile) -DHASH_SEED=0xb0a7 -c $< -o $@
$(B)/other-cell: $(call obj,$(filter-out src/cell/seed.c,$(cell)) $(core)) $(B)/src/cell/other_seed.o $(B)/lua.o
	$(link) $(REPLACED) $^ $(CELL_LIBS) -o $@

# include/sconce.lua and rulesets/MESSAGES.md become arrays of bytes in the library: `help WORD` and
# `check --explain NAME` read them.
$(B)/src/campaign/rules/sconce_words.c: include/sconce.lua rulesets/MESSAGES.md
	@mkdir -p $(@D)
	@for f in words:include/sconce.lua messages:rulesets/MESSAGES.md; do \
	   n=sconce_$${f%%:*}; printf 'extern const char %s[];\nconst char %s[] = {\n' $$n $$n; \
	   od -An -v -tx1 $${f#*:} | sed 's/ *\([0-9a-f][0-9a-f]\)/(char)0x\1,/g'; printf '0};\n'; done > $@
$(words): $(B)/src/campaign/rules/sconce_words.c
	$(compile) -c $< -o $@

# The library looks for rulesets and the cell beside itself first, then where it was installed.  Only find.c knows the
# place of installing, so that it alone is compiled anew when PREFIX changes.
$(B)/prefix: FORCE
	@mkdir -p $(@D)
	@echo '$(PREFIX)' | cmp -s - $@ || echo '$(PREFIX)' > $@
$(B)/src/campaign/rules/find.o: $(B)/prefix
$(B)/src/campaign/rules/find.o: own = $(call pkg,--cflags jansson) -DSCONCE_PREFIX='"$(PREFIX)"'

# The library exports only the functions of sconce.h.
# With -flto its objects are only compiled to the end here; clang needs LDFLAGS=-fuse-ld=lld for that.
lto_relocatable = -r -nostdlib $(if $(findstring clang,$(CC)),$(filter -fuse-ld=%,$(LDFLAGS)),-flinker-output=nolto-rel)
$(B)/libsconce.o: $(call obj,$(campaign) $(core)) $(words)
	$(if $(findstring -flto,$(CFLAGS)),$(CC) $(CFLAGS) $(lto_relocatable),$(call tool,ld) -r) $^ -o $@
	$(call tool,objcopy) --localize-hidden $@
$(B)/libsconce.a: $(B)/libsconce.o
	rm -f $@ && $(call tool,ar) rcs $@ $^
$(B)/libsconce.so: $(call obj,$(campaign) $(core)) $(words) src/package/libsconce.map
	$(link) -shared -Wl,-soname,$(SONAME) -Wl,--version-script=src/package/libsconce.map $(filter %.o,$^) $(CAMPAIGN_LIBS) -o $@
	ln -sf libsconce.so $(B)/$(SONAME)
# libinside.a exports everything, for tests that look inside.
$(B)/libinside.a: $(call obj,$(campaign) $(core)) $(words)
	rm -f $@ && $(call tool,ar) qcs $@ $^
# The pages of src/cli/web/pages become arrays of bytes in the program.
$(B)/src/cli/web/page_bytes.c: $(pages)
	@mkdir -p $(@D)
	@{ printf '#include "cli/web/pages.h"\n'; n=0; for f in $(pages); do n=$$((n + 1)); \
	   printf 'static const char page_%d[] = {\n' $$n; od -An -v -tx1 $$f | sed 's/ *\([0-9a-f][0-9a-f]\)/(char)0x\1,/g'; printf '0};\n'; done; \
	   printf 'const Page pages[] = {\n'; n=0; for f in $(pages); do n=$$((n + 1)); \
	   printf '{"%s", page_%d, sizeof page_%d - 1},\n' $${f##*/} $$n $$n; done; printf '{0}};\n'; } > $@
$(B)/src/cli/web/page_bytes.o: $(B)/src/cli/web/page_bytes.c
	$(compile) -c $< -o $@
# The file build/web remembers whether the program has the web server; when that changes, the program is linked anew.
$(B)/web: FORCE
	@mkdir -p $(@D)
	@echo '$(web)' | cmp -s - $@ || echo '$(web)' > $@
$(B)/sconce: $(call obj,$(cli)) $(if $(web),$(B)/src/cli/web/page_bytes.o) $(B)/libsconce.a $(B)/web
	$(link) $(filter-out $(B)/web,$^) $(CAMPAIGN_LIBS) $(CLI_LIBS) -o $@

$(B)/tests/unit/%.o: own = -include tests/unit/case.h $(unoptimized)
$(B)/tests/unit/%: $(B)/tests/unit/%.o $(call obj,$(filter-out src/cell/study/lib_% src/cell/study/lua_%,$(wildcard src/cell/study/*.c))) $(B)/libinside.a
	$(link) $^ $(CAMPAIGN_LIBS) -lcmocka -o $@

# --- test ---------------------------------------------------------------------
# Runs the whole suite.  Installs what it needs and builds twice, with and without the sanitizers.
# tests/README.md says how to run one part or one file of it.
ASAN = $(B)/asan
tests := $(patsubst tests/unit/%.c,$(B)/tests/unit/%,$(unit))
# -g1 is enough to name lines; all of -g would take a quarter longer to compile.
# The run-time libraries of the sanitizers are linked into each program, which stands at a fixed address: else it takes
# half as long again to start.
with_sanitizers = B=$(ASAN) CFLAGS=-O1 SAN='-fsanitize=address,undefined -fno-omit-frame-pointer -g1' \
  $(if $(findstring clang,$(CC)),,LDFLAGS='-static-libasan -static-libubsan -no-pie')
test: deps
	@$(MAKE) -s -j4 CFLAGS='$(patsubst -g,-g1,$(CFLAGS))' all $(B)/blocks $(B)/filter $(B)/growth $(B)/growth_rules $(B)/other-cell >&2
	@$(MAKE) -s -j4 $(with_sanitizers) sanitized >&2
	@tests/run.sh $(B) $(ASAN)
# The pages of `serve` behind nginx and in headless Chromium, which it installs (Debian); screenshots in
# build/screens.
test-web: deps
	@sh .ci/deps.sh chromium chromium-driver nginx-light openssl
	@$(MAKE) -s -j4 all >&2
	@python3 tests/web.py $(B) nginx
	@python3 tests/browser.py $(B)
# Runs the parts that a change usually breaks, in under a minute once it is built.
quick: deps
	@$(MAKE) -s -j4 all units >&2
	@QUICK=1 tests/run.sh $(B) $(B)
# Runs one part of the suite, or some files of it: make check PART=play FILE=tests/play/delving.play
# CASE narrows down units: make check PART=units FILE=core_dice CASE='spelt_*'
check: deps
	@$(MAKE) -s -j4 all units >&2
	@[ -z "$(filter units play sanitized power threads fuzz siege repeat lsp,$(PART))" ] || $(MAKE) -s -j4 $(with_sanitizers) sanitized >&2
	@tests/run.sh $(B) $(ASAN) $(PART) $(FILE)
# What is tested under the sanitizers.
sanitized: all $(tests) $(B)/threads $(B)/power
units: $(tests) $(B)/blocks $(B)/threads $(B)/power $(B)/growth $(B)/growth_rules $(B)/filter $(B)/dice $(B)/other-cell

# Builds for arm64 and plays the recorded sessions there, under an emulator: they must give the same bytes.  Installs the
# compiler, the emulator and the libraries of that machine beside those of this one (Debian).
ARM64 = $(B)/arm64
ARM64_PACKAGES = gcc-aarch64-linux-gnu qemu-user $(filter lib%,$(PACKAGES:%=%:arm64))
for_arm64 = B=$(ARM64) CC=aarch64-linux-gnu-gcc \
  PKG_CONFIG='env PKG_CONFIG_LIBDIR=/usr/lib/aarch64-linux-gnu/pkgconfig:/usr/share/pkgconfig pkg-config'
test-arch: build-deps
	@sh .ci/deps.sh $(ARM64_PACKAGES)
	@$(MAKE) -s -j$$(nproc) all >&2
	@$(MAKE) -s -j$$(nproc) $(for_arm64) all $(ARM64)/filter >&2
	@tests/arch.sh $(ARM64)

# --- the rest -----------------------------------------------------------------
$(B)/tests/bench/dice.o $(B)/tests/fault/blocks.o $(B)/tests/fault/filter.o $(B)/tests/fault/growth_rules.o: own = $(call pkg,--cflags $(LUA))
$(B)/dice: $(B)/tests/bench/dice.o $(call obj,$(filter-out src/cell/main.c,$(cell)) $(core)) $(B)/lua.o
	$(link) $(REPLACED) $^ $(CELL_LIBS) -o $@
# Prints how fast Sconce is, in under five minutes.  Installs what building needs, python3, and lua5.4 to compare with.
bench:
	@sh .ci/deps.sh $(PACKAGES) $(BENCH_PACKAGES)
	@$(MAKE) -s -j$$(nproc) all $(B)/dice >&2
	@sh tests/bench/run.sh $(B)

# Writes the reference of every word from include/sconce.lua, which editors and `help` read too.  Then puts guide,
# reference, cookbook and messages into one page with a search, by pandoc (Debian), which it installs.
docs:
	@sh .ci/deps.sh pandoc
	@sh src/package/docs/words.sh include/sconce.lua src/lua/play/names.lua > rulesets/WORDS.md
	@mkdir -p $(B)
	@sh src/package/docs/page.sh $(B)/sconce.html && echo $(B)/sconce.html
# Draws the pictures of README anew, from what the program shows now.
pictures: all
	@sh .ci/deps.sh termtosvg gnuplot-nox
	@sh src/package/docs/pictures.sh $(B) examples/pictures

# Feeds each fuzzer random input for FUZZ_SECONDS; inputs that break something stay in build/fuzz.
# Then compare.py invents procedures, numbered from SEED, and plays them with and without the memo.
fuzz: all $(B)/other-cell
	@sh tests/fuzz/run.sh $(B)
	@python3 tests/fuzz/compare.py $(B) --seconds $${FUZZ_SECONDS:-60} --seed $${SEED:-1} --keep $(B)/fuzz/compare

# Runs the fuzzers of C parsers, then sends strangers' bytes by each road they come in, MINUTES each; cases are numbered
# from SEED.  Cases that broke something stay in build/siege.  ROADS="cell journal" takes only those roads.
siege: all $(B)/growth $(B)/growth_rules
	@$(MAKE) -s -j4 $(with_sanitizers) all >&2
	@FUZZ_SECONDS=$$(($${MINUTES:-60} * 60)) sh tests/fuzz/run.sh $(B)
	@tests/fault/growth.sh $(B) full
	@python3 tests/siege/siege.py $(ASAN) $(ROADS) --minutes $${MINUTES:-60} --seed $${SEED:-1} --keep $(B)/siege

# Builds build/asan/sconce with the sanitizers, to run by hand.
asan:
	$(MAKE) $(with_sanitizers) sanitized

# Plays ten campaigns on ten threads under ThreadSanitizer.  The cell is built as usual.
tsan: all
	@$(MAKE) -s B=$(B)/tsan CFLAGS=-O1 SAN=-fsanitize=thread $(B)/tsan/threads
	@dir=$$(mktemp -d) && SCONCE_CELL=$(B)/sconce-cell SCONCE_RULESETS=rulesets TSAN_OPTIONS=halt_on_error=1 $(B)/tsan/threads $$dir; \
	  status=$$?; rm -rf $$dir; exit $$status
# Test programs with the code of the cell: blocks tries its count of memory, filter its system-call filter; growth_rules
# plays rules in one process.
$(B)/blocks $(B)/filter $(B)/growth_rules: $(B)/%: $(B)/tests/fault/%.o $(call obj,$(filter-out src/cell/main.c,$(cell)) $(core)) $(B)/lua.o
	$(link) $(REPLACED) $^ $(CELL_LIBS) -o $@
$(B)/growth: $(call obj,$(filter-out src/cli/term/line.c src/cli/term/screen.c,$(wildcard src/cli/term/*.c)))
$(B)/threads $(B)/power $(B)/growth: $(B)/%: $(B)/tests/fault/%.o $(B)/libinside.a
	$(link) $^ $(CAMPAIGN_LIBS) -o $@

# Runs a good part of the suite under valgrind: bad reads and writes, and leaks.  Takes an hour.
memcheck: all
	@tests/fault/memcheck.sh $(B)

lint: all
	@bash tests/lint.sh $(B) -std=c17 -D_GNU_SOURCE -Isrc -Iinclude $(WARN) -Werror $(call pkg,--cflags $(LUA) sqlite3 jansson)

# Writes build/compile_commands.json: how each file is compiled, for clangd and other tools.
compile_commands.json:
	@mkdir -p $(B) && { echo '['; { $(foreach f,$(core) $(embed) $(cell) $(campaign) $(cli),printf '%s\n' '{ "directory": "$(CURDIR)", "file": "$f", "command": "$(CC) $(flags) $(call pkg,--cflags $(LUA) sqlite3 jansson) -c $f" },';) } | sed '$$s/,$$//'; echo ']'; } > $(B)/$@

# --- installing ---------------------------------------------------------------------
# src/package/install.sh says what goes where.  Man pages come from the program's own help, so they are
# left out where it cannot run (a build for another machine); SCONCE=… names one that can.
SCONCE ?= $(B)/sconce
installed = DESTDIR='$(DESTDIR)' PREFIX='$(PREFIX)' LIBDIR='$(LIBDIR)' VERSION=$(VERSION) SONAME=$(SONAME) \
  OBJCOPY='$(call tool,objcopy)' STRIP=$(STRIP) sh src/package/install.sh
install: all man $(B)/sconce.pc
	@$(installed) install $(B)
install-strip:
	@$(MAKE) install STRIP=yes
uninstall:
	@$(installed) uninstall $(B)
man: $(B)/sconce
	@$(SCONCE) --version >/dev/null 2>&1 || { echo 'No man pages: $(SCONCE) does not run here.' >&2; exit 0; }; \
	  sh src/package/man.sh $(SCONCE) $(B)/man
# The source as one file that builds with nothing but what it holds; Debian packages from the same files.
dist:
	@mkdir -p $(B)
	@git archive --prefix=sconce-$(VERSION)/ HEAD | gzip -n9 > $(B)/sconce-$(VERSION).tar.gz && echo $(B)/sconce-$(VERSION).tar.gz
DEB_PACKAGES = debhelper dpkg-dev fakeroot lintian pandoc
deb:
	@sh .ci/deps.sh $(PACKAGES) $(DEB_PACKAGES)
	@sh src/package/deb.sh $(B)
$(B)/sconce.pc: src/package/sconce.pc.in FORCE
	@mkdir -p $(@D)
	@sed 's|@PREFIX@|$(PREFIX)|; s|@LIBDIR@|$(LIBDIR)|; s|@VERSION@|$(VERSION)|' $< > $@

help:
	@echo 'make            builds build/sconce, build/sconce-cell, build/libsconce.{a,so}'
	@echo 'make play       installs what is missing, builds, and opens a demo table'
	@echo 'make test       all tests'
	@echo 'make quick      the tests that a change usually breaks, in a minute'
	@echo 'make test-web   the pages of sconce serve behind nginx and in headless Chromium (Debian)'
	@echo 'make test-arch  the recorded sessions on arm64, emulated: the same bytes (Debian)'
	@echo 'make check      one part of the tests: PART=play, and if you like FILE=tests/play/delving.play'
	@echo 'make deps       installs what is needed to build and test (Debian)'
	@echo 'make bench      how fast it is, in under five minutes; tests/README.md says how to read it'
	@echo 'make docs       writes rulesets/WORDS.md, the reference of every word, and build/sconce.html, all in one page'
	@echo 'make pictures   draws the pictures of README anew'
	@echo 'make fuzz       random input for FUZZ_SECONDS=60 (with clang), and procedures made up at random (with python3)'
	@echo 'make siege      strangers'"'"' bytes by every road they come in, MINUTES=60 each'
	@echo 'make asan       builds build/asan with the sanitizers'
	@echo 'make tsan       ten campaigns on threads, under the thread sanitizer'
	@echo 'make memcheck   a good part of the tests under valgrind (an hour)'
	@echo 'make compile_commands.json  writes build/compile_commands.json, for clangd'
	@echo 'make lint       looks for what compilers let pass'
	@echo 'make install    into PREFIX (/usr/local), below DESTDIR; install-strip without what debuggers read; uninstall'
	@echo 'make dist       the source as one file, build/sconce-VERSION.tar.gz'
	@echo 'make deb        Debian packages, in build/deb'
	@echo 'make clean      removes build/'

clean:
	rm -rf $(B)

-include $(shell find $(B) -path $(B)/deb -prune -o -name '*.d' -type f -print 2>/dev/null)
