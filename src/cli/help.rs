//! The help: a list of the commands, and a page for each of them.

/// The help of one command.
#[derive(Debug, PartialEq, Eq)]
pub struct CommandHelp {
    /// Its name.
    pub name: &'static str,
    /// A line about it, for the list of commands.
    summary: &'static str,
    /// Its page.
    pub text: &'static str,
}

const fn command(name: &'static str, summary: &'static str, text: &'static str) -> CommandHelp {
    CommandHelp { name, summary, text }
}

/// The commands, in the order of the list.
const COMMANDS: [CommandHelp; 8] = [
    command(
        "install",
        "Install a copy with a key of its own",
        "\
Usage: parlour install [OPTIONS] DEST

Put a copy of this program with a key of its own at DEST, a file or a directory.
If there is a copy already, replace it, and keep its keys. Root keeps the key in a
file for a group that only the copy runs with. Other users keep it in the copy.

Options:
  --new-key             Give the copy a fresh key; the former keys still open old links
  --key-from FILE       Give it the keys of another installed copy, or of a key file
  --group NAME          Keep the key for the group NAME: `parlour`, or `parlour-SOMETHING`
  --server-group NAME   Keep the key in a file for the group of the web server
  --key-file FILE       Keep the key in FILE instead of a file in /etc/parlour
  --key-inside          Keep the key in the copy
",
    ),
    command(
        "uninstall",
        "Remove a copy, its key, and its group",
        "\
Usage: parlour uninstall [OPTIONS] DEST

Remove the copy at DEST, its key file, and the group if no other copy uses it. Name
the configurations of web servers that still name the copy.

Options:
  --keep-key            Leave the keys, for a copy that is installed there later
",
    ),
    command(
        "export",
        "Print the keys of a copy, as a backup",
        "\
Usage: parlour export [OPTIONS] [FILE]

Print the keys of this program, or of the copy FILE. `parlour install --key-from`
gives them back.

Options:
  --to BACKUP           Write them to a new file that only you can read
",
    ),
    command(
        "doctor",
        "Check an installation, and say what to correct",
        "\
Usage: parlour doctor [OPTIONS] [FILE] [URL]

Check that this program, or FILE, is installed correctly, and that the web server at
URL passes on Parlour's answers. Each finding is `ok`, a `note`, or `WRONG` with the
cure.

Options:
  --document-root DIR   Look for keys below DIR, the document root
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
        "keygen",
        "Print a fresh key",
        "\
Usage: parlour keygen [OPTIONS]

Print a fresh key, for PARLOUR_KEY or a key file. The owner of a key can read and make
links: keep it secret.

Options:
  --to FILE             Write it to a new file that only you can read
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
"
    )
}
