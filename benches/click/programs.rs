//! The programs that are measured: the floors in C, Parlour, and scripts that do the same.

use parlour::games::GAMES;
use std::fs::{self, Permissions};
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use support::click::Asked;
use support::floor;
use support::process::find;
use support::repository;
use support::static_build::{self, TARGET};

/// A program and its request.
pub struct Program {
    /// What it is.
    pub name: String,
    /// The executable, or the script.
    pub asked: Asked,
    /// The file that `parlour install` copies for a server. For other programs, the program itself.
    pub build: PathBuf,
    /// The query that deals.
    pub deal: String,
    /// The query of the click.
    pub click: String,
    /// True if it is machine code.
    pub is_native: bool,
    /// True if it is machine code in one file.
    pub is_static: bool,
    /// True if it is also measured behind servers.
    pub is_served: bool,
}

impl Program {
    fn new(name: impl Into<String>, file: PathBuf, deal: &str) -> Self {
        Program::of(name, Asked { file, is_installed: false }, deal)
    }

    fn of(name: impl Into<String>, asked: Asked, deal: &str) -> Self {
        let mut program = Program {
            name: name.into(),
            build: asked.file.clone(),
            asked,
            deal: deal.to_owned(),
            click: deal.to_owned(),
            is_native: true,
            is_static: true,
            is_served: false,
        };
        program.click = click(deal, |query| program.asked.answer(query));
        program
    }

    fn served(self) -> Self {
        Program { is_served: true, ..self }
    }

    fn dynamic(self) -> Self {
        Program { is_static: false, ..self }
    }

    fn script(self) -> Self {
        Program { is_native: false, ..self.dynamic() }
    }
}

/// The query of the second move of a deal. If there is only one move, that one; if there is none,
/// the deal. A deal by words may be sent on to its code.
pub fn click(deal: &str, answer: impl Fn(&str) -> String) -> String {
    let first = |page: &str| {
        let mut queries = page.split("href=\"").chain(page.split("HREF=\"")).filter_map(|text| {
            let link = text.split('"').next()?;
            link.split_once('?').map(|(_, query)| query)
        });
        let is_move = |query: &&str| query.ends_with("#now") || query.starts_with('%');
        let query = queries.find(is_move)?;
        let query = query.replace("&amp;", "&");
        Some(query.split('#').next().unwrap_or_default().to_owned())
    };
    let dealt = answer(deal);
    let sent_on = dealt.lines().find_map(|line| line.strip_prefix("Location: ?")).map(&answer);
    let once = first(&sent_on.unwrap_or(dealt));
    let twice = once.as_ref().and_then(|query| first(&answer(query)));
    twice.or(once).unwrap_or_else(|| deal.to_owned())
}

/// Builds and writes them all; nothing if not even Parlour can be built for its target.
pub fn gather(lacking: &mut Vec<String>) -> Option<Vec<Program>> {
    let place = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("click");
    let _ = fs::create_dir_all(&place);
    let Some(build) = static_build::program() else {
        lacking.push(format!("anything (rustup target add {TARGET})"));
        return None;
    };
    // As people run it.
    let copy = Asked::install(&build, &place);
    let deal = "g=concentration&seed=a+click";
    let parlour = Program::of("Parlour, Concentration 4x4", copy.clone(), deal).served();
    let parlour = Program { build, ..parlour };
    let page = copy.answer(&parlour.click);
    let parlour_click = parlour.click.clone();
    let mut programs = floors(&place, &page, lacking);
    programs.push(parlour);
    let large = format!("{deal}&size=8x8");
    programs.push(Program::of("Parlour, Concentration 8x8", copy.clone(), &large));
    for game in GAMES.iter().filter(|game| game.ruleset.key != "concentration") {
        let deal = format!("g={}&seed=a+click", game.ruleset.key);
        let name = format!("Parlour, {}", game.ruleset.title);
        programs.push(Program::of(name, copy.clone(), &deal));
    }
    for (name, deal) in [
        ("Parlour, maze 12x9", "g=maze&seed=a+click&size=12x9"),
        ("Parlour, Minesweeper 16x16", "g=mines&seed=a+click&size=16x16"),
    ] {
        programs.push(Program::of(name, copy.clone(), deal));
    }
    let json = format!("{}&as=json", parlour_click);
    for (name, query) in
        [("first page", ""), ("rules", "g=concentration&rules"), ("JSON of the 4x4", &json)]
    {
        let page = Program::of(format!("Parlour, {name}"), copy.clone(), query);
        programs.push(Program { click: query.to_owned(), ..page });
    }
    let dynamic = copy_of(Path::new(env!("CARGO_BIN_EXE_parlour")), &place.join("dynamic"));
    programs.push(Program::new("Parlour 4x4, dynamic glibc", dynamic, deal).dynamic().served());
    programs.extend(scripts(&place, &page, lacking));
    Some(programs)
}

/// A copy of an executable in a directory, as a server runs one. The linker's own output is in
/// small pieces in the system's cache, and starts a fifth slower.
fn copy_of(file: &Path, directory: &Path) -> PathBuf {
    let copy = directory.join(file.file_name().unwrap_or_default());
    let copied = fs::create_dir_all(directory).and_then(|()| fs::copy(file, &copy));
    copied.unwrap_or_else(|error| panic!("{}: {error}", copy.display()));
    copy
}

const RUST_FLOOR: &str = "Rust, fixed page, static musl";

