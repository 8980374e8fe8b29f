//! The completions for shells are those of the program's help. `cargo golden` writes them anew.

use crate::PROGRAM;
use std::fmt::Write;
use std::fs;
use std::process::Command;
use support::{golden, repository};

/// An option and the name of its value.
struct Opt {
    name: String,
    value: Option<String>,
    about: String,
}

/// A command of the program.
struct Word {
    name: String,
    about: String,
    options: Vec<Opt>,
}

/// The output of the program for these arguments.
fn printed(arguments: &[&str]) -> String {
    let output = Command::new(PROGRAM).env_clear().args(arguments).output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

/// The part of a help after this heading.
fn part<'a>(help: &'a str, heading: &str) -> &'a str {
    let part = help.split_once(heading).map_or("", |(_, part)| part);
    part.split("\n\n").next().unwrap_or_default()
}

/// The commands of the help.
fn commands() -> Vec<Word> {
    let word = |line: &str| {
        let (name, about) = line.trim().split_once(' ').unwrap();
        let help = printed(&[name, "--help"]);
        let options = options(part(&help, "\nOptions:\n"));
        Word { name: name.to_owned(), about: about.trim().to_owned(), options }
    };
    part(&printed(&["help"]), "\nCommands:\n").lines().map(word).collect()
}

/// The options of a command. A line with two blanks before it begins one. Its description is on the same
/// line or on the next.
fn options(listed: &str) -> Vec<Opt> {
    let option = |(line, next): (&str, &str)| {
        let text = line.strip_prefix("  --")?;
        let (syntax, about) = text.split_once("  ").unwrap_or((text, next));
        let (name, value) = syntax.split_once(' ').map_or((syntax, None), |(n, v)| (n, Some(v)));
        let (name, value) = (format!("--{name}"), value.map(str::to_owned));
        Some(Opt { name, value, about: about.trim().to_owned() })
    };
    listed.lines().zip(listed.lines().skip(1).chain([""])).filter_map(option).collect()
}

/// The kind of a value, by its name in the help.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    File,
    Group,
    Other,
}

fn kind(value: &str) -> Kind {
    match value {
        "NAME" => Kind::Group,
        "FILE" | "DIR" | "BACKUP" | "PLACE" => Kind::File,
        _ => Kind::Other,
    }
}

fn joined(names: impl Iterator<Item = String>) -> String {
    names.collect::<Vec<_>>().join(" ")
}

fn bash(commands: &[Word]) -> String {
    let names = joined(commands.iter().map(|command| command.name.clone()));
    let options = commands.iter().flat_map(|command| &command.options);
    let of_kind = |sought| {
        let found =
            options.clone().filter(|o| o.value.as_deref().is_some_and(|v| kind(v) == sought));
        let mut names: Vec<String> = found.map(|option| option.name.clone()).collect();
        names.sort();
        names.dedup();
        names.join("|")
    };
    let mut text = format!(
        "# Completions of parlour for bash, made of `parlour help`.\n\
         _parlour() {{\n    local word=$2 options=\n    case $3 in\n    \
         {}) mapfile -t COMPREPLY < <(compgen -g -- \"$word\"); return ;;\n    \
         {}) COMPREPLY=(); return ;;\n    esac\n    case ${{COMP_WORDS[1]}} in\n",
        of_kind(Kind::Group),
        of_kind(Kind::Other),
    );
    for command in commands.iter().filter(|command| !command.options.is_empty()) {
        let options = joined(command.options.iter().map(|option| option.name.clone()));
        writeln!(text, "    {}) options='{options}' ;;", command.name).unwrap();
    }
    write!(
        text,
        "    esac\n    if ((COMP_CWORD == 1)); then\n        \
         mapfile -t COMPREPLY < <(compgen -W '{names}' -- \"$word\")\n    \
         elif [[ $word == -* ]]; then\n        \
         mapfile -t COMPREPLY < <(compgen -W \"$options\" -- \"$word\")\n    else\n        \
         compopt -o filenames 2>/dev/null\n        \
         mapfile -t COMPREPLY < <(compgen -f -- \"$word\")\n    fi\n}}\n\
         complete -F _parlour parlour\n"
    )
    .unwrap();
    text
}

/// A description for a place between single quotes.
fn quoted(text: &str) -> String {
    text.replace('\'', "'\\''")
}

fn zsh(commands: &[Word]) -> String {
    let mut text = "#compdef parlour\n# Completions of parlour for zsh, made of `parlour help`.\n\
        if ((CURRENT == 2)); then\n    local -a commands=(\n"
        .to_owned();
    for command in commands {
        writeln!(text, "        '{}:{}'", command.name, quoted(&command.about)).unwrap();
    }
    text += "    )\n    _describe command commands\n    return\nfi\ncase $words[2] in\n";
    for command in commands {
        write!(text, "{})\n    shift words; ((CURRENT--))\n    _arguments", command.name).unwrap();
        for option in &command.options {
            let about = quoted(&option.about).replace('[', "\\[").replace(']', "\\]");
            write!(text, " \\\n        '{}[{about}]", option.name).unwrap();
            match option.value.as_deref().map(|value| (value, kind(value))) {
                None => text += "'",
                Some((value, Kind::File)) => write!(text, ":{value}:_files'").unwrap(),
                Some((value, Kind::Group)) => write!(text, ":{value}:_groups'").unwrap(),
                Some((value, Kind::Other)) => {
                    write!(text, ":{}:'", value.replace(':', "\\:")).unwrap();
                }
            }
        }
        text += " \\\n        '*:file:_files'\n    ;;\n";
    }
    text + "esac\n"
}

