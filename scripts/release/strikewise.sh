#!/bin/sh
# Runs a program of this release with the Node in it: the process becomes that program, so signals reach it.
set -eu
here=$(dirname "$(readlink -f "$0")")
# Node needs libatomic, which a bare Debian does not have.
LD_LIBRARY_PATH="$here/node/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
export LD_LIBRARY_PATH

usage() {
  cat <<'TEXT'
strikewise [--env-file FILE] COMMAND [options]

  start           the whole product on this machine: simulated outside world, server, demo accounts
  server          the server alone; --roles web,market,trader,notifier chooses what it runs (all)
  sandbox         the simulated outside world alone, or the paper exchange
  check-config    every setting with its source, and what speaks against it; --file FILE
  rotate-keys     seals all stored secrets again under a new master key
  import-users    imports users from an exported document store
  verify-record   checks an export of the public record
  audit-export    writes what an auditor asks of a range of years into one archive
  verify-audit-export  checks such an archive
  restore-drill   restores a backup to an instant beside the running service, and compares every account
  health          ends with 0 while the server on this machine answers on PORT (8080)
  version         what this is

--env-file reads settings from a file, without putting them into the environment of the process.

docs/operations.md describes how to install, upgrade and roll back.
TEXT
}

settings=
if [ "${1:-}" = --env-file ] && [ $# -ge 2 ]; then
  settings=$2
  shift 2
fi
command=${1:-}
[ $# -eq 0 ] || shift
case $command in
  start) program=scripts/tasks/start.ts ;;
  server) program=apps/server/src/main.ts ;;
  sandbox) program=apps/sandbox/src/main.ts ;;
  check-config) program=apps/server/src/check-config/main.ts ;;
  rotate-keys) program=apps/server/src/rotate-keys/main.ts ;;
  import-users) program=apps/server/src/import/main.ts ;;
  verify-record) program=scripts/tasks/verify-record.ts ;;
  audit-export) program=apps/server/src/audit-export/main.ts ;;
  verify-audit-export) program=apps/server/src/audit-export/verify-main.ts ;;
  restore-drill) program=apps/server/src/restore-drill/main.ts ;;
  health) program=scripts/release/health.ts ;;
  version) exec cat "$here/release.json" ;;
  help | --help | -h)
    usage
    exit 0
    ;;
  *)
    usage >&2
    exit 2
    ;;
esac
exec "$here/node/bin/node" ${settings:+"--env-file=$settings"} "$here/$program" "$@"
