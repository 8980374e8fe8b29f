//! Real thefts of keys. Other users of the machine, and the other programs of a web server, run an
//! installed copy under a debugger, with a library of theirs, and with its own commands. The trials
//! test the thefts that an installation stops. They also test those that it does not stop, which
//! shows that the thief can find a key.
//!
//! The trials need root, because they need several users. Those that cannot run are named.

use crate::OPTIONS;
use parlour::game::verification::to_hex;
use parlour::seal::keys::{Key, KeyRing};
use std::ffi::OsStr;
use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;
use support::command::program;
use support::folder::Folder;
use support::trials::{self, Row, Trial};
use support::{process, repository, static_build};

/// The user of a web server and another user. Their groups need no names.
pub const SERVER: User = User { user: 54322, group: 54322 };
pub const NEIGHBOUR: User = User { user: 54323, group: 54323 };

/// The thief's request: a page much larger than its pipe, so that the program waits in the middle.
const QUERY: &str = "QUERY_STRING=g=concentration&size=8x8&seed=theft";

/// A user of the machine, in one group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct User {
    /// Their number.
    pub user: u32,
    group: u32,
}

/// The thefts, with the programs that each starts. Only root can be several users.
const THEFTS: [Row; 2] = [
    (
        "a_root_copy_yields_only_to_server_debuggers",
        &[COMPILER],
        a_root_copy_yields_only_to_server_debuggers,
    ),
    (
        "a_user_copy_stops_readers_but_not_debuggers",
        &[COMPILER],
        a_user_copy_stops_readers_but_not_debuggers,
    ),
];
/// Compiles the thief.
const COMPILER: &str = "cc";
/// The name of root among the programs that a machine lacks.
pub const BEING_ROOT: &str = "root";

/// The trials of this file. Those that are chosen to run have the static program built.
pub fn trials() -> Vec<Trial> {
    let trial = |(name, programs, run): Row| {
        let name = format!("theft::{name}");
        let mut needs = programs.to_vec();
        if !rustix::process::geteuid().is_root() {
            needs.push(BEING_ROOT);
        } else if trials::is_chosen(&name, OPTIONS) && static_build::program().is_none() {
            needs.push(static_build::TARGET);
        }
        Trial::new(name, &needs, run)
    };
    let is_possible = cfg!(all(target_os = "linux", target_arch = "x86_64"));
    THEFTS.into_iter().filter(|_| is_possible).map(trial).collect()
}

/// The program that people install.
fn static_program() -> PathBuf {
    static_build::program().expect("the trial needs its target")
}

/// The debugger and the library, where every user reaches them.
struct Tools {
    thief: PathBuf,
    library: PathBuf,
    _folder: Folder,
}

/// Compiles them, once.
fn tools() -> &'static Tools {
    static TOOLS: OnceLock<Tools> = OnceLock::new();
    TOOLS.get_or_init(|| {
        let folder = Folder::create();
        let compile = |source: &str, options: &[&str], name: &str| {
            let made = folder.join(name);
            let source = repository::file("tests/faults/theft").join(source);
            let mut compiler = process::command(COMPILER);
            compiler.args(["-O1", "-o"]).arg(&made).args(options).arg(source);
            succeed(compiler.stdout(Stdio::piped()).stderr(Stdio::piped()));
            set_mode(&made, 0o755);
            made
        };
        let thief = compile("thief.c", &[], "thief");
        let library = compile("preload.c", &["-shared", "-fPIC"], "preload.so");
        Tools { thief, library, _folder: folder }
    })
}

/// A copy of the static program with this key, as `parlour install` of this user makes it.
fn copy_of(owner: User, mode: u32, key: &Key) -> (Folder, PathBuf) {
    let folder = Folder::create();
    let copy = folder.join("parlour");
    process::install_copy(&static_program(), &KeyRing::of(key.clone()), &copy);
    chown(&copy, Some(owner.user), Some(owner.group)).unwrap();
    set_mode(&copy, mode);
    (folder, copy)
}

fn set_mode(path: &Path, mode: u32) {
    fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
}

/// The same as a user, in a directory that everybody may read.
fn as_user(path: impl AsRef<OsStr>, user: User) -> Command {
    let mut command = program(path);
    command.uid(user.user).gid(user.group).current_dir("/");
    command
}

/// A request by a user, with these variables and those that servers set.
fn click(copy: &Path, user: User, variables: &[(&str, &str)]) -> Command {
    let mut command = as_user(copy, user);
    command.env("REQUEST_METHOD", "GET").env("QUERY_STRING", "g=concentration&as=json");
    command.envs(variables.iter().copied());
    command
}

