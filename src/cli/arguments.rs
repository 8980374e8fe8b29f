//! The words of the command line, read into a command.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;

/// What the program is asked to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Print the help.
    Help,
    /// Print the version.
    Version,
    /// Print a fresh key.
    Keygen,
    /// Put a copy of this program in its place.
    Install(Order),
    /// Examine this program, a file, or a web server.
    Doctor(Consultation),
    /// Print a link to the doctor's page.
    DoctorsPage(PageOrder),
    /// Open the preview server.
    Serve {
        /// Where it listens.
        listen: Option<OsString>,
    },
}

/// What to install, and where.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Order {
    /// The file or directory that the copy goes to.
    pub dest: PathBuf,
    /// Put a fresh key in front of the others.
    pub new_key: bool,
    /// Take the keys from this installed copy or key file.
    pub key_from: Option<PathBuf>,
}

/// What to examine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Consultation {
    /// The file to examine; this program if there is neither a file nor an address.
    pub file: Option<PathBuf>,
    /// The address of a program at a web server.
    pub url: Option<String>,
    /// The directory below which the web server hands out files.
    pub document_root: Option<PathBuf>,
}

/// The page to link to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PageOrder {
    /// The installed program with the keys; this one if there is none.
    pub file: Option<PathBuf>,
    /// The address of the program at a web server, to put before the link.
    pub url: Option<String>,
    /// Take the keys from this installed copy or key file.
    pub key_from: Option<PathBuf>,
}

/// What makes no sense in a command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Misuse {
    /// No command has this name.
    UnknownCommand(OsString),
    /// The command does not know this option.
    UnknownOption(OsString),
    /// The command does not take this word.
    OneTooMany(OsString),
    /// The option wants a word after it.
    NoValue(&'static str),
    /// There is no telling where to install to.
    NoDest,
}

impl std::fmt::Display for Misuse {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Misuse::UnknownCommand(word) => write!(f, "there is no command `{}`", word.display()),
            Misuse::UnknownOption(word) => write!(f, "there is no option `{}`", word.display()),
            Misuse::OneTooMany(word) => write!(f, "`{}` is one word too many", word.display()),
            Misuse::NoValue(option) => write!(f, "`{option}` wants a word after it"),
            Misuse::NoDest => f.write_str("`install` wants to know where to"),
        }
    }
}

/// Reads the words behind the program's own name.
pub fn read(mut words: impl Iterator<Item = OsString>) -> Result<Command, Misuse> {
    let Some(name) = words.next() else {
        return Ok(Command::Help);
    };
    let words = Words::sort(words)?;
    if words.help {
        return Ok(Command::Help);
    }
    match name.to_str() {
        Some("help" | "--help" | "-h") => Ok(Command::Help),
        Some("version" | "--version" | "-V") => words.end(Command::Version),
        Some("keygen") => words.end(Command::Keygen),
        Some("install") => words.into_install(),
        Some("doctor") => words.into_doctor(),
        Some("serve") => words.into_serve(),
        _ => Err(Misuse::UnknownCommand(name)),
    }
}

/// The words after the command's name, sorted into options and the rest.
#[derive(Default)]
struct Words {
    help: bool,
    new_key: bool,
    key_from: Option<OsString>,
    listen: Option<OsString>,
    page: bool,
    document_root: Option<OsString>,
    plain: Vec<OsString>,
}

impl Words {
    fn sort(mut words: impl Iterator<Item = OsString>) -> Result<Self, Misuse> {
        let mut sorted = Words::default();
        while let Some(word) = words.next() {
            let (option, joined) = parted(&word);
            let mut value = |option| {
                joined
                    .map(OsStr::to_os_string)
                    .or_else(|| words.next())
                    .ok_or(Misuse::NoValue(option))
            };
            match option {
                b"--help" | b"-h" => sorted.help = true,
                b"--new-key" if joined.is_none() => sorted.new_key = true,
                b"--key-from" => sorted.key_from = Some(value("--key-from")?),
                b"--page" if joined.is_none() => sorted.page = true,
                b"--document-root" => sorted.document_root = Some(value("--document-root")?),
                b"--listen" => sorted.listen = Some(value("--listen")?),
                _ if word.as_bytes().starts_with(b"-") => return Err(Misuse::UnknownOption(word)),
                _ => sorted.plain.push(word),
            }
        }
        Ok(sorted)
    }

    fn into_install(mut self) -> Result<Command, Misuse> {
        if self.plain.is_empty() {
            return Err(Misuse::NoDest);
        }
        let order = Order {
            dest: self.plain.remove(0).into(),
            new_key: std::mem::take(&mut self.new_key),
            key_from: self.key_from.take().map(PathBuf::from),
        };
        self.end(Command::Install(order))
    }

