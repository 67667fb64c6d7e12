# shellcheck shell=bash
# What the scripts share: where things are, how a step is run and shown, and
# the configured build. Sourced, not run.

set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=$root/build
logs=$build/logs
cd "$root"
mkdir -p "$logs"

# Interrupted, only the script that the user called says so.
nested=${EXTREMA_NESTED:-}
export EXTREMA_NESTED=1
interrupted() {
  trap - INT
  [ -n "$nested" ] || printf '\nStopped. Run it again to go on from here.\n' >&2
  exit 130
}
trap interrupted INT

# say TEXT...: one line on what happens next.
say() { printf '== %s\n' "$*"; }

# fail TEXT...: a plain message, and the end.
fail() {
  printf '\nerror: %s\n' "$*" >&2
  exit 1
}

# quietly NAME COMMAND...: runs COMMAND with its output in a log; shows the end
# of the log and stops when COMMAND fails.
quietly() {
  local log=$logs/$1.log
  shift
  if ! "$@" >"$log" 2>&1 </dev/null; then
    tail -n 40 "$log" >&2
    fail "'$*' failed. All it said is in $log"
  fi
}

# Configures where build/ is not yet configured; ninja does so again by itself
# when a CMake file changes.
configure() {
  [ ! -f "$build/build.ninja" ] || return 0
  say "Configuring in $build"
  quietly configure cmake --preset default
}

# Builds all programs. On a terminal ninja shows its own progress.
compile() {
  configure
  say "Building (on a bare machine a few minutes, else what changed)"
  if [ -t 1 ]; then
    cmake --build "$build" || fail "The build failed, see above."
  else
    quietly build cmake --build "$build"
  fi
}
