//! The web server that answers, by its header `Server`, and what its answers usually mean if they
//! are no pages of Parlour.

use super::client::Response;
use super::finding::Finding;
use crate::os::own::ME;
use std::borrow::Cow;

/// The first bytes of what gzip has compressed.
const GZIP: [u8; 2] = [0x1f, 0x8b];
/// The most characters of a title to quote.
const TITLE_CHARS_MAX: usize = 80;

/// A kind of web server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Server {
    Apache,
    Nginx,
    Lighttpd,
    Caddy,
    Haproxy,
    Other,
}

impl Server {
    /// The server that sent a response.
    pub fn of(response: &Response) -> Self {
        let name = response.header("Server").unwrap_or_default().to_ascii_lowercase();
        let is = |word: &str| name.starts_with(word);
        if is("apache") {
            Server::Apache
        } else if is("nginx") || is("openresty") || is("angie") {
            Server::Nginx
        } else if is("lighttpd") {
            Server::Lighttpd
        } else if is("caddy") {
            Server::Caddy
        } else if name.is_empty() && response.contains("No server is available") {
            Server::Haproxy
        } else {
            Server::Other
        }
    }

    /// The way to have this server pass on the query unchanged.
    pub fn keep_query(self) -> &'static str {
        match self {
            Server::Nginx => {
                "in nginx, CGI needs `fastcgi_param QUERY_STRING $query_string;`, and `proxy_pass` a URL without a path of its own"
            }
            Server::Apache => "look for a RewriteRule, or for another proxy or cache before Apache",
            Server::Lighttpd => {
                "look for `url.rewrite` and `server.http-parseopts` in lighttpd's configuration"
            }
            _ => {
                "look for rules that rewrite addresses, in the server and in every proxy, cache or firewall before it"
            }
        }
    }

    /// The way to have this server leave a header as it is.
    pub fn keep_header(self) -> &'static str {
        match self {
            Server::Apache => {
                "in Apache, `Header setifempty` adds a header only if the program sends none"
            }
            Server::Nginx => {
                "look for `add_header`, `expires` and `proxy_hide_header` in nginx's configuration"
            }
            Server::Caddy => {
                "in Caddy, `header ?NAME VALUE` adds a header only if the program sends none"
            }
            _ => {
                "look for the header's name in the configuration of the server and of every proxy before it"
            }
        }
    }

    /// The way to have this server pass on the program's own error pages and status.
    pub fn keep_errors(self) -> &'static str {
        match self {
            Server::Nginx => {
                "in nginx, `fastcgi_intercept_errors off;` or `proxy_intercept_errors off;`"
            }
            Server::Apache => "in Apache, `ProxyErrorOverride Off` and no `ErrorDocument` for it",
            Server::Lighttpd => "look for `server.error-handler` and `server.errorfile-prefix`",
            Server::Haproxy => "look for `errorfile` and `http-error`",
            Server::Caddy => "look for `handle_errors` and `handle_response`",
            Server::Other => {
                "look for error pages in the configuration of the server and of every proxy before it"
            }
        }
    }

    /// The usual meaning of a status that is not Parlour's.
    fn meaning(self, status: u16) -> Cow<'static, str> {
        let meaning = match (status, self) {
            (404, Server::Apache) => {
                "Apache finds no program at this address: is the module on (`sudo a2enmod cgid`, and then `sudo systemctl restart apache2`), and does ScriptAlias lead to the directory of the copy (deploy/apache.conf)?"
            }
            (404, Server::Nginx) => {
                return Cow::Owned(format!(
                    "nginx has no `location` for this address that leads to fcgiwrap or to `{ME} serve` (deploy/nginx.conf)"
                ));
            }
            (404, Server::Lighttpd) => {
                "lighttpd finds no program at this address: are mod_cgi and mod_alias on, and does `alias.url` lead to the directory of the copy (deploy/lighttpd.conf)?"
            }
            (404, Server::Caddy) => "Caddy has no `handle` for this address (deploy/parlour.caddy)",
            (404, _) => {
                "the server finds nothing at this address: is the address right, and does the server run programs there?"
            }
            (403, Server::Apache) => {
                "Apache refuses: look for `Require`, `Options +ExecCGI` and `FollowSymLinks`; or it may not enter a directory on the way, or start the file"
            }
            (403, Server::Nginx) => {
                "nginx or fcgiwrap refuses: look for `deny` and `SCRIPT_FILENAME`; and fcgiwrap's user must be in the group of the copy"
            }
            (403, _) => {
                "the server, or a firewall before it, refuses: may its user start the file, and does it run programs there?"
            }
            (405 | 501, _) => {
                "the server does not run programs at this address; each recipe in deploy/ says how"
            }
            (429, _) => {
                "the server, or a service before it, limits how often a visitor may ask; allow 5 requests a second and bursts of 30"
            }
            (500, Server::Apache) => {
                "Apache started the program and got no page: look at its mode and group, at `RLimit…`, and at a wrapper's first line"
            }
            (500, _) => "the server could not start the program, or got no page from it",
            (502, Server::Nginx) => {
                return Cow::Owned(format!(
                    "nginx gets no answer from behind: is fcgiwrap running (`systemctl status fcgiwrap.socket`), or `{ME} serve` (`systemctl status {ME}`), does the socket in the configuration exist, and may nginx open it?"
                ));
            }
            (502, Server::Caddy) => {
                return Cow::Owned(format!(
                    "Caddy gets no answer from behind: is fcgiwrap or `{ME} serve` running, and may Caddy open its socket?"
                ));
            }
            (502, _) => {
                return Cow::Owned(format!(
                    "a proxy gets no answer from behind: is fcgiwrap or `{ME} serve` running (`systemctl status {ME}`), and may the proxy open its socket?"
                ));
            }
            (503, Server::Apache) => {
                "Apache reaches no program: after `a2enmod cgid` it needs `sudo systemctl restart apache2`, a reload is not enough; behind `ProxyPass`, nothing answers; or the site is closed for maintenance"
            }
            (503, Server::Haproxy) => {
                "no machine behind the balancer answers: start one, and look at the address of its health check"
            }
            (503, _) => "the site is closed or overloaded, or nothing runs behind the proxy",
            (504, _) => {
                "the program, or what is before it, does not answer the proxy in time: is fcgiwrap overloaded?"
            }
            (500.., _) => "the server fails before it reaches Parlour",
            _ => {
                "another page answers there: is the address right, or does a rule of the server (a front controller, as of WordPress) take it over?"
            }
        };
        Cow::Borrowed(meaning)
    }
}