    fn into_doctor(mut self) -> Result<Command, Misuse> {
        let url = self.take_word(is_url).and_then(|word| word.into_string().ok());
        let file = self.take_word(|word| !is_url(word)).map(PathBuf::from);
        if std::mem::take(&mut self.page) {
            let key_from = self.key_from.take().map(PathBuf::from);
            return self.end(Command::DoctorsPage(PageOrder { file, url, key_from }));
        }
        let document_root = self.document_root.take().map(PathBuf::from);
        self.end(Command::Doctor(Consultation { file, url, document_root }))
    }

    /// Takes the first plain word of a kind.
    fn take_word(&mut self, is_meant: impl Fn(&OsStr) -> bool) -> Option<OsString> {
        let at = self.plain.iter().position(|word| is_meant(word))?;
        Some(self.plain.remove(at))
    }

    fn into_serve(mut self) -> Result<Command, Misuse> {
        let listen = self.listen.take();
        self.end(Command::Serve { listen })
    }

    /// The command, unless there are words left that it does not take.
    fn end(mut self, command: Command) -> Result<Command, Misuse> {
        let options = [
            ("--new-key", self.new_key),
            ("--key-from", self.key_from.is_some()),
            ("--listen", self.listen.is_some()),
            ("--page", self.page),
            ("--document-root", self.document_root.is_some()),
        ];
        if let Some((option, _)) = options.into_iter().find(|(_, given)| *given) {
            return Err(Misuse::UnknownOption(option.into()));
        }
        if self.plain.is_empty() {
            Ok(command)
        } else {
            Err(Misuse::OneTooMany(self.plain.remove(0)))
        }
    }
}

fn is_url(word: &OsStr) -> bool {
    let bytes = word.as_bytes();
    std::str::from_utf8(bytes).is_ok()
        && (bytes.starts_with(b"http://") || bytes.starts_with(b"https://"))
}

/// Parts `--option=value`; every other word is an option without a value.
fn parted(word: &OsStr) -> (&[u8], Option<&OsStr>) {
    let bytes = word.as_bytes();
    match bytes.iter().position(|byte| *byte == b'=') {
        Some(at) if bytes.starts_with(b"--") => {
            (&bytes[..at], Some(OsStr::from_bytes(&bytes[at + 1..])))
        }
        _ => (bytes, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_line(line: &str) -> Result<Command, Misuse> {
        read(line.split_whitespace().map(OsString::from))
    }

    #[test]
    fn commands_are_read_with_their_options_in_any_order() {
        assert_eq!(read_line(""), Ok(Command::Help));
        assert_eq!(read_line("install --help"), Ok(Command::Help));
        assert_eq!(read_line("-V"), Ok(Command::Version));
        let order =
            Order { dest: "/srv/cgi-bin".into(), new_key: true, key_from: Some("old".into()) };
        for line in [
            "install /srv/cgi-bin --new-key --key-from old",
            "install --key-from=old --new-key /srv/cgi-bin",
        ] {
            assert_eq!(read_line(line), Ok(Command::Install(order.clone())));
        }
        assert_eq!(read_line("doctor"), Ok(Command::Doctor(Consultation::default())));
        let consultation = Consultation {
            file: Some("x".into()),
            url: Some("http://x/y".into()),
            document_root: Some("/srv".into()),
        };
        for line in
            ["doctor x http://x/y --document-root /srv", "doctor --document-root=/srv http://x/y x"]
        {
            assert_eq!(read_line(line), Ok(Command::Doctor(consultation.clone())));
        }
        let page = PageOrder {
            file: None,
            url: Some("https://x/y".into()),
            key_from: Some("ring".into()),
        };
        let line = "doctor --page --key-from ring https://x/y";
        assert_eq!(read_line(line), Ok(Command::DoctorsPage(page)));
        let listen = Some("[::1]:0".into());
        assert_eq!(read_line("serve --listen [::1]:0"), Ok(Command::Serve { listen }));
    }

    #[test]
    fn what_makes_no_sense_is_named() {
        assert_eq!(read_line("deal"), Err(Misuse::UnknownCommand("deal".into())));
        assert_eq!(read_line("install"), Err(Misuse::NoDest));
        assert_eq!(read_line("install a b"), Err(Misuse::OneTooMany("b".into())));
        assert_eq!(read_line("install a --key-from"), Err(Misuse::NoValue("--key-from")));
        assert_eq!(read_line("keygen --new-key"), Err(Misuse::UnknownOption("--new-key".into())));
        let unknown = |option: &str| Err(Misuse::UnknownOption(option.into()));
        assert_eq!(read_line("doctor --key-from ring"), unknown("--key-from"));
        assert_eq!(read_line("doctor --page --document-root /srv"), unknown("--document-root"));
        assert_eq!(read_line("serve --page"), unknown("--page"));
        assert_eq!(read_line("doctor x y"), Err(Misuse::OneTooMany("y".into())));
        assert_eq!(read_line("serve -p"), Err(Misuse::UnknownOption("-p".into())));
    }
}
