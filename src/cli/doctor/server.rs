//! The web server that answers, by its header `Server`, the places to look at in its configuration, and
//! the usual meaning of an answer that is not Parlour's.

use super::client::Response;
use super::finding::{Finding, note, wrong};
use crate::os::own::{TITLE, with_own_name};

/// The first bytes of what gzip has compressed.
const GZIP: [u8; 2] = [0x1f, 0x8b];
/// The most characters of a title to quote.
const TITLE_CHARS_MAX: usize = 80;

/// A kind of difference. Each has one cure.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// The query does not arrive as it was sent.
    Query,
    Status,
    Header,
    Redirect,
    /// The page is cut, or something is added to it.
    Page,
    /// A cache keeps what it must not.
    Cache,
}

/// A kind of web server, and the words in its configuration that change each part.
#[derive(Debug)]
pub struct Server {
    /// The beginnings of its header `Server`, in lower case.
    names: &'static [&'static str],
    title: &'static str,
    recipes: &'static str,
    query: &'static str,
    headers: &'static str,
    errors: &'static str,
}

/// The servers with recipes.
const SERVERS: [Server; 5] = [
    Server {
        names: &["apache"],
        title: "Apache",
        recipes: "apache.conf or apache-serve.conf",
        query: "`RewriteRule`",
        headers: "`Header`, of which `setifempty` keeps the program's",
        errors: "`ErrorDocument` and `ProxyErrorOverride`",
    },
    Server {
        names: &["nginx", "openresty", "angie"],
        title: "nginx",
        recipes: "nginx.conf or nginx-serve.conf",
        query: "`fastcgi_param QUERY_STRING $query_string;`, and a path in `proxy_pass`",
        headers: "`add_header`, `expires` and `proxy_hide_header`",
        errors: "`fastcgi_intercept_errors` and `proxy_intercept_errors`",
    },
    Server {
        names: &["lighttpd"],
        title: "lighttpd",
        recipes: "lighttpd.conf or lighttpd-serve.conf",
        query: "`url.rewrite` and `server.http-parseopts`",
        headers: "`setenv.set-response-header`",
        errors: "`server.error-handler` and `server.errorfile-prefix`",
    },
    Server {
        names: &["caddy"],
        title: "Caddy",
        recipes: "parlour.caddy or serve.caddy",
        query: "`rewrite` and `uri`",
        headers: "`header`, of which `header ?NAME VALUE` keeps the program's",
        errors: "`handle_errors` and `handle_response`",
    },
    OTHER,
];
pub const OTHER: Server = Server {
    names: &[""],
    title: "the server, and of every proxy, cache or firewall before it",
    recipes: "",
    query: "rules that rewrite addresses",
    headers: "the name of the header",
    errors: "error pages",
};

impl Server {
    /// The server that sent a response.
    pub fn of(response: &Response) -> &'static Self {
        let name = response.header("Server").unwrap_or_default().to_ascii_lowercase();
        let is_it = |server: &&Server| server.names.iter().any(|start| name.starts_with(start));
        SERVERS.iter().find(is_it).unwrap_or(&OTHER)
    }

    /// The cure for a kind of difference.
    pub fn cure(&self, kind: Kind) -> String {
        let place = match kind {
            Kind::Query => self.query,
            Kind::Status => self.errors,
            Kind::Header => self.headers,
            Kind::Redirect => {
                return "have every proxy pass on redirects as they are, or lead them here (Apache's ProxyPassReverse, nginx's `proxy_redirect`)".to_owned();
            }
            Kind::Page => {
                return "have the server and every proxy leave pages alone; an advertisement or a script may be put in, a disk may be full, or a limit of size set".to_owned();
            }
            Kind::Cache => {
                return "have every cache keep nothing of this address (in nginx, no `fastcgi_ignore_headers Cache-Control`)".to_owned();
            }
        };
        format!("look for {place} in the configuration of {}{}", self.title, self.recipe())
    }

    fn recipe(&self) -> String {
        match self.recipes {
            "" => String::new(),
            recipes => format!(" (deploy/{recipes} is right)"),
        }
    }

    /// The usual meaning of a status that is not Parlour's.
    fn meaning(&self, response: &Response) -> &'static str {
        match (response.status, self.title) {
            (404, "Apache") => {
                "Apache finds no program at this address: is the module on (`sudo a2enmod cgid`, and then `sudo systemctl restart apache2`), and does ScriptAlias lead to the copy?"
            }
            (404, "nginx") => "nginx has no `location` for this address that leads to the copy",
            (404, _) => {
                "the server finds nothing at this address: is the address right, and does the server run programs there?"
            }
            (403, "Apache") => {
                "Apache refuses: look for `Require`, `Options +ExecCGI` and `FollowSymLinks`; or it may not enter a directory on the way, or start the file"
            }
            (403, "nginx") => {
                "nginx or fcgiwrap refuses: look for `deny`, and for the file that `SCRIPT_FILENAME` names; fcgiwrap's user must be in its group"
            }
            (403, _) => {
                "the server, or a firewall before it, refuses: may its user start the file, and does it run programs there?"
            }
            (405 | 501, _) => "the server does not run programs at this address",
            (429, _) => {
                "the server, or a service before it, limits how often a visitor may ask; allow 5 requests a second and bursts of 30"
            }
            (500, "Apache") => {
                "Apache started the program and got no page: look at its mode and group, at `RLimit…`, and at a wrapper's first line"
            }
            (502 | 504, _) => {
                "a proxy gets no answer from behind: is fcgiwrap running (`systemctl status fcgiwrap.socket`), or `parlour serve` (`systemctl status parlour`), may nginx open its socket, and may fcgiwrap's user start the copy, as a member of its group?"
            }
            (503, "Apache") => {
                "Apache reaches no program: after `a2enmod cgid` it needs `sudo systemctl restart apache2`, a reload is not enough; behind `ProxyPass`, nothing answers; or the site is closed"
            }
            (503, _) if response.contains("No server is available") => {
                "no machine behind the balancer answers: start one, and look at the address of its health check"
            }
            (503, _) => "the site is closed or overloaded, or nothing runs behind the proxy",
            (500.., _) => "the server could not start the program, or got no page from it",
            _ => {
                "another page answers there: is the address right, or does a rule of the server (a front controller, as of WordPress) take it over?"
            }
        }
    }
}

