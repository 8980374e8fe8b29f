//! Reads the command line.

use lexopt::prelude::*;
use lexopt::{Error, Parser};
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

/// What the program is told to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Print the help.
    Help,
    /// Print the version.
    Version,
    /// Print a fresh key.
    Keygen,
    /// Install a copy of this program.
    Install(InstallOptions),
    /// Examine this program, a file, or a web server.
    Doctor(DoctorOptions),
    /// Print a link to the doctor's page.
    PageLink(PageLinkOptions),
    /// Open the preview server.
    Serve {
        /// The address to listen at.
        listen: Option<OsString>,
    },
}

/// What to install, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InstallOptions {
    /// The file or directory that the copy goes to.
    pub dest: PathBuf,
    /// Put a fresh key in front of the others.
    pub new_key: bool,
    /// Take the keys from this installed copy or key file.
    pub key_from: Option<PathBuf>,
}

/// What to examine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DoctorOptions {
    /// The file to examine; this program if there is neither a file nor a URL.
    pub file: Option<PathBuf>,
    /// The URL of a program at a web server.
    pub url: Option<String>,
    /// The directory below which the web server hands out files.
    pub document_root: Option<PathBuf>,
}

/// The page to link to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PageLinkOptions {
    /// The installed program with the keys; this one if there is none.
    pub file: Option<PathBuf>,
    /// The URL of the program at a web server, to put before the link.
    pub url: Option<String>,
    /// Take the keys from this installed copy or key file.
    pub key_from: Option<PathBuf>,
}

/// Reads the arguments that follow the program's own name.
///
/// # Errors
///
/// The first argument that makes no sense, or one that is missing.
pub fn read(arguments: impl Iterator<Item = OsString>) -> Result<Command, Error> {
    let mut parser = Parser::from_args(arguments.collect::<Vec<_>>());
    let name = match parser.next()? {
        None | Some(Short('h') | Long("help")) => return Ok(Command::Help),
        Some(Short('V') | Long("version")) => "version".into(),
        Some(Value(name)) => name,
        Some(option) => return Err(option.unexpected()),
    };
    match name.to_str() {
        Some("help") => Ok(Command::Help),
        Some("version") => read_nothing(parser, Command::Version),
        Some("keygen") => read_nothing(parser, Command::Keygen),
        Some("install") => read_install(parser),
        Some("doctor") => read_doctor(parser),
        Some("serve") => read_serve(parser),
        _ => Err(format!("there is no command `{}`", name.display()).into()),
    }
}

fn read_nothing(mut parser: Parser, command: Command) -> Result<Command, Error> {
    match parser.next()? {
        None => Ok(command),
        Some(Short('h') | Long("help")) => Ok(Command::Help),
        Some(argument) => Err(argument.unexpected()),
    }
}

fn read_install(mut parser: Parser) -> Result<Command, Error> {
    let (mut dest, mut new_key, mut key_from) = (None, false, None);
    while let Some(argument) = parser.next()? {
        match argument {
            Short('h') | Long("help") => return Ok(Command::Help),
            Long("new-key") => new_key = true,
            Long("key-from") => key_from = Some(parser.value()?.into()),
            Value(word) if dest.is_none() => dest = Some(word.into()),
            argument => return Err(argument.unexpected()),
        }
    }
    let dest = dest.ok_or("`install` needs a file or directory to install to")?;
    Ok(Command::Install(InstallOptions { dest, new_key, key_from }))
}

fn read_doctor(mut parser: Parser) -> Result<Command, Error> {
    let (mut file, mut url, mut page) = (None, None, false);
    let (mut document_root, mut key_from) = (None, None);
    while let Some(argument) = parser.next()? {
        match argument {
            Short('h') | Long("help") => return Ok(Command::Help),
            Long("page") => page = true,
            Long("document-root") => document_root = Some(parser.value()?.into()),
            Long("key-from") => key_from = Some(parser.value()?.into()),
            Value(word) => match read_url(&word) {
                Some(word) if url.is_none() => url = Some(word),
                None if file.is_none() => file = Some(word.into()),
                _ => return Err(Error::UnexpectedArgument(word)),
            },
            argument => return Err(argument.unexpected()),
        }
    }
    let refuse = |option: &str| Err(Error::UnexpectedOption(option.to_owned()));
    match page {
        true if document_root.is_some() => refuse("--document-root"),
        true => Ok(Command::PageLink(PageLinkOptions { file, url, key_from })),
        false if key_from.is_some() => refuse("--key-from"),
        false => Ok(Command::Doctor(DoctorOptions { file, url, document_root })),
    }
}

/// A word that begins like a URL.
fn read_url(word: &OsStr) -> Option<String> {
    let word = word.to_str()?;
    (word.starts_with("http://") || word.starts_with("https://")).then(|| word.to_owned())
}

fn read_serve(mut parser: Parser) -> Result<Command, Error> {
    let mut listen = None;
    while let Some(argument) = parser.next()? {
        match argument {
            Short('h') | Long("help") => return Ok(Command::Help),
            Long("listen") => listen = Some(parser.value()?),
            argument => return Err(argument.unexpected()),
        }
    }
    Ok(Command::Serve { listen })
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
        assert_eq!(read_line(""), Ok(Command::Help));
        assert_eq!(read_line("install --help"), Ok(Command::Help));
        assert_eq!(read_line("keygen -h"), Ok(Command::Help));
        assert_eq!(read_line("-V"), Ok(Command::Version));
        let options = InstallOptions {
            dest: "/srv/cgi-bin".into(),
            new_key: true,
            key_from: Some("old".into()),
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
        };
        for line in
            ["doctor x http://x/y --document-root /srv", "doctor --document-root=/srv http://x/y x"]
        {
            assert_eq!(read_line(line), Ok(Command::Doctor(options.clone())), "{line}");
        }
        let options = PageLinkOptions {
            file: None,
            url: Some("https://x/y".into()),
            key_from: Some("ring".into()),
        };
        let line = "doctor --page --key-from ring https://x/y";
        assert_eq!(read_line(line), Ok(Command::PageLink(options)));
        let listen = Some("[::1]:0".into());
        assert_eq!(read_line("serve --listen [::1]:0"), Ok(Command::Serve { listen }));
    }

    #[test]
    fn after_two_dashes_nothing_is_an_option() {
        let install = |dest: &str| {
            let options = InstallOptions { dest: dest.into(), new_key: false, key_from: None };
            Ok(Command::Install(options))
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
            ("install", "`install`"),
            ("install --", "`install`"),
            ("install a b", "\"b\""),
            ("install a --key-from", "--key-from"),
            ("install a --new-key=x", "--new-key"),
            ("keygen --new-key", "--new-key"),
            ("version x", "\"x\""),
            ("doctor --key-from ring", "--key-from"),
            ("doctor --page --document-root /srv", "--document-root"),
            ("serve --page", "--page"),
            ("doctor x y", "\"y\""),
            ("doctor http://x http://y", "\"http://y\""),
            ("serve -p", "-p"),
        ] {
            let error = read_line(line).unwrap_err();
            assert!(error.contains(named), "{line}: {error}");
        }
    }
}
