//! The figures of a server: each worker writes its own into a pipe when it ends, and the supervisor adds them
//! up.

use crate::os::NONBLOCK;
use rustix::io::{FdFlags, fcntl_setfd};
use std::fmt;
use std::fs::OpenOptions;
use std::io::{self, PipeReader, PipeWriter, Read, Write};
use std::ops::AddAssign;
use std::os::fd::AsRawFd;
use std::os::unix::fs::OpenOptionsExt;
use std::process::Command;

/// The variable with the path of the pipe.
const FIGURES_VARIABLE: &str = "PARLOUR_FIGURES";

/// The numbers of requests that were answered, and of those answered with an error of the program (5xx).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    requests: u64,
    errors: u64,
}

impl Figures {
    /// Counts an answer by its status.
    pub fn count(&mut self, status: u16) {
        *self += Figures { requests: 1, errors: u64::from(status >= 500) };
    }

    /// Tells them the supervisor. If that fails, they are lost: a worker that ends waits for nobody.
    pub fn tell(self) {
        if let Some(path) = std::env::var_os(FIGURES_VARIABLE)
            && let Ok(mut pipe) = OpenOptions::new().write(true).custom_flags(NONBLOCK).open(path)
        {
            let _ = pipe.write_all(format!("{} {}\n", self.requests, self.errors).as_bytes());
        }
    }

    fn read(line: &str) -> Option<Self> {
        let (requests, errors) = line.split_once(' ')?;
        Some(Figures { requests: requests.parse().ok()?, errors: errors.parse().ok()? })
    }
}

impl AddAssign for Figures {
    fn add_assign(&mut self, other: Self) {
        self.requests += other.requests;
        self.errors += other.errors;
    }
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} requests answered, {} of them with an error of its own",
            self.requests, self.errors
        )
    }
}

/// The supervisor's end of the pipe, and the end for its workers.
#[derive(Debug)]
pub struct Tellers {
    told: PipeReader,
    tells: PipeWriter,
}

impl Tellers {
    /// # Errors
    ///
    /// The error of the operating system if it gives no pipe.
    pub fn open() -> io::Result<Self> {
        let (told, tells) = io::pipe()?;
        // Workers inherit it.
        fcntl_setfd(&tells, FdFlags::empty())?;
        Ok(Tellers { told, tells })
    }

    /// Lets the worker of this command tell its figures.
    pub fn add(&self, command: &mut Command) {
        command.env(FIGURES_VARIABLE, format!("/dev/fd/{}", self.tells.as_raw_fd()));
    }

    /// The sum of what all workers have told. They have ended.
    pub fn sum(self) -> Figures {
        drop(self.tells);
        let (mut told, mut text, mut sum) = (self.told, String::new(), Figures::default());
        let _ = told.read_to_string(&mut text);
        text.lines().filter_map(Figures::read).for_each(|figures| sum += figures);
        sum
    }
}
