//! Prepares the files of pages: the style sheet without its comments, the style sheet of pictures
//! with its hash for the content security policy, the table of pictures, and the table of letters that look
//! alike. To add a picture, add
//! a file to static/pictures. To add a style, add a sheet to static/styles.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};
use unicode_normalization::UnicodeNormalization;
use unicode_security::skeleton;

#[path = "src/table/letter.rs"]
mod letter;

const PICTURE_START: &str = r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox=""#;
const PICTURE_END: &str = "</svg>";

/// The bytes of its hash that name a style sheet.
const VERSION_BYTES: usize = 4;

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=static");
    println!("cargo::rerun-if-changed=src/table/letter.rs");
    let mut code = String::new();
    let sheet = page_style()?;
    let digest = Sha256::digest(&sheet);
    let version = digest
        .iter()
        .take(VERSION_BYTES)
        .fold(String::new(), |hex, byte| format!("{hex}{byte:02x}"));
    let _ = writeln!(code, "/// The style sheet of every page.");
    let _ = writeln!(code, "pub const STYLE: &str = {sheet:?};");
    let _ = writeln!(code, "/// The beginning of its hash: a sheet that changes has another one.");
    let _ = writeln!(code, "pub const STYLE_VERSION: &str = {version:?};");
    let picture_sheet = without_comments(&fs::read_to_string("static/picture.css")?);
    let hash = STANDARD.encode(Sha256::digest(&picture_sheet));
    let policy = format!("default-src 'none'; style-src 'sha256-{hash}'; frame-ancestors 'none'");
    let _ = writeln!(code, "/// The style sheet that stands in every picture.");
    let _ = writeln!(code, "pub const PICTURE_STYLE: &str = {picture_sheet:?};");
    let _ = writeln!(code, "/// What a picture may load and do: it has its style, by the hash.");
    let _ = writeln!(code, "pub const PICTURE_POLICY: &str = {policy:?};");
    // A `match`, not a static table: the program would have to relocate a table at every start.
    let _ = writeln!(code, "/// View box and shapes of the picture of this name.");
    let _ = writeln!(code, "pub fn picture(name: &str) -> Option<(&'static str, &'static str)> {{");
    let _ = writeln!(code, "Some(match name {{");
    for (name, view_box, shapes) in pictures()? {
        let _ = writeln!(code, "{name:?} => ({view_box:?}, {shapes:?}),");
    }
    let _ = writeln!(code, "_ => return None,\n}})\n}}");
    let out = env::var_os("OUT_DIR").unwrap_or_default();
    fs::write(Path::new(&out).join("looks.rs"), looks())?;
    fs::write(Path::new(&out).join("assets.rs"), code)
}

/// The table of looks: each part of a letter or digit of a name that looks like another, and the letters
/// that stand for it.
fn looks() -> String {
    let (mut table, mut letters) = (String::new(), String::new());
    // Names are taken apart, and their case changes, before the table is asked.
    let of_names = ('0'..=char::MAX).filter(|c| c.is_ascii_digit() || letter::is_letter(*c));
    let cases = of_names.flat_map(|c| c.to_lowercase().chain(c.to_uppercase()).chain([c]));
    for c in cases.nfd().collect::<BTreeSet<char>>() {
        let prototype: String = skeleton(c.encode_utf8(&mut [0; 4])).collect();
        if prototype.chars().ne([c]) {
            let _ = write!(table, "({c:?}, {}), ", letters.len());
            letters.push_str(&prototype);
        }
    }
    let mut code = String::new();
    let _ = writeln!(code, "/// Letters, and where their prototypes begin.");
    let _ = writeln!(code, "const PROTOTYPES: &[(char, u16)] = &[{table}];");
    let _ = writeln!(code, "/// The prototypes, one behind the other.");
    let _ = writeln!(code, "const PROTOTYPE_LETTERS: &str = {letters:?};");
    code
}

/// The sheet of every page, and then the sheets of static/styles, sorted by name.
fn page_style() -> io::Result<String> {
    let sheets = files("static/styles")?.into_iter().map(|(_, path)| path);
    let all = std::iter::once(PathBuf::from("static/style.css")).chain(sheets);
    let sent = |path| Ok(without_comments(&fs::read_to_string(path)?));
    all.map(sent).collect()
}

/// A style sheet without comments and the spaces that nothing needs. Its strings must not contain `/*`,
/// and each of its lines ends a selector, a value or a rule.
fn without_comments(css: &str) -> String {
    let mut kept = String::new();
    let mut rest = css;
    while let Some((before, after)) = rest.split_once("/*") {
        kept.push_str(before);
        rest = after.split_once("*/").map_or("", |(_, after)| after);
    }
    kept.push_str(rest);
    let sheet = kept.lines().map(str::trim).fold(String::new(), |sheet, line| sheet + line);
    [
        (": ", ":"),
        (", ", ","),
        (" > ", ">"),
        (" ~ ", "~"),
        ("@media (", "@media("),
        (" {", "{"),
        ("{ ", "{"),
        (" }", "}"),
        (";}", "}"),
    ]
    .iter()
    .fold(sheet, |sheet, (spaced, joined)| sheet.replace(spaced, joined))
}

/// The name, view box and shapes of every picture. A file is one svg element with the start above.
/// It may show other pictures with `<use href="#NAME"/>`; a page that shows it has those, too. In the
/// picture of a card `~` is the letter of its suit, so the shapes say the suit without a style sheet. A
/// picture that only recolours another one has an empty view box.
fn pictures() -> io::Result<Vec<(String, String, String)>> {
    let mut pictures = Vec::new();
    for (name, path) in files("static/pictures")? {
        let text = fs::read_to_string(path)?;
        let (view_box, shapes) = text
            .trim()
            .strip_prefix(PICTURE_START)
            .and_then(|rest| rest.strip_suffix(PICTURE_END))
            .and_then(|rest| rest.split_once("\">"))
            .ok_or_else(|| io::Error::other(format!("{name}: not a picture")))?;
        pictures.push((name, view_box.to_owned(), shapes.to_owned()));
    }
    Ok(pictures)
}

/// The name without ending, and the path, of every file in a directory, sorted by name.
fn files(directory: &str) -> io::Result<Vec<(String, PathBuf)>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        files.push((path.file_stem().unwrap_or_default().to_string_lossy().into_owned(), path));
    }
    files.sort();
    Ok(files)
}
