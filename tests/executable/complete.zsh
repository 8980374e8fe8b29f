# Types words into a zsh that has the completions in the directory $1, presses the tab key, and prints
# what that zsh answers.
zmodload zsh/zpty
zpty shell "PS1='>' TERM=dumb zsh -f -i"
answer() {
    local part
    repeat $1; do zpty -r -t shell part && print -rn -- $part || sleep 0.1; done
}
zpty -w shell "fpath=($1 \$fpath); autoload -U compinit; compinit -u -D; LISTMAX=0; stty -echo cols 200"
answer 20 >/dev/null
zpty -w -n shell "$2"$'\t\t'
answer 30
zpty -d shell