/// The finding about an answer that is not Parlour's, and an end of the visit.
pub fn not_parlour(response: &Response) -> Finding {
    let (status, server) = (response.status, Server::of(response));
    let text = response.text();
    let start = text.trim_start();
    if response.body.starts_with(b"\x7fELF") {
        return Finding::wrong(format!(
            "the server hands out the program, with the key in it, instead of running it; take the program away from there, make a new key (`{ME} keys --new`) and retire the old one, and let the server run programs there (each recipe in deploy/ says how)"
        ));
    }
    if response.body.starts_with(&GZIP) {
        return Finding::wrong(match response.header("Content-Encoding") {
            Some(_) => {
                "pages are compressed twice, by the server and by a proxy before it; have only one of them do that"
            }
            None => {
                "pages are compressed, and the header `Content-Encoding` that says so is lost; have the server, or the proxy before it, send the header, or not compress"
            }
        });
    }
    if start.starts_with("#!") {
        return Finding::wrong(
            "the server hands out the script instead of running it; let it run programs there (each recipe in deploy/ says how)",
        );
    }
    if start.starts_with("Status: ") {
        return Finding::wrong(
            "the server shows the headers of the program as text; have it run the program as a CGI program, and not as one that writes its own headers (`nph-`)",
        );
    }
    let who = who(response);
    match status {
        401 => Finding::note(format!(
            "{who} asks for a name and a password; give the doctor yours, as in http://NAME:PASSWORD@localhost/cgi-bin/{ME}"
        )),
        400 if text.contains("SSL certificate") => Finding::note(format!(
            "{who} asks for a certificate of the visitor, which the doctor does not have; ask from behind it"
        )),
        400 if text.contains("HTTPS") => {
            Finding::wrong(format!("{who} speaks HTTPS at this port; ask with https://"))
        }
        200 if start.is_empty() => Finding::wrong(
            "an empty page answers: the program was started and printed nothing, or no program is configured for this address",
        ),
        _ if is_challenge(response) => Finding::wrong(format!(
            "{who} asks visitors to prove that they are no robots; text browsers cannot, so have it make an exception for this address"
        )),
        _ => {
            Finding::wrong(format!("{who} answers in place of Parlour; {}", server.meaning(status)))
        }
    }
}

/// The finding about an answer to one query that is not Parlour's, after others that were.
pub fn refused(what: &str, response: &Response) -> Finding {
    let asked = format!("asked for {what}, {} answers", who(response));
    if response.contains("<html") && response.status == 200 {
        let cure = Server::of(response).keep_query();
        return Finding::wrong(format!("{asked} with another page; {cure}"));
    }
    Finding::wrong(format!(
        "{asked} in place of Parlour; links of Parlour have up to 900 characters and look like no others, so have the server, and a firewall before it, let every query of this address through"
    ))
}

/// Returns true if a page wants the browser to run a script before it shows anything.
fn is_challenge(response: &Response) -> bool {
    let text = response.text().to_ascii_lowercase();
    response.header("cf-mitigated").is_some()
        || text.contains("captcha")
        || text.contains("challenge")
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