fn fish(commands: &[Word]) -> String {
    let mut text = "# Completions of parlour for fish, made of `parlour help`.\n".to_owned();
    for command in commands {
        let (name, about) = (&command.name, quoted(&command.about));
        writeln!(text, "complete -c parlour -n __fish_use_subcommand -f -a {name} -d '{about}'")
            .unwrap();
        for option in &command.options {
            let long = option.name.trim_start_matches('-');
            let value = match option.value.as_deref().map(kind) {
                None => "",
                Some(Kind::File) => " -r -F",
                Some(Kind::Group) => " -x -a '(__fish_complete_groups)'",
                Some(Kind::Other) => " -x",
            };
            let about = quoted(&option.about);
            writeln!(
                text,
                "complete -c parlour -n '__fish_seen_subcommand_from {name}' -l {long}{value} -d '{about}'"
            )
            .unwrap();
        }
    }
    text
}

#[test]
fn completions_are_those_of_the_help_as_golden_files() {
    let commands = commands();
    let files = [
        ("parlour.bash", bash(&commands)),
        ("_parlour", zsh(&commands)),
        ("parlour.fish", fish(&commands)),
    ];
    for (name, text) in files {
        let path = repository::file("deploy/completions").join(name);
        match golden::writes() {
            true => fs::write(path, text).unwrap(),
            false => assert!(fs::read_to_string(path).unwrap() == text, "{name}: `cargo golden`"),
        }
    }
}

#[test]
fn bash_completes_commands_and_options() {
    let file = repository::file("deploy/completions/parlour.bash");
    let complete = |words: &[&str]| {
        let (last, before) = (words[words.len() - 1], words[words.len() - 2]);
        let script = format!(
            "source {}; COMP_WORDS=({}); COMP_CWORD={}; _parlour parlour '{last}' '{before}'; echo \"${{COMPREPLY[*]}}\"",
            file.display(),
            words.join(" "),
            words.len() - 1,
        );
        let output = Command::new("bash").args(["-c", &script]).output().unwrap();
        assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    };
    assert_eq!(complete(&["parlour", "unin"]), "uninstall");
    assert_eq!(complete(&["parlour", "install", "--key-"]), "--key-from --key-file --key-inside");
    assert_eq!(complete(&["parlour", "uninstall", "-"]), "--keep-key");
    assert_eq!(complete(&["parlour", "fastcgi", "--l"]), "--listen");
    assert_eq!(complete(&["parlour", "install", "--group", "roo"]), "root");
    assert_eq!(complete(&["parlour", "doctor", "deploy/parlour.c"]), "deploy/parlour.caddy");
}

/// Returns true if this shell can be tried. `.ci/full` installs all of them.
fn has(shell: &str) -> bool {
    let is_there = Command::new(shell).args(["-c", "exit"]).status().is_ok();
    assert!(is_there || std::env::var_os("PARLOUR_FULL").is_none(), "{shell} is missing");
    is_there
}

/// The lines that a script prints in a shell, if it can be tried. The first of its arguments is the
/// directory of the completions.
fn shown(shell: &str, script: &[&str], arguments: &[&str]) -> Option<String> {
    let folder = repository::file("deploy/completions");
    let folder = folder.to_str().unwrap();
    let run = || Command::new(shell).args(script).arg(folder).args(arguments).output().unwrap();
    has(shell).then(|| String::from_utf8_lossy(&run().stdout).into_owned())
}

/// What zsh shows for these words until `expected` comes.
fn zsh_shows(words: &str, expected: &str) -> Option<String> {
    let script = repository::file("tests/executable/complete.zsh");
    shown("zsh", &["-f", script.to_str().unwrap()], &[words, expected])
}

fn fish_shows(words: &str, _expected: &str) -> Option<String> {
    let script = "source $argv[1]/parlour.fish; complete -C $argv[2]";
    shown("fish", &["--no-config", "-c", script], &[words])
}

#[test]
fn zsh_and_fish_complete_commands_and_options() {
    let cases = [
        ("parlour ", "uninstall"),
        ("parlour serve --", "--listen"),
        ("parlour serve --", "Take the keys from FILE"),
        ("parlour install --n", "--new-key"),
        ("parlour install --group roo", "root"),
        ("parlour uninstall Cargo.t", "Cargo.toml"),
    ];
    // They wait for the terminal most of the time.
    std::thread::scope(|scope| {
        for shows in [zsh_shows, fish_shows] {
            for (words, expected) in cases {
                scope.spawn(move || {
                    let shown = shows(words, expected).unwrap_or_else(|| expected.to_owned());
                    assert!(shown.contains(expected), "{words}: {shown}");
                });
            }
        }
    });
}