#[track_caller]
fn succeed(command: &mut Command) -> String {
    let output = command.output().unwrap();
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {complaint}");
    String::from_utf8(output.stdout).unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Returns true if eight bytes in a row of a key are among these, raw or as text.
fn shows(said: &[u8], key: &Key) -> bool {
    let found = |piece: &[u8]| said.windows(piece.len()).any(|window| window == piece);
    let hex = to_hex(key.bytes());
    key.bytes().chunks(8).any(found)
        || key.to_text().as_bytes().chunks(11).take(3).any(found)
        || hex.as_bytes().chunks(16).any(found)
}

#[track_caller]
fn keeps(what: &str, said: &Output, key: &Key) {
    assert!(!shows(&said.stdout, key), "{what}: the key is in the output");
    assert!(!shows(&said.stderr, key), "{what}: the key is in the complaint");
}

/// A debugger's view of the memory of a copy that it runs (`trace`), or finds running (`attach`).
fn debug(how: &str, copy: &Path, user: User, variables: &[&str]) -> Output {
    let mut command = as_user(&tools().thief, user);
    command.arg(how).arg(copy).args(["REQUEST_METHOD=GET", QUERY]);
    command.args(variables).output().unwrap()
}

/// The same by a user who is root in a user namespace of their own.
fn debug_in_namespace(copy: &Path, user: User) -> Output {
    let mut command = as_user("unshare", user);
    command.env("PATH", "/usr/bin:/bin").args(["--user", "--map-root-user"]);
    command.arg(&tools().thief).arg("trace").arg(copy).arg("REQUEST_METHOD=GET");
    command.output().unwrap()
}

/// The finds of a user's library in the memory of a copy.
fn preload(copy: &Path, user: User) -> Output {
    let library = tools().library.to_str().unwrap();
    let variables = [("LD_PRELOAD", library), ("LD_AUDIT", library)];
    click(copy, user, &variables).output().unwrap()
}

#[track_caller]
fn plays(copy: &Path, user: User) {
    let page = succeed(&mut click(copy, user, &[]));
    assert!(page.starts_with("Status: 200 OK\r\n"), "{user:?}: {page}");
}

/// Every theft by a user that a copy must withstand in each way of keeping keys.
#[track_caller]
fn withstands_readers(copy: &Path, user: User, key: &Key) {
    assert!(as_user("/bin/cat", user).arg(copy).output().unwrap().stdout.is_empty());
    let attached = debug("attach", copy, user, &[]);
    keeps("attach", &attached, key);
    let refusals = text(&attached.stderr);
    for way in ["environ", "maps", "auxv", "mem", "fd/0", "process_vm_readv", "ptrace"] {
        let line = refusals.lines().find(|line| line.starts_with(way));
        let is_refused =
            line.is_some_and(|line| line.ends_with("denied") || line.ends_with("permitted"));
        assert!(is_refused, "{way}: {refusals}");
    }
    for arguments in COMMANDS {
        let mut command = as_user(copy, user);
        let said = command.args(arguments).output().unwrap();
        keeps(&format!("{arguments:?}"), &said, key);
    }
    let preloaded = preload(copy, user);
    assert!(preloaded.stdout.starts_with(b"Status: 200 OK\r\n"));
    keeps("preload", &preloaded, key);
}

/// Every command of a copy that a thief could have it run on itself.
const COMMANDS: [&[&str]; 9] = [
    &["keys"],
    &["keys", "/proc/self/exe"],
    &["keys", "--to", "/proc/self/fd/1", "/proc/self/exe"],
    &["keys", "--add", "/proc/self/exe", "/proc/self/fd/1"],
    &["install", "/proc/self/fd/1"],
    &["install", "/tmp/parlour-of-a-thief"],
    &["uninstall", "--purge", "/tmp/parlour-of-a-thief"],
    &["doctor"],
    &["doctor", "/proc/self/exe"],
];

// The thefts.

fn a_root_copy_yields_only_to_server_debuggers() {
    let key = Key::draw().unwrap();
    let (_folder, copy) = copy_of(User { user: 0, ..SERVER }, 0o710, &key);
    plays(&copy, SERVER);
    withstands_readers(&copy, SERVER, &key);
    assert!(!Path::new("/tmp/parlour-of-a-thief").exists());
    // Another user cannot even start it.
    for mut theft in [click(&copy, NEIGHBOUR, &[]), as_user("/bin/cat", NEIGHBOUR)] {
        if theft.get_program() == "/bin/cat" {
            theft.arg(&copy);
        }
        let said = theft.output().map(|said| said.stdout).unwrap_or_default();
        assert!(said.is_empty(), "{theft:?}");
    }
    for how in ["trace", "attach"] {
        keeps(how, &debug(how, &copy, NEIGHBOUR, &[]), &key);
    }
    keeps("namespace", &debug_in_namespace(&copy, NEIGHBOUR), &key);
    // What remains, as SECURITY.md says: a program that runs as the web server.
    let traced = debug("trace", &copy, SERVER, &[]);
    assert!(shows(&traced.stdout, &key), "{}", text(&traced.stderr));
}

fn a_user_copy_stops_readers_but_not_debuggers() {
    let key = Key::draw().unwrap();
    let owner = User { user: 54_324, group: 54_324 };
    let (_folder, copy) = copy_of(owner, 0o711, &key);
    for user in [SERVER, NEIGHBOUR] {
        plays(&copy, user);
        withstands_readers(&copy, user, &key);
        let traced = debug("trace", &copy, user, &[]);
        assert!(shows(&traced.stdout, &key), "{}", text(&traced.stderr));
    }
}
