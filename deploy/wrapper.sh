#!/bin/sh
# Parlour on a shared host, where you are not root, and pages and programs share a directory.
#
#   mkdir -p ~/parlour && parlour install ~/parlour
#   cp wrapper.sh ~/public_html/parlour.cgi
#   chmod 755 ~/public_html/parlour.cgi
#
# Write your own home below, and open http://YOUR.SERVER/~anna/parlour.cgi. The program and its key are in
# a directory that the host does not serve. So the key is safe even if the host serves this file instead
# of running it. If the host runs your programs as you (suexec), run `chmod 700 ~/parlour`. If not, let
# others enter: `chmod 711 ~ ~/parlour`.
#
# If the host has no Parlour, copy a static one there. If you cannot run a command there, run
# `parlour install` at home and copy the result. Without root: yes. Without systemd: yes.

# For links that players copy, behind a proxy with another name or with HTTPS.
# The title and the other settings in README.md are set in the same way.
#export PARLOUR_URL=https://games.example/~anna/parlour.cgi
# This passes on no words of a visitor as arguments.
exec /home/anna/parlour/parlour
