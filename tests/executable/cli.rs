//! The command line, used through the executable itself.

use crate::PROGRAM;
use parlour::deal::Deal;
use parlour::game::verification::{fingerprint, to_hex};
use parlour::games::find;
use parlour::seal::{Key, KeyRing, key_file};
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStringExt;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt, chown, symlink};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use support::command::{complaint, out, program, succeed};
use support::folder::Folder;
use support::parlour;
use support::process::{copy_program, install_copy, is_there, keys_of};
use support::repository;

/// The number of a user who is not root.
const SOMEBODY: u32 = 54_321;

/// A user with a folder and the program, who is not root: root's installation would leave its key on
/// this machine. (`tests/package` has root install on a copy of it.)
struct Person {
    folder: Folder,
    program: PathBuf,
}

impl Person {
    fn new() -> Self {
        let folder = Folder::create();
        let program = folder.join("program");
        copy_program(Path::new(PROGRAM), &program);
        if rustix::process::geteuid().is_root() {
            chown(folder.path(), Some(SOMEBODY), Some(SOMEBODY)).unwrap();
        }
        Person { folder, program }
    }

    fn path(&self, name: impl AsRef<Path>) -> PathBuf {
        self.folder.join(name)
    }

    /// A command of the person.
    fn command(&self, name: &Path) -> Command {
        let mut command = program(name);
        command.current_dir(self.folder.path()).env("HOME", self.path("home"));
        if rustix::process::geteuid().is_root() {
            command.uid(SOMEBODY).gid(SOMEBODY);
        }
        command
    }

    fn runs<A: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = A>) -> Output {
        self.command(&self.program).args(arguments).output().unwrap()
    }

    #[track_caller]
    fn installs(&self, dest: impl AsRef<Path>) -> Output {
        let output = self.runs([OsStr::new("install"), dest.as_ref().as_os_str()]);
        succeed(&output);
        output
    }

    /// The ids of the keys in a file, as `parlour keys` prints them, with their states.
    #[track_caller]
    fn keys(&self, arguments: &[&str]) -> Vec<(String, String)> {
        let output = self.runs([&["keys"], arguments].concat());
        succeed(&output);
        let lines =
            out(&output).lines().filter_map(|line| line.strip_prefix("key ")?.split_once(' '));
        lines.map(|(id, state)| (id.to_owned(), state.to_owned())).collect()
    }
}

#[track_caller]
fn is_sound(dest: &Path) {
    assert_eq!(dest.metadata().unwrap().mode() & 0o7777, 0o711);
    let page = program(dest).env("QUERY_STRING", "g=nim").output().unwrap();
    assert!(out(&page).starts_with("Status: 200 OK"), "{}", out(&page));
}

#[test]
fn each_command_has_help_of_narrow_lines() {
    let help = parlour!();
    succeed(&help);
    let (_, commands) = out(&help).split_once("\nCommands:\n").unwrap();
    let commands = commands.lines().map_while(|line| line.strip_prefix("  ")?.split(' ').next());
    for command in commands {
        let of_command = parlour!(command, "--help");
        assert!(out(&of_command).starts_with(&format!("Usage: parlour {command}")));
        let lines = out(&of_command).lines().chain(out(&help).lines());
        lines.for_each(|line| assert!(line.len() <= 90, "{line}"));
    }
    assert_eq!(out(&parlour!("-V")), concat!("parlour ", env!("CARGO_PKG_VERSION"), "\n"));
}

#[test]
fn a_command_that_makes_no_sense_is_refused() {
    let unknown = parlour!("deal");
    assert_eq!(unknown.status.code(), Some(2));
    assert!(complaint(&unknown).ends_with("no command `deal`; run `parlour help`\n"));
}

#[test]
fn arguments_need_not_be_text() {
    let bytes = OsString::from_vec(b"\xff\xfe".to_vec());
    assert_eq!(parlour!(bytes).status.code(), Some(2));
    assert_eq!(parlour!("serve", "--listen", bytes).status.code(), Some(1));
    assert_eq!(parlour!("doctor", bytes).status.code(), Some(1));
    let person = Person::new();
    person.installs(person.path(&bytes));
    is_sound(&person.path(&bytes));
}

