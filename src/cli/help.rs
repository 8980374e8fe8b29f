//! The help: a list of the commands, and a page for each of them.

use crate::os::own::ME;

/// The help of one command.
#[derive(Debug, PartialEq, Eq)]
pub struct CommandHelp {
    pub name: &'static str,
    /// A line about it, for the list of commands.
    summary: &'static str,
    /// Its page, with `parlour` for the name of the program.
    text: &'static str,
}

impl CommandHelp {
    /// Its page.
    pub fn text(&self) -> String {
        named(self.text)
    }
}

/// A help page with the name of this program.
fn named(text: &str) -> String {
    text.replace("parlour", &ME.to_string())
}

const fn command(name: &'static str, summary: &'static str, text: &'static str) -> CommandHelp {
    CommandHelp { name, summary, text }
}

/// The commands, in the order of the list.
const COMMANDS: [CommandHelp; 8] = [
    command(
        "install",
        "Install a copy with a key",
        "\
Usage: parlour install [OPTIONS] DEST

Put a copy of this program with a key inside it at DEST, a file or a directory. Replace
an older copy, and keep its keys. Root takes the key from /etc/parlour/key, and makes
that file first. Only the web server can start root's copy, and only root can read it.

Options:
  --group GROUP         Install for a web server that runs with GROUP
",
    ),
    command(
        "uninstall",
        "Remove a copy",
        "\
Usage: parlour uninstall [OPTIONS] DEST

Remove the copy at DEST. Its keys stay, root's in /etc/parlour/key and your own in
~/.config/parlour/key: after another installation, the games go on.

Options:
  --purge               Remove the keys, too, and name what still plays with them
",
    ),
    command(
        "keys",
        "List, change or back up keys",
        "\
Usage: parlour keys [OPTIONS] [FILE]

List the keys in FILE, a key file or your own copy. Without FILE, list root's keys in
/etc/parlour/key. The first key seals, and the others open. ID is the name of a key in
the list. After a change in /etc/parlour/key, install each copy again.

Options:
  --new                 Put a fresh key in front; make FILE if there is none
  --add OTHER           Add the keys of another file, so that their links open here; a key
                        that one of the two has retired is retired in both
  --first ID            Seal with this key from now on
  --retire ID           Open no link of this key any more; its links say so
  --drop ID             Remove this key
  --to BACKUP           Write the keys to a new file that only you can read
",
    ),
    command(
        "doctor",
        "Check an installation, and say what to correct",
        "\
Usage: parlour doctor [OPTIONS] [FILE] [URL]

Run FILE once as a web server would. Ask the web server at URL for some pages, and
compare them with those of this program. Each finding is `ok`, a `note`, or `WRONG`.

Options:
  --log FILE            Show what the server writes into this log meanwhile, too
  --resolve HOST:PORT:ADDRESS
                        Ask for HOST at ADDRESS, as curl does
",
    ),
    command(
        "serve",
        "Serve by HTTP, without a web server",
        "\
Usage: parlour serve [OPTIONS]

Serve by HTTP, for example behind a proxy, and print the address. Without a key this is
a preview: its links end with it. Close it with Ctrl-C.

Options:
  --listen ADDRESS      Listen at ADDRESS, or at a path, instead of 127.0.0.1:8080, or
                        instead of the socket that systemd has opened
  --key-file FILE       Take the keys from FILE
  --access-log          Print a line for each request, without the link
",
    ),
    command(
        "cost",
        "Count the instructions of a game's requests",
        "\
Usage: parlour cost [GAME]

Play GAME at random with each of its presets, or every game. Count the instructions of
each request with valgrind, and print the dearest. A request has at most 20 million.
",
    ),
    command(
        "help",
        "Print the commands, or the help of one",
        "\
Usage: parlour help [COMMAND]

Print a list of the commands, or the options of one of them.
",
    ),
    command(
        "version",
        "Print the version",
        "\
Usage: parlour version

Print the version.
",
    ),
];

/// The help of a command.
pub fn find(name: &str) -> Option<&'static CommandHelp> {
    COMMANDS.iter().find(|command| command.name == name)
}

/// The list of the commands.
pub fn overview() -> String {
    let row = |command: &CommandHelp| format!("  {:12}{}\n", command.name, command.summary);
    let rows: String = COMMANDS.iter().map(row).collect();
    named(&format!(
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

The program looks for keys in PARLOUR_KEY, then in itself, then in the file that
PARLOUR_KEY_FILE names. PARLOUR_URL is its address, for links that players copy.
"
    ))
}
