//! The error log of a web server on this machine. It often explains a fault better than a look from
//! outside.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;
use std::time::Duration;

/// The error logs of web servers on Debian, Fedora and their derivatives.
const LOGS: [&str; 5] = [
    "/var/log/apache2/error.log",
    "/var/log/httpd/error_log",
    "/var/log/lighttpd/error.log",
    "/var/log/nginx/error.log",
    "/var/log/caddy/error.log",
];
/// The most age of a log that is about the last request.
const AGE_MAX: Duration = Duration::from_secs(10);
/// The bytes to read of its end.
const END_BYTES: u64 = 1 << 14;
/// The most characters to show of a line.
const LINE_CHARS_MAX: usize = 300;

/// The newest line about the program at this path of a URL, if the log is readable and recent.
pub fn last_line_about(path: &str) -> Option<String> {
    LOGS.iter().find_map(|log| last_line_of(Path::new(log), path))
}

fn last_line_of(log: &Path, path: &str) -> Option<String> {
    let mut file = File::open(log).ok()?;
    let metadata = file.metadata().ok()?;
    let age = metadata.modified().ok()?.elapsed().unwrap_or_default();
    if age > AGE_MAX {
        return None;
    }
    file.seek(SeekFrom::Start(metadata.len().saturating_sub(END_BYTES))).ok()?;
    let mut end = Vec::new();
    file.take(END_BYTES).read_to_end(&mut end).ok()?;
    let name = path.rsplit('/').next().filter(|name| !name.is_empty()).unwrap_or("parlour");
    let text = String::from_utf8_lossy(&end);
    let is_about = |line: &&str| line.contains("parlour: ") || line.contains(name);
    let line = text.lines().rev().find(is_about)?;
    Some(line.chars().take(LINE_CHARS_MAX).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::time::SystemTime;

    #[test]
    fn the_newest_line_about_the_program_is_shown_while_it_is_new() {
        let log = std::env::temp_dir().join(format!("parlour-log-{}", std::process::id()));
        let path = "/cgi-bin/games";
        let last = |text: &str| {
            fs::write(&log, text).unwrap();
            last_line_of(&log, path)
        };
        assert_eq!(last(""), None);
        assert_eq!(last("a line about something else\n"), None);
        let two = "old: /cgi-bin/games\nparlour: the key file /x cannot be used\nother\n";
        assert_eq!(last(two).as_deref(), Some("parlour: the key file /x cannot be used"));
        let long = format!("{}\n{two}", "x".repeat(END_BYTES as usize));
        assert!(last(&long).is_some());
        let hour = Duration::from_secs(3600);
        let file = File::options().write(true).open(&log).unwrap();
        file.set_modified(SystemTime::now() - hour).unwrap();
        assert_eq!(last_line_of(&log, path), None, "it is old");
        fs::remove_file(&log).unwrap();
        assert_eq!(last_line_of(&log, path), None);
    }
}
