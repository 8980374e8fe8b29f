//! The programs that are measured: a fixed page in C, Parlour, and a script that does the same.

use parlour::games::GAMES;
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use support::click::Asked;
use support::floor;
use support::process::find;
use support::repository;
use support::static_build::{self, TARGET};

/// The name of the program that everything is compared with.
pub const FLOOR: &str = "C, fixed page, static musl";

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
        let mut queries = page.split("href=\"").filter_map(|text| {
            let link = text.split('"').next()?;
            link.split_once('?').map(|(_, query)| query)
        });
        let query = queries.find(|query| query.ends_with("#now"))?;
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
    let mut programs = Vec::new();
    match floor(&place, &page) {
        Some(floor) => programs.push(floor),
        None => lacking.push(format!("{FLOOR}: no C compiler")),
    }
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
    match script(&place, &page) {
        Some(script) => programs.push(script),
        None => lacking.push(format!("the script: no {INTERPRETER} with the package cryptography")),
    }
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

fn in_repository(name: &str) -> PathBuf {
    repository::file("benches/click/programs").join(name)
}

/// A program in C that writes this page.
fn floor(place: &Path, page: &str) -> Option<Program> {
    let file = floor::static_musl(place, page)?;
    Some(Program::new(FLOOR, copy_of(&file, &place.join("copies")), "").served())
}

/// The interpreter of the script, and a command that it must be able to run.
const INTERPRETER: &str = "python3";
const PROBE: [&str; 3] = ["-I", "-c", "import cryptography.hazmat.primitives.ciphers.aead"];

/// The script that does the same job. Its first lines are its interpreter and the page around its
/// board.
fn script(place: &Path, page: &str) -> Option<Program> {
    let can = |path: &PathBuf| Command::new(path).args(PROBE).status().is_ok_and(|s| s.success());
    let interpreter = itself(find(INTERPRETER).filter(can)?);
    let source = fs::read_to_string(in_repository("script.py")).expect("the script");
    let start = format!("#!{} -I\nFRAME = {:?}\n", interpreter.display(), frame(page));
    let file = place.join("script.py");
    fs::write(&file, start + &source).expect("a copy of the script");
    fs::set_permissions(&file, Permissions::from_mode(0o755)).expect("its mode");
    Some(Program::new("Python, the same sealed job", file, "").script().served())
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