/// The fixed page by a program in Rust of one line: what Rust's library takes for itself.
fn rust_floor(place: &Path, page: &str) -> Option<Program> {
    let (out, text) = (place.join("rust-musl"), place.join("page.txt"));
    fs::write(&text, page).ok()?;
    let mut rustc = Command::new("rustc");
    rustc.args(["--edition=2024", "--target", TARGET, "-Clinker=rust-lld"]);
    rustc.args(["-Copt-level=s", "-Cpanic=abort", "-Cstrip=symbols", "-o"]).arg(&out);
    rustc.arg(in_repository("page.rs")).env("PAGE", text);
    let compiled = rustc.status().is_ok_and(|status| status.success());
    compiled.then(|| Program::new(RUST_FLOOR, copy_of(&out, &place.join("copies")), "").served())
}

/// The fixed page, by musl and by glibc, and by Rust.
fn floors(place: &Path, page: &str, lacking: &mut Vec<String>) -> Vec<Program> {
    let of = |name: &str, file: Option<PathBuf>| {
        let program =
            file.map(|file| Program::new(name, copy_of(&file, &place.join("copies")), "").served());
        (name.to_owned(), program)
    };
    let floors = [
        of("C, fixed page, static musl", floor::static_musl(place, page)),
        of("C, fixed page, static glibc", floor::static_glibc(place, page)),
        (RUST_FLOOR.to_owned(), rust_floor(place, page)),
    ];
    let mut built = Vec::new();
    for (name, floor) in floors {
        match floor {
            Some(floor) => built.push(floor),
            None => lacking.push(format!("{name}: no compiler, or not with this library")),
        }
    }
    built
}

fn in_repository(name: &str) -> PathBuf {
    repository::file("benches/click/programs").join(name)
}

/// The first lines of a script: its interpreter, and the page around its board.
struct Script {
    name: &'static str,
    source: &'static str,
    interpreter: &'static str,
    options: &'static str,
    /// A command that the interpreter must be able to run.
    probe: &'static [&'static str],
    frame: fn(&str) -> String,
}

const SCRIPTS: [Script; 4] = [
    Script {
        name: "Perl, the book's program (toy cipher)",
        source: "book.pl",
        interpreter: "perl",
        options: "",
        probe: &["-e", "1"],
        frame: |_| String::new(),
    },
    Script {
        name: "Perl, the same sealed job",
        source: "sealed.pl",
        interpreter: "perl",
        options: "",
        probe: &["-e", "use Crypt::AuthEnc::GCM; use Crypt::PRNG;"],
        frame: |frame| {
            let frame = frame.replace('\\', "\\\\").replace('\'', "\\'");
            format!("use constant FRAME => '{frame}';\n")
        },
    },
    Script {
        name: "PHP, the same sealed job",
        source: "sealed.php",
        interpreter: "php",
        options: " -n",
        probe: &["-n", "-r", "exit(function_exists('openssl_encrypt') ? 0 : 1);"],
        frame: |frame| format!("<?php const FRAME = '{}'; ?>", frame.replace('\'', "\\'")),
    },
    Script {
        name: "Python, the same sealed job",
        source: "sealed.py",
        interpreter: "python3",
        options: " -I",
        probe: &["-I", "-c", "import cryptography.hazmat.primitives.ciphers.aead"],
        frame: |frame| format!("FRAME = {frame:?}\n"),
    },
];

fn scripts(place: &Path, page: &str, lacking: &mut Vec<String>) -> Vec<Program> {
    let frame = frame(page);
    let mut written = Vec::new();
    for script in &SCRIPTS {
        let can = find(script.interpreter).filter(|path| {
            Command::new(path).args(script.probe).status().is_ok_and(|s| s.success())
        });
        let Some(interpreter) = can else {
            lacking.push(format!("{}: no {} that can", script.name, script.interpreter));
            continue;
        };
        let source = fs::read_to_string(in_repository(script.source)).unwrap_or_default();
        let interpreter = itself(interpreter);
        let start = format!("#!{}{}\n", interpreter.display(), script.options);
        let file = place.join(script.source);
        let text = [start, (script.frame)(&frame), source].concat();
        let made = fs::File::create(&file).and_then(|mut out| out.write_all(text.as_bytes()));
        made.unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let _ = fs::set_permissions(&file, Permissions::from_mode(0o755));
        written.push(Program::new(script.name, file, "").script().served());
    }
    written
}

/// The interpreter that finally starts. The file that is found first may be a script that chooses
/// one.
fn itself(interpreter: PathBuf) -> PathBuf {
    let asked =
        Command::new(&interpreter).args(["-c", "import sys; print(sys.executable)"]).output();
    let told = asked.ok().filter(|output| output.status.success());
    let path = told.map(|output| PathBuf::from(String::from_utf8_lossy(&output.stdout).trim()));
    path.filter(|path| path.is_file()).unwrap_or(interpreter)
}

/// Parlour's page with its status and its squares left out.
fn frame(page: &str) -> String {
    let body = page.split_once("\r\n\r\n").map_or(page, |(_, body)| body);
    let around = |text: &str, start: &str, end: &str, mark: &str| {
        let cut = text.split_once(start).and_then(|(before, rest)| {
            let (_, after) = rest.split_once(end)?;
            Some([before, start, mark, end, after].concat())
        });
        cut.unwrap_or_else(|| panic!("the page has no {start}"))
    };
    let body = around(body, "<p class=status id=\"Now\">", "</p>", "@STATUS@");
    around(&body, "<tr><td></td>", "</table>", "@BOARD@")
}