/// Answers of a server that does something else with the program than to run it, by their first bytes.
const NOT_RUN: [(&[u8], &str); 3] = [
    (
        b"\x7fELF",
        "the server hands out the program, with the key in it, instead of running it; take it away from there, make a new key and retire the old one (docs/install.md), and let the server run programs there (deploy/README.md)",
    ),
    (
        b"#!",
        "the server hands out the script instead of running it; let it run programs there (deploy/README.md)",
    ),
    (
        b"Status: ",
        "the server shows the headers of the program as text; have it run the program as a CGI program, and not as one that writes its own headers (`nph-`)",
    ),
];

/// The finding about an answer that is not Parlour's. Before the first page of Parlour, it is about the way
/// there; later, `what` was asked for, and other pages have come.
pub fn not_parlour(what: Option<&str>, response: &Response) -> Finding {
    let (status, server, who) = (response.status, Server::of(response), who(response));
    let text = response.text().to_ascii_lowercase();
    let body = response.body.trim_ascii_start();
    let has = |words: &[&str]| words.iter().any(|word| text.contains(word));
    if let Some((_, fault)) = NOT_RUN.iter().find(|(start, _)| body.starts_with(start)) {
        return wrong!("{fault}");
    }
    let is_robot_check =
        has(&["captcha", "challenge"]) || response.header("cf-mitigated").is_some();
    let sentence = match (status, what) {
        (401, _) => {
            return note!("{who} asks for a name and a password; give the doctor yours, as in http://NAME:PASSWORD@localhost/");
        }
        (400, _) if has(&["ssl certificate"]) => {
            return note!("{who} asks for a certificate of the visitor, which the doctor does not have; ask from behind it");
        }
        (400, _) if has(&["https"]) => {
            return wrong!("{who} speaks HTTPS at this port; ask with https://");
        }
        (200, _) if body.is_empty() => {
            "an empty page answers: the program was started and printed nothing, or no program is configured for this address".to_owned()
        }
        _ if body.starts_with(&GZIP) && response.header("Content-Encoding").is_some() => {
            "pages are compressed twice, by the server and by a proxy before it".to_owned()
        }
        _ if body.starts_with(&GZIP) => {
            "pages are compressed, and the header `Content-Encoding` that says so is lost".to_owned()
        }
        _ if is_robot_check => format!(
            "{who} asks visitors to prove that they are no robots; text browsers cannot, so have it make an exception for this address"
        ),
        (200, Some(_)) => format!("{who} answers with another page; {}", server.cure(Kind::Query)),
        (..500, Some(_)) if status != 429 => format!(
            "{who} answers in place of {TITLE}; its links have up to 900 characters and look like no others, so have the server, and a firewall before it, let every query of this address through"
        ),
        _ => {
            let (meaning, recipe) = (with_own_name(server.meaning(response)), server.recipe());
            format!("{who} answers in place of {TITLE}; {meaning}{recipe}")
        }
    };
    let asked = what.map_or_else(String::new, |what| format!("asked for {what}, "));
    wrong!("{asked}{sentence}")
}

/// The server that answers, the status, and the title of the page.
pub fn who(response: &Response) -> String {
    let server = response.header("Server").unwrap_or("a server without a name");
    let text = response.text();
    let title =
        text.split_once("<title>").and_then(|(_, rest)| Some(rest.split_once("</title>")?.0));
    let title: String = title.unwrap_or_default().trim().chars().take(TITLE_CHARS_MAX).collect();
    let page = if title.is_empty() { String::new() } else { format!(", “{title}”") };
    let cache = response.header("Age").map_or("", |_| ", from a cache");
    format!("{server} ({}{page}{cache})", response.status)
}
