#!/bin/sh
# Plays in a terminal. It needs only curl:
#
#     sh play.sh https://games.example/cgi-bin/parlour nim
#
# Type what the page lists: a number, a row and a column (2,3 or c2), or words. An empty line ends it.
site=$1
page=$(curl -sS "$site?g=${2:-tictactoe}&as=text")
while printf '%s\n' "$page"; do
    next=$(printf '%s\n' "$page" | sed -n 's/^ *?\(.*\)&move=$/\1/p')
    if [ "$next" ]; then
        link=$next
    elif ! printf '%s\n' "$page" | grep -q 'Back to the game'; then
        exit 0
    fi
    printf '> '
    read -r move && [ "$move" ] || exit 0
    page=$(curl -sS -G --data-urlencode "move=$move" "$site?$link")
done
