#!/bin/sh
# Makes a Debian package of a Parlour, best of the static one that `cargo static` builds:
#
#   sh deb.sh EXECUTABLE [DIRECTORY]
#
# The program in the package has no key. When the package is installed it puts a copy of itself with
# a fresh key into /usr/lib/cgi-bin; an upgrade keeps that key; removing the package leaves a copy
# that nobody can run, so that games go on if it is installed again; purging it removes the key.

set -eu
executable=$1
directory=${2:-.}
recipes=$(dirname "$0")
version=$("$executable" version | sed 's/^parlour //')
architecture=$(dpkg --print-architecture)

tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
chmod 755 "$tree"
documents=$tree/usr/share/doc/parlour

mkdir -p "$tree/DEBIAN" "$tree/usr/bin" "$tree/usr/share/man/man1" "$documents/examples"
install -m 755 "$executable" "$tree/usr/bin/parlour"
gzip -9n <"$recipes/parlour.1" >"$tree/usr/share/man/man1/parlour.1.gz"
install -m 644 "$recipes"/*.conf "$recipes"/*.cfg "$recipes"/*.caddy "$recipes"/*.ini \
    "$recipes/robots.txt" "$recipes/README.md" "$documents/examples"
install -m 644 "$recipes/../LICENSE-MIT" "$documents/copyright"

cat >"$tree/DEBIAN/control" <<END
Package: parlour
Version: $version
Architecture: $architecture
Maintainer: The Parlour maintainers <root@localhost>
Section: games
Priority: optional
Recommends: apache2 | lighttpd | httpd-cgi
Description: CGI program that deals games and keeps nothing
 One executable deals games, seals the whole position into the links of the
 page it prints, and forgets everything: no JavaScript, no cookies, no files.
END

cat >"$tree/DEBIAN/postinst" <<'END'
#!/bin/sh
set -e
if [ "$1" = configure ]; then
    mkdir -p "${DPKG_ROOT:-}/usr/lib/cgi-bin"
    "${DPKG_ROOT:-}/usr/bin/parlour" install "${DPKG_ROOT:-}/usr/lib/cgi-bin/parlour"
fi
END

cat >"$tree/DEBIAN/postrm" <<'END'
#!/bin/sh
set -e
copy=${DPKG_ROOT:-}/usr/lib/cgi-bin/parlour
case $1 in
    remove) [ ! -e "$copy" ] || chmod 0600 "$copy" ;;
    purge) rm -f "$copy" ;;
esac
END
chmod 755 "$tree/DEBIAN/postinst" "$tree/DEBIAN/postrm"

dpkg-deb -Zgzip --root-owner-group --build "$tree" "$directory/parlour_${version}_$architecture.deb"
