# Types words into a zsh that has the completions in the directory $1, presses the tab key, and prints
# what that zsh answers until it contains $3.
zmodload zsh/zpty
zpty shell "PS1='>' TERM=dumb zsh -f -i"
answer() {
    local part all
    repeat 600; do
        zpty -r -t shell part && all+=$part || sleep 0.1
        [[ $all == *"$1"* ]] && break
    done
    print -rn -- $all
}
zpty -w shell "fpath=($1 \$fpath); autoload -U compinit; compinit -u -D; LISTMAX=0; stty -echo cols 200; print rea''dy"
answer ready >/dev/null
zpty -w -n shell "$2"$'\t\t'
answer "$3"
zpty -d shell