#[test]
fn nobody_listening_is_no_reason_to_panic() {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let mut command = program(PROGRAM);
    let child = command.arg("help").stdout(writer).stderr(Stdio::piped()).spawn().unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), &*output.stderr), (Some(0), &b""[..]));
}

#[test]
fn each_user_copy_has_its_own_key() {
    let person = Person::new();
    let dest = person.path("games.cgi");
    let said = person.installs(&dest);
    is_sound(&dest);
    assert!(!out(&said).contains(&keys_of(&dest).to_text()));
    // A directory gets a file of the usual name.
    person.installs(person.folder.path());
    is_sound(&person.path("parlour"));
    // A copy of a copy gets a key of its own, too.
    let third = person.path("third");
    succeed(&person.command(&dest).arg("install").arg(&third).output().unwrap());
    let rings = [dest, person.path("parlour"), third].map(|copy| keys_of(&copy));
    assert!(rings[0] != rings[1] && rings[1] != rings[2] && rings[0] != rings[2]);
    assert_eq!(person.folder.names().len(), 4, "{:?}", person.folder.names());
}

#[test]
fn installing_again_keeps_the_keys_of_a_user() {
    let person = Person::new();
    let dest = person.path("parlour");
    person.installs(&dest);
    let ring = keys_of(&dest);
    for way in [dest.as_path(), person.folder.path(), Path::new("parlour"), Path::new(".")] {
        assert!(out(&person.installs(way)).starts_with("Replaced"), "{}", way.display());
        assert_eq!(keys_of(&dest), ring);
    }
    // A program without a key, which somebody copied there, gets one.
    copy_program(Path::new(PROGRAM), &dest);
    person.installs(&dest);
    is_sound(&dest);
}

#[test]
fn a_link_in_the_copys_place_is_replaced() {
    let person = Person::new();
    let dest = person.path("parlour.cgi");
    symlink(&person.program, &dest).unwrap();
    person.installs(&dest);
    assert!(dest.symlink_metadata().unwrap().is_file());
    assert!(std::fs::read(&person.program).unwrap() == std::fs::read(PROGRAM).unwrap());
    is_sound(&dest);
}

#[test]
fn what_is_no_parlour_is_not_replaced() {
    let person = Person::new();
    let foreign = person.folder.write("index.html", "<h1>My site</h1>", 0o644);
    for (dest, said) in [
        (foreign.as_path(), "is not a Parlour"),
        (Path::new("/dev/null"), "cannot change"),
        (Path::new("no/"), "there is no directory"),
        (Path::new("no/parlour"), "No such file"),
        (Path::new(""), "there is no directory"),
        (Path::new("/proc/parlour"), "cannot change"),
    ] {
        let refused = person.runs([OsStr::new("install"), dest.as_os_str()]);
        assert!(complaint(&refused).contains(said), "{}: {}", dest.display(), complaint(&refused));
        let refused = person.runs([OsStr::new("uninstall"), dest.as_os_str()]);
        assert!(!refused.status.success(), "{}", dest.display());
    }
    assert_eq!(std::fs::read_to_string(&foreign).unwrap(), "<h1>My site</h1>");
    let refused = person.runs(["install", "--group", "www-data", "parlour"]);
    assert!(complaint(&refused).contains("only root"));
    assert_eq!(person.folder.names().len(), 2, "{:?}", person.folder.names());
}

/// The test program is dynamically linked.
#[test]
fn root_installs_no_dynamic_program() {
    let mut as_root = support::process::as_root(PROGRAM);
    if !support::process::may_be_root() {
        return;
    }
    let folder = Folder::create();
    let dest = folder.join("parlour");
    as_root.env_clear().args(["install", "--group", "33"]).arg(&dest);
    let refused = as_root.stdout(Stdio::piped()).stderr(Stdio::piped()).output().unwrap();
    assert!(complaint(&refused).contains("LD_PRELOAD"));
    assert!(!dest.exists());
}

