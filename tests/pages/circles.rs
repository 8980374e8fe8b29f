//! No two files of src import each other in a circle, so a reader of one can read the other later.
//!
//! A folder's mod.rs counts as a file, so no file imports its folder's mod.rs that imports it.
//! Imports that are only for tests do not count.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use support::repository;

/// A module as the names on the way to it from the root of the crate.
type Module = Vec<String>;

/// A file of src that is part of the program.
struct File {
    /// Its path below src.
    name: String,
    module: Module,
    /// Its text without comments, literals and tests.
    code: String,
}

/// The files below a folder of src, with those of its folders.
fn files(folder: &Path, module: &[String]) -> Vec<File> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{folder:?}: {error}"));
    let mut files = Vec::new();
    for path in entries.map(|entry| entry.expect("an entry").path()) {
        let stem = path.file_stem().and_then(|stem| stem.to_str()).expect("a name");
        let below = [module, &[stem.to_owned()]].concat();
        if stem == "tests" || stem == "main" {
            continue;
        }
        if path.is_dir() {
            files.extend(self::files(&path, &below));
            continue;
        }
        let code = without_tests(&bare(&fs::read_to_string(&path).expect("a file of code")));
        let is_roots = stem == "mod" || stem == "lib";
        let name = path.strip_prefix(repository::file("src")).expect("a file below src");
        let module = if is_roots { module.to_vec() } else { below };
        files.push(File { name: name.display().to_string(), module, code });
    }
    files
}

/// The code with blanks for comments, texts and characters.
fn bare(code: &str) -> String {
    let mut bare = String::new();
    let mut rest = code;
    while let Some(next) = rest.chars().next() {
        let skipped = match next {
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |end| end + 2),
            'r' if rest.starts_with("r#\"") => rest.find("\"#").map_or(rest.len(), |end| end + 2),
            '"' => text_length(rest),
            '\'' => character_length(rest),
            _ => 0,
        };
        if skipped == 0 {
            bare.push(next);
        }
        rest = &rest[skipped.max(next.len_utf8())..];
    }
    bare
}

/// The length of a text with both its quotes.
fn text_length(code: &str) -> usize {
    let mut escaped = false;
    let end = code.char_indices().skip(1).find(|(_, c)| {
        let is_end = *c == '"' && !escaped;
        escaped = *c == '\\' && !escaped;
        is_end
    });
    end.map_or(code.len(), |(at, _)| at + 1)
}

/// The length of a character with both its quotes; one for the quote of a lifetime.
fn character_length(code: &str) -> usize {
    let inside = &code[1..];
    let length = match inside.strip_prefix('\\') {
        Some(escaped) => escaped[1..].find('\'').map(|end| end + 2),
        None => inside.chars().next().map(char::len_utf8),
    };
    match length.filter(|length| inside[*length..].starts_with('\'')) {
        Some(length) => length + 2,
        None => 1,
    }
}

/// The code without modules that are there for tests only.
fn without_tests(code: &str) -> String {
    let mut kept = String::new();
    let mut rest = code;
    while let Some((before, after)) = rest.split_once("#[cfg(test)]") {
        kept.push_str(before);
        let end = after.find([';', '{']).unwrap_or(after.len());
        let is_block = after[end..].starts_with('{');
        rest = &after[if is_block { end + block_length(&after[end..]) } else { end }..];
    }
    kept + rest
}

/// The length of a block with both its braces.
fn block_length(code: &str) -> usize {
    let mut depth = 0;
    let end = code.char_indices().find(|(_, c)| {
        depth += i32::from(*c == '{') - i32::from(*c == '}');
        depth == 0
    });
    end.map_or(code.len(), |(at, _)| at + 1)
}

/// Every path in the code, as its names, and how many modules of the file itself are around it.
fn paths(code: &str) -> Vec<(Module, usize)> {
    let mut paths = Vec::new();
    // The open braces, each with true if it belongs to a module.
    let mut open: Vec<bool> = Vec::new();
    let mut rest = code;
    let mut before = String::new();
    while let Some(next) = rest.chars().next() {
        let name_length = name_length(rest);
        if name_length > 0 {
            let length = if before.ends_with("::") { 0 } else { path_length(rest) };
            let depth = open.iter().filter(|is_module| **is_module).count();
            let tree = &rest[..length];
            paths.extend(unfolded(tree).into_iter().map(|path| (path, depth)));
            before = rest[..length.max(name_length)].to_owned();
            rest = &rest[length.max(name_length)..];
            continue;
        }
        match next {
            '{' => open.push(is_module_head(code, rest)),
            '}' => drop(open.pop()),
            _ => {}
        }
        before.push(next);
        rest = &rest[next.len_utf8()..];
    }
    paths
}

/// Returns true if `mod name` is before this place.
fn is_module_head(code: &str, rest: &str) -> bool {
    let before = &code[..code.len() - rest.len()];
    let mut words = before.rsplit(|c: char| c.is_whitespace()).filter(|word| !word.is_empty());
    words.nth(1) == Some("mod")
}

fn name_length(code: &str) -> usize {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    code.find(|c: char| !is_part(c)).unwrap_or(code.len())
}

/// The length of a path with the names imported from it. Zero if there is only a name.
fn path_length(code: &str) -> usize {
    let mut length = name_length(code);
    let mut parts = 1;
    while let Some(more) = code[length..].strip_prefix("::") {
        parts += 1;
        length += 2 + match name_length(more) {
            0 if more.starts_with('{') => block_length(more),
            length => length,
        };
        if name_length(more) == 0 {
            break;
        }
    }
    if parts > 1 { length } else { 0 }
}

