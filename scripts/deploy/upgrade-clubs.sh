#!/bin/bash
# Upgrades the clubs of one machine, one after the other, and stops at the first that fails:
#   sudo ./upgrade-clubs.sh NEW-EXECUTABLE [CLUB ...]      (default: every club of /etc/padel-club)
# For each club: save it, replace its executable, start it, ask its health. A club that does not become healthy
# with the new version gets its old executable and, if its database was upgraded, the backup from before back.
set -euo pipefail

PROGRAM_DIR=${PROGRAM_DIR:-/opt/padel-club}
SETTINGS_DIR=${SETTINGS_DIR:-/etc/padel-club}
STATE_DIR=${STATE_DIR:-/var/lib/padel-club}
SYSTEMCTL=${SYSTEMCTL:-systemctl}
# A large club copies itself before its database is upgraded.
HEALTH_SECONDS=${HEALTH_SECONDS:-300}

die() {
	echo "$*" >&2
	exit 1
}

new=${1:-}
[ -x "$new" ] || die "Usage: $0 NEW-EXECUTABLE [CLUB ...]"
shift
version=$("$new" version | sed -n 's/^padel-club \([^,]*\),.*/\1/p')
[ -n "$version" ] || die "$new is not an executable of padel-club."
if [ $# -eq 0 ]; then
	for file in "$SETTINGS_DIR"/*.env; do
		[ -e "$file" ] || die "There is no club in $SETTINGS_DIR."
		set -- "$@" "$(basename "$file" .env)"
	done
fi

# One file for all clubs, so that they share its pages in memory.
target="$PROGRAM_DIR/versions/$version-$(sha256sum "$new" | cut -c1-8)/padel-club"
if [ ! -x "$target" ]; then
	mkdir -p "$(dirname "$target")"
	install -m 755 "$new" "$target.part"
	mv "$target.part" "$target"
fi

link_to() {
	ln -s "$2" "$PROGRAM_DIR/clubs/.$1.part"
	mv -T "$PROGRAM_DIR/clubs/.$1.part" "$PROGRAM_DIR/clubs/$1"
}

# Ready, and with the expected executable: the process that answers must be a new one.
is_healthy() {
	local club=$1 port=$2 executable=$3 until=$((SECONDS + HEALTH_SECONDS))
	while [ "$SECONDS" -lt "$until" ]; do
		if PORT=$port "$executable" doctor --running >/dev/null 2>&1; then return 0; fi
		# systemd starts a failing service again and again; a service that gave up will not become healthy.
		if [ "$("$SYSTEMCTL" is-active "padel-club@$club" || true)" = failed ]; then return 1; fi
		sleep 0.5
	done
	return 1
}

put_back() {
	local club=$1 old=$2 port=$3 data=$4 marker=$5 backup
	"$SYSTEMCTL" stop "padel-club@$club" || true
	link_to "$club" "$old"
	backup=$(find "$data/backups" -maxdepth 1 -name 'before-schema-*.tar.zst' -newer "$marker" 2>/dev/null | sort | head -n 1)
	if [ -n "$backup" ]; then
		# Nobody used the club after this backup, so its numbers and messages stay as they are.
		local exact=()
		if "$old" restore --help | grep -q -e --exact; then exact=(--exact); fi
		"$old" restore "$backup" "${exact[@]}" --data "$data"
	fi
	"$SYSTEMCTL" start "padel-club@$club"
	is_healthy "$club" "$port" "$old"
}

for club in "$@"; do
	settings="$SETTINGS_DIR/$club.env"
	data="$STATE_DIR/$club"
	[ -f "$settings" ] || die "There is no club $club: $settings is missing. No further club was upgraded."
	old=$(readlink -f "$PROGRAM_DIR/clubs/$club")
	port=$(sed -n 's/^PORT=//p' "$settings" | tail -n 1)
	if [ "$old" = "$(readlink -f "$target")" ]; then
		echo "$club: has version $version already"
		continue
	fi
	echo "$club: saving"
	"$old" backup --data "$data" >/dev/null || die "$club: the backup failed, so it was not upgraded. No further club was upgraded."
	marker=$(mktemp)
	echo "$club: upgrading to $version"
	"$SYSTEMCTL" stop "padel-club@$club"
	link_to "$club" "$target"
	if "$SYSTEMCTL" start "padel-club@$club" && is_healthy "$club" "$port" "$target"; then
		rm -f "$marker"
		echo "$club: healthy"
		continue
	fi
	if put_back "$club" "$old" "$port" "$data" "$marker"; then
		die "$club: did not become healthy and was put back. Read: journalctl -u padel-club@$club. No further club was upgraded."
	fi
	die "$club: did not become healthy, and its old version does not either. Read: journalctl -u padel-club@$club"
done
echo "All clubs have version $version."
