"""The self-healing command line that stands in git's config for each format.

git knows no way back from a driver that fails: it keeps ours alone, without a marker, and `git add` then
drops theirs. So the line itself, in POSIX sh, runs the driver and falls back to `git merge-file` whenever the
driver did not say 0 (merged) or 65 (conflict written): interpreter gone, crash, kill, deadline. git sees 0
or 1 and nothing else, on every version; a fallback exits 1 even when the text merged cleanly, so that nobody
takes a text merge for a memory merge. Where merge-file itself refuses (NUL bytes), both files are put
between markers.

git quotes `%P`, `%S`, `%X` and `%Y` itself: they stand bare. A literal `%` is doubled. git before 2.44
passes `%S %X %Y` as they stand; the `case` lines map them to plain words.
"""

from __future__ import annotations

# Placeholders as git expands them: %O base, %A ours and result, %B theirs, %L marker size, %P path,
# %S %X %Y the labels of base, ours and theirs.
_LINE = """\
s=%S x=%X y=%Y; \
case $s in %%S) s=base;; esac; case $x in %%X) x=ours;; esac; case $y in %%Y) y=theirs;; esac; \
t() {{ git merge-file -q --marker-size=%L -L "$x" -L "$s" -L "$y" %A %O %B </dev/null 2>/dev/null; }}; \
if [ "$MEMOIR_GIT" = 0 ]; then t; r=$?; [ $r -le 127 ] && exit $((r > 0)); else \
[ -x {program} ] && {program} -I -S {driver} {arguments} %O %A %B %L %P "$s" "$x" "$y" </dev/null; \
case $? in 0) exit 0;; 65) exit 1;; esac; \
echo "memoir: the memory merge did not run; merged as plain text: check the file, \
then run 'git memoir doctor'" >&2; \
rm -f %A.new %A.ours %A.base %A.theirs; t; [ $? -le 127 ] && exit 1; fi; \
m() {{ i=0; while [ $i -lt %L ]; do printf %%s "$1"; i=$((i + 1)); done; echo "$2"; }}; \
w() {{ cat "$1" && [ "$(tail -c1 "$1" | wc -l)" -eq 1 ] || echo; }}; \
{{ m "<" " $x"; w %A; m "=" ""; w %B; m ">" " $y"; }} >%A.new && mv -f %A.new %A; exit 1"""


def driver_line(program: str, driver: str, format_name: str, *, strategy: str = "") -> str:
    """Returns the value of `merge.<format>.driver`.

    `program` is the interpreter and `driver` the path of `driver_main.py`, both absolute; `strategy` is
    written as an argument unless it is empty.
    """
    arguments = f"--strategy={strategy} {format_name}" if strategy else format_name
    return _LINE.format(program=quoted(program), driver=quoted(driver), arguments=arguments)


def quoted(word: str) -> str:
    """Returns `word` quoted for sh inside a driver line: single quotes, `%` doubled for git."""
    return "'" + word.replace("'", "'\\''").replace("%", "%%") + "'"
