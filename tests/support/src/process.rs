//! Programs of this machine: whether they are there, and starting them so that they end.

use crate::repository;
use parlour::seal::{KeyRing, slot};
use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// The directories of servers on machines whose users do not have them in their PATH.
const SYSTEM_DIRECTORIES: [&str; 2] = ["/usr/sbin", "/sbin"];
/// The time for which a test waits for the end of a program.
const END_TIME_MAX: Duration = Duration::from_secs(5);

/// The programs that are running.
static RUNNING: Mutex<Vec<u32>> = Mutex::new(Vec::new());

/// The directories to search for programs.
fn directories() -> Vec<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).chain(SYSTEM_DIRECTORIES.map(PathBuf::from)).collect()
}

/// The file of a program, or of a file in the repository that is given by its path there.
pub fn find(name: &str) -> Option<PathBuf> {
    if name.contains('/') {
        return Some(repository::file(name)).filter(|file| file.is_file());
    }
    directories().into_iter().map(|directory| directory.join(name)).find(|file| file.is_file())
}

/// Returns true if this machine has a program or file.
pub fn is_there(name: &str) -> bool {
    find(name).is_some()
}

/// A command for a program that is there.
pub fn command(name: &str) -> Command {
    let mut command = Command::new(find(name).unwrap_or_else(|| PathBuf::from(name)));
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    if let Ok(path) = std::env::join_paths(directories()) {
        command.env("PATH", path);
    }
    command
}

/// Copies a program to be run, and replaces the file that is there.
///
/// Another process copies it. A file that this process has open for writing is also open in
/// programs that another thread starts at that moment, and a file that is open for writing cannot
/// be run.
pub fn copy_program(from: &Path, to: &Path) {
    let copied = command("cp").arg("--remove-destination").args([from, to]).status();
    assert!(copied.is_ok_and(|status| status.success()), "no copy of {}", from.display());
}

/// Puts a copy of a program with these keys in a place, as a user's `parlour install` does. Nothing
/// else of this machine changes.
///
/// # Panics
///
/// If the program is no Parlour without keys, or the place cannot be written.
pub fn install_copy(program: &Path, ring: &KeyRing, place: &Path) {
    let mut bytes = fs::read(program).expect("a program");
    slot::write_into(&mut bytes, ring).expect("a place for keys");
    let draft = place.with_extension("draft");
    fs::write(&draft, bytes).expect("a directory that can be written");
    fs::set_permissions(&draft, Permissions::from_mode(0o711)).expect("a file system with modes");
    let copy = place.with_extension("copy");
    copy_program(&draft, &copy);
    fs::remove_file(&draft).expect("the draft is there");
    // So a visitor finds the old copy or the new one, and none is missing.
    fs::rename(&copy, place).expect("a directory that can be written");
}

/// The keys of a copy. `None` if it has none, or there is no copy.
pub fn keys_in(copy: &Path) -> Option<KeyRing> {
    slot::read_from(&fs::read(copy).ok()?).ok().flatten()
}

/// The keys of a copy that has some.
///
/// # Panics
///
/// If it has none.
pub fn keys_of(copy: &Path) -> KeyRing {
    keys_in(copy).expect("keys in it")
}

/// The name of the thing that cases with root are missing if this machine does not allow root.
pub const ROOT: &str = "unshare --map-root-user";

/// A command that runs as root. If the tests do not run as root, it runs in a namespace of its own.
pub fn as_root(name: &str) -> Command {
    if std::fs::metadata("/proc/self").is_ok_and(|own| own.uid() == 0) {
        return command(name);
    }
    let mut command = command("unshare");
    // By its path, since the environment may be emptied later.
    command.arg("--map-root-user").arg(find(name).unwrap_or_else(|| PathBuf::from(name)));
    command
}

/// Returns true if this machine lets the tests be root.
pub fn may_be_root() -> bool {
    as_root("true").status().is_ok_and(|status| status.success())
}

/// A running program. A drop asks it to end, and kills it if it does not.
pub struct Process {
    child: Child,
}

impl Process {
    /// Starts a program.
    pub fn start(command: &mut Command) -> Self {
        let child = command.spawn().unwrap_or_else(|error| panic!("{command:?}: {error}"));
        running().push(child.id());
        Process { child }
    }

    /// The program's process, for its pipes.
    pub fn child(&mut self) -> &mut Child {
        &mut self.child
    }

    /// Its id.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Returns true if it has ended by itself.
    pub fn has_ended(&mut self) -> bool {
        !matches!(self.child.try_wait(), Ok(None))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Asked, not killed: a server has children of its own to end.
        if !self.has_ended() {
            terminate(self.child.id());
        }
        let gone = wait_until(END_TIME_MAX, || self.has_ended());
        if !gone {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
        running().retain(|id| *id != self.child.id());
    }
}

fn running() -> std::sync::MutexGuard<'static, Vec<u32>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

fn terminate(id: u32) {
    let _ = command("sh").args(["-c", "kill -TERM \"$0\"", &id.to_string()]).status();
}

/// Ends what a case that hangs has left.
pub fn end_all() {
    running().drain(..).for_each(terminate);
}

/// The time for which a test waits for a browser or a server: they are slow on a busy machine. What
/// this program promises has tighter bounds.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// Waits for a condition. Returns true if it came true in time.
pub fn wait_until(time_max: Duration, mut is_so: impl FnMut() -> bool) -> bool {
    let end = Instant::now() + time_max;
    let mut pause = Duration::from_millis(1);
    while !is_so() {
        if Instant::now() > end {
            return false;
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(25));
    }
    true
}
