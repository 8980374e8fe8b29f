#!/bin/sh
# Parlour under the web server of BusyBox, which runs the programs in cgi-bin below its root. README.md has
# the commands. To reach it from other machines, write `-p 80`. It keeps no log of links.

# If root starts it, it must serve as a user without rights.
[ "$(id -u)" -ne 0 ] || set -- -u www-data:www-data

# For links that players copy, behind a proxy with another name or with HTTPS, put wrapper.sh, with the
# path of the program and PARLOUR_URL in it, into cgi-bin in place of the program.
exec busybox httpd -f -p 127.0.0.1:8080 -h /var/www "$@"
