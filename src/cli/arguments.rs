//! Reads the command line.

use super::help::{self, CommandHelp};
use lexopt::prelude::*;
use lexopt::{Error, Parser};
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

/// The internal command that the doctor of root gives itself.
pub const ASK_AS: &str = "ask-as";

/// A command and its options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Print the list of the commands.
    Overview,
    /// Print the help of a command.
    Help(&'static CommandHelp),
    /// Print the version.
    Version,
    /// Print a fresh key, or write it to a new file.
    Keygen {
        /// The file.
        to: Option<PathBuf>,
    },
    /// Print the keys of this program or of a file, or write them to a new file.
    Export(ExportOptions),
    /// Install a copy of this program.
    Install(InstallOptions),
    /// Undo an installation.
    Uninstall(UninstallOptions),
    /// Examine this program, a file, or a web server.
    Doctor(DoctorOptions),
    /// Ask a program for a page as another user.
    AskAs(AskAs),
    /// Serve without a web server.
    Serve(ServeOptions),
}

/// The options of `export`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExportOptions {
    /// The program with the keys, or `None` for this one.
    pub file: Option<PathBuf>,
    /// The new file for the keys, or `None` to print them.
    pub to: Option<PathBuf>,
}

/// The options of `uninstall`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UninstallOptions {
    /// The copy, or its directory.
    pub dest: PathBuf,
    /// Keep its keys for a later copy.
    pub keep_key: bool,
}

/// The options of `install`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InstallOptions {
    /// The file or directory that the copy goes to.
    pub dest: PathBuf,
    /// Put a fresh key in front of the others.
    pub new_key: bool,
    /// Take the keys from this installed copy or key file.
    pub key_from: Option<PathBuf>,
    /// The place to keep the keys, or `None` for the best one.
    pub key_place: Option<KeyPlaceOption>,
    /// The key file, if the keys get one.
    pub key_file: Option<PathBuf>,
}

/// The place of the keys of a copy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeyPlaceOption {
    /// In the copy.
    Inside,
    /// In a file that this group may read. The copy runs with the group.
    OwnGroup(String),
    /// In a file that this group of the web server may read.
    ServerGroup(String),
}

/// The options of the internal command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AskAs {
    /// The user and the group to ask as.
    pub user: u32,
    pub group: u32,
    /// The program.
    pub program: PathBuf,
}

/// The options of `doctor`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DoctorOptions {
    /// The file to examine. Without a file and a URL, the doctor examines this program.
    pub file: Option<PathBuf>,
    /// The URL of a program at a web server.
    pub url: Option<String>,
    /// The directory below which the web server hands out files.
    pub document_root: Option<PathBuf>,
    /// The address of the host of the URL: `HOST:PORT:ADDRESS`.
    pub resolve: Option<String>,
}

/// The options of `serve`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ServeOptions {
    /// The path or the address to listen at.
    pub listen: Option<OsString>,
    /// The file with the keys.
    pub key_file: Option<PathBuf>,
    /// True if each request gets a line on standard output.
    pub access_log: bool,
}

/// The reason why a command line makes no sense. `Display` ends with the command to run next.
#[derive(Debug)]
pub struct UsageError {
    command: Option<&'static str>,
    error: Error,
}

impl std::fmt::Display for UsageError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.error {
            Error::UnexpectedOption(option) => write!(f, "there is no option `{option}`"),
            Error::UnexpectedArgument(word) => write!(f, "`{}` is one too many", word.display()),
            Error::NonUnicodeValue(word) => write!(f, "`{}` is not UTF-8 text", word.display()),
            error => write!(f, "{error}"),
        }?;
        match self.command {
            Some(name) => write!(f, "; run `parlour {name} --help`"),
            None => write!(f, "; run `parlour help`"),
        }
    }
}

