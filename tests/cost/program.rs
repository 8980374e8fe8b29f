//! The program as `cargo static` builds it, and what it does.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use support::click::as_server;
use support::count;
use support::process::{as_root, command};
use support::static_build;

/// Deals of 16 tiles and of 64.
pub const SMALL: &str = "g=concentration&seed=a+click";
pub const LARGE: &str = "g=concentration&seed=a+click&size=8x8";

/// The executable.
pub struct Program {
    path: PathBuf,
}

/// Builds it; nothing if this machine has no standard library for its target.
pub fn build() -> Option<Program> {
    static_build::program().map(|path| Program { path })
}

impl Program {
    /// The bytes of the file.
    pub fn size(&self) -> u64 {
        fs::metadata(&self.path).expect("the executable").len()
    }

    /// The query of a click in the middle of a deal: it turns the second tile.
    pub fn click(&self, deal: &str) -> String {
        self.last_of(deal, &["turn=1", "turn=2"])
    }

    /// The query of the last of these requests, made one after the other in a deal.
    pub fn last_of(&self, deal: &str, requests: &[&str]) -> String {
        requests.iter().fold(deal.to_owned(), |query, request| {
            let page = self.answer(&query);
            let end = format!("&{request}#now");
            let links = page.split('"').filter_map(|text| text.strip_prefix("?s="));
            let chosen = links.filter_map(|link| link.strip_suffix(&end)).next();
            format!("s={}&{request}", chosen.unwrap_or_else(|| panic!("no link {end}")))
        })
    }

    /// The response to a query.
    pub fn answer(&self, query: &str) -> String {
        let mut program = Command::new(&self.path);
        let output = as_server(&mut program, query).output().expect("the program runs");
        String::from_utf8(output.stdout).expect("a page is text")
    }

    /// The response to a query of a copy that installed itself in a root directory of its own.
    pub fn answer_alone(&self, query: &str) -> String {
        let root = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("empty-root");
        let _ = fs::remove_dir_all(&root);
        fs::create_dir_all(&root).expect("a directory");
        // By another process: what this one has open for writing cannot be run.
        let copied = command("cp").arg(&self.path).arg(root.join("program")).status();
        assert!(copied.is_ok_and(|status| status.success()), "no copy");
        let run = |words: &[&str]| {
            let mut command = as_root("chroot");
            command.arg(&root).args(words).stdout(Stdio::piped()).stderr(Stdio::piped());
            command
        };
        let installed = run(&["/program", "install", "/parlour"]).env_clear().output();
        let installed = installed.expect("chroot runs");
        assert!(installed.status.success(), "{}", String::from_utf8_lossy(&installed.stderr));
        let mut click = run(&["/parlour"]);
        let output = as_server(&mut click, query).env_remove("PARLOUR_KEY").output();
        let names = fs::read_dir(&root).expect("a directory").count();
        assert_eq!(names, 2, "there are other files");
        String::from_utf8(output.expect("chroot runs").stdout).expect("a page is text")
    }

    /// The system calls of a click, by name; the one that ends it is not among them.
    pub fn system_calls(&self, query: &str) -> Vec<String> {
        count::system_calls(&self.path, query).expect("strace runs")
    }

    /// The instructions of a click.
    pub fn instructions(&self, query: &str) -> u64 {
        count::instructions(&self.path, query).expect("a count")
    }

    /// The lines of machine code that have this instruction.
    pub fn code_with(&self, instruction: &str) -> Vec<String> {
        let code = count::machine_code(&self.path).expect("objdump runs");
        assert!(code.lines().count() > 100_000, "the whole program is taken apart");
        count::lines_with(&code, instruction).into_iter().map(str::to_owned).collect()
    }
}
