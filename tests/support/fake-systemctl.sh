#!/bin/bash
# Stands in for systemctl with one process per club: start, stop, restart and is-active of padel-club@NAME.
set -euo pipefail
club=${2#padel-club@}
pid_file="$STATE_DIR/.$club.pid"
start() {
	set -a
	# shellcheck disable=SC1090
	. "$SETTINGS_DIR/$club.env"
	DATA_DIR="$STATE_DIR/$club" HOST=127.0.0.1
	set +a
 # What libfaketime shares ends with this shell, and so would a server started in the meantime.
	unset FAKETIME_SHARED
	setsid "$PROGRAM_DIR/clubs/$club" serve >>"$STATE_DIR/.$club.log" 2>&1 </dev/null &
	echo $! >"$pid_file"
}
stop() {
	pid=$(cat "$pid_file")
	kill -TERM "$pid" 2>/dev/null || true
	while kill -0 "$pid" 2>/dev/null; do sleep 0.05; done
}
case $1 in
start) start ;;
stop) stop ;;
restart)
	stop
	start
	;;
is-active)
	if kill -0 "$(cat "$pid_file")" 2>/dev/null; then echo active; else echo failed; fi
	;;
esac
