"""Runs every benchmark: `python -m benchmarks`, or the named ones: `python -m benchmarks engine evaluator`."""

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent


def main(names: list[str]) -> int:
    """Runs each benchmark in its own process, one after another, and stops at the first failure."""
    for script in sorted(HERE.rglob("bench_*.py"), key=lambda path: path.stem):
        if names and script.stem.removeprefix("bench_") not in names:
            continue
        print(f"== {script.stem}", flush=True)
        module = ".".join(script.relative_to(HERE.parent).with_suffix("").parts)
        done = subprocess.run([sys.executable, "-m", module], cwd=HERE.parent, check=False)
        if done.returncode:
            return done.returncode
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
