#!/bin/sh
# Makes a Debian package of Parlour, best of the static program that `cargo static` builds:
#
#   sh deb.sh EXECUTABLE [DIRECTORY [REVISION]]
#
# It puts the package into DIRECTORY. A second package of the same version needs a higher REVISION (1).
# As for other tools of Debian, DEBFULLNAME and DEBEMAIL name its maintainer, and DEB_HOST_ARCH the
# architecture of another machine. NOTICES is a file with the licences of what is linked into the program.
#
# The program in the package has no key. The scripts below install a copy with the key of the machine for the
# group www-data, remove it and keep the key, and purge the key. The units for `parlour serve` are off until
# you run `systemctl enable --now parlour.socket`.

set -eu
umask 022
executable=$1
directory=${2:-.}
revision=${3:-1}
recipes=$(dirname "$0")
architecture=${DEB_HOST_ARCH:-$(dpkg --print-architecture)}
upstream=$(sed -n '/^\[package\]/,/^$/ s/^version = "\(.*\)"/\1/p' "$recipes/../Cargo.toml")
version=$upstream-$revision
# The same executable gives the same package.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(stat -c %Y "$executable")}
export SOURCE_DATE_EPOCH
maintainer="${DEBFULLNAME:-The maker of this package} <${DEBEMAIL:-nobody@parlour.invalid}>"

tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
chmod 755 "$tree"
documents=$tree/usr/share/doc/parlour

units=$tree/usr/lib/systemd/system
mkdir -p "$tree/DEBIAN" "$units" "$tree/usr/bin" "$tree/usr/share/man/man1" "$documents/examples" \
    "$tree/usr/lib/cgi-bin"
install -m 755 "$executable" "$tree/usr/bin/parlour"
gzip -9n <"$recipes/parlour.1" >"$tree/usr/share/man/man1/parlour.1.gz"
[ -z "${NOTICES:-}" ] || install -m 644 "$NOTICES" "$documents/THIRD-PARTY-NOTICES"
install -m 644 "$recipes/parlour.socket" "$recipes/parlour.service" "$units"
install -m 644 "$recipes"/*.conf "$recipes"/*.cfg "$recipes"/*.caddy "$recipes"/*.md "$recipes"/*.txt \
    "$recipes"/busybox.sh "$recipes"/wrapper.sh "$recipes"/play.sh "$documents/examples"

gzip -9n >"$documents/changelog.Debian.gz" <<END
parlour ($version) unstable; urgency=medium

  * Parlour $upstream, as its source builds it.

 -- $maintainer  $(date -R -u -d "@$SOURCE_DATE_EPOCH")
END

{
    printf 'You may use Parlour under one of two licences, as you like. The Apache License, version 2.0, is in\n'
    printf '/usr/share/common-licenses/Apache-2.0. The other is:\n\n'
    cat "$recipes/../LICENSE-MIT"
} >"$documents/copyright"

cat >"$tree/DEBIAN/control" <<END
Package: parlour
Version: $version
Architecture: $architecture
Maintainer: $maintainer
Installed-Size: $(du -sk "$tree/usr" | cut -f 1)
Section: web
Priority: optional
Recommends: apache2 | lighttpd | httpd-cgi
Description: CGI program that deals games and keeps nothing
 One executable deals games, seals the whole position into the links of the
 page it prints, and forgets everything: no JavaScript, no cookies, no files.
END
(cd "$tree" && find usr -type f | LC_ALL=C sort | xargs md5sum) >"$tree/DEBIAN/md5sums"

# The scripts of the package, in the order in which dpkg runs them.
cat >"$tree/DEBIAN/postinst" <<'END'
#!/bin/sh
set -e
[ "$1" = configure ] || exit 0
/usr/bin/parlour install --group www-data /usr/lib/cgi-bin
if [ -d /run/systemd/system ]; then
    systemctl daemon-reload || true
    systemctl try-restart parlour.service || true
    # The socket may be enabled from before the package was removed.
    ! systemctl --quiet is-enabled parlour.socket || systemctl start parlour.socket || true
fi
END

cat >"$tree/DEBIAN/prerm" <<'END'
#!/bin/sh
set -e
[ "$1" = remove ] || exit 0
[ ! -d /run/systemd/system ] || systemctl stop parlour.socket parlour.service || true
[ ! -e /usr/lib/cgi-bin/parlour ] || /usr/bin/parlour uninstall /usr/lib/cgi-bin || true
END

cat >"$tree/DEBIAN/postrm" <<'END'
#!/bin/sh
set -e
if [ "$1" = purge ]; then
    rm -rf /etc/parlour/key /etc/systemd/system/sockets.target.wants/parlour.socket \
        /etc/systemd/system/parlour.socket.d /etc/systemd/system/parlour.service.d /run/parlour
    [ ! -d /etc/parlour ] || rmdir /etc/parlour 2>/dev/null ||
        echo "Other files stay in /etc/parlour; they may have keys: $(ls /etc/parlour)"
fi
[ ! -d /run/systemd/system ] || systemctl daemon-reload || true
END
chmod 755 "$tree/DEBIAN/postinst" "$tree/DEBIAN/prerm" "$tree/DEBIAN/postrm"

dpkg-deb -Zgzip --root-owner-group --build "$tree" "$directory/parlour_${version}_$architecture.deb"