/// `a::{b, c::d}` as `a::b` and `a::c::d`.
fn unfolded(tree: &str) -> Vec<Module> {
    let tree = tree.trim();
    let names = |text: &str| -> Module {
        let names = text.split("::").map(|name| name.split(" as ").next().unwrap_or(name).trim());
        names.filter(|name| !name.is_empty()).map(str::to_owned).collect()
    };
    let Some((start, group)) = tree.split_once('{') else {
        return if tree.is_empty() { Vec::new() } else { vec![names(tree)] };
    };
    let group = &group[..group.rfind('}').unwrap_or(group.len())];
    let mut depth = 0;
    let parts = group.split(|c: char| {
        depth += i32::from(c == '{') - i32::from(c == '}');
        c == ',' && depth == 0
    });
    let start = names(start);
    parts.flat_map(unfolded).map(|end| [start.clone(), end].concat()).collect()
}

/// The file that a path in this file leads to. `None` if it leads out of the crate.
fn target<'f>(file: &File, path: &[String], depth: usize, files: &'f [File]) -> Option<&'f File> {
    let mut names = path.iter();
    let mut module = file.module.clone();
    // A module of the file itself has no name here; its own super is the file.
    let mut inside = depth;
    let rest: Vec<String> = match path.first().map(String::as_str) {
        Some("crate") => {
            module.clear();
            names.skip(1).cloned().collect()
        }
        Some("self") => names.skip(1).cloned().collect(),
        Some("super") => {
            while names.as_slice().first().is_some_and(|name| name == "super") {
                names.next();
                if inside > 0 {
                    inside -= 1;
                } else {
                    module.pop();
                }
            }
            names.cloned().collect()
        }
        _ => path.to_vec(),
    };
    let starts_here = !matches!(path.first().map(String::as_str), Some("crate" | "self" | "super"));
    let whole = [&module[..], &rest].concat();
    // A path that starts with a plain name leads to a module below this one, or out of the crate.
    let least = if starts_here { file.module.len() + 1 } else { 0 };
    let lengths = (least..=whole.len()).rev();
    lengths.filter_map(|length| files.iter().find(|f| f.module == whole[..length])).next()
}

/// The files that each file imports.
fn imports(files: &[File]) -> BTreeMap<&str, BTreeSet<&str>> {
    let of = |file: &File| -> BTreeSet<&str> {
        let paths = paths(&file.code).into_iter();
        let targets = paths.filter_map(|(path, depth)| target(file, &path, depth, files));
        let names = targets.map(|target| target.name.as_str());
        names.filter(|name| *name != file.name).collect()
    };
    files.iter().map(|file| (file.name.as_str(), of(file))).collect()
}

/// A way from a file back to itself, if there is one.
fn circle<'f>(
    imports: &BTreeMap<&'f str, BTreeSet<&'f str>>,
    start: &'f str,
) -> Option<Vec<&'f str>> {
    let mut ways = vec![vec![start]];
    let mut seen = BTreeSet::new();
    while let Some(way) = ways.pop() {
        for next in &imports[way[way.len() - 1]] {
            if *next == start {
                return Some([way, vec![start]].concat());
            }
            if seen.insert(*next) {
                ways.push([&way[..], &[next]].concat());
            }
        }
    }
    None
}

#[test]
fn no_two_files_import_each_other_in_a_circle() {
    let files = files(&repository::file("src"), &[]);
    let imports = imports(&files);
    let count: usize = imports.values().map(BTreeSet::len).sum();
    assert!(files.len() > 80 && count > 300, "{} files with {count} imports", files.len());
    let circles = imports.keys().filter_map(|start| circle(&imports, start));
    let circles: BTreeSet<String> = circles.map(|way| way.join(" -> ")).collect();
    assert!(circles.is_empty(), "{circles:#?}");
}

#[test]
fn imports_are_found_however_they_are_written() {
    let file = |name: &str, module: &[&str], code: &str| File {
        name: name.to_owned(),
        module: module.iter().map(|name| (*name).to_owned()).collect(),
        code: without_tests(&bare(code)),
    };
    let files = [
        file("lib.rs", &[], "pub mod a; pub mod b;"),
        file(
            "a/mod.rs",
            &["a"],
            "mod c; mod d; pub mod prelude { pub use super::d::X; } use c::Y; // crate::b::Z",
        ),
        file(
            "a/c.rs",
            &["a", "c"],
            "use super::{d, Own}; fn f() { crate::b::g('\"', \"crate::a\") }",
        ),
        file("a/d.rs", &["a", "d"], "use std::fmt; #[cfg(test)] mod tests { use crate::b; }"),
        file("b.rs", &["b"], "use crate::{a::{c::Y as Z, d}, b::own};"),
    ];
    let imports = imports(&files);
    let of = |name: &str| imports[name].iter().copied().collect::<Vec<_>>().join(" ");
    assert_eq!(of("lib.rs"), "");
    assert_eq!(of("a/mod.rs"), "a/c.rs a/d.rs");
    assert_eq!(of("a/c.rs"), "a/d.rs a/mod.rs b.rs");
    assert_eq!(of("a/d.rs"), "");
    assert_eq!(of("b.rs"), "a/c.rs a/d.rs");
    let way = circle(&imports, "a/mod.rs").unwrap_or_default();
    assert!(way.starts_with(&["a/mod.rs", "a/c.rs"]) && way.ends_with(&["a/mod.rs"]), "{way:?}");
}
