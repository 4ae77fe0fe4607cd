# installed.sed -- the README as it is installed: its links lead from share/doc/sconce to what was installed, and
# its commands need no source. The pictures, and what is about the source, are left out.
/^!\[/d
/^```sh$/{
N
s/```sh\nmake play .*/```sh\nsconce new saltmarsh      # asks for a ruleset, and makes a campaign; then: sconce play saltmarsh/
}
s/^make test .*/sconce help               # lists the commands; man sconce/
/^Both work on a fresh Debian/d
/^SCREEN=1 make play/d
/^| \[src\/README.md\]/d
/^| `src\/` |/d
/^| `tests\/` |/d
s/; `make docs` puts all of these into one page with a search/; sconce.html beside this file may have all of it in one page/
s/, the pictures above |/ |/
s/build\/sconce/sconce/g
s/](rulesets\//](..\/..\/sconce\/rulesets\//g
s/](examples\//](..\/..\/sconce\/examples\//g
s/](include\//](..\/..\/..\/include\//g
