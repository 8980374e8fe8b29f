#!/bin/sh
# Parlour on a shared host, where you are not root, and pages and programs share a directory. README.md has
# the commands.
#
# Write your own home into the last line. The program and its key are in a directory that the host does not serve. So the
# key is safe even if the host serves this file instead of running it.

# For links that players copy, behind a proxy with another name or with HTTPS.
# The title and the other settings in README.md are set in the same way.
#export PARLOUR_URL=https://games.example/~anna/parlour.cgi
# This passes on no words of a visitor as arguments.
exec /home/anna/parlour/parlour
