//! The Debian package. In `machine`, dpkg takes it through its whole life.

mod machine;

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use support::folder::Folder;
use support::process::{self, ROOT, as_root, command, copy_program};
use support::repository;
use support::serve::Served;
use support::static_build;
use support::trials::{self, Row, Trial};

/// The programs that the cases start on this machine.
const PROGRAMS: [&str; 4] = ["dpkg", "dpkg-deb", "chroot", "strip"];
/// The trial that takes the static program.
const IMAGE: &str = "an_image_needs_no_other_file";
/// The units of systemd, and their places in the package.
const UNITS: [&str; 2] = ["parlour.socket", "parlour.service"];
const UNIT_DIRECTORY: &str = "usr/lib/systemd/system";
/// The highest exposure of the service, of 100, as `systemd-analyze security` counts. It is at 5.
const EXPOSURE_MAX: &str = "6";

fn main() -> ExitCode {
    let needs: &[&str] = if process::may_be_root() { &PROGRAMS } else { &[ROOT] };
    let cases: [Row; 3] = [
        ("a_package_says_what_debian_wants_to_know", needs, look_inside),
        ("units_are_sound_and_shut", &["systemd-analyze"], analyze_units),
        ("what_a_unit_sets_is_enough", &["setpriv"], start_as_unit),
    ];
    let mut trials: Vec<Trial> =
        cases.iter().map(|(name, needs, run)| Trial::new(*name, needs, *run)).collect();
    // Only the static program is alone in its image.
    if static_build::is_possible() || repository::is_ci() {
        trials.push(Trial::new(IMAGE, needs, run_in_an_empty_root));
        trials.extend(machine::trials());
        // It takes longer to build than a trial may take.
        if trials.iter().skip(cases.len()).any(|trial| trials::is_chosen(&trial.name, &[])) {
            static_build::program();
        }
    }
    trials::run(trials, &[])
}

/// The image of deploy/Containerfile, as a directory: run in there by the user that it names.
fn run_in_an_empty_root() {
    let recipe = fs::read_to_string(repository::file("deploy/Containerfile")).unwrap();
    let lines: Vec<&str> =
        recipe.lines().filter(|l| !l.starts_with('#') && !l.is_empty()).collect();
    let user = match &lines[..] {
        ["FROM scratch", "COPY parlour /parlour", user, _, "ENTRYPOINT [\"/parlour\"]", _] => *user,
        other => panic!("another image: {other:?}"),
    };
    let user = user.strip_prefix("USER ").unwrap();
    let program = static_build::program().unwrap_or_else(|| panic!("no static program"));
    let root = Folder::create();
    copy_program(&program, &root.join("parlour"));
    let start = |words: &[&str], variables: &[(&str, &str)]| {
        let mut chroot = as_root("chroot");
        chroot.env_clear().envs(variables.iter().copied());
        // Root in its own user namespace cannot become another user.
        if fs::metadata("/proc/self").is_ok_and(|own| own.uid() == 0) {
            chroot.arg(format!("--userspec={user}"));
        }
        chroot.arg(root.path()).arg("/parlour").args(words);
        run(&mut chroot)
    };
    let key = support::click::KEY;
    let page = start(&[], &[("PARLOUR_KEY", key), ("QUERY_STRING", "g=nim")]);
    assert!(page.starts_with("Status: 200 OK\r\n"), "{page}");
    assert!(page.contains("&take=1,1#now"), "{page}");
}

/// A directory in which packages are made.
struct Workshop(Folder);

impl Workshop {
    fn open() -> Self {
        Workshop(Folder::create())
    }

    /// The program without its debug information, which would take a minute to pack.
    fn program(&self) -> PathBuf {
        let program = self.0.join("stripped");
        if !program.exists() {
            run(command("strip").arg(env!("CARGO_BIN_EXE_parlour")).arg("-o").arg(&program));
        }
        program
    }

    /// The command that makes a package of a program in it.
    fn maker(&self, program: &Path, revision: &str) -> Command {
        let mut make = command("sh");
        make.arg(repository::file("deploy/deb.sh"));
        make.arg(program).arg(self.0.path()).arg(revision);
        make.env_remove("NOTICES");
        make
    }

    /// Makes a package in it.
    fn package(&self, revision: &str) -> PathBuf {
        self.package_of(&self.program(), revision)
    }

    /// Makes a package of a program in it.
    fn package_of(&self, program: &Path, revision: &str) -> PathBuf {
        let mut make = self.maker(program, revision);
        run(make.env("DEBFULLNAME", "Anna Ember").env("DEBEMAIL", "anna@example.org"));
        let ending =
            format!("-{revision}_{}.deb", run(command("dpkg").arg("--print-architecture")));
        let files = fs::read_dir(self.0.path()).unwrap().map(|entry| entry.unwrap().path());
        let is_it = |file: &PathBuf| file.to_string_lossy().ends_with(&ending);
        files.into_iter().find(is_it).unwrap_or_else(|| panic!("no package {ending}"))
    }
}

