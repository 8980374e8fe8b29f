# Completions of parlour for bash, made of `parlour help`.
_parlour() {
    local word=$2 options=
    case $3 in
    --group|--server-group) mapfile -t COMPREPLY < <(compgen -g -- "$word"); return ;;
    --listen|--resolve|--workers) COMPREPLY=(); return ;;
    esac
    case ${COMP_WORDS[1]} in
    install) options='--new-key --key-from --group --server-group --key-file --key-inside' ;;
    uninstall) options='--keep-key' ;;
    export) options='--to' ;;
    doctor) options='--document-root --resolve --page --key-from' ;;
    serve) options='--listen --key-file' ;;
    fastcgi) options='--listen --workers' ;;
    keygen) options='--to' ;;
    esac
    if ((COMP_CWORD == 1)); then
        mapfile -t COMPREPLY < <(compgen -W 'install uninstall export doctor serve fastcgi keygen verify help version' -- "$word")
    elif [[ $word == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$options" -- "$word")
    else
        compopt -o filenames 2>/dev/null
        mapfile -t COMPREPLY < <(compgen -f -- "$word")
    fi
}
complete -F _parlour parlour
