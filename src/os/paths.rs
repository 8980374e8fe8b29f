//! Relations between paths.

use std::path::{Path, PathBuf};

/// Returns true if a path is below a directory, or is that directory. Each of them counts as
/// written and with its symbolic links resolved.
pub fn lies_below(path: &Path, directory: &Path) -> bool {
    let directories = spellings(directory);
    spellings(path).iter().any(|path| directories.iter().any(|above| path.starts_with(above)))
}

/// A path as written and, if it exists, with its symbolic links resolved.
fn spellings(path: &Path) -> Vec<PathBuf> {
    let mut spellings = vec![path.to_path_buf()];
    spellings.extend(path.canonicalize());
    spellings
}