/// The output of a command, which must succeed.
#[track_caller]
fn run(command: &mut Command) -> String {
    let output = command.stdout(Stdio::piped()).stderr(Stdio::piped()).output();
    let output = output.unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let (said, complained) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{command:?}: {said}{complained}");
    said.trim_end().to_owned()
}

fn look_inside() {
    let workshop = Workshop::open();
    let package = workshop.package("7");
    let field = |name: &str| run(command("dpkg-deb").arg("--field").arg(&package).arg(name));
    assert_eq!(field("Package"), "parlour");
    assert_eq!(field("Version"), concat!(env!("CARGO_PKG_VERSION"), "-7"));
    assert_eq!(field("Maintainer"), "Anna Ember <anna@example.org>");
    let kilobytes = fs::metadata(workshop.program()).unwrap().len() / 1024;
    let told: u64 = field("Installed-Size").parse().unwrap();
    assert!((kilobytes..kilobytes + 500).contains(&told), "{told} for {kilobytes}");
    let (synopsis, rest) = field("Description").split_once('\n').map_or_else(
        || panic!("no long description"),
        |(synopsis, rest)| (synopsis.to_owned(), rest.to_owned()),
    );
    assert!(synopsis.len() < 80 && !synopsis.ends_with('.'), "{synopsis}");
    assert!(rest.lines().all(|line| line.starts_with(' ') && line.len() <= 80), "{rest}");

    let root = workshop.0.join("unpacked");
    run(command("dpkg-deb").arg("--extract").arg(&package).arg(&root));
    let read = |name: &str| fs::read_to_string(root.join("usr/share").join(name)).unwrap();
    let unpack =
        |name: &str| run(command("gzip").arg("-dc").arg(root.join("usr/share").join(name)));
    let copyright = read("doc/parlour/copyright");
    assert!(copyright.contains("/usr/share/common-licenses/Apache-2.0."), "{copyright}");
    let licence = fs::read_to_string(repository::file("LICENSE-MIT")).unwrap();
    assert!(copyright.ends_with(&licence), "{copyright}");
    let changes = unpack("doc/parlour/changelog.Debian.gz");
    assert!(
        changes.starts_with(concat!("parlour (", env!("CARGO_PKG_VERSION"), "-7) ")),
        "{changes}"
    );
    assert!(changes.contains("\n -- Anna Ember <anna@example.org>  "), "{changes}");
    assert!(unpack("man/man1/parlour.1.gz").contains(".Nm parlour"));

    // The units are there, and nothing turns them on.
    for unit in UNITS {
        let packed = fs::read(root.join(UNIT_DIRECTORY).join(unit)).unwrap();
        assert!(packed == fs::read(repository::file("deploy").join(unit)).unwrap(), "{unit}");
    }
    assert!(!root.join("etc").exists() && !root.join(UNIT_DIRECTORY).join("wants").exists());

    // Made again, it is the same.
    let bytes = fs::read(&package).unwrap();
    assert!(fs::read(workshop.package("7")).unwrap() == bytes, "not the same package");
    // Without a name of the maintainer, the package names none.
    run(workshop.maker(&workshop.program(), "8").env_remove("DEBFULLNAME").env_remove("DEBEMAIL"));
    let eighth = package.to_string_lossy().replace("-7_", "-8_");
    let maintainer = run(command("dpkg-deb").args(["--field", &eighth, "Maintainer"]));
    assert_eq!(maintainer, "The maker of this package <nobody@parlour.invalid>");
}

/// The paths of the units, with the path of this build of the program in them.
fn units(folder: &Folder) -> Vec<PathBuf> {
    let place = |unit: &str| {
        let text = fs::read_to_string(repository::file("deploy").join(unit)).unwrap();
        let program = format!("ExecStart={}", env!("CARGO_BIN_EXE_parlour"));
        folder.write(unit, text.replace("ExecStart=parlour", &program), 0o644)
    };
    UNITS.map(place).into()
}

/// systemd takes the units, and finds hardly anything that the service may do.
fn analyze_units() {
    let folder = Folder::create();
    let units = units(&folder);
    let said = run(command("systemd-analyze").args(["verify", "--man=no"]).args(&units));
    assert_eq!(said, "");
    let mut judge = command("systemd-analyze");
    judge.args(["security", "--offline=true", "--no-pager", "--threshold", EXPOSURE_MAX]);
    run(judge.arg(&units[1]));
}

/// The program answers with the socket of the unit as file 0, with the key in a file that only its user
/// may read, and without new privileges.
fn start_as_unit() {
    let folder = Folder::create();
    let key = folder.write("key", support::click::KEY, 0o400).display().to_string();
    let mut command = command("setpriv");
    command.args(["--no-new-privs", env!("CARGO_BIN_EXE_parlour")]);
    let variables = [("PARLOUR_KEY", ""), ("PARLOUR_KEY_FILE", &*key)];
    let served = Served::start_command(command, &variables);
    assert_eq!(served.ask("g=nim&seed=x").status, 200, "{}", served.log());
}
