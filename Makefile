# Sconce.  The two commands: `make play` and `make test`.  `make help` lists the rest.

# --- settings -----------------------------------------------------------------
PREFIX  ?= /usr/local
DESTDIR ?=
B       ?= build
CC      ?= cc
OPT     ?= -O2
SAN     ?=
WARN    ?= -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror
LUA     ?= lua5.4
# What Debian calls what is needed to build and to test.
PACKAGES = gcc make pkg-config liblua5.4-dev libsqlite3-dev libedit-dev libjansson-dev libgmp-dev libcmocka-dev

# --- what is made of what -----------------------------------------------------
CFLAGS  += -std=c17 -D_GNU_SOURCE $(OPT) -g -ffp-contract=off -fPIC -fvisibility=hidden -MMD -MP $(WARN) $(SAN)
CPPFLAGS += -Isrc -Iinclude -DSCONCE_PREFIX='"$(PREFIX)"'
LDFLAGS += $(SAN)

core     := $(wildcard src/core/*.c)
cell     := $(wildcard src/cell/*.c)
campaign := $(wildcard src/campaign/*.c)
cli      := $(wildcard src/cli/*.c)
lua      := $(wildcard src/lua/*.lua)
unit     := $(wildcard tests/unit/*.c)
obj       = $(patsubst %.c,$(B)/%.o,$(1))

pkg = $(shell pkg-config $(1) 2>/dev/null)
$(B)/src/cell/%.o: CPPFLAGS += $(call pkg,--cflags $(LUA))
$(B)/src/campaign/%.o $(B)/src/cli/%.o: CPPFLAGS += $(call pkg,--cflags sqlite3 jansson)
CELL_LIBS     = $(call pkg,--libs $(LUA)) -lgmp -lm
CAMPAIGN_LIBS = $(call pkg,--libs sqlite3 jansson) -lgmp -lm -lpthread
CLI_LIBS      = $(call pkg,--libs libedit)

.PHONY: all play test deps bench asan lint install help clean
.DELETE_ON_ERROR:

all: deps-check $(B)/sconce $(B)/sconce-cell $(B)/libsconce.a $(B)/libsconce.so

$(B)/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(CFLAGS) -c $< -o $@

# The fixed half of the host, as bytes inside the cell.
$(B)/lua.c: $(lua) src/lua/embed.sh
	@mkdir -p $(@D)
	sh src/lua/embed.sh $(lua) > $@
$(B)/lua.o: $(B)/lua.c
	$(CC) $(CPPFLAGS) $(CFLAGS) -c $< -o $@

$(B)/sconce-cell: $(call obj,$(cell) $(core)) $(B)/lua.o
	$(CC) $(LDFLAGS) $^ $(CELL_LIBS) -o $@

# Only what sconce.h names stays visible in the library.
$(B)/libsconce.o: $(call obj,$(campaign) $(core))
	ld -r $^ -o $@
	objcopy --localize-hidden $@
$(B)/libsconce.a: $(B)/libsconce.o
	rm -f $@ && ar rcs $@ $^
$(B)/libsconce.so: $(call obj,$(campaign) $(core))
	$(CC) -shared $(LDFLAGS) $^ $(CAMPAIGN_LIBS) -o $@
$(B)/sconce: $(call obj,$(cli)) $(B)/libsconce.a
	$(CC) $(LDFLAGS) $^ $(CAMPAIGN_LIBS) $(CLI_LIBS) -o $@

$(B)/tests/unit/%: $(B)/tests/unit/%.o $(call obj,$(core) $(campaign))
	$(CC) $(LDFLAGS) $^ $(CAMPAIGN_LIBS) -lcmocka -o $@

-include $(shell find $(B) -name '*.d' 2>/dev/null)
