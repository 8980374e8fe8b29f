//! A click as a web server makes it.

use crate::process::{command, install_copy, wait_until};
use parlour::seal::{Key, KeyRing};
use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A random key. It protects nothing, because it is published here.
pub const KEY: &str = "q7-Jk0iVZPmYxw3cTn5eHfRb1uLGoAs8dKQy2EXtC9M";
/// The variable that says it.
const KEY_VARIABLE: &str = "PARLOUR_KEY";
/// The bytes that a pipe takes before its writer has to wait.
const PIPE_BYTES: usize = 1 << 16;
/// The time for which a test waits for the first byte of a program.
const START_TIME_MAX: Duration = Duration::from_secs(10);

/// Gives a command only the environment that a web server sets.
pub fn as_server<'c>(command: &'c mut Command, query: &str) -> &'c mut Command {
    command
        .env_clear()
        .env("GATEWAY_INTERFACE", "CGI/1.1")
        .env("SERVER_PROTOCOL", "HTTP/1.1")
        .env("SERVER_SOFTWARE", "a server")
        .env("REMOTE_ADDR", "127.0.0.1")
        .env("SCRIPT_NAME", "/cgi-bin/parlour")
        .env("REQUEST_METHOD", "GET")
        .env("QUERY_STRING", query)
        .env(KEY_VARIABLE, KEY)
        .stdin(Stdio::null())
}

/// A program that answers requests.
#[derive(Clone, Debug)]
pub struct Asked {
    /// The executable, or the script.
    pub file: PathBuf,
    /// True if the program has an embedded key, so that it needs no variable.
    pub is_installed: bool,
}

impl Asked {
    /// A copy of a build, as `parlour install` makes it in a directory, with the key inside.
    ///
    /// # Panics
    ///
    /// If it cannot be installed.
    pub fn install(build: &Path, directory: &Path) -> Self {
        let file = directory.join("parlour");
        install_copy(build, &KeyRing::of(Key::draw().expect("randomness")), &file);
        Asked { file, is_installed: true }
    }

    /// The program as a web server starts it, under a tool if there is one.
    pub fn start(&self, tool: &[String], query: &str) -> Command {
        let mut start = match tool {
            [] => Command::new(&self.file),
            [name, arguments @ ..] => {
                let mut start = command(name);
                start.args(arguments).arg(&self.file);
                start
            }
        };
        as_server(&mut start, query);
        if self.is_installed {
            start.env_remove(KEY_VARIABLE);
        }
        start
    }

    /// Its response.
    ///
    /// # Panics
    ///
    /// If it cannot be started.
    pub fn answer(&self, query: &str) -> String {
        let output = self.start(&[], query).output();
        let output = output.unwrap_or_else(|error| panic!("{}: {error}", self.file.display()));
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    /// The time of a request, from before the start of its process to after its end. Its page must
    /// fit into the pipe.
    ///
    /// # Panics
    ///
    /// If the program fails.
    pub fn time(&self, query: &str) -> Duration {
        let (_reader, writer) = io::pipe().expect("a pipe");
        let mut command = self.start(&[], query);
        command.stdout(writer);
        let start = Instant::now();
        let mut child = command.spawn().expect("the program starts");
        let ended = child.wait();
        let time = start.elapsed();
        assert!(ended.is_ok_and(|status| status.success()), "{} fails", self.file.display());
        time
    }

    /// The minor page faults of a click and the most memory that it had, in kB, up to its write. Its
    /// pipe is full then, so that it waits there and can be looked at.
    ///
    /// # Panics
    ///
    /// If the program cannot be started.
    pub fn faults_and_memory(&self, query: &str) -> (Option<u64>, Option<u64>) {
        let (mut reader, mut writer) = io::pipe().expect("a pipe");
        writer.write_all(&[0; PIPE_BYTES]).expect("the pipe takes that much");
        let mut command = self.start(&[], query);
        command.stdout(writer).stderr(Stdio::null());
        let mut child = command.spawn().expect("the program starts");
        drop(command);
        let read = |name: &str| fs::read_to_string(format!("/proc/{}/{name}", child.id()));
        let waits = || read("wchan").is_ok_and(|place| place.contains("pipe"));
        wait_until(START_TIME_MAX, waits);
        let status = read("status").unwrap_or_default();
        let stat = read("stat").unwrap_or_default();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let peak = peak.and_then(|peak| peak.split_whitespace().next()?.parse().ok());
        // The tenth field; the second is a name in brackets.
        let after_name = stat.rsplit_once(')').map_or("", |(_, rest)| rest);
        let faults = after_name.split_whitespace().nth(7).and_then(|faults| faults.parse().ok());
        let _ = reader.read_to_end(&mut Vec::new());
        let _ = child.wait();
        (faults, peak)
    }
}