#[test]
fn a_removed_copys_games_go_on_until_purged() {
    let person = Person::new();
    let copy = person.path("parlour");
    person.installs(&copy);
    let ring = keys_of(&copy);
    let removed = person.runs(["uninstall", "."]);
    succeed(&removed);
    assert!(!copy.exists());
    let list = person.path("home/.config/parlour/key");
    assert!(out(&removed).contains(&format!("{} stays", list.display())), "{}", out(&removed));
    let rights = |path: &Path| path.metadata().unwrap().mode() & 0o7777;
    assert_eq!((rights(&list), rights(list.parent().unwrap())), (0o600, 0o700));
    assert!(complaint(&person.runs(["uninstall", "."])).contains("there is no Parlour"));
    person.installs(&copy);
    assert_eq!(keys_of(&copy), ring);
    // The keys of another removed copy are kept beside them.
    let other = KeyRing::of(Key::draw().unwrap());
    install_copy(Path::new(PROGRAM), &other, &person.path("other"));
    if rustix::process::geteuid().is_root() {
        chown(person.path("other"), Some(SOMEBODY), Some(SOMEBODY)).unwrap();
    }
    succeed(&person.runs(["uninstall", "other"]));
    let both = key_file::read(&list).unwrap();
    assert_eq!(both.entries(), [ring.entries(), other.entries()].concat());
    // What cannot be kept stays.
    let mut homeless = person.command(&person.program);
    let refused = homeless.env_remove("HOME").args(["uninstall", "."]).output().unwrap();
    assert!(complaint(&refused).contains("cannot keep the keys"), "{}", complaint(&refused));
    assert!(copy.exists());
    // Another copy still plays.
    succeed(&person.command(Path::new("/bin/cp")).args(["parlour", "forgotten"]).output().unwrap());
    let purged = person.runs(["uninstall", "--purge", "."]);
    succeed(&purged);
    assert!(!copy.exists() && !list.exists());
    let forgotten = format!("{} still has the key", person.path("forgotten").display());
    assert!(out(&purged).contains(&forgotten) && !out(&purged).contains("have ended"));
    let last = person.runs(["uninstall", "--purge", "forgotten"]);
    assert!(out(&last).contains("Its games have ended"), "{}", out(&last));
    // There is no more to remove, so no games end.
    let nothing = person.runs(["uninstall", "--purge", "forgotten"]);
    assert!(complaint(&nothing).contains("there is no Parlour"), "{}", complaint(&nothing));
    person.installs(&copy);
    assert_ne!(keys_of(&copy), ring);
}

/// One command has the list while another one waits. What the first one writes is not lost.
#[test]
fn a_command_reads_keys_when_its_turn_comes() {
    let person = Person::new();
    let [(first, _)] = &person.keys(&["--new", "ring"])[..] else { panic!("one key") };
    let drafts = person.path(".parlour.new");
    std::fs::DirBuilder::new().mode(0o700).create(&drafts).unwrap();
    std::fs::write(drafts.join("draft"), "of a killed command").unwrap();
    if rustix::process::geteuid().is_root() {
        chown(&drafts, Some(SOMEBODY), Some(SOMEBODY)).unwrap();
    }
    let lock = std::fs::File::open(&drafts).unwrap();
    lock.lock().unwrap();
    let mut command = person.command(&person.program);
    command.args(["keys", "--new", "ring"]).stdout(Stdio::piped()).stderr(Stdio::piped());
    let waiting = command.spawn().unwrap();
    std::thread::sleep(std::time::Duration::from_millis(300));
    let key = Key::draw().unwrap();
    let ring = key_file::read(&person.path("ring")).unwrap();
    let written = format!("{},retired:{}\n", key.to_text(), ring.to_text());
    std::fs::write(person.path("ring"), written).unwrap();
    drop(lock);
    succeed(&waiting.wait_with_output().unwrap());
    let ring = key_file::read(&person.path("ring")).unwrap();
    assert!(ring.opening_keys().any(|other| *other == key), "the other key is lost");
    let retired: Vec<String> = ring.retired_keys().map(|key| format!("{:02x}", key.id())).collect();
    assert_eq!(retired, std::slice::from_ref(first));
    assert_eq!((ring.entries().len(), drafts.exists()), (3, false));
}

