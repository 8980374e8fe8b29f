//! A request to the true executable, and its end.

use rustix::process::Signal;
use std::ffi::OsStr;
use std::io::Read;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::OnceLock;
use std::thread::{self, JoinHandle};
use std::time::Duration;
use support::click::KEY;
use support::process::wait_until;
use support::reader::Page;
use support::trials;

/// The option that names another build of the executable.
pub const PROGRAM_OPTION: &str = "--program=";
/// A deal, which only differs in its seal each time.
pub const DEAL: &str = "g=concentration&seed=a+fault";
/// The time limit of a request under any fault. It usually takes a hundredth of that.
pub const TIME_MAX: Duration = Duration::from_secs(1);
/// The time limit of a request that waits for its server, or that a tool slows down.
pub const LONG_TIME_MAX: Duration = Duration::from_secs(10);

/// The words of std if it cannot even start.
const START_FAILED: &str = "alternative stack";

/// The executable: as it was built for these tests, if the arguments name no other.
pub fn program() -> &'static Path {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    PROGRAM.get_or_init(|| {
        let named = trials::option(PROGRAM_OPTION);
        let path = PathBuf::from(named.as_deref().unwrap_or(env!("CARGO_BIN_EXE_parlour")));
        path.canonicalize().unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    })
}

/// A click, not yet made.
pub struct Click {
    /// What makes it.
    pub command: Command,
    time_max: Duration,
    lacks_memory: bool,
}

impl Click {
    /// A click on the deal.
    pub fn new() -> Self {
        Click::of(program())
    }

    /// The same of another copy of the program.
    pub fn of(file: &Path) -> Self {
        Click::with(Command::new(file), TIME_MAX)
    }

    /// A click that a shell prepares: `"$0"` is the executable.
    pub fn in_shell(script: &str) -> Self {
        let mut shell = Command::new("/bin/sh");
        shell.args(["-c", script]).arg(program());
        Click::with(shell, TIME_MAX)
    }

    /// A click that another program starts.
    pub fn under(mut tool: Command) -> Self {
        tool.arg(program());
        Click::with(tool, LONG_TIME_MAX)
    }

    fn with(mut command: Command, time_max: Duration) -> Self {
        command.env_clear().stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let click = Click { command, time_max, lacks_memory: false };
        let click = click.set("GATEWAY_INTERFACE", "CGI/1.1").set("REQUEST_METHOD", "GET");
        click.set("QUERY_STRING", DEAL).set("PARLOUR_KEY", KEY)
    }

    /// Sets a variable.
    pub fn set(mut self, name: impl AsRef<OsStr>, value: impl AsRef<OsStr>) -> Self {
        self.command.env(name, value);
        self
    }

    /// Takes more time.
    pub fn within(mut self, time_max: Duration) -> Self {
        self.time_max = time_max;
        self
    }

    /// May come to its end before main, where nothing of ours could prevent a core or words of
    /// others.
    pub fn without_memory(mut self) -> Self {
        self.lacks_memory = true;
        self
    }

    /// Makes the click.
    #[track_caller]
    pub fn start(mut self) -> Running {
        let spawned = self.command.spawn();
        let mut child = spawned.unwrap_or_else(|error| panic!("{:?}: {error}", self.command));
        let stdout = read_away(child.stdout.take());
        let stderr = read_away(child.stderr.take());
        // The command would hold the ends of pipes open.
        let what = format!("{:?}", self.command).chars().take(500).collect();
        let Click { time_max, lacks_memory, .. } = self;
        Running { child, stdout, stderr, what, time_max, lacks_memory }
    }

    /// Makes the click and waits for its end.
    #[track_caller]
    pub fn end(self) -> Ending {
        self.start().end()
    }
}

/// A click that is going on.
pub struct Running {
    /// Its process.
    pub child: Child,
    stdout: JoinHandle<Vec<u8>>,
    stderr: JoinHandle<Vec<u8>>,
    what: String,
    time_max: Duration,
    lacks_memory: bool,
}

impl Running {
    /// Waits for the end, and holds what holds of every end.
    #[track_caller]
    pub fn end(mut self) -> Ending {
        let mut status = None;
        let ended = wait_until(self.time_max, || {
            status = self.child.try_wait().unwrap_or_default();
            status.is_some()
        });
        if !ended {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        let stdout = self.stdout.join().unwrap_or_default();
        let stderr = text(self.stderr.join().unwrap_or_default());
        let what = self.what;
        let status = status.unwrap_or_else(|| panic!("{what}: it goes on and on\n{stderr}"));
        let is_killed = status.signal() == Some(Signal::SEGV.as_raw());
        let before_main = self.lacks_memory && (is_killed || stderr.contains(START_FAILED));
        if before_main {
            assert_eq!(stdout.len(), 0, "{what}");
        } else {
            assert!(!stderr.contains("panicked") && !stderr.contains("bug:"), "{what}: {stderr}");
            assert!(!status.core_dumped(), "{what}: {status}");
        }
        Ending { status, stdout, stderr, what }
    }
}

/// The end of a request.
#[derive(Debug)]
pub struct Ending {
    /// Its exit code or the signal.
    pub status: ExitStatus,
    /// What it printed.
    pub stdout: Vec<u8>,
    /// The text that it wrote to the log.
    pub stderr: String,
    /// The name of the attempt.
    pub what: String,
}

impl Ending {
    /// Asserts that a whole page came, as if nothing had happened, and returns its status.
    #[track_caller]
    pub fn page(&self) -> u16 {
        let status = whole_page(&self.stdout);
        status.unwrap_or_else(|fault| panic!("{}: {fault}\n{self:?}", self.what))
    }

    /// Holds that a good page came and nothing was said to the log.
    #[track_caller]
    pub fn good(&self) {
        assert_eq!((self.page(), self.status.code()), (200, Some(0)), "{}", self.what);
        assert_eq!(self.stderr, "", "{}", self.what);
    }

    /// Holds that a whole page came or none.
    #[track_caller]
    pub fn page_or_nothing(&self) {
        if !self.stdout.is_empty() {
            self.page();
        }
    }

    /// Holds that nothing came, nothing was said, and that it ended with this code.
    #[track_caller]
    pub fn nothing(&self, code: i32) {
        assert_eq!(self.stdout.len(), 0, "{}", self.what);
        assert_eq!(self.stderr, "", "{}", self.what);
        assert_eq!(self.status.code(), Some(code), "{}: {}", self.what, self.status);
    }
}

/// The status of a page, if this is a whole one.
pub fn whole_page(bytes: &[u8]) -> Result<u16, String> {
    let text = std::str::from_utf8(bytes).map_err(|error| error.to_string())?;
    let (head, body) = text.split_once("\r\n\r\n").ok_or("no header")?;
    let status = head.strip_prefix("Status: ").and_then(|rest| rest.get(..3)?.parse().ok());
    let length = head.lines().find_map(|line| line.strip_prefix("Content-Length: "));
    if length.and_then(|length| length.parse().ok()) != Some(body.len()) {
        return Err(format!("{} bytes where there should be {length:?}", body.len()));
    }
    Page::new(body);
    status.ok_or_else(|| format!("no status in {head}"))
}

fn read_away(pipe: Option<impl Read + Send + 'static>) -> JoinHandle<Vec<u8>> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut pipe) = pipe {
            let _ = pipe.read_to_end(&mut bytes);
        }
        bytes
    })
}
