//! The web servers that run on this machine, as far as `/proc` shows them.

use std::fs;

/// The names of programs that run CGI programs, as in `/proc/PID/comm`. nginx and Caddy let other
/// programs do that.
const NAMES: [&str; 9] =
    ["apache2", "httpd", "lighttpd", "fcgiwrap", "uwsgi", "h2o", "mini_httpd", "thttpd", "busybox"];

/// A process of a web server that does not run as root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Server {
    /// The name of its program.
    pub name: String,
    /// The number of its group.
    pub group: u32,
    /// True if no program that it starts gets a group by its mode.
    pub has_no_new_privileges: bool,
}

/// The running web servers.
pub fn running() -> Vec<Server> {
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
    let status = |entry: fs::DirEntry| fs::read_to_string(entry.path().join("status")).ok();
    processes.filter_map(status).filter_map(|status| read(&status)).collect()
}

/// Reads a web server from its `/proc/PID/status` (proc_pid_status(5)).
fn read(status: &str) -> Option<Server> {
    let line = |name: &str| {
        let rest = status.lines().find_map(|line| line.strip_prefix(name))?;
        Some(rest.trim_start_matches(':').trim())
    };
    // The second number is the effective one.
    let effective = |name| line(name)?.split_whitespace().nth(1)?.parse::<u32>().ok();
    let name = line("Name")?.to_owned();
    let is_server = NAMES.contains(&&*name) && effective("Uid")? != 0;
    is_server.then_some(Server {
        name,
        group: effective("Gid")?,
        has_no_new_privileges: line("NoNewPrivs") == Some("1"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_is_told_by_its_status() {
        let status = |name: &str, user: u32, flag: u8| {
            format!(
                "Name:\t{name}\nUmask:\t0022\nUid:\t0\t{user}\t0\t0\nGid:\t0\t33\t0\t0\nNoNewPrivs:\t{flag}\n"
            )
        };
        let server = |has_no_new_privileges| Server {
            name: "lighttpd".to_owned(),
            group: 33,
            has_no_new_privileges,
        };
        assert_eq!(read(&status("lighttpd", 33, 0)), Some(server(false)));
        assert_eq!(read(&status("lighttpd", 33, 1)), Some(server(true)));
        assert_eq!(read(&status("lighttpd", 0, 1)), None, "it runs as root");
        assert_eq!(read(&status("bash", 33, 1)), None);
        assert_eq!(read(""), None);
    }
}
