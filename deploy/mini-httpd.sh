#!/bin/sh
# Parlour under mini-httpd, which runs the programs in cgi-bin below its root.
#
#   mkdir -p /var/www/cgi-bin
#   parlour install /var/www/cgi-bin
#   sh mini-httpd.sh
#
# Then open http://localhost:8080/cgi-bin/parlour. To reach it from other machines, leave out `-h`.
# If root starts it, it serves as www-data.
#
# It keeps no log of links. Without root: yes, on a port above 1023. Without systemd: yes.

# For links that players copy, behind a proxy with another name or with HTTPS, put wrapper.sh, with the
# path of the program and PARLOUR_URL in it, into cgi-bin in place of the program.
exec mini_httpd -D -p 8080 -h 127.0.0.1 -d /var/www -c 'cgi-bin/*' -u www-data
