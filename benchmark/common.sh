# shellcheck shell=bash
# What benchmark/run and benchmark/sweep share: the Python packages. Sourced.

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
caller=$PWD
source "$here/../scripts/common.sh"
build=$(cd "$caller" && realpath -m "${EXTREMA_BUILD:-$root/build}")
export EXTREMA_BUILD=$build

# has_base PYTHON: whether it can run the benchmark, with or without peers.
has_base() { [ -x "$1" ] && "$1" -c 'import ml_dtypes, numpy' 2>/dev/null; }

[ -x "$build/bin/extrema-compile" ] ||
  fail "$build/bin/extrema-compile is not there: build it, or name the build" \
    "folder in EXTREMA_BUILD"

# Prints the interpreter to run: of the benchmark's own packages, or of the tests'
# where no peers are wanted or nothing can be installed.
interpreter() {
  local tests=$build/venv/bin/python requirements=$here/requirements.txt stamp
  local venv=${EXTREMA_BENCHMARK_VENV:-$build/benchmark-venv}
  if [[ " $* " =~ \ (--no-peers|--own-only|--list|--help|argmax|bench.raised)\  ]] && has_base "$tests"; then
    echo "$tests"
    return
  fi
  stamp=$(sha256sum <"$requirements")
  if [ "$(cat "$venv/stamp" 2>/dev/null)" != "$stamp" ]; then
    python3 "$here/install.py" "$venv" "$requirements" >&2
    echo "$stamp" >"$venv/stamp"
  fi
  if has_base "$venv/bin/python"; then
    echo "$venv/bin/python"
  elif has_base "$tests"; then
    echo "$tests"
  else
    fail "NumPy and ml_dtypes cannot be installed, see $venv/install.log"
  fi
}

# benchmark MODULE ARGUMENT...
benchmark() {
  local python
  python=$(interpreter "$@")
  cd "$caller"
  PYTHONPATH=$here${PYTHONPATH:+:$PYTHONPATH} exec "$python" -m "$@"
}
