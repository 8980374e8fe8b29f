//! Prepares what every page carries: the style sheet without its comments, its hash for the
//! content security policy, and the table of pictures. So a page costs nothing to style, and a new
//! picture is one new file in static/pictures.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::path::Path;
use std::{env, fs, io};

const PICTURE_START: &str = r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox=""#;
const PICTURE_END: &str = "</svg>";

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=static");
    let style = without_comments(&fs::read_to_string("static/style.css")?);
    let index_style = without_comments(&fs::read_to_string("static/index.css")?);
    let hash = |style: &str| format!("'sha256-{}'", STANDARD.encode(Sha256::digest(style)));
    let hashes = format!("{} {}", hash(&style), hash(&index_style));
    let mut code = String::new();
    let _ = writeln!(code, "/// The style sheet, as it stands in every page.");
    let _ = writeln!(code, "pub const STYLE: &str = {style:?};");
    let _ = writeln!(code, "/// What the index has besides.");
    let _ = writeln!(code, "pub const INDEX_STYLE: &str = {index_style:?};");
    let _ =
        writeln!(code, "/// What a page may load and do: nothing but show itself in this style.");
    let _ = writeln!(
        code,
        "pub const POLICY: &str = \"default-src 'none'; style-src {hashes}; img-src data:; \
         form-action 'self'; base-uri 'none'; frame-ancestors 'none'; sandbox allow-forms\";"
    );
    let _ = writeln!(
        code,
        "/// Every picture, sorted by name: its name, its view box, and the shapes in it."
    );
    let _ = writeln!(code, "pub const PICTURES: &[(&str, &str, &str)] = &{:?};", pictures()?);
    let out = env::var_os("OUT_DIR").unwrap_or_default();
    fs::write(Path::new(&out).join("assets.rs"), code)
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
    ];
    for (wide, tight) in tighter {
        style = style.replace(wide, tight);
    }
    style
}

/// Name, view box and shapes of every picture: a file is one svg element that starts as above. It
/// may be made of other pictures, as `<use href="#p-NAME"/>`; a page that shows it has them too.
fn pictures() -> io::Result<Vec<(String, String, String)>> {
    let mut pictures = Vec::new();
    for entry in fs::read_dir("static/pictures")? {
        let path = entry?.path();
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let text = fs::read_to_string(&path)?;
        let (view_box, shapes) = text
            .trim()
            .strip_prefix(PICTURE_START)
            .and_then(|rest| rest.strip_suffix(PICTURE_END))
            .and_then(|rest| rest.split_once("\">"))
            .ok_or_else(|| io::Error::other(format!("{}: not a picture", path.display())))?;
        pictures.push((name, view_box.to_owned(), shapes.to_owned()));
    }
    pictures.sort();
    Ok(pictures)
}
