//! Reads the command line.

use super::doctor::url::{HttpUrl, read_elsewhere};
use super::help::{self, CommandHelp};
use crate::os::own::ME;
use lexopt::prelude::*;
use lexopt::{Error, Parser};
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

/// A command and its options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Print the list of the commands.
    Overview,
    /// Print the help of a command.
    Help(&'static CommandHelp),
    /// Print the version.
    Version,
    /// List, change or copy keys.
    Keys(KeysOptions),
    /// Install a copy of this program.
    Install(InstallOptions),
    /// Undo an installation.
    Uninstall(UninstallOptions),
    /// Examine this program, a file, or a web server.
    Doctor(DoctorOptions),
    /// Count the instructions of requests of this game, or of all games.
    Cost(Option<String>),
    /// Serve without a web server.
    Serve(ServeOptions),
}

/// The options of `keys`. Keys are named by their ids.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeysOptions {
    /// The key file or the installed copy. Without it, root means the master key.
    pub file: Option<PathBuf>,
    /// Put a fresh key in front.
    pub new: bool,
    /// Add the keys of these files behind the others.
    pub add: Vec<PathBuf>,
    /// Put this key in front.
    pub first: Option<u8>,
    /// Let these keys open no more links.
    pub retire: Vec<u8>,
    /// Remove these keys.
    pub drop: Vec<u8>,
    /// Write the keys to this new file, too.
    pub to: Option<PathBuf>,
}

