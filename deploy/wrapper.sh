#!/bin/sh
# Parlour on a shared host, where you are not root and pages and programs lie side by side.
#
#   mkdir -p ~/parlour && parlour install ~/parlour
#   cp wrapper.sh ~/public_html/parlour.cgi
#   chmod 755 ~/public_html/parlour.cgi
#
# Write your own home below, and open http://YOUR.SERVER/~anna/parlour.cgi. The program and the key
# in it lie where no page is served from: should the host one day hand out this file instead of
# running it, nothing is lost. If the host runs your programs as you (suexec), `chmod 700 ~/parlour`;
# if not, let others enter: `chmod 711 ~ ~/parlour`.
#
# If the host has no Parlour, copy a static one there. If you cannot run a command there, run
# `parlour install` at home and copy what it made. Without root: yes. Without systemd: yes.

# For links that players copy, behind a proxy with another name or with HTTPS.
#export PARLOUR_URL=https://games.example/~anna/parlour.cgi
# Nothing of what a visitor wrote is handed on as an argument.
exec /home/anna/parlour/parlour
