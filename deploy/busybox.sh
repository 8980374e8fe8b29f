#!/bin/sh
# Parlour under the web server of BusyBox, which runs the programs in cgi-bin below its root.
#
#   mkdir -p /var/www/cgi-bin
#   parlour install --group www-data /var/www/cgi-bin
#   sh busybox.sh
#
# Then open http://localhost:8080/cgi-bin/parlour. To reach it from other machines, write `-p 80`.
#
# It keeps no log of links. Without root: yes, on a port above 1023; leave out `--group www-data` then. Without systemd: yes.

# If root starts it, it must serve as a user without rights.
[ "$(id -u)" -ne 0 ] || set -- -u www-data:www-data

# For links that players copy, behind a proxy with another name or with HTTPS, put wrapper.sh, with the
# path of the program and PARLOUR_URL in it, into cgi-bin in place of the program.
exec busybox httpd -f -p 127.0.0.1:8080 -h /var/www "$@"
