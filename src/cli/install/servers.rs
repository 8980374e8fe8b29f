//! The web servers on this machine that `/proc` shows.

use crate::os::trust::{self, Trusted};
use std::fs;
use std::path::{Path, PathBuf};

/// The file names of programs that run CGI programs. nginx and Caddy let other programs do that.
const NAMES: [&str; 9] =
    ["apache2", "httpd", "lighttpd", "fcgiwrap", "uwsgi", "h2o", "mini_httpd", "thttpd", "busybox"];
/// The first number of a person's account, and the number of the user `nobody`.
const FIRST_PERSON: u32 = 1000;
const NOBODY: u32 = 65534;
/// The end of the path of a program that an upgrade has replaced (proc_pid_exe(5)).
const REPLACED: &str = " (deleted)";

/// A process of a web server that does not run as root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Server {
    /// The name of its program.
    pub name: String,
    /// The root directory that it sees.
    pub root: PathBuf,
    /// The number of its group.
    pub group: u32,
    /// True if no program that it starts gets a group by its mode.
    pub has_no_new_privileges: bool,
}

/// The running web servers. Any user can give a process any name, and run a web server themselves.
/// So only a program that root alone can change counts, if a service's user runs it.
pub fn running() -> Vec<Server> {
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
    processes.filter_map(|process| server(&process.path())).collect()
}

fn server(process: &Path) -> Option<Server> {
    let program = fs::read_link(process.join("exe")).ok()?;
    let program = PathBuf::from(program.to_str()?.trim_end_matches(REPLACED));
    let name = program.file_name()?.to_str().filter(|name| NAMES.contains(name))?;
    let is_roots = trust::find_exposed(&program, Trusted::ROOT).is_ok_and(|found| found.is_none());
    let status = fs::read_to_string(process.join("status")).ok()?;
    if is_roots { read(name, process.join("root"), &status) } else { None }
}

/// Reads a web server of this name from its `/proc/PID/status` (proc_pid_status(5)).
fn read(name: &str, root: PathBuf, status: &str) -> Option<Server> {
    let line = |name: &str| {
        let rest = status.lines().find_map(|line| line.strip_prefix(name))?;
        Some(rest.trim_start_matches(':').trim())
    };
    // The second number is the effective one.
    let effective = |name| line(name)?.split_whitespace().nth(1)?.parse::<u32>().ok();
    let user = effective("Uid")?;
    ((1..FIRST_PERSON).contains(&user) || user == NOBODY).then_some(Server {
        name: name.to_owned(),
        root,
        group: effective("Gid")?,
        has_no_new_privileges: line("NoNewPrivs") == Some("1"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_is_told_by_its_status() {
        let status = |user: u32, flag: u8| {
            format!(
                "Name:\tx\nUmask:\t0022\nUid:\t0\t{user}\t0\t0\nGid:\t0\t33\t0\t0\nNoNewPrivs:\t{flag}\n"
            )
        };
        let read = |status: &str| read("lighttpd", PathBuf::new(), status);
        let server = |has_no_new_privileges| Server {
            name: "lighttpd".to_owned(),
            root: PathBuf::new(),
            group: 33,
            has_no_new_privileges,
        };
        assert_eq!(read(&status(33, 0)), Some(server(false)));
        assert_eq!(read(&status(33, 1)), Some(server(true)));
        assert_eq!(read(&status(0, 1)), None, "it runs as root");
        assert_eq!(read(&status(1001, 1)), None, "a person runs it");
        assert_eq!(read(""), None);
    }

    #[test]
    fn a_name_makes_no_server() {
        let place = std::env::temp_dir().join(format!("parlour-servers-{}", std::process::id()));
        fs::create_dir(&place).unwrap();
        let program = place.join("lighttpd");
        fs::write(&program, "").unwrap();
        fs::write(place.join("status"), "Uid:\t1\t33\nGid:\t1\t33\nNoNewPrivs:\t1\n").unwrap();
        let open = std::os::unix::fs::PermissionsExt::from_mode(0o777);
        fs::set_permissions(&place, open).unwrap();
        std::os::unix::fs::symlink(&program, place.join("exe")).unwrap();
        assert_eq!(server(&place), None);
        fs::remove_dir_all(&place).unwrap();
    }
}
