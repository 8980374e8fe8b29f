//! Real thefts of keys. Other users of the machine, and the other programs of a web server, run an
//! installed copy under a debugger, with a library of theirs, in an environment of their choice and
//! with its own commands. The trials test the thefts that each way of keeping keys stops. They also
//! test those that it does not stop, which shows that the thief can find a key.
//!
//! The trials need root, because they need several users. Those that cannot run are named.

use crate::OPTIONS;
use parlour::game::verification::to_hex;
use parlour::seal::Purpose;
use parlour::seal::keys::{Key, KeyRing};
use std::ffi::OsStr;
use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;
use support::command::program;
use support::folder::Folder;
use support::trials::{self, Row, Trial};
use support::{process, repository, static_build};

/// The program as it is built for tests: dynamically linked.
const DYNAMIC: &str = env!("CARGO_BIN_EXE_parlour");
/// The group of a copy, and its line in the file of groups that the installation sees.
const COPY_GROUP: &str = "parlour-test";
const COPY_GROUP_LINE: &str = "parlour-test:x:54321:\n";
/// The user of a web server and another user. Their groups need no names.
pub const SERVER: User = User { user: 54322, group: 54322 };
pub const NEIGHBOUR: User = User { user: 54323, group: 54323 };
const ROOT: User = User { user: 0, group: 0 };

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
const THEFTS: [Row; 5] = [
    (
        "a_copy_with_a_group_of_its_own_keeps_its_key",
        &[COMPILER, "unshare"],
        a_copy_with_a_group_of_its_own_keeps_its_key,
    ),
    (
        "a_key_file_of_the_servers_group_is_closed_to_other_users_only",
        &[COMPILER],
        a_key_file_of_the_servers_group_is_closed_to_other_users_only,
    ),
    (
        "a_key_inside_is_closed_to_readers_and_open_to_debuggers",
        &[COMPILER],
        a_key_inside_is_closed_to_readers_and_open_to_debuggers,
    ),
    (
        "a_copy_stays_closed_after_it_gave_its_group_back",
        &["strace", "unshare"],
        a_copy_stays_closed_after_it_gave_its_group_back,
    ),
    (
        "nothing_in_the_environment_gives_other_keys_to_a_copy_with_a_key_file",
        &[],
        nothing_in_the_environment_gives_other_keys_to_a_copy_with_a_key_file,
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

// A place to install to.

/// A folder with a place for programs and one for key files.
struct Place(Folder);

impl Place {
    fn new() -> Self {
        let folder = Folder::create();
        for directory in ["cgi-bin", "etc"] {
            fs::create_dir_all(folder.join(directory)).unwrap();
            set_mode(&folder.join(directory), 0o755);
        }
        Place(folder)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// Installs a copy of a program, on a machine that has the group of the copy, and returns its
    /// path.
    #[track_caller]
    fn install(&self, build: impl AsRef<OsStr>, options: &[&str]) -> PathBuf {
        let copy = self.path("cgi-bin/parlour");
        let groups = fs::read_to_string("/etc/group").unwrap() + COPY_GROUP_LINE;
        let groups = self.0.write("groups", groups, 0o644);
        let mut command = process::command("unshare");
        command.args(["--mount", "sh", "-ec", "mount --bind \"$0\" /etc/group; exec \"$@\""]);
        command.arg(groups).arg(build).arg("install").args(options).arg(&copy);
        succeed(command.current_dir(self.0.path()).stderr(Stdio::piped()).stdout(Stdio::piped()));
        copy
    }

    /// Installs the static program with a key file that the group of the copy or of the server may
    /// read.
    #[track_caller]
    fn install_with_file(&self, option: &str, group: &str) -> PathBuf {
        self.install(static_program(), &[option, group, "--key-file", "etc/key"])
    }
}

fn set_mode(path: &Path, mode: u32) {
    fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
}

fn mode_of(path: &Path) -> u32 {
    path.metadata().unwrap().mode() & 0o7777
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

/// The keys of a copy, as root gets them.
#[track_caller]
fn ring_of(copy: &Path) -> KeyRing {
    let mut export = program(static_program());
    export.arg("export").arg(copy);
    KeyRing::parse(&succeed(&mut export)).unwrap()
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
    for arguments in [&["export"][..], &["doctor"]] {
        let mut command = as_user(copy, user);
        command.args(arguments);
        let said = command.output().unwrap();
        keeps(&format!("{arguments:?}"), &said, key);
    }
}

// The thefts.

fn a_copy_with_a_group_of_its_own_keeps_its_key() {
    let place = Place::new();
    let copy = place.install_with_file("--group", COPY_GROUP);
    let key_file = place.path("etc/key");
    assert_eq!((mode_of(&copy), mode_of(&key_file)), (0o2711, 0o640));
    let key = ring_of(&copy).sealing_key().clone();
    let found = debug("trace", &copy, ROOT, &[]);
    assert!(shows(&found.stdout, &key), "root finds the key, so the thief knows how");
    for user in [SERVER, NEIGHBOUR] {
        plays(&copy, user);
        withstands_readers(&copy, user, &key);
        assert!(as_user("/bin/cat", user).arg(&key_file).output().unwrap().stdout.is_empty());
        let traced = debug("trace", &copy, user, &[]);
        assert!(traced.stdout.len() > 1 << 20, "{}", text(&traced.stderr));
        assert!(text(&traced.stderr).contains("may not read its key file"));
        keeps("trace", &traced, &key);
        keeps("trace in a namespace", &debug_in_namespace(&copy, user), &key);
        let preloaded = preload(&copy, user);
        assert!(preloaded.stdout.starts_with(b"Status: 200 OK\r\n"));
        keeps("preload", &preloaded, &key);
        // A command of the copy runs with the rights of the user.
        let mine = place.path("mine");
        fs::create_dir_all(&mine).unwrap();
        chown(&mine, Some(user.user), Some(user.group)).unwrap();
        for arguments in [
            ["install", "--key-inside", "--key-from", copy.to_str().unwrap()],
            ["install", "--key-inside", "--key-from", key_file.to_str().unwrap()],
        ] {
            let mut command = as_user(static_program(), user);
            let said = command.args(arguments).arg(mine.join("p")).output().unwrap();
            assert!(!said.status.success(), "{arguments:?}: {}", text(&said.stdout));
            let mut command = as_user(&copy, user);
            let said = command.args(arguments).arg(mine.join("p")).output().unwrap();
            assert!(!said.status.success(), "{arguments:?}: {}", text(&said.stdout));
        }
        let mut ask = as_user(&copy, user);
        let said = ask.args(["ask-as", "0", "0", "/bin/cat"]).arg(&key_file).output().unwrap();
        keeps("ask-as", &said, &key);
        fs::remove_dir_all(&mine).unwrap();
    }
}

fn a_key_file_of_the_servers_group_is_closed_to_other_users_only() {
    let place = Place::new();
    let copy = place.install_with_file("--server-group", &SERVER.group.to_string());
    assert_eq!((mode_of(&copy), mode_of(&place.path("etc/key"))), (0o711, 0o640));
    let key = ring_of(&copy).sealing_key().clone();
    plays(&copy, SERVER);
    let refused = succeed(&mut click(&copy, NEIGHBOUR, &[]));
    assert!(refused.starts_with("Status: 503 "), "{refused}");
    for user in [SERVER, NEIGHBOUR] {
        withstands_readers_but_commands(&copy, user, &key);
    }
    keeps("trace", &debug("trace", &copy, NEIGHBOUR, &[]), &key);
    keeps("preload", &preload(&copy, NEIGHBOUR), &key);
    let cat = |user| as_user("/bin/cat", user).arg(place.path("etc/key")).output().unwrap().stdout;
    assert!(cat(NEIGHBOUR).is_empty());
    assert!(shows(&cat(SERVER), &key), "other programs of the server can read it");
}

/// As [`withstands_readers`], but for commands, which may print keys to users who may read them anyway.
#[track_caller]
fn withstands_readers_but_commands(copy: &Path, user: User, key: &Key) {
    assert!(as_user("/bin/cat", user).arg(copy).output().unwrap().stdout.is_empty());
    keeps("attach", &debug("attach", copy, user, &[]), key);
}

fn a_key_inside_is_closed_to_readers_and_open_to_debuggers() {
    for (name, build) in [("static", static_program()), ("dynamic", PathBuf::from(DYNAMIC))] {
        let place = Place::new();
        let copy = place.install(&build, &["--key-inside"]);
        assert_eq!(mode_of(&copy), 0o711);
        let key = ring_of(&copy).sealing_key().clone();
        for user in [SERVER, NEIGHBOUR] {
            plays(&copy, user);
            withstands_readers_but_commands(&copy, user, &key);
            let traced = debug("trace", &copy, user, &[]);
            assert!(shows(&traced.stdout, &key), "{name}: {}", text(&traced.stderr));
            let is_dynamic = build == Path::new(DYNAMIC);
            assert_eq!(shows(&preload(&copy, user).stdout, &key), is_dynamic, "{name}");
        }
    }
}

/// The kernel opens the process to others when its group changes, where fs.suid_dumpable says so. So
/// the last change is followed by another call that closes it, in a click, too.
fn a_copy_stays_closed_after_it_gave_its_group_back() {
    let place = Place::new();
    let copy = place.install_with_file("--group", COPY_GROUP);
    let trace = place.path("trace");
    let mut strace = process::command("strace");
    strace.args(["-qq", "-u", "nobody", "-e", "trace=prctl,setresgid,setresuid", "-o"]).arg(&trace);
    strace.arg(&copy).env_clear().env("QUERY_STRING", "g=nim");
    let page = succeed(strace.current_dir("/").stdout(Stdio::piped()).stderr(Stdio::piped()));
    assert!(page.starts_with("Status: 200 OK\r\n"), "{page}");
    let calls = fs::read_to_string(trace).unwrap();
    let calls: Vec<&str> = calls.lines().collect();
    let changes = calls.iter().rposition(|call| call.starts_with("setres"));
    let closes = calls.iter().rposition(|call| call.starts_with("prctl(PR_SET_DUMPABLE"));
    assert!(changes.is_some() && changes < closes, "{calls:?}");
}

fn nothing_in_the_environment_gives_other_keys_to_a_copy_with_a_key_file() {
    let place = Place::new();
    let copy = place.install_with_file("--group", COPY_GROUP);
    let ring = ring_of(&copy);
    let mine = KeyRing::of(Key::draw().unwrap()).to_text();
    let file = place.path("etc/mine");
    fs::write(&file, &mine).unwrap();
    set_mode(&file, 0o600);
    chown(&file, Some(NEIGHBOUR.user), Some(NEIGHBOUR.group)).unwrap();
    for variables in [
        [("PARLOUR_KEY", &*mine)],
        [("PARLOUR_KEY", "")],
        [("PARLOUR_KEY_FILE", file.to_str().unwrap())],
        [("PARLOUR_KEY_FILE", "/etc/shadow")],
        [("PARLOUR_PANIC", "1")],
        [("DOCUMENT_ROOT", "/")],
        [("CONTEXT_DOCUMENT_ROOT", "/")],
        [("SCRIPT_FILENAME", file.to_str().unwrap())],
        [("PATH", place.0.path().to_str().unwrap())],
        [("RUST_BACKTRACE", "full")],
    ] {
        let output = click(&copy, NEIGHBOUR, &variables).output().unwrap();
        keeps(&format!("{variables:?}"), &output, ring.sealing_key());
        let page = text(&output.stdout);
        assert!(page.starts_with("Status: 200 OK\r\n"), "{variables:?}: {page}");
        let token = page.split("?s=").nth(1).unwrap().split('&').next().unwrap();
        let game = parlour::games::find("concentration").unwrap();
        let binding = parlour::respond::binding(game.ruleset, Purpose::Position);
        assert!(parlour::seal::open(&ring, binding, token).is_ok(), "{variables:?}");
    }
}