impl KeysOptions {
    /// Returns true if they change the list, and do not only show or copy it.
    pub fn change_keys(&self) -> bool {
        let KeysOptions { file: _, new, add, first, retire, drop, to: _ } = self;
        *new || first.is_some() || !(add.is_empty() && retire.is_empty() && drop.is_empty())
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InstallOptions {
    /// The file or directory that the copy goes to.
    pub dest: PathBuf,
    /// The group of the web server, for root.
    pub group: Option<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UninstallOptions {
    /// The copy, or its directory.
    pub dest: PathBuf,
    /// Remove the master key, too.
    pub purge: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DoctorOptions {
    /// The file to run. Without a file and a URL, it is this program.
    pub file: Option<PathBuf>,
    /// The URL of a program at a web server.
    pub url: Option<HttpUrl>,
    /// Error logs of the web server.
    pub logs: Vec<PathBuf>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ServeOptions {
    /// The path or the address to listen at.
    pub listen: Option<OsString>,
    pub key_file: Option<PathBuf>,
    /// True if each request gets a line on standard output.
    pub access_log: bool,
}

/// Reads the arguments that follow the program's own name.
///
/// # Errors
///
/// A sentence about the first argument that makes no sense, or one that is missing. It ends with the
/// command to run next.
pub fn read(arguments: impl Iterator<Item = OsString>) -> Result<Command, String> {
    let arguments: Vec<OsString> = arguments.collect();
    let mut options = arguments.iter().skip(1).take_while(|word| *word != "--");
    let asks_help = options.any(|word| word == "-h" || word == "--help");
    let mut parser = Parser::from_args(arguments);
    let without_command = |error| sentence(&error, "help");
    let name = match parser.next().map_err(without_command)? {
        None | Some(Short('h') | Long("help")) => return Ok(Command::Overview),
        Some(Short('V') | Long("version")) => "version".into(),
        Some(Value(name)) => name,
        Some(option) => return Err(without_command(option.unexpected())),
    };
    let command = find(&name).map_err(without_command)?;
    if asks_help {
        return Ok(Command::Help(command));
    }
    let next = format!("{} --help", command.name);
    read_options(command.name, parser).map_err(|error| sentence(&error, &next))
}

/// The sentence about an error.
fn sentence(error: &Error, next: &str) -> String {
    let what = match error {
        Error::UnexpectedOption(option) => format!("there is no option `{option}`"),
        Error::UnexpectedArgument(word) => format!("`{}` is one too many", word.display()),
        Error::NonUnicodeValue(word) => format!("`{}` is not UTF-8 text", word.display()),
        error => error.to_string(),
    };
    format!("{what}; run `{ME} {next}`")
}

/// The command of a name.
fn find(name: &OsStr) -> Result<&'static CommandHelp, Error> {
    let error = || format!("there is no command `{}`", name.display());
    name.to_str().and_then(help::find).ok_or_else(|| error().into())
}

/// Reads the options of a command.
fn read_options(name: &str, parser: Parser) -> Result<Command, Error> {
    match name {
        "keys" => read_keys(parser),
        "install" => read_install(parser),
        "uninstall" => read_uninstall(parser),
        "doctor" => read_doctor(parser),
        "cost" => read_cost(parser),
        "serve" => read_serve(parser),
        "version" => read_nothing(parser, Command::Version),
        _ => read_help(parser),
    }
}

fn read_help(mut parser: Parser) -> Result<Command, Error> {
    let Some(argument) = parser.next()? else { return Ok(Command::Overview) };
    let Value(name) = argument else { return Err(argument.unexpected()) };
    let command = find(&name)?;
    read_nothing(parser, Command::Help(command))
}

fn read_nothing(mut parser: Parser, command: Command) -> Result<Command, Error> {
    match parser.next()? {
        None => Ok(command),
        Some(argument) => Err(argument.unexpected()),
    }
}

/// Reads the id of a key, two hexadecimal digits.
fn read_id(word: &OsStr) -> Result<u8, Error> {
    let digits = word.to_str().filter(|digits| digits.len() == 2);
    let id = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
    let error = || format!("a key is named by its id, such as `2b`, not `{}`", word.display());
    id.ok_or_else(|| error().into())
}

fn read_keys(mut parser: Parser) -> Result<Command, Error> {
    let mut options = KeysOptions::default();
    while let Some(argument) = parser.next()? {
        match argument {
            Long("new") => options.new = true,
            Long("add") => options.add.push(parser.value()?.into()),
            Long("first") => options.first = Some(read_id(&parser.value()?)?),
            Long("retire") => options.retire.push(read_id(&parser.value()?)?),
            Long("drop") => options.drop.push(read_id(&parser.value()?)?),
            Long("to") => options.to = Some(parser.value()?.into()),
            Value(word) if options.file.is_none() => options.file = Some(word.into()),
            argument => return Err(argument.unexpected()),
        }
    }
    Ok(Command::Keys(options))
}

fn read_install(mut parser: Parser) -> Result<Command, Error> {
    let (mut dest, mut group) = (None, None);
    while let Some(argument) = parser.next()? {
        match argument {
            Long("group") => group = Some(parser.value()?.string()?),
            Value(word) if dest.is_none() => dest = Some(word.into()),
            argument => return Err(argument.unexpected()),
        }
    }
    let dest =
        dest.ok_or_else(|| format!("`{ME} install` needs a file or a directory to install to"))?;
    Ok(Command::Install(InstallOptions { dest, group }))
}

fn read_uninstall(mut parser: Parser) -> Result<Command, Error> {
    let (mut dest, mut purge) = (None, false);
    while let Some(argument) = parser.next()? {
        match argument {
            Long("purge") => purge = true,
            Value(word) if dest.is_none() => dest = Some(word.into()),
            argument => return Err(argument.unexpected()),
        }
    }
    let dest = dest
        .ok_or_else(|| format!("`{ME} uninstall` needs the file or the directory of the copy"))?;
    Ok(Command::Uninstall(UninstallOptions { dest, purge }))
}

fn read_doctor(mut parser: Parser) -> Result<Command, Error> {
    let (mut options, mut elsewhere) = (DoctorOptions::default(), None);
    while let Some(argument) = parser.next()? {
        match argument {
            Long("log") => options.logs.push(parser.value()?.into()),
            Long("resolve") => {
                let place = parser.value()?.string()?;
                let error = || {
                    format!(
                        "`{place}` does not say where a host is; write it like games.example:443:127.0.0.1"
                    )
                };
                elsewhere = Some(read_elsewhere(&place).ok_or_else(error)?);
            }
            Value(word) => match read_url(&word)? {
                Some(url) if options.url.is_none() => options.url = Some(url),
                None if options.file.is_none() => options.file = Some(word.into()),
                _ => return Err(Error::UnexpectedArgument(word)),
            },
            argument => return Err(argument.unexpected()),
        }
    }
    options.url = options.url.map(|url| HttpUrl { elsewhere, ..url });
    Ok(Command::Doctor(options))
}

/// A URL, which may lack its scheme: `localhost/cgi-bin/parlour`. A path has a slash or a dot before
/// its first name, or is there.
fn read_url(word: &OsStr) -> Result<Option<HttpUrl>, Error> {
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

fn read_cost(mut parser: Parser) -> Result<Command, Error> {
    let Some(argument) = parser.next()? else { return Ok(Command::Cost(None)) };
    let Value(game) = argument else { return Err(argument.unexpected()) };
    read_nothing(parser, Command::Cost(Some(game.string()?)))
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
        read(words)
    }

    #[test]
    fn commands_are_read_with_options_in_any_order() {
        let help = |name| Ok(Command::Help(help::find(name).unwrap()));
        for line in ["", "help", "--help", "-h"] {
            assert_eq!(read_line(line), Ok(Command::Overview));
        }
        assert_eq!(read_line("install --group x --help"), help("install"));
        assert_eq!(read_line("keys -h"), help("keys"));
        assert_eq!(read_line("help doctor"), help("doctor"));
        assert_eq!(read_line("-V"), Ok(Command::Version));
        let options = InstallOptions { dest: "/srv".into(), group: Some("www".into()) };
        for line in ["install /srv --group www", "install --group=www -- /srv"] {
            assert_eq!(read_line(line), Ok(Command::Install(options.clone())), "{line}");
        }
        let options = UninstallOptions { dest: "x".into(), purge: true };
        assert_eq!(read_line("uninstall --purge x"), Ok(Command::Uninstall(options)));
        let options = KeysOptions {
            file: Some("ring".into()),
            new: true,
            add: vec!["a".into(), "b".into()],
            first: Some(0x2b),
            retire: vec![0xa6],
            drop: vec![7],
            to: Some("backup".into()),
        };
        let line = "keys --new --add a --add b --first 2b --retire a6 --drop 07 --to backup ring";
        assert_eq!(read_line(line), Ok(Command::Keys(options)));
        assert_eq!(read_line("doctor"), Ok(Command::Doctor(DoctorOptions::default())));
        let options = DoctorOptions {
            file: Some("x".into()),
            url: HttpUrl::parse("http://x/y")
                .map(|url| HttpUrl { elsewhere: Some("x::[::1]:".into()), ..url }),
            logs: vec!["/var/log/x".into()],
        };
        for line in [
            "doctor x http://x/y --log /var/log/x --resolve x:80:::1",
            "doctor --log=/var/log/x --resolve=x:80:::1 x/y x",
        ] {
            assert_eq!(read_line(line), Ok(Command::Doctor(options.clone())), "{line}");
        }
        let options = ServeOptions {
            listen: Some("[::1]:0".into()),
            key_file: Some("/k".into()),
            access_log: true,
        };
        assert_eq!(read_line("cost"), Ok(Command::Cost(None)));
        assert_eq!(read_line("cost nim"), Ok(Command::Cost(Some("nim".into()))));
        let line = "serve --key-file /k --access-log --listen [::1]:0";
        assert_eq!(read_line(line), Ok(Command::Serve(options)));
    }

    #[test]
    fn after_two_dashes_nothing_is_an_option() {
        let install = |dest: &str| {
            Ok(Command::Install(InstallOptions { dest: dest.into(), ..InstallOptions::default() }))
        };
        assert_eq!(read_line("install -- --group"), install("--group"));
        assert_eq!(read_line("install -- --"), install("--"));
        assert_eq!(read_line("-- install x"), install("x"));
        let options = DoctorOptions { file: Some("-x".into()), ..DoctorOptions::default() };
        assert_eq!(read_line("doctor -- -x"), Ok(Command::Doctor(options)));
        assert!(read_line("keys --").is_ok());
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
            ("uninstall a --group", "--group"),
            ("install a --group", "--group"),
            ("uninstall a --purge=x", "--purge"),
            ("keys --retire all", "`all`"),
            ("keys --drop 2b3", "`2b3`"),
            ("version x", "`x`"),
            ("serve --page", "--page"),
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
}