#[test]
fn many_commands_at_once_lose_no_key() {
    let person = Person::new();
    let start = |_| {
        let mut command = person.command(&person.program);
        command.args(["keys", "--new", "ring"]).stdout(Stdio::null());
        command.spawn().unwrap()
    };
    let commands: Vec<_> = (0..5).map(start).collect();
    for mut command in commands {
        assert!(command.wait().unwrap().success());
    }
    assert_eq!(key_file::read(&person.path("ring")).unwrap().entries().len(), 5);
}

/// Each machine has retired the key with which the other one seals.
#[test]
fn a_key_retired_anywhere_opens_nowhere() {
    let person = Person::new();
    let [one, two, new] = [(); 3].map(|()| Key::draw().unwrap());
    let list =
        |seals: &Key, retired: &Key| format!("{},retired:{}\n", seals.to_text(), retired.to_text());
    person.folder.write("here", list(&one, &two), 0o644);
    person.folder.write("there", format!("{},{}", new.to_text(), list(&two, &one)), 0o644);
    person.keys(&["--to", "from-here", "--add", "there", "here"]);
    person.keys(&["--add", "from-here", "--to", "at-last", "there"]);
    for file in ["here", "there"] {
        let ring = key_file::read(&person.path(file)).unwrap();
        assert_eq!(*ring.sealing_key(), new, "{file}");
        assert_eq!((ring.opening_keys().count(), ring.retired_keys().count()), (1, 2), "{file}");
    }
    // Without a key that seals, nothing changes.
    person.folder.write("none", list(&one, &two), 0o644);
    person.folder.write("other", list(&two, &one), 0o644);
    let refused = person.runs(["keys", "--add", "other", "none"]);
    assert!(complaint(&refused).contains("retired like all others"));
}

#[test]
fn keys_go_through_their_whole_life() {
    let person = Person::new();
    let ring = || key_file::read(&person.path("ring")).unwrap();
    let missing = person.runs(["keys", "ring"]);
    assert!(complaint(&missing).contains("`parlour keys --new ring` makes one"));
    // A fresh one, and another in front of it.
    let [(one, _)] = &person.keys(&["--new", "ring"])[..] else { panic!("one key") };
    assert_eq!(person.path("ring").metadata().unwrap().permissions().mode() & 0o777, 0o600);
    let first = ring();
    let two = person.keys(&["--new", "ring"]);
    assert_eq!(two[1], (one.clone(), "opens links".to_owned()));
    assert_eq!(ring().sealing_key().to_text(), ring().entries()[0].1.to_text());
    assert!(ring().opening_keys().any(|key| key == first.sealing_key()));
    // Those of another file open here, and then seal.
    person.keys(&["--new", "other"]);
    let other = key_file::read(&person.path("other")).unwrap();
    let id = format!("{:02x}", other.sealing_key().id());
    person.keys(&["--add", "other", "ring"]);
    assert_eq!(ring().opening_keys().last(), Some(other.sealing_key()));
    person.keys(&["--add", "other", "ring"]);
    assert_eq!(ring().opening_keys().count(), 3, "a key is added once");
    person.keys(&["--first", &id, "ring"]);
    assert_eq!(ring().sealing_key(), other.sealing_key());
    // Retired, it opens nothing; dropped, it is gone.
    person.keys(&["--retire", &id, "ring"]);
    assert_eq!(ring().retired_keys().collect::<Vec<_>>(), [other.sealing_key()]);
    person.keys(&["--drop", &id, "ring"]);
    assert_eq!(ring().entries().len(), 2);
    let unknown = person.runs(["keys", "--drop", &id, "ring"]);
    assert!(complaint(&unknown).contains(&format!("has no key {id}")));
    let ids = person.keys(&["ring"]).into_iter().map(|(id, _)| id);
    let all = ids.flat_map(|id| ["--retire".to_owned(), id]);
    let none = person.runs(["keys".to_owned(), "ring".to_owned()].into_iter().chain(all));
    assert!(complaint(&none).contains("retired like all others"));
    // A full ring takes no more, and stays as it is.
    for _ in 0..6 {
        person.keys(&["--new", "ring"]);
    }
    let full = ring();
    assert!(complaint(&person.runs(["keys", "--new", "ring"])).contains("too many"));
    assert_eq!(ring(), full);
}

