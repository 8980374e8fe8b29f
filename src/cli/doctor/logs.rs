//! The error logs of the web servers on this machine. They often explain a fault better than a look
//! from outside.

use std::fs::{self, File};
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::Duration;

/// The directories in which web servers keep their logs.
const DIRECTORIES: [&str; 6] = [
    "/var/log/apache2",
    "/var/log/httpd",
    "/var/log/nginx",
    "/var/log/lighttpd",
    "/var/log/caddy",
    "/var/log/suexec",
];
/// The greatest number of new bytes to read from a log, and of lines to show.
const NEW_BYTES_MAX: u64 = 1 << 16;
const LINES_MAX: usize = 12;
/// The time for which a server writes its log after a response.
const LOG_TIME: Duration = Duration::from_millis(300);

/// The logs, and the length of each at one moment.
#[derive(Debug)]
pub struct Logs(Vec<(PathBuf, u64)>);

impl Logs {
    /// The error logs that are found, and these.
    pub fn now(others: &[PathBuf]) -> Self {
        let mut paths = others.to_vec();
        for directory in DIRECTORIES {
            let entries = fs::read_dir(directory).into_iter().flatten().flatten();
            // An access log has the links of all players.
            let is_of_errors = |path: &PathBuf| {
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                (name.contains("error") || name.contains("suexec")) && !name.ends_with(".gz")
            };
            paths.extend(entries.map(|entry| entry.path()).filter(is_of_errors));
        }
        let length = |path: &Path| fs::metadata(path).map_or(0, |log| log.len());
        Logs(paths.into_iter().map(|path| (path.clone(), length(&path))).collect())
    }

    /// The lines since that moment, each after the path of its log.
    pub fn new_lines(&self) -> Vec<String> {
        sleep(LOG_TIME);
        let mut lines = Vec::new();
        for (path, end) in &self.0 {
            let new = lines_after(path, *end).unwrap_or_default();
            for line in new {
                let line = format!("{}: {}", path.display(), without_links(&line));
                // A program without a key says so at each request.
                if !lines.contains(&line) {
                    lines.push(line);
                }
            }
        }
        let older = lines.len().saturating_sub(LINES_MAX);
        lines.drain(..older);
        lines
    }
}

/// A line without what follows the `?` of an address, and without a token elsewhere: other visitors may have
/// been there meanwhile, and people show such lines to others.
fn without_links(line: &str) -> String {
    let is_end = |c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '`' | '<' | '>' | ',');
    let mut text = String::new();
    let mut rest = line;
    while let Some(place) =
        [rest.find('?'), rest.find("s=AQ"), rest.find("&c=")].into_iter().flatten().min()
    {
        let (before, link) = rest.split_at(place);
        let end = link.find(is_end).unwrap_or(link.len());
        text += before;
        text += if end > 1 { "?…" } else { "?" };
        rest = &link[end..];
    }
    text + rest
}

fn lines_after(path: &Path, end: u64) -> Option<Vec<String>> {
    let mut log = File::open(path).ok()?;
    log.seek(SeekFrom::Start(end)).ok()?;
    let mut bytes = Vec::new();
    log.take(NEW_BYTES_MAX).read_to_end(&mut bytes).ok()?;
    Some(String::from_utf8_lossy(&bytes).lines().map(str::to_owned).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_link_of_a_visitor_is_shown() {
        for (line, shown) in [
            ("GET /x?s=AQab&c=pw HTTP/1.1", "GET /x?… HTTP/1.1"),
            (
                "referrer: \"http://h/x?s=AQab&c=pw\", host: \"h\"",
                "referrer: \"http://h/x?…\", host: \"h\"",
            ),
            ("args s=AQab&c=pw end", "args ?… end"),
            ("args g=eights&c=pw-pw", "args g=eights?…"),
            ("is it there? yes", "is it there? yes"),
            ("two: /a?b /c?d", "two: /a?… /c?…"),
        ] {
            assert_eq!(without_links(line), shown);
        }
    }

    #[test]
    fn only_lines_after_the_end_are_new() {
        let log = std::env::temp_dir().join(format!("parlour-log-{}", std::process::id()));
        fs::write(&log, "old\nnew\nnewer").unwrap();
        assert_eq!(lines_after(&log, 4).unwrap(), ["new", "newer"]);
        assert_eq!(lines_after(&log, 100).unwrap(), [""; 0]);
        fs::remove_file(&log).unwrap();
        assert_eq!(lines_after(&log, 0), None);
    }
}