/// Reads the arguments that follow the program's own name.
///
/// # Errors
///
/// The first argument that makes no sense, or one that is missing.
pub fn read(arguments: impl Iterator<Item = OsString>) -> Result<Command, UsageError> {
    let arguments: Vec<OsString> = arguments.collect();
    let mut options = arguments.iter().skip(1).take_while(|word| *word != "--");
    let asks_help = options.any(|word| word == "-h" || word == "--help");
    let mut parser = Parser::from_args(arguments);
    let without_command = |error| UsageError { command: None, error };
    let name = match parser.next().map_err(without_command)? {
        None | Some(Short('h') | Long("help")) => return Ok(Command::Overview),
        Some(Short('V') | Long("version")) => "version".into(),
        Some(Value(name)) => name,
        Some(option) => return Err(without_command(option.unexpected())),
    };
    if name == ASK_AS {
        return read_ask_as(parser).map_err(without_command);
    }
    let Some(command) = name.to_str().and_then(help::find) else {
        let sentence = format!("there is no command `{}`", name.display());
        return Err(without_command(sentence.into()));
    };
    if asks_help {
        return Ok(Command::Help(command));
    }
    read_options(command.name, parser)
        .map_err(|error| UsageError { command: Some(command.name), error })
}

/// Reads the options of a command.
fn read_options(name: &str, parser: Parser) -> Result<Command, Error> {
    match name {
        "keygen" => read_keygen(parser),
        "export" => read_export(parser),
        "install" => read_install(parser),
        "uninstall" => read_uninstall(parser),
        "doctor" => read_doctor(parser),
        "serve" => read_serve(parser),
        "version" => read_nothing(parser, Command::Version),
        _ => read_help(parser),
    }
}

fn read_help(mut parser: Parser) -> Result<Command, Error> {
    let Some(argument) = parser.next()? else { return Ok(Command::Overview) };
    let Value(name) = argument else { return Err(argument.unexpected()) };
    let command = name.to_str().and_then(help::find);
    let command = command.ok_or_else(|| format!("there is no command `{}`", name.display()))?;
    read_nothing(parser, Command::Help(command))
}

fn read_nothing(mut parser: Parser, command: Command) -> Result<Command, Error> {
    match parser.next()? {
        None => Ok(command),
        Some(argument) => Err(argument.unexpected()),
    }
}

fn read_keygen(mut parser: Parser) -> Result<Command, Error> {
    let mut to = None;
    while let Some(argument) = parser.next()? {
        match argument {
            Long("to") => to = Some(parser.value()?.into()),
            argument => return Err(argument.unexpected()),
        }
    }
    Ok(Command::Keygen { to })
}

fn read_export(mut parser: Parser) -> Result<Command, Error> {
    let (mut file, mut to) = (None, None);
    while let Some(argument) = parser.next()? {
        match argument {
            Long("to") => to = Some(parser.value()?.into()),
            Value(word) if file.is_none() => file = Some(word.into()),
            argument => return Err(argument.unexpected()),
        }
    }
    Ok(Command::Export(ExportOptions { file, to }))
}

fn read_uninstall(mut parser: Parser) -> Result<Command, Error> {
    let (mut dest, mut keep_key) = (None, false);
    while let Some(argument) = parser.next()? {
        match argument {
            Long("keep-key") => keep_key = true,
            Value(word) if dest.is_none() => dest = Some(word.into()),
            argument => return Err(argument.unexpected()),
        }
    }
    let dest = dest.ok_or("`parlour uninstall` needs the file or the directory of the copy")?;
    Ok(Command::Uninstall(UninstallOptions { dest, keep_key }))
}

fn read_ask_as(mut parser: Parser) -> Result<Command, Error> {
    let number = |parser: &mut Parser| parser.value()?.parse::<u32>();
    let (user, group) = (number(&mut parser)?, number(&mut parser)?);
    let program = parser.value()?.into();
    Ok(Command::AskAs(AskAs { user, group, program }))
}

