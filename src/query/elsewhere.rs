//! A request for another path than the program's: a link that a program on the way has bent, such as
//! `//cgi-bin/parlour?s=TOKEN` or `/cgi-bin/parlour%3Fs=TOKEN`.

use super::{LAYERS_MAX, Query, TOKEN, paste};
use crate::links;
use percent_encoding::percent_decode_str;

/// The query with which the program itself answers a request for another path. `None` if neither the path
/// nor the query asks for anything of Parlour's. `read` is the query; one that cannot be read has an error
/// page.
pub fn query(path: &str, query: &[u8], read: Option<&Query>) -> Option<Vec<u8>> {
    let is_parlour = query == links::parlour().as_str().trim_start_matches('?').as_bytes();
    match in_path(path) {
        _ if is_parlour || read.is_none_or(Query::asks) => Some(query.to_vec()),
        Some(link) if query.is_empty() => Some(link.into_bytes()),
        Some(link) => Some([link.as_bytes(), b"&", query].concat()),
        None => None,
    }
}

/// The query in a path: the token and all that follows it.
fn in_path(path: &str) -> Option<String> {
    let mut path = path.to_owned();
    for _ in 0..LAYERS_MAX {
        let decoded = percent_decode_str(&path).decode_utf8_lossy().into_owned();
        if decoded == path {
            break;
        }
        path = decoded;
    }
    paste::find(&path).map(|at| [TOKEN, "=", &path[at..]].concat())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::PARLOUR;

    #[test]
    fn a_bent_path_keeps_its_game() {
        let token = ["AQE-_", &"x".repeat(80)].concat();
        let link = format!("s={token}&g=nim");
        let found = |path: &str, of: &str| {
            let read = Query::parse(of.as_bytes(), &PARLOUR).ok();
            let found = query(path, of.as_bytes(), read.as_ref());
            found.map(|query| String::from_utf8(query).unwrap())
        };
        for path in ["//cgi-bin/parlour", "/parlour.cgi", "/robots.txt", "/a/b/c", "/"] {
            assert_eq!(found(path, &link).as_ref(), Some(&link), "{path}");
        }
        for path in [
            format!("/cgi-bin/parlour%3F{link}"),
            format!("/cgi-bin/parlour&{link}"),
            format!("/{link}"),
            format!("/x/{}", link.replace('=', "%253D").replace('&', "%2526")),
        ] {
            assert_eq!(found(&path, "").as_ref(), Some(&link), "{path}");
            assert_eq!(found(&path, "utm=1"), Some(format!("{link}&utm=1")), "{path}");
        }
        for (path, own) in [("/x", "g=nim"), ("/x", "parlour"), ("/x", "s=cut"), ("/x", "feed")] {
            assert_eq!(found(path, own).as_deref(), Some(own));
        }
        for (path, other) in [("/x", ""), ("/wp-login.php", "action=go"), ("/AQE", "a=1&b")] {
            assert_eq!(found(path, other), None, "{path}?{other}");
        }
    }
}
