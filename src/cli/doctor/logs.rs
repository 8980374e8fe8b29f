//! The error logs of the web servers on this machine. They often explain a fault better than a look
//! from outside.

use super::client::Response;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};

/// The error logs of web servers on Debian, Fedora and their derivatives, each with the beginning of
/// the server's name in the header `Server`.
const LOGS: [(&str, &str); 7] = [
    ("Apache", "/var/log/apache2/suexec.log"),
    ("Apache", "/var/log/apache2/error.log"),
    ("Apache", "/var/log/httpd/suexec.log"),
    ("Apache", "/var/log/httpd/error_log"),
    ("lighttpd", "/var/log/lighttpd/error.log"),
    ("nginx", "/var/log/nginx/error.log"),
    ("Caddy", "/var/log/caddy/error.log"),
];
/// The greatest number of new bytes to read from a log.
const NEW_BYTES_MAX: u64 = 1 << 16;

/// The ends of all logs at one moment.
#[derive(Clone, Copy, Debug)]
pub struct Ends([u64; LOGS.len()]);

impl Ends {
    /// The ends at this moment.
    pub fn now() -> Self {
        Ends(LOGS.map(|(_, path)| std::fs::metadata(path).map_or(0, |log| log.len())))
    }

    /// The lines that the server of a response has logged since.
    pub fn new_lines(self, response: &Response) -> Vec<String> {
        let server = response.header("Server").unwrap_or_default();
        let logs = LOGS.iter().zip(self.0).filter(|((name, _), _)| server.starts_with(name));
        logs.flat_map(|((_, path), end)| lines_after(path, end).unwrap_or_default()).collect()
    }
}

fn lines_after(path: &str, end: u64) -> Option<Vec<String>> {
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
    fn only_lines_after_the_end_are_new() {
        let log = std::env::temp_dir().join(format!("parlour-log-{}", std::process::id()));
        std::fs::write(&log, "old\nnew\nnewer").unwrap();
        let path = log.to_str().unwrap();
        assert_eq!(lines_after(path, 4).unwrap(), ["new", "newer"]);
        assert_eq!(lines_after(path, 100).unwrap(), [""; 0]);
        std::fs::remove_file(&log).unwrap();
        assert_eq!(lines_after(path, 0), None);
    }
}
