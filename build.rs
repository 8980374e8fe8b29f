//! Prepares the files of pages: the style sheet without its comments, the style sheet of pictures
//! with its hash for the content security policy, and the table of pictures. To add a picture, add
//! a file to static/pictures. To add a style, add a sheet to static/styles.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

const PICTURE_START: &str = r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox=""#;
const PICTURE_END: &str = "</svg>";

/// The bytes of its hash that name a style sheet.
const VERSION_BYTES: usize = 4;

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=static");
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
    let sheet = without_comments(&fs::read_to_string("static/picture.css")?);
    let hash = STANDARD.encode(Sha256::digest(&sheet));
    let policy = format!("default-src 'none'; style-src 'sha256-{hash}'; frame-ancestors 'none'");
    let _ = writeln!(code, "/// The style sheet that stands in every picture.");
    let _ = writeln!(code, "pub const PICTURE_STYLE: &str = {sheet:?};");
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
    fs::write(Path::new(&out).join("assets.rs"), code)
}

/// The sheet of every page, and then the sheets of static/styles, sorted by name.
fn page_style() -> io::Result<String> {
    let sheets = files("static/styles")?.into_iter().map(|(_, path)| path);
    let all = std::iter::once(PathBuf::from("static/style.css")).chain(sheets);
    let sent = |path| Ok(without_comments(&fs::read_to_string(path)?));
    let sheet: io::Result<String> = all.map(sent).collect();
    Ok(with_short_names(&sheet?))
}

/// The style sheet with its properties called `--a`, `--b` and so on, the most frequent ones first.
fn with_short_names(css: &str) -> String {
    let length = |text: &str| text.find(|c: char| !c.is_ascii_lowercase()).unwrap_or(text.len());
    let pieces = || css.split("--").skip(1).map(|piece| piece.split_at(length(piece)));
    let mut uses: BTreeMap<&str, usize> = BTreeMap::new();
    pieces().for_each(|(name, _)| *uses.entry(name).or_default() += 1);
    let mut names: Vec<&str> = uses.keys().copied().collect();
    names.sort_by_key(|name| Reverse(uses[name]));
    let mut short = css.split("--").next().unwrap_or_default().to_owned();
    for (name, rest) in pieces() {
        let number = names.iter().position(|known| *known == name).unwrap_or_default();
        let letter = |number: usize| char::from(b"abcdefghijklmnopqrstuvwxyz"[number % 26]);
        let first = (number >= 26).then(|| letter(number / 26 - 1));
        short.extend(["--".to_owned(), first.into_iter().chain([letter(number)]).collect()]);
        short.push_str(rest);
    }
    short
}

/// A style sheet without comments, line ends and the spaces beside punctuation. Its strings must
/// not contain `/*` or a quotation mark, and it must not use `*` as a descendant.
fn without_comments(css: &str) -> String {
    let mut kept = String::new();
    let mut rest = css;
    while let Some((before, after)) = rest.split_once("/*") {
        kept.push_str(before);
        rest = after.split_once("*/").map_or("", |(_, after)| after);
    }
    kept.push_str(rest);
    let mut style = String::new();
    for line in kept.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let joins = style.ends_with(['{', '}', ';', ',']) || style.is_empty();
        if !joins && !line.starts_with('}') {
            style.push(' ');
        }
        style.push_str(line);
    }
    let tighter = [
        (" > ", ">"),
        (" { ", "{"),
        (" {", "{"),
        (" }", "}"),
        ("} ", "}"),
        (": ", ":"),
        (", ", ","),
        ("; ", ";"),
        (";}", "}"),
        (" / ", "/"),
        (" * ", "*"),
        (" ~ ", "~"),
        ("(> ", "(>"),
        (" !", "!"),
        ("@media (", "@media("),
    ];
    let tightened = |text: &str| {
        tighter.iter().fold(text.to_owned(), |text, (wide, tight)| text.replace(wide, tight))
    };
    // Every second piece is a string and stays as it is.
    let pieces = style.split('"').enumerate();
    let pieces =
        pieces.map(|(at, text)| if at % 2 == 0 { tightened(text) } else { text.to_owned() });
    pieces.collect::<Vec<_>>().join("\"")
}

/// The name, view box and shapes of every picture. A file is one svg element with the start above.
/// It may show other pictures with `<use href="#NAME"/>`; a page that shows it has those, too. A
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
