//! The help: a list of the commands, and a page for each of them.

use std::fmt::{self, Display, Formatter};

/// The help of one command.
#[derive(Debug, PartialEq, Eq)]
pub struct CommandHelp {
    /// Its name.
    pub name: &'static str,
    /// The words that follow its name, besides options.
    arguments: &'static str,
    /// A line about it, for the list of commands.
    summary: &'static str,
    /// More about it, as lines.
    about: &'static str,
    /// Its options, each with the name of its value, and lines about them.
    options: &'static [(&'static str, &'static str)],
}

/// The commands, in the order of the list.
const COMMANDS: &[CommandHelp] = &[
    CommandHelp {
        name: "install",
        arguments: " DEST",
        summary: "Install a copy with a key of its own",
        about: "\
Put a copy of this program with a key of its own at DEST, a file or a directory.
If there is a copy already, replace it, and keep its keys. Root keeps the key in a
file for a group that only the copy runs with. Other users keep it in the copy.
",
        options: &[
            ("--new-key", "Give the copy a fresh key; the former keys still open old links"),
            ("--key-from FILE", "Give it the keys of another installed copy, or of a key file"),
            ("--group NAME", "Keep the key for the group NAME: `parlour`, or `parlour-SOMETHING`"),
            ("--server-group NAME", "Keep the key in a file for the group of the web server"),
            ("--key-file FILE", "Keep the key in FILE instead of a file in /etc/parlour"),
            ("--key-inside", "Keep the key in the copy"),
        ],
    },
    CommandHelp {
        name: "uninstall",
        arguments: " DEST",
        summary: "Remove a copy, its key, and its group",
        about: "\
Remove the copy at DEST, its key file, and the group if no other copy uses it. Name
the configurations of web servers that still name the copy.
",
        options: &[("--keep-key", "Leave the keys, for a copy that is installed there later")],
    },
    CommandHelp {
        name: "export",
        arguments: " [FILE]",
        summary: "Print the keys of a copy, as a backup",
        about: "\
Print the keys of this program, or of the copy FILE. `parlour install --key-from`
gives them back.
",
        options: &[("--to BACKUP", "Write them to a new file that only you can read")],
    },
    CommandHelp {
        name: "doctor",
        arguments: " [FILE] [URL]",
        summary: "Check an installation, and say what to correct",
        about: "\
Check that this program, or FILE, is installed correctly, and that the web server at
URL passes on Parlour's answers. Each finding is `ok`, a `note`, or `WRONG` with the
cure.
",
        options: &[
            ("--document-root DIR", "Look for keys below DIR, the document root"),
            ("--resolve HOST:PORT:ADDRESS", "Ask for HOST at ADDRESS, as curl does"),
            ("--page", "Print a link, good for one day, to what the program sees there"),
            ("--key-from FILE", "Make that link with the keys of a copy or of a key file"),
        ],
    },
    CommandHelp {
        name: "serve",
        arguments: "",
        summary: if cfg!(feature = "serve") {
            "Open a preview on this machine"
        } else {
            "Open a preview on this machine (this build has none)"
        },
        about: "\
Open a preview and print its address. Its links end with it. Close it with Ctrl-C.
",
        options: &[("--listen ADDRESS", "Listen at ADDRESS instead of 127.0.0.1:8080")],
    },
    CommandHelp {
        name: "fastcgi",
        arguments: " --listen PLACE",
        summary: "Answer a web server that speaks FastCGI",
        about: "\
Answer a web server that speaks FastCGI and starts no programs itself. Reload the
program and the keys at the signal HUP.
",
        options: &[
            ("--listen PLACE", "Listen at a path, or at an address such as 127.0.0.1:9000"),
            ("--workers NUMBER", "Use this number of processes instead of one for each processor"),
        ],
    },
    CommandHelp {
        name: "keygen",
        arguments: "",
        summary: "Print a fresh key",
        about: "\
Print a fresh key, for PARLOUR_KEY or a key file. The owner of a key can read and make
links: keep it secret.
",
        options: &[("--to FILE", "Write it to a new file that only you can read")],
    },
    CommandHelp {
        name: "verify",
        arguments: " GAME SECRET NUMBER",
        summary: "Work out a deal, to check that it was fixed",
        about: "\
Work out a deal from the secret that a finished game shows, or from the code of the
deal. NUMBER depends on the game: the round of `eights`, the tiles of `concentration`.
",
        options: &[],
    },
    CommandHelp {
        name: "help",
        arguments: " [COMMAND]",
        summary: "Print the commands, or the help of one",
        about: "Print a list of the commands, or the options of one of them.\n",
        options: &[],
    },
    CommandHelp {
        name: "version",
        arguments: "",
        summary: "Print the version",
        about: "Print the version.\n",
        options: &[],
    },
];

/// The column at which the options of a command are described.
const ABOUT_COLUMN: usize = 24;

/// The help of a command.
pub fn find(name: &str) -> Option<&'static CommandHelp> {
    COMMANDS.iter().find(|command| command.name == name)
}

impl Display for CommandHelp {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let CommandHelp { name, arguments, about, options, .. } = self;
        let takes = if options.is_empty() { "" } else { " [OPTIONS]" };
        write!(f, "Usage: parlour {name}{takes}{arguments}\n\n{about}")?;
        if !options.is_empty() {
            f.write_str("\nOptions:\n")?;
        }
        for (option, about) in *options {
            match option.len() + 4 > ABOUT_COLUMN {
                true => writeln!(f, "  {option}\n{:ABOUT_COLUMN$}{about}", "")?,
                false => writeln!(f, "  {option:0$}{about}", ABOUT_COLUMN - 2)?,
            }
        }
        Ok(())
    }
}

/// The list of the commands.
pub fn overview() -> String {
    let row = |command: &CommandHelp| format!("  {:12}{}\n", command.name, command.summary);
    let rows: String = COMMANDS.iter().map(row).collect();
    format!(
        "\
Parlour deals games on web pages and stores nothing: every link is a whole game. It is
one CGI program: install it in the cgi-bin of your web server, and play.

Usage: parlour COMMAND [OPTIONS]

Commands:
{rows}
`parlour COMMAND --help` has the options of a command. An example:

  sudo parlour install /usr/lib/cgi-bin
  sudo parlour doctor /usr/lib/cgi-bin/parlour http://localhost/cgi-bin/parlour

Then open http://localhost/cgi-bin/parlour in any browser.

A copy that was installed with a key file takes its keys only from this file. Any
other program looks for keys in PARLOUR_KEY, then in itself, then in the file that
PARLOUR_KEY_FILE names. PARLOUR_URL is its address, for links that players copy.
PARLOUR_WORKERS is the number of workers of a responder that a web server starts.
"
    )
}
