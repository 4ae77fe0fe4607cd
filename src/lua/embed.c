/* embed FILE… > lua.c: compiles the modules of src/lua and writes them as C arrays.  Compiling half
 * a megabyte of text at each start of a cell would take longer than everything else.  This program
 * runs during the build and is not a part of the cell. */
#include <lauxlib.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { BYTES_A_LINE = 32 };

/* --- names of locals and upvalues ---
 *
 * Only messages about mistakes in src/lua itself would give these names, and a cell that reads them
 * takes a fifth longer to start.  So the compiled code (lua_dump; ldump.c of Lua has its format) is
 * written without them. */

static const unsigned char *at; /* the next byte of the compiled code */

static void put(const unsigned char *s, size_t n)
{
    for (size_t i = 0; i < n; i++)
        printf(i % BYTES_A_LINE == BYTES_A_LINE - 1 ? "%d,\n" : "%d,", s[i]);
}

static void copy(size_t n)
{
    put(at, n);
    at += n;
}

/* Goes past a number: groups of seven bits, the last of which is marked. */
static size_t skip_number(void)
{
    size_t n = 0;
    do n = n << 7 | (*at & 0x7f);
    while (!(*at++ & 0x80));
    return n;
}

static size_t copy_number(void)
{
    const unsigned char *from = at;
    size_t n = skip_number();
    put(from, (size_t)(at - from));
    return n;
}

/* Copies a text, before which stands its length and one; 0: there is none. */
static void copy_text(void)
{
    size_t n = copy_number();
    if (n > 0) copy(n - 1);
}

static void copy_constant(void)
{
    enum { TYPE = 0x0f }; /* the bits of the type; the others are its variant */
    int type = *at & TYPE;
    bool is_number = type == LUA_TNUMBER, is_text = type == LUA_TSTRING;
    copy(1);
    if (is_number) copy(sizeof(lua_Number)); /* a lua_Integer takes as much */
    if (is_text) copy_text();
}

/* Goes past a list of names, each with so many numbers behind it, and writes an empty one. */
static void empty_names(int numbers)
{
    static const unsigned char none = 0x80;
    for (size_t n = skip_number(); n > 0; n--) {
        size_t name = skip_number();
        if (name > 0) at += name - 1;
        for (int i = 0; i < numbers; i++) skip_number();
    }
    put(&none, 1);
}

static void copy_function(void)
{
    copy_text();   /* its chunk */
    copy_number(); /* its first line … */
    copy_number(); /* … and last */
    copy(3);       /* parameters, whether it takes `...`, registers */
    copy(copy_number() * sizeof(uint32_t));
    for (size_t n = copy_number(); n > 0; n--) copy_constant();
    copy(copy_number() * 3); /* upvalues */
    for (size_t n = copy_number(); n > 0; n--) copy_function();
    copy(copy_number()); /* lines, each told by the one before … */
    for (size_t n = 2 * copy_number(); n > 0; n--) copy_number(); /* … and some by themselves */
    empty_names(2); /* locals, and where each begins and ends */
    empty_names(0); /* upvalues */
}

/* Writes compiled code.  Before the function stand a head of fixed length, and how many upvalues
 * the function has. */
static void put_code(const char *code)
{
    enum { HEAD = 4 + 2 + 6 + 3 + sizeof(lua_Integer) + sizeof(lua_Number), UPVALUES = 1 };
    at = (const unsigned char *)code;
    copy(HEAD + UPVALUES);
    copy_function();
}

/* --- files --- */

/* A lua_Writer into a luaL_Buffer. */
static int add_bytes(lua_State *L, const void *bytes, size_t n, void *buffer)
{
    (void)L;
    luaL_addlstring(buffer, bytes, n);
    return 0;
}

static void push_file(lua_State *L, const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file) luaL_error(L, "%s cannot be read", path);
    luaL_Buffer text;
    luaL_buffinit(L, &text);
    for (size_t n = 1; n > 0;) {
        n = fread(luaL_prepbuffer(&text), 1, LUAL_BUFFERSIZE, file);
        luaL_addsize(&text, n);
    }
    fclose(file);
    luaL_pushresult(&text);
}

/* Pushes and returns the name of a module: "src/lua/play/turns/turn.lua" -> "play/turns/turn". */
static const char *push_name(lua_State *L, const char *path)
{
    static const char root[] = "src/lua/";
    const char *name = strncmp(path, root, sizeof root - 1) == 0 ? path + sizeof root - 1 : path;
    const char *dot = strrchr(name, '.');
    return lua_pushlstring(L, name, dot ? (size_t)(dot - name) : strlen(name));
}

/* Writes one module, compiled, as the array code0, code1 … */
static void put_file(lua_State *L, const char *path, int nth)
{
    size_t n;
    push_file(L, path);
    const char *text = lua_tolstring(L, -1, &n);
    const char *chunk = lua_pushfstring(L, "=sconce/%s", push_name(L, path));
    if (luaL_loadbufferx(L, text, n, chunk, "t") != LUA_OK) lua_error(L);
    luaL_Buffer code;
    lua_State *own =
        lua_newthread(L); /* lua_dump wants the function on top, and so does a buffer */
    luaL_buffinit(own, &code);
    lua_pushvalue(L, -2);
    lua_dump(L, add_bytes, &code, 0);
    luaL_pushresult(&code);
    printf("static const unsigned char code%d[] = {\n", nth);
    put_code(lua_tostring(own, -1));
    printf("0};\n");  /* so that a last comma does no harm; not counted below */
    lua_settop(L, 2); /* the arguments of embed */
}

/* embed(paths, n): writes the whole C file.  A function of Lua, so that its errors end in main. */
static int embed(lua_State *L)
{
    char **paths = lua_touserdata(L, 1);
    int n = (int)lua_tointeger(L, 2);
    printf("#include \"cell/embedded.h\"\n");
    for (int i = 0; i < n; i++) put_file(L, paths[i], i);
    printf("const Embedded embedded[] = {\n");
    for (int i = 0; i < n; i++) {
        printf("    {\"%s\", (const char *)code%d, sizeof code%d - 1},\n", push_name(L, paths[i]),
               i, i);
        lua_pop(L, 1);
    }
    printf("    {0, 0, 0}};\n");
    return 0;
}

int main(int argc, char **argv)
{
    lua_State *L = luaL_newstate();
    if (!L) return 1;
    lua_pushcfunction(L, embed);
    lua_pushlightuserdata(L, argv + 1);
    lua_pushinteger(L, argc - 1);
    int status = lua_pcall(L, 2, 0, 0);
    if (status != LUA_OK) fprintf(stderr, "%s\n", lua_tostring(L, -1));
    lua_close(L);
    return status != LUA_OK || fflush(stdout) != 0;
}
