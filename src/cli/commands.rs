//! The commands and their options: one table, which the parser, the help and the manual read.

use super::doctor::url::{HttpUrl, read_elsewhere};
use crate::formats::plain::paragraph::wrapped;
use crate::os::own::{ME, TITLE, with_own_name};
use crate::respond::nearest;
use lexopt::prelude::*;
use lexopt::{Error, Parser};
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

/// The most characters of a line of help, and the column of what it says of an option.
const WIDTH: usize = 88;
const COLUMN: usize = 24;

/// A row of the table: a command.
#[derive(Debug)]
pub struct CommandRow {
    name: &'static str,
    /// Its operands, in brackets if they may be left out.
    operands: &'static [&'static str],
    /// A few words about it, for the list of commands.
    summary: &'static str,
    /// Its paragraphs. `parlour` stands for the name of the program.
    about: &'static [&'static str],
    options: &'static [OptionRow],
    /// Makes the command of the words that follow its name.
    make: fn(Words) -> Result<Command, String>,
}

impl PartialEq for CommandRow {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

/// An option of a command.
#[derive(Debug)]
struct OptionRow {
    name: &'static str,
    /// The word for its value. Empty if it has none.
    value: &'static str,
    about: &'static str,
}

const fn option(name: &'static str, value: &'static str, about: &'static str) -> OptionRow {
    OptionRow { name, value, about }
}

/// The commands, in the order of the help.
static COMMANDS: [CommandRow; 8] = [
    CommandRow {
        name: "install",
        operands: &["DEST"],
        summary: "Install a copy with a key",
        about: &[
            "Put a copy of this program with a key inside it at DEST, a file or a directory. Replace an older copy, or a symbolic link, in one step, and keep its keys.",
            "Root takes the key from /etc/parlour/key, and makes that file first. Only programs of the web server's group can start root's copy (mode 0710), and only root can read it. The default is the only group of www-data, apache, nginx, http, lighttpd and caddy that the machine has. Root installs only a statically linked program, and only into directories that root alone can change.",
            "The copy of another user has its own key. All users may start it, and so take its key with a debugger. Only its owner may read it (mode 0711).",
        ],
        options: &[option("group", "GROUP", "Install for a web server with this group.")],
        make: |words| {
            let group = words.last("group").map(text).transpose()?;
            Ok(Command::Install { dest: words.operand()?, group })
        },
    },
    CommandRow {
        name: "uninstall",
        operands: &["DEST"],
        summary: "Remove a copy",
        about: &[
            "Remove the copy at DEST. Its keys stay, root's in /etc/parlour/key and your own in ~/.config/parlour/key: after another installation, the games go on. The configuration of the web server stays, too.",
        ],
        options: &[option(
            "purge",
            "",
            "Remove the keys, too, and name what still plays with them.",
        )],
        make: |words| {
            let purge = words.last("purge").is_some();
            Ok(Command::Uninstall { dest: words.operand()?, purge })
        },
    },
    CommandRow {
        name: "keys",
        operands: &["[FILE]"],
        summary: "List, change or back up keys",
        about: &[
            "List the keys in FILE, a key file or your own copy, by their ids. Without FILE, list root's keys in /etc/parlour/key. The first key seals, and the others open. No key is printed.",
            "After a change of root's keys, install each copy again, and restart a running server. While others can read or change them, or a backup beside them, the commands keys and install and the unit refuse to work with them.",
        ],
        options: &[
            option("new", "", "Put a fresh key in front, and make FILE if there is none."),
            option("add", "OTHER", "Add the keys of another file, and what it has retired."),
            option("first", "ID", "Put this key in front."),
            option("retire", "ID", "Open no link of this key any more. Its links say so."),
            option("drop", "ID", "Remove this key."),
            option("to", "BACKUP", "Write the keys to a new file, which only you can read."),
        ],
        make: |words| {
            Ok(Command::Keys(KeysOptions {
                file: words.operands.first().map(PathBuf::from),
                new: words.last("new").is_some(),
                add: words.all("add").map(PathBuf::from).collect(),
                first: words.last("first").map(read_id).transpose()?,
                retire: words.all("retire").map(read_id).collect::<Result<_, _>>()?,
                drop: words.all("drop").map(read_id).collect::<Result<_, _>>()?,
                to: words.last("to").map(PathBuf::from),
            }))
        },
    },
    CommandRow {
        name: "doctor",
        operands: &["[FILE]", "[URL]"],
        summary: "Check an installation, and say what to correct",
        about: &[
            "Run FILE, or else this program, once as a web server would, and say what keeps it from answering. Root runs it as nobody with the group of the file.",
            "Ask the web server at URL for some pages with curl, and name the first difference from the pages of this program. If the server asks for a password, write NAME:PASSWORD@ before the host.",
            "Each finding is ok, a note, or WRONG, which the doctor has seen to go wrong. New lines of the error logs that it finds follow.",
        ],
        options: &[
            option("log", "FILE", "Show the new lines of this error log, too."),
            option("resolve", "HOST:PORT:ADDRESS", "Ask for HOST at ADDRESS, as curl does."),
        ],
        make: read_doctor,
    },
    CommandRow {
        name: "serve",
        operands: &[],
        summary: "Serve by HTTP, without a web server",
        about: &[
            "Serve by HTTP, for example behind a proxy, and print the address. With a key it is a site that lasts. Without a key it is a preview: its links end with it, and it answers only requests that name its own address. Close it with Ctrl-C.",
            "The default address is the socket that systemd has opened, or else 127.0.0.1, at the first free port from 8080 to 8099.",
        ],
        options: &[
            option("listen", "ADDRESS", "Listen at ADDRESS, or at a path."),
            option("key-file", "FILE", "Take the keys from FILE."),
            option("access-log", "", "Print a line for each request, without the link."),
        ],
        make: |words| {
            let file = words.last("key-file").map(std::path::absolute).transpose();
            Ok(Command::Serve(ServeOptions {
                listen: words.last("listen").cloned(),
                key_file: file.map_err(|error| error.to_string())?,
                access_log: words.last("access-log").is_some(),
            }))
        },
    },
    CommandRow {
        name: "cost",
        operands: &["[GAME]"],
        summary: "Count the instructions of a game's requests",
        about: &[
            "Play GAME at random with each of its presets, or every game. Count the instructions of each request with valgrind, and print the dearest. A request has at most 20 million.",
        ],
        options: &[],
        make: |words| Ok(Command::Cost(words.operands.first().map(text).transpose()?)),
    },
    CommandRow {
        name: "help",
        operands: &["[COMMAND]"],
        summary: "Print the commands, or the help of one",
        about: &["Print a list of the commands, or the options of one of them."],
        options: &[],
        make: |words| match words.operands.first() {
            Some(name) => Ok(Command::Help(find(name)?)),
            None => Ok(Command::Overview),
        },
    },
    CommandRow {
        name: "version",
        operands: &[],
        summary: "Print the version",
        about: &["Print the version."],
        options: &[],
        make: |_| Ok(Command::Version),
    },
];

/// A command and its options.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Print the list of the commands.
    Overview,
    /// Print the help of a command.
    Help(&'static CommandRow),
    Version,
    /// List, change or copy keys.
    Keys(KeysOptions),
    /// Install a copy at a file or directory, for the group of a web server.
    Install {
        dest: PathBuf,
        group: Option<String>,
    },
    /// Remove a copy, and its keys if `purge` is true.
    Uninstall {
        dest: PathBuf,
        purge: bool,
    },
    /// Examine this program, a file, or a web server.
    Doctor(DoctorOptions),
    /// Count the instructions of requests of this game, or of all games.
    Cost(Option<String>),
    Serve(ServeOptions),
}

/// The options of `keys`. Keys are named by their ids.
#[derive(Clone, Debug, PartialEq)]
pub struct KeysOptions {
    /// The key file or the installed copy. Without it, root means the master key.
    pub file: Option<PathBuf>,
    pub new: bool,
    pub add: Vec<PathBuf>,
    pub first: Option<u8>,
    pub retire: Vec<u8>,
    pub drop: Vec<u8>,
    pub to: Option<PathBuf>,
}

impl KeysOptions {
    /// Returns true if they change the list, and do not only show or copy it.
    pub fn change_keys(&self) -> bool {
        let KeysOptions { file: _, new, add, first, retire, drop, to: _ } = self;
        *new || first.is_some() || !(add.is_empty() && retire.is_empty() && drop.is_empty())
    }
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct DoctorOptions {
    /// The file to run. Without a file and a URL, it is this program.
    pub file: Option<PathBuf>,
    /// The URL of a program at a web server.
    pub url: Option<HttpUrl>,
    /// Error logs of the web server.
    pub logs: Vec<PathBuf>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct ServeOptions {
    /// The path or the address to listen at.
    pub listen: Option<OsString>,
    pub key_file: Option<PathBuf>,
    /// True if each request gets a line on standard output.
    pub access_log: bool,
}

/// The words that follow the name of a command, as its row allows them.
struct Words {
    command: &'static CommandRow,
    /// The name of each option, and its value.
    options: Vec<(&'static str, OsString)>,
    operands: Vec<OsString>,
}

impl Words {
    /// Reads the words of a command line. `None` if they ask for help.
    fn read(command: &'static CommandRow, mut parser: Parser) -> Result<Option<Self>, Error> {
        let mut words = Words { command, options: Vec::new(), operands: Vec::new() };
        while let Some(word) = parser.next()? {
            match word {
                Short('h') | Long("help") => return Ok(None),
                Long(name) => {
                    let names = command.options.iter().map(|option| option.name);
                    let known = command.options.iter().find(|option| option.name == name);
                    let option = known.ok_or_else(|| unknown("option", "--", name, names))?;
                    let has_value = !option.value.is_empty();
                    let value = if has_value { parser.value()? } else { OsString::new() };
                    words.options.push((option.name, value));
                }
                Value(word) if words.operands.len() < command.operands.len() => {
                    words.operands.push(word);
                }
                word => return Err(word.unexpected()),
            }
        }
        Ok(Some(words))
    }

    /// The values of an option, in their order.
    fn all(&self, name: &str) -> impl Iterator<Item = &OsString> {
        self.options.iter().filter(move |(it, _)| *it == name).map(|(_, value)| value)
    }

    fn last(&self, name: &str) -> Option<&OsString> {
        self.all(name).last()
    }

    /// The operand that the command must have.
    fn operand(&self) -> Result<PathBuf, String> {
        let CommandRow { name, operands, .. } = self.command;
        let missing = || format!("`{ME} {name}` needs {}", operands[0]);
        self.operands.first().map(PathBuf::from).ok_or_else(missing)
    }
}

/// Reads the arguments that follow the program's own name.
///
/// # Errors
///
/// A sentence about the first argument that makes no sense, or one that is missing. It ends with the
/// command to run next.
pub fn read(arguments: impl Iterator<Item = OsString>) -> Result<Command, String> {
    let mut parser = Parser::from_args(arguments);
    let of_all = |error: Error| format!("{}; run `{ME} help`", sentence(&error));
    let name = match parser.next().map_err(of_all)? {
        None | Some(Short('h') | Long("help")) => return Ok(Command::Overview),
        Some(Short('V') | Long("version")) => "version".into(),
        Some(Value(name)) => name,
        Some(option) => return Err(of_all(option.unexpected())),
    };
    let command = find(&name).map_err(|why| of_all(why.into()))?;
    let made = Words::read(command, parser).and_then(|words| match words {
        Some(words) => Ok((command.make)(words)?),
        None => Ok(Command::Help(command)),
    });
    made.map_err(|error| format!("{}; run `{ME} {} --help`", sentence(&error), command.name))
}

/// The sentence about an error.
fn sentence(error: &Error) -> String {
    match error {
        Error::UnexpectedOption(option) => format!("there is no option `{option}`"),
        Error::UnexpectedArgument(word) => too_many(word),
        error => error.to_string(),
    }
}

/// The sentence about a name that none of these is, and the one that may be meant.
fn unknown<'a>(
    kind: &str,
    start: &str,
    name: &str,
    known: impl Iterator<Item = &'a str>,
) -> String {
    let meant = nearest(name, known).map(|meant| format!(" (do you mean `{start}{meant}`?)"));
    format!("there is no {kind} `{start}{name}`{}", meant.unwrap_or_default())
}

fn too_many(word: &OsStr) -> String {
    format!("`{}` is one too many", word.display())
}

fn text(word: &OsString) -> Result<String, String> {
    let error = || format!("`{}` is not UTF-8 text", word.display());
    word.to_str().map(str::to_owned).ok_or_else(error)
}

/// The command of a name.
fn find(name: &OsStr) -> Result<&'static CommandRow, String> {
    let name = name.to_string_lossy();
    let names = COMMANDS.iter().map(|command| command.name);
    let found = COMMANDS.iter().find(|command| command.name == name);
    found.ok_or_else(|| unknown("command", "", &name, names))
}

/// Reads the id of a key, two hexadecimal digits.
fn read_id(word: &OsString) -> Result<u8, String> {
    let digits = word.to_str().filter(|digits| digits.len() == 2);
    let id = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
    id.ok_or_else(|| format!("a key is named by its id, such as `2b`, not `{}`", word.display()))
}

fn read_doctor(words: Words) -> Result<Command, String> {
    let logs = words.all("log").map(PathBuf::from).collect();
    let mut options = DoctorOptions { logs, ..DoctorOptions::default() };
    let elsewhere = words.last("resolve").map(|place| {
        let error = || {
            format!(
                "`{}` does not say where a host is; write it like games.example:443:127.0.0.1",
                place.display()
            )
        };
        place.to_str().and_then(read_elsewhere).ok_or_else(error)
    });
    let elsewhere = elsewhere.transpose()?;
    for word in words.operands {
        match read_url(&word)? {
            Some(url) if options.url.is_none() => {
                options.url = Some(HttpUrl { elsewhere: elsewhere.clone(), ..url });
            }
            None if options.file.is_none() => options.file = Some(word.into()),
            _ => return Err(too_many(&word)),
        }
    }
    Ok(Command::Doctor(options))
}

/// A URL, which may lack its scheme: `localhost/cgi-bin/parlour`. A path has a slash or a dot before
/// its first name, or is there.
fn read_url(word: &OsStr) -> Result<Option<HttpUrl>, String> {
    let text = word.to_string_lossy();
    let has_scheme = text.starts_with("http://") || text.starts_with("https://");
    let is_path =
        text.starts_with(['/', '.', '-']) || !text.contains('/') || Path::new(word).exists();
    if is_path && !has_scheme {
        return Ok(None);
    }
    let whole = if has_scheme { text.to_string() } else { format!("http://{text}") };
    let error = || format!("`{text}` is no URL; write it like http://localhost/cgi-bin/{ME}");
    Ok(Some(HttpUrl::parse(&whole).ok_or_else(error)?))
}

impl CommandRow {
    /// The help of the command.
    pub fn help(&self) -> String {
        let options = if self.options.is_empty() { "" } else { " [OPTIONS]" };
        let operands: String = self.operands.iter().map(|operand| format!(" {operand}")).collect();
        let mut lines = vec![format!("Usage: parlour {}{options}{operands}", self.name)];
        for paragraph in self.about {
            lines.push(String::new());
            lines.extend(wrapped(paragraph, WIDTH, "", ""));
        }
        if !self.options.is_empty() {
            lines.extend(["".to_owned(), "Options:".to_owned()]);
        }
        for OptionRow { name, value, about } in self.options {
            let indent = " ".repeat(COLUMN);
            let head = format!("  --{name} {value}");
            let start = if head.len() < COLUMN {
                format!("{head:COLUMN$}")
            } else {
                lines.push(head);
                indent.clone()
            };
            lines.extend(wrapped(about, WIDTH, &start, &indent));
        }
        with_own_name(&(lines.join("\n") + "\n"))
    }
}

/// The list of the commands.
pub fn overview() -> String {
    let row = |command: &CommandRow| format!("  {:12}{}\n", command.name, command.summary);
    let rows: String = COMMANDS.iter().map(row).collect();
    with_own_name(&format!(
        "\
{TITLE} deals games on web pages and stores nothing: every link is a whole game. It is
one CGI program: install it in the cgi-bin of your web server, and play.

Usage: parlour COMMAND [OPTIONS]

Commands:
{rows}
`parlour COMMAND --help` has the options of a command. An example:

  sudo parlour install /usr/lib/cgi-bin
  sudo parlour doctor /usr/lib/cgi-bin/parlour http://localhost/cgi-bin/parlour

Then open http://localhost/cgi-bin/parlour in any browser.

The program looks for keys in PARLOUR_KEY, then in itself, then in the file that
PARLOUR_KEY_FILE names. PARLOUR_URL is its address, for links that players copy.
"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seal::key_file::KEY_FILE_VARIABLE;
    use crate::seal::source::KEY_VARIABLE;
    use crate::settings::VARIABLES;

    fn read_line(line: &str) -> Result<Command, String> {
        read(line.split_whitespace().map(OsString::from))
    }

    /// Each option, with a value if it takes one, in a command with all operands.
    fn lines() -> Vec<(String, &'static CommandRow, Option<&'static OptionRow>)> {
        let mut lines = Vec::new();
        for command in &COMMANDS {
            let operands = command.operands.iter().map(|operand| match *operand {
                "[URL]" => " http://x/y",
                "[COMMAND]" => " keys",
                _ => " x",
            });
            let plain = format!("{}{}", command.name, operands.collect::<String>());
            for option in command.options {
                let value = match option.value {
                    "" => "",
                    "ID" => " 2b",
                    "HOST:PORT:ADDRESS" => " x:80:::1",
                    _ => " y",
                };
                lines.push((format!("{plain} --{}{value}", option.name), command, Some(option)));
            }
            lines.push((plain, command, None));
        }
        lines
    }

    #[test]
    fn each_option_changes_its_command() {
        let mut commands = Vec::new();
        for (line, ..) in lines() {
            let command = read_line(&line).unwrap_or_else(|error| panic!("{line}: {error}"));
            assert!(!commands.contains(&command), "{line} is like another command");
            commands.push(command);
            // The order does not count, and neither does an equals sign.
            let Some((words, option)) = line.split_once(" --") else { continue };
            let (name, operands) = words.split_once(' ').unwrap_or((words, ""));
            let option = format!("--{}", option.replace(' ', "="));
            assert_eq!(
                read_line(&format!("{name} {option} {operands}")).ok().as_ref(),
                commands.last()
            );
        }
    }

    #[test]
    fn help_may_follow_every_word() {
        for line in ["", "help", "--help", "-h"] {
            assert_eq!(read_line(line), Ok(Command::Overview));
        }
        for (line, command, _) in lines() {
            for help in ["--help", "-h"] {
                assert_eq!(
                    read_line(&format!("{line} {help}")),
                    Ok(Command::Help(command)),
                    "{line}"
                );
            }
            assert_eq!(read_line(&format!("help {}", command.name)), Ok(Command::Help(command)));
        }
        assert_eq!(read_line("-V"), read_line("version"));
    }

    #[test]
    fn what_is_misspelt_is_guessed() {
        for (line, command, option) in lines() {
            let name = option.map_or(command.name.to_owned(), |it| format!("--{}", it.name));
            if name.trim_start_matches('-').len() > 3 {
                let error = read_line(&line.replacen(&name, &format!("{name}x"), 1)).unwrap_err();
                assert!(error.contains(&format!("(do you mean `{name}`?)")), "{line}: {error}");
            }
        }
    }

    #[test]
    fn after_two_dashes_nothing_is_an_option() {
        for (line, file) in [("keys -- --new", "--new"), ("keys -- --", "--"), ("-- keys x", "x")] {
            let Ok(Command::Keys(options)) = read_line(line) else { panic!("{line}") };
            assert_eq!((options.file, options.new), (Some(file.into()), false), "{line}");
        }
        assert!(read_line("keys --").is_ok());
    }

    #[test]
    fn what_makes_no_sense_is_named() {
        for (line, named) in [
            ("deal", "no command `deal`; run `parlour help`"),
            ("--deal", "--deal"),
            ("install", "`parlour install` needs DEST; run `parlour install --help`"),
            ("install --", "needs DEST"),
            ("install a b", "`b` is one too many"),
            ("uninstall a --group", "--group"),
            ("install a --group", "--group"),
            ("uninstall a --purge=x", "--purge"),
            ("keys --retire all", "`all`"),
            ("keys --drop 2b3", "`2b3`"),
            ("version x", "`x`"),
            ("help deal", "`deal`"),
            ("doctor x y", "`y`"),
            ("doctor http://", "`http://`"),
            ("doctor --resolve games.example http://x", "`games.example`"),
            ("doctor http://x http://y", "`http://y`"),
            ("serve -p", "-p"),
        ] {
            let error = read_line(line).unwrap_err();
            assert!(error.contains(named), "{line}: {error}");
        }
    }

    /// A text for mdoc(7): a line for each sentence.
    fn sentences(text: &str) -> String {
        text.replace(". ", ".\n") + "\n"
    }

    /// An operand or an option for mdoc(7).
    fn argument(word: &str) -> String {
        match word.strip_prefix('[').and_then(|word| word.strip_suffix(']')) {
            Some(word) => format!("Op Ar {word}"),
            None => format!("Ar {word}"),
        }
    }

    fn flag(OptionRow { name, value, .. }: &OptionRow) -> String {
        let value = if value.is_empty() { String::new() } else { format!(" Ar {value}") };
        format!("Fl -{name}{value}")
    }

    fn synopsis() -> String {
        let mut text = String::new();
        for command in &COMMANDS {
            text += &format!(".Nm\n.Cm {}\n", command.name);
            command.options.iter().for_each(|it| text += &format!(".Op {}\n", flag(it)));
            command.operands.iter().for_each(|it| text += &format!(".{}\n", argument(it)));
        }
        text
    }

    fn descriptions() -> String {
        let mut text = String::new();
        for CommandRow { name, operands, about, options, .. } in &COMMANDS {
            let operands = operands.iter().map(|operand| match &*argument(operand) {
                optional if optional.starts_with("Op") => format!(" Oo{} Oc", &optional[2..]),
                required => format!(" {required}"),
            });
            text += &format!(".It Cm {name}{}\n", operands.collect::<String>());
            text += &about.iter().map(|it| sentences(it)).collect::<Vec<_>>().join(".Pp\n");
            if !options.is_empty() {
                let items =
                    options.iter().map(|it| format!(".It {}\n{}", flag(it), sentences(it.about)));
                text += &format!(".Bl -tag -width Ds\n{}.El\n", items.collect::<String>());
            }
        }
        text
    }

    #[test]
    fn the_manual_has_the_commands_and_settings() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/deploy/parlour.1");
        let manual = std::fs::read_to_string(path).unwrap();
        for part in [synopsis(), descriptions()] {
            assert!(manual.contains(&part), "deploy/parlour.1 lacks\n{part}");
        }
        let settings = VARIABLES.iter().map(|variable| variable.name);
        for name in settings.chain([KEY_VARIABLE, KEY_FILE_VARIABLE]) {
            assert!(manual.contains(&format!(".It Ev {name}\n")), "{name}");
        }
    }

    /// The commands in the documents, from their names to the ends of their lines or their quotes.
    #[test]
    fn every_command_of_the_documents_is_one() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut count = 0;
        for folder in ["", "docs", "deploy"] {
            for file in std::fs::read_dir(root.join(folder)).unwrap().map(|it| it.unwrap().path()) {
                let Ok(text) = std::fs::read_to_string(&file) else { continue };
                for rest in text.split("parlour ").skip(1) {
                    let line =
                        rest.split(['`', '\n', '|', '&', ';', '"', '#']).next().unwrap_or_default();
                    let mut words = line.split_whitespace();
                    let name = words.next().unwrap_or_default();
                    if !COMMANDS.iter().any(|command| command.name == name) {
                        continue;
                    }
                    let words = words.map(|word| match word {
                        "ID" | "NEW" | "OLD" => "2b",
                        "URL" => "http://x/y",
                        word => word,
                    });
                    let line = format!("{name} {}", words.collect::<Vec<_>>().join(" "));
                    let read = read_line(&line);
                    let is_good = read.as_ref().map_or_else(|why| why.contains("needs"), |_| true);
                    assert!(is_good, "{}: `{line}`: {read:?}", file.display());
                    count += 1;
                }
            }
        }
        assert!(count > 30, "{count}");
    }
}
