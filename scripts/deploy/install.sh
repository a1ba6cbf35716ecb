#!/bin/sh
# Installs padel-club as a service of systemd on Linux, or removes it and keeps the club's data:
#   sudo sh install.sh ADDRESS [SITE]   ADDRESS holds the files of a release, such as https://updates.example.com/padel-club;
#                                       SITE is the address of the club's site, such as https://club.example
#   sudo sh install.sh --uninstall
# `npm run release` writes the publisher's key and the unit into this file.
set -eu

PROGRAM_DIR=/opt/padel-club
LINK=/usr/local/bin/padel-club
UNIT=/etc/systemd/system/padel-club.service
VARIABLES=/etc/padel-club.env
STATE_DIR=/var/lib/padel-club
READY_SECONDS=60

die() {
	echo "$*" >&2
	exit 1
}

usage() {
	die "Usage: sudo sh install.sh https://ADDRESS-OF-RELEASES [https://ADDRESS-OF-THE-SITE], or: sudo sh install.sh --uninstall"
}

print_key() {
	cat <<'END'
@RELEASE_KEY@
END
}

print_unit() {
	cat <<'END'
@UNIT@
END
}

fetch() {
	curl --fail --silent --show-error --location --proto '=https,http' --max-time 900 --output "$2" "$1" ||
		die "$1 cannot be downloaded. Nothing was installed."
}

system() {
	case $(uname -m) in
	x86_64) machine=x64 ;;
	aarch64) machine=arm64 ;;
	*) die "There is no padel-club for $(uname -m)." ;;
	esac
	if ldd --version 2>&1 | grep -qi musl; then machine=$machine-musl; fi
	echo "linux-$machine"
}

# The value of a field in this system's line; the release has one line per system.
field() {
	sed -n "s/^ *\"$(system)\": {.*\"$1\": \"\{0,1\}\([^\",}]*\).*/\1/p" "$work/release.json"
}

# Asks for the site's address if a person is at the screen; empty to set it later.
ask_for_site() {
	site=${1%/}
	while ! is_site "$site"; do
		[ -z "$site" ] || echo "$site is no address such as https://club.example." >&2
		[ -z "${1:-}" ] || exit 1
		[ -t 0 ] || return 0
		printf 'The address of the site, such as https://club.example (empty: set it later): '
		read -r site || return 0
		site=${site%/}
		[ -n "$site" ] || return 0
	done
}

is_site() {
	echo "$1" | grep -Eqi '^https://[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:[0-9]+)?$'
}

uninstall() {
	systemctl disable --now padel-club 2>/dev/null || true
	rm -rf "$UNIT" "$VARIABLES" "$LINK" "$PROGRAM_DIR"
	systemctl daemon-reload
	echo "padel-club is removed. The club's data is in $STATE_DIR."
}

[ "$(id -u)" = 0 ] || die "Run this as root: sudo sh install.sh …"
command -v systemctl >/dev/null || die "This machine has no systemd. Start the executable by hand: padel-club serve"
case ${1:-} in
--uninstall)
	uninstall
	exit
	;;
*@*) usage ;;
https://* | http://127.0.0.1[:/]* | http://localhost[:/]*) address=${1%/} ;;
*) usage ;;
esac
for program in curl openssl sha256sum; do
	command -v "$program" >/dev/null || die "The program $program is missing. Install it and try again."
done
[ ! -e "$UNIT" ] || die "padel-club is installed already. For a new version: sudo padel-club update"
ask_for_site "${2:-}"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
print_key >"$work/key"
fetch "$address/release.json" "$work/release.json"
fetch "$address/release.json.sig" "$work/release.json.sig"
openssl pkeyutl -verify -pubin -inkey "$work/key" -rawin -in "$work/release.json" -sigfile "$work/release.json.sig" >/dev/null 2>&1 ||
	die "The release at $address is not signed by the publisher of this script. Nothing was installed."
version=$(sed -n 's/^ *"version": "\([^"]*\)".*/\1/p' "$work/release.json")
name=$(field name)
sum=$(field sha256)
[ -n "$version" ] && [ -n "$name" ] && [ -n "$sum" ] || die "The release has no executable for $(system). Nothing was installed."
echo "Downloading padel-club $version …"
fetch "$address/$name" "$work/padel-club"
echo "$sum  $work/padel-club" | sha256sum --check --status || die "$name is not the whole file that the release names. Nothing was installed."

folder="$PROGRAM_DIR/versions/$version-$(echo "$sum" | cut -c1-8)"
mkdir -p "$folder" "$(dirname "$LINK")"
install -m 755 "$work/padel-club" "$folder/padel-club"
ln -sfn "$folder/padel-club" "$LINK"
if [ ! -e "$VARIABLES" ]; then
	(umask 077 && echo "UPDATE_URL=$address" >"$VARIABLES")
fi
if [ -n "$site" ] && ! grep -q '^PUBLIC_URL=' "$VARIABLES"; then
	echo "PUBLIC_URL=$site" >>"$VARIABLES"
fi
print_unit >"$UNIT"
systemctl daemon-reload
systemctl enable --quiet --now padel-club

port=$(sed -n 's/^PORT=//p' "$VARIABLES" | tail -n 1)
until PORT=${port:-3000} "$LINK" doctor --running >/dev/null 2>&1; do
	READY_SECONDS=$((READY_SECONDS - 1))
	[ "$READY_SECONDS" -gt 0 ] || die "padel-club does not become ready. Read: journalctl -u padel-club"
	sleep 1
done
echo "padel-club $version runs."
# From now on, an empty folder, such as one whose disk is not mounted, is a lost club and not a new one.
grep -q '^EXPECT_CLUB=' "$VARIABLES" || echo "EXPECT_CLUB=padel-club" >>"$VARIABLES"
if link=$("$LINK" setup-link --data "$STATE_DIR" 2>/dev/null); then
	echo "Open this link to set the club up: $link"
	case $link in
	https://*) echo "It answers there once a proxy forwards $site to port ${port:-3000} of this machine." ;;
	*) echo "Once a proxy with https forwards to port ${port:-3000} of this machine, open it at your address: https://YOUR-ADDRESS/setup#${link#*#}" ;;
	esac
else
	echo "The club in $STATE_DIR is set up already; its owner logs in."
fi