fn read_install(mut parser: Parser) -> Result<Command, Error> {
    let (mut dest, mut new_key, mut key_from) = (None, false, None);
    let (mut places, mut key_file) = (Vec::new(), None);
    while let Some(argument) = parser.next()? {
        match argument {
            Long("new-key") => new_key = true,
            Long("key-from") => key_from = Some(parser.value()?.into()),
            Long("key-inside") => places.push(KeyPlaceOption::Inside),
            Long("group") => places.push(KeyPlaceOption::OwnGroup(parser.value()?.string()?)),
            Long("server-group") => {
                places.push(KeyPlaceOption::ServerGroup(parser.value()?.string()?));
            }
            Long("key-file") => key_file = Some(parser.value()?.into()),
            Value(word) if dest.is_none() => dest = Some(word.into()),
            argument => return Err(argument.unexpected()),
        }
    }
    let dest = dest.ok_or("`parlour install` needs a file or a directory to install to")?;
    let key_place = places.pop();
    if !places.is_empty() {
        return Err("use only one of `--key-inside`, `--group` and `--server-group`".into());
    }
    if key_file.is_some() && key_place == Some(KeyPlaceOption::Inside) {
        return Err("use only one of `--key-file` and `--key-inside`".into());
    }
    Ok(Command::Install(InstallOptions { dest, new_key, key_from, key_place, key_file }))
}

fn read_doctor(mut parser: Parser) -> Result<Command, Error> {
    let mut options = DoctorOptions::default();
    while let Some(argument) = parser.next()? {
        match argument {
            Long("document-root") => options.document_root = Some(parser.value()?.into()),
            Long("resolve") => options.resolve = Some(parser.value()?.string()?),
            Value(word) => match read_url(&word) {
                Some(word) if options.url.is_none() => options.url = Some(word),
                None if options.file.is_none() => options.file = Some(word.into()),
                _ => return Err(Error::UnexpectedArgument(word)),
            },
            argument => return Err(argument.unexpected()),
        }
    }
    Ok(Command::Doctor(options))
}

/// A word that begins like a URL.
fn read_url(word: &OsStr) -> Option<String> {
    let word = word.to_str()?;
    (word.starts_with("http://") || word.starts_with("https://")).then(|| word.to_owned())
}

