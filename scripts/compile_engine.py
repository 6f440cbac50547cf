"""Compiles the hand engine with mypyc, beside its source: the same rules, two to three times as fast.

`--undo` takes the compiled files away again. A digest of the source is kept with them, so that a room
whose source has changed since can say so (`games/compiled.py`).
"""

import os
import shutil
import sys
import sysconfig
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from games import compiled

ROOT = Path(__file__).resolve().parent.parent
MODULES = (
    *("hand", "hand_facts", "hand_state", "hand_fields", "betting"),
    *("showdown", "pots", "stub", "opening"),
)
"""What a hand goes through from action to action; the rest is called too seldom to gain by it."""
WORK = ROOT / "var" / "compiling"


def undo() -> None:
    """The engine is its source again."""
    for made in compiled.made():
        made.unlink()
    compiled.MARK.unlink(missing_ok=True)


def missing() -> str:
    """What compiling lacks on this machine, "" if nothing."""
    compiler = os.environ.get("CC") or (sysconfig.get_config_var("CC") or "cc").split()[0]
    if shutil.which(compiler) is None:
        return f"a C compiler ({compiler}; Debian: apt-get install gcc libc6-dev)"
    if not Path(sysconfig.get_path("include"), "Python.h").exists():
        return "the headers of this Python (Debian: apt-get install python3-dev)"
    return ""


def build() -> None:
    """Writes one compiled module beside each source, and one they share; SystemExit when the compiler fails."""
    from mypyc.build import mypycify
    from setuptools import setup

    files = [f"games/engine/{name}.py" for name in MODULES]
    options = ["--strict", "--follow-imports=silent", "--config-file=", f"--cache-dir={WORK / 'types'}"]
    sys.argv = ["setup.py", "--quiet", "build_ext", "--inplace", f"--build-temp={WORK}", f"--build-lib={WORK}"]
    extensions = mypycify([*options, *files], opt_level="3", target_dir=str(WORK), group_name=compiled.SHARED)
    setup(name="engine", packages=[], ext_modules=extensions)


def main(arguments: list[str]) -> int:
    """Exit code 1 and one line where it cannot be done."""
    os.chdir(ROOT)
    undo()
    if arguments == ["--undo"]:
        return 0
    if trouble := missing():
        print(f"Compiling needs {trouble}.", file=sys.stderr)
        return 1
    build()
    shutil.rmtree(WORK)
    compiled.MARK.write_text(compiled.source(), encoding="ascii")
    print(f"Compiled {len(MODULES)} modules of the hand engine. `make plain` takes them away again.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
