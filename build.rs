//! Prepares what pages carry: the style sheets without their comments, their hashes for the content
//! security policy, and the table of pictures. So a page costs nothing to
//! style, a new picture is one new file in static/pictures, and the sheet of a new look one in
//! static/styles.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};
use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

const PICTURE_START: &str = r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox=""#;
const PICTURE_END: &str = "</svg>";

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=static");
    let mut code = String::new();
    let mut styles = styles()?;
    let style = styles.remove(0).1;
    let _ = writeln!(code, "/// The style sheet that stands in every page, and its hash.");
    let _ = writeln!(code, "pub const STYLE: (&str, &str) = {style:?};");
    let _ = writeln!(code, "/// The others, sorted by name: name, sheet and hash.");
    let _ = writeln!(code, "pub const STYLES: &[(&str, (&str, &str))] = &{styles:?};");
    // Not a table: the addresses in one would have to be written anew whenever the program starts.
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

/// Every style sheet as it is sent, and its hash as a content security policy has it: the one that
/// stands in every page and those in static/styles, sorted by name.
fn styles() -> io::Result<Vec<(String, (String, String))>> {
    let mut sheets = vec![("style".to_owned(), PathBuf::from("static/style.css"))];
    sheets.extend(files("static/styles")?);
    let read = |(name, path)| Ok((name, without_comments(&fs::read_to_string(path)?)));
    let mut sheets = sheets.into_iter().map(read).collect::<io::Result<Vec<_>>>()?;
    shorten_names(&mut sheets);
    let sent = |(name, sheet): (String, String)| {
        let hash = format!("'sha256-{}'", STANDARD.encode(Sha256::digest(&sheet)));
        (name, (sheet, hash))
    };
    Ok(sheets.into_iter().map(sent).collect())
}

/// The style sheet without comments, line ends and the spaces beside punctuation. It must hold no
/// string with `/*` in it, and no `*` that stands for any descendant.
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
        (" !", "!"),
    ];
    for (wide, tight) in tighter {
        style = style.replace(wide, tight);
    }
    style
}

/// Gives every custom property a name of one letter, the same in all sheets: they are a tenth of what
/// a page spends on its style.
fn shorten_names(sheets: &mut [(String, String)]) {
    let names = |sheet: &str| -> BTreeSet<String> {
        let after = sheet.split("--").skip(1);
        let name = |rest: &str| rest.chars().take_while(char::is_ascii_lowercase).collect();
        after.map(name).filter(|name: &String| !name.is_empty()).collect()
    };
    let all: BTreeSet<String> = sheets.iter().flat_map(|(_, sheet)| names(sheet)).collect();
    // The longest first, so that none is taken for the beginning of another.
    let mut all: Vec<String> = all.into_iter().collect();
    all.sort_by_key(|name| Reverse(name.len()));
    let letters = ('a'..='z').chain('A'..='Z');
    assert!(all.len() <= letters.clone().count(), "too many custom properties");
    for (_, sheet) in sheets {
        for (name, letter) in all.iter().zip(letters.clone()) {
            // Between the two steps no new name can be taken for an old one.
            *sheet = sheet.replace(&format!("--{name}"), &format!("-\u{0}-{letter}"));
        }
        *sheet = sheet.replace("-\u{0}-", "--");
    }
}

/// Name, view box and shapes of every picture: a file is one svg element that starts as above. It
/// may be made of other pictures, as `<use href="#NAME"/>`; a page that shows it has them too. One
/// that is another in new colours needs no view box of its own, and leaves it empty.
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

/// Name without ending, and path, of every file in a directory, sorted by name.
fn files(directory: &str) -> io::Result<Vec<(String, PathBuf)>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        files.push((path.file_stem().unwrap_or_default().to_string_lossy().into_owned(), path));
    }
    files.sort();
    Ok(files)
}
