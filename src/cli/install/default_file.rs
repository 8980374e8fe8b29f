//! The default key file of a copy.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// The directory of key files.
pub const KEY_DIRECTORY: &str = "/etc/parlour";

/// The default key file of a copy.
pub fn default_key_file(copy: &Path) -> PathBuf {
    Path::new(KEY_DIRECTORY).join(key_file_name(copy))
}

/// A name that no other copy has: the path of the copy with dots for slashes, such as
/// `usr.lib.cgi-bin.parlour.key`. Unusual characters are percent-encoded.
fn key_file_name(copy: &Path) -> String {
    let mut name = String::new();
    let relative = copy.strip_prefix("/").unwrap_or(copy);
    for byte in OsStr::as_bytes(relative.as_os_str()) {
        match byte {
            b'/' => name.push('.'),
            byte if byte.is_ascii_alphanumeric() || b"-_".contains(byte) => {
                name.push(char::from(*byte));
            }
            byte => name += &format!("%{byte:02x}"),
        }
    }
    name + ".key"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_copy_has_a_key_file_of_its_own() {
        let names = [
            ("/usr/lib/cgi-bin/parlour", "usr.lib.cgi-bin.parlour.key"),
            ("/usr/lib/cgi/bin/parlour", "usr.lib.cgi.bin.parlour.key"),
            ("/usr/lib/cgi.bin/parlour", "usr.lib.cgi%2ebin.parlour.key"),
            ("/a b/%/\u{e4}.cgi", "a%20b.%25.%c3%a4%2ecgi.key"),
        ];
        for (copy, name) in names {
            assert_eq!(key_file_name(Path::new(copy)), name);
        }
    }
}