fn read_serve(mut parser: Parser) -> Result<Command, Error> {
    let mut options = ServeOptions::default();
    while let Some(argument) = parser.next()? {
        match argument {
            Long("listen") => options.listen = Some(parser.value()?),
            Long("key-file") => {
                let path = std::path::absolute(parser.value()?);
                options.key_file = Some(path.map_err(|error| error.to_string())?);
            }
            Long("access-log") => options.access_log = true,
            argument => return Err(argument.unexpected()),
        }
    }
    Ok(Command::Serve(options))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_line(line: &str) -> Result<Command, String> {
        let words = line.split_whitespace().map(OsString::from);
        read(words).map_err(|error| error.to_string())
    }

    #[test]
    fn commands_are_read_with_their_options_in_any_order() {
        let help = |name| Ok(Command::Help(help::find(name).unwrap()));
        for line in ["", "help", "--help", "-h"] {
            assert_eq!(read_line(line), Ok(Command::Overview));
        }
        assert_eq!(read_line("install --new-key --help"), help("install"));
        assert_eq!(read_line("keygen -h"), help("keygen"));
        assert_eq!(read_line("help doctor"), help("doctor"));
        assert_eq!(read_line("-V"), Ok(Command::Version));
        let options = InstallOptions {
            dest: "/srv/cgi-bin".into(),
            new_key: true,
            key_from: Some("old".into()),
            key_place: None,
            key_file: None,
        };
        for line in [
            "install /srv/cgi-bin --new-key --key-from old",
            "install --key-from=old --new-key /srv/cgi-bin",
            "install --key-from=old --new-key -- /srv/cgi-bin",
        ] {
            assert_eq!(read_line(line), Ok(Command::Install(options.clone())), "{line}");
        }
        assert_eq!(read_line("doctor"), Ok(Command::Doctor(DoctorOptions::default())));
        let options = DoctorOptions {
            file: Some("x".into()),
            url: Some("http://x/y".into()),
            document_root: Some("/srv".into()),
            resolve: Some("x:80:::1".into()),
        };
        for line in [
            "doctor x http://x/y --document-root /srv --resolve x:80:::1",
            "doctor --document-root=/srv --resolve=x:80:::1 http://x/y x",
        ] {
            assert_eq!(read_line(line), Ok(Command::Doctor(options.clone())), "{line}");
        }
        let options = ServeOptions {
            listen: Some("[::1]:0".into()),
            key_file: Some("/k".into()),
            access_log: true,
        };
        let line = "serve --key-file /k --access-log --listen [::1]:0";
        assert_eq!(read_line(line), Ok(Command::Serve(options)));
    }

    #[test]
    fn keys_have_one_place() {
        let place = |line: &str| match read_line(&format!("install x {line}")) {
            Ok(Command::Install(options)) => Ok((options.key_place, options.key_file)),
            Ok(other) => panic!("{other:?}"),
            Err(error) => Err(error),
        };
        let own = KeyPlaceOption::OwnGroup("games".to_owned());
        let servers = KeyPlaceOption::ServerGroup("33".to_owned());
        assert_eq!(place("--key-inside"), Ok((Some(KeyPlaceOption::Inside), None)));
        assert_eq!(place("--group games"), Ok((Some(own), None)));
        assert_eq!(place("--server-group=33 --key-file k"), Ok((Some(servers), Some("k".into()))));
        for both in ["--key-inside --group x", "--group x --group y", "--key-inside --key-file k"] {
            assert!(place(both).unwrap_err().contains("use only one"), "{both}");
        }
    }

    #[test]
    fn the_doctor_asks_itself_with_the_words_of_a_visitor() {
        let asked = AskAs { user: 65534, group: 33, program: "/p".into() };
        assert_eq!(read_line("ask-as 65534 33 /p"), Ok(Command::AskAs(asked)));
        let export = |file: Option<&str>, to: Option<&str>| {
            let options = ExportOptions { file: file.map(Into::into), to: to.map(Into::into) };
            Ok(Command::Export(options))
        };
        assert_eq!(read_line("export"), export(None, None));
        assert_eq!(read_line("export x --to ring"), export(Some("x"), Some("ring")));
        assert_eq!(read_line("keygen --to k"), Ok(Command::Keygen { to: Some("k".into()) }));
        let options = UninstallOptions { dest: "x".into(), keep_key: true };
        assert_eq!(read_line("uninstall --keep-key x"), Ok(Command::Uninstall(options)));
    }

    #[test]
    fn after_two_dashes_nothing_is_an_option() {
        let install = |dest: &str| {
            Ok(Command::Install(InstallOptions { dest: dest.into(), ..InstallOptions::default() }))
        };
        assert_eq!(read_line("install -- --new-key"), install("--new-key"));
        assert_eq!(read_line("install -- --"), install("--"));
        assert_eq!(read_line("-- install x"), install("x"));
        let options = DoctorOptions { file: Some("-x".into()), ..DoctorOptions::default() };
        assert_eq!(read_line("doctor -- -x"), Ok(Command::Doctor(options)));
        assert!(read_line("keygen --").is_ok());
    }

    #[test]
    fn what_makes_no_sense_is_named() {
        for (line, named) in [
            ("deal", "`deal`"),
            ("--deal", "--deal"),
            ("install", "`parlour install`"),
            ("install --", "`parlour install`"),
            ("install a b", "`b`"),
            ("uninstall", "`parlour uninstall`"),
            ("uninstall a --new-key", "--new-key"),
            ("install a --key-from", "--key-from"),
            ("install a --new-key=x", "--new-key"),
            ("keygen --new-key", "--new-key"),
            ("version x", "`x`"),
            ("doctor --key-from ring", "--key-from"),
            ("serve --page", "--page"),
            ("doctor x y", "`y`"),
            ("doctor http://x http://y", "`http://y`"),
            ("serve -p", "-p"),
        ] {
            let error = read_line(line).unwrap_err();
            assert!(error.contains(named), "{line}: {error}");
        }
    }
}
