/* embed FILE… > lua.c: compiles the modules of src/lua and writes them as C arrays.  Compiling half
 * a megabyte of text at each start of a cell would take longer than everything else.  This program
 * runs during the build and is not a part of the cell. */
#include <lauxlib.h>
#include <stdio.h>
#include <string.h>

enum { BYTES_A_LINE = 32 };

/* A lua_Writer. */
static int put_bytes(lua_State *L, const void *bytes, size_t n, void *ud)
{
    (void)L;
    (void)ud;
    const unsigned char *s = bytes;
    for (size_t i = 0; i < n; i++)
        printf(i % BYTES_A_LINE == BYTES_A_LINE - 1 ? "%d,\n" : "%d,", s[i]);
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
    printf("static const unsigned char code%d[] = {\n", nth);
    lua_dump(L, put_bytes, NULL, 0);
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