#[test]
fn a_backup_brings_a_copys_games_back() {
    let person = Person::new();
    person.installs("one");
    let lost = keys_of(&person.path("one"));
    person.keys(&["--to", "backup", "one"]);
    assert_eq!(key_file::read(&person.path("backup")), Ok(lost.clone()));
    assert_eq!(person.path("backup").metadata().unwrap().permissions().mode() & 0o777, 0o600);
    let again = person.runs(["keys", "--to", "backup", "one"]);
    assert!(complaint(&again).contains("cannot write"), "a backup is never replaced");
    person.installs("two");
    person.keys(&["--add", "backup", "two"]);
    assert!(keys_of(&person.path("two")).opening_keys().any(|key| key == lost.sealing_key()));
    is_sound(&person.path("two"));
    for nothing in ["program", "index.html", "no"] {
        person.folder.write("index.html", "<h1>My site</h1>", 0o644);
        assert!(complaint(&person.runs(["keys", "--add", nothing, "two"])).contains("no keys"));
    }
}

#[test]
fn only_root_has_the_master_key() {
    let person = Person::new();
    assert!(complaint(&person.runs(["keys"])).contains("only root may read"));
}

#[test]
fn a_preview_that_cannot_open_says_why() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    assert!(complaint(&parlour!("serve", "--listen", address)).contains("cannot listen at"));
    assert!(complaint(&parlour!("serve", "--listen", "8080")).contains("no address"));
}

#[test]
fn abandoned_drafts_do_not_stop_an_install() {
    let person = Person::new();
    let mut shell = person.command(Path::new("/bin/sh"));
    let script = "mkdir -m 700 .parlour.new; touch .parlour.new/draft; exec \"$0\" install parlour";
    succeed(&shell.args(["-c", script]).arg(&person.program).output().unwrap());
    is_sound(&person.path("parlour"));
    assert_eq!(person.folder.names().len(), 2, "{:?}", person.folder.names());
}

/// `static/verify.py` shares nothing with the program.
#[test]
fn the_python_program_works_out_the_same_deals() {
    if !is_there("python3") {
        assert!(!repository::is_ci(), "Python is not here");
        return;
    }
    let script = repository::file("static/verify.py");
    let printed = |arguments: &[&str]| {
        let mut python = program("python3");
        let output = python.arg(&script).args(arguments).output().unwrap();
        succeed(&output);
        out(&output).to_owned()
    };
    let decided = |game: &str, secret: &str, numbers: &[u16]| {
        let verification = find(game).unwrap().ruleset.verification.expect("deals to check");
        let lines = (verification.decided)(secret, numbers).expect("a deal");
        format!("fingerprint: {}\n{}\n", fingerprint(secret), lines.join("\n"))
    };
    let secret = to_hex(Key::draw().unwrap().bytes());
    let of_round = &secret[..32];
    assert_eq!(printed(&["eights", of_round, "3"]), decided("eights", of_round, &[3]));
    for (seats, number) in [("3", 3), ("4", 4), ("5", 5)] {
        let rows = decided("eights", of_round, &[2, number]);
        assert_eq!(printed(&["eights", of_round, "2", seats]), rows);
    }
    let tiles = decided("concentration", &secret, &[16]);
    assert_eq!(printed(&["concentration", &secret, "16"]), tiles);
    let deal = Deal::from_seed_text("rainy day", false);
    let (_, code) = deal.to_query().unwrap();
    let of_code = decided("concentration", &to_hex(&deal.seed("concentration", b"")), &[12]);
    assert_eq!(printed(&["concentration", &code, "12"]), of_code.split_once('\n').unwrap().1);
    for words in [
        ["concentration", "rainy day", "12"],
        ["concentration", "rain-days", "12"],
        ["concentration", "2026-13-27", "12"],
        ["concentration", &code, "13"],
        ["eights", "2026-11-27", "1"],
    ] {
        let refused = program("python3").arg(&script).args(words).output().unwrap();
        assert!(!refused.status.success() && refused.stdout.is_empty(), "{words:?}");
    }
}
