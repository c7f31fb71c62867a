#!/bin/bash -p
# Carries out calls outside the sandbox, as the account that is for them alone; installed root-owned by
# `npm run elevation -- setup`, started by the worker through one sudoers rule. Whatever runs as this account belongs to
# the one call that is under way, so that at its end everything of the account is killed.
#   --check                        prints: elevated UID root|no-root
#   --sweep                        kills what an earlier call left
#   --run plain|root PROGRAM ...   runs it in the directory it was started in, with an empty home and environment
# Standard input of --run is the control: a line TERM asks the command to end, the end of the input kills it. So nothing
# outlives a worker that is gone.
set -u
PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
export PATH LC_ALL=C
place=/var/lib/gatehouse-elevated
uid=$(id -u)
[ "$uid" != 0 ] || exit 125
umask 022
ulimit -c 0

if [ "${1-}" = --check ]; then
  if sudo -n -- true 2>/dev/null </dev/null; then root=root; else root=no-root; fi
  echo "elevated $uid $root"
  exit 0
fi

exec 9>"$place/lock" || exit 125
flock -n 9 || exit 75
kill -KILL -1 2>/dev/null
rm -rf "$place"/home.*
[ "${1-}" = --sweep ] && exit 0
[ "${1-}" = --run ] && [ $# -ge 3 ] || exit 125
how=$2
shift 2
[ "$how" = root ] || [ "$how" = plain ] || exit 125

exec 3<&0 0</dev/null
home=$(mktemp -d "$place/home.XXXXXXXX") || exit 125
clean=(PATH="$PATH" HOME="$home" USER="$(id -un)" LOGNAME="$(id -un)" LANG=C.UTF-8 TERM=dumb SHLVL=1)
if [ "$how" = root ]; then
  setsid -- env -i "${clean[@]}" sudo -n -- "$@" 3<&- 9>&- &
else
  setsid -- env -i "${clean[@]}" "$@" 3<&- 9>&- &
fi
child=$!
exec >/dev/null 2>&1 # from here on the output is the command's alone

# A program of root is reached through root alone; sudo hands TERM on to it.
ask() {
  if [ "$how" = root ]; then sudo -n -- kill -TERM "$child"; else kill -TERM -- "-$child"; fi
}
end_root() {
  [ "$how" = root ] && sudo -n -- pkill -KILL -s "$child"
}
(
  exec 9>&-
  while IFS= read -r word <&3; do
    [ "$word" = TERM ] && ask
  done
  end_root
  kill -KILL -1
  kill -KILL "$$"
) &
exec 3<&-

wait "$child"
code=$?
end_root
kill -KILL -1 2>/dev/null
rm -rf "$home"
exit "$code"
