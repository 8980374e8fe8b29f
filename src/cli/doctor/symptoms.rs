//! The signs by which the doctor knows why a web server answers in place of Parlour. The first that
//! fits counts, so the surest come first.

use super::client::Response;
use Place::{Any, Body, Head, Log, Start, Whole};

/// The part of a response, or of what the server has logged since the request, that has a sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// A new line of the error log.
    Log,
    /// The headers, in lower case.
    Head,
    /// The body.
    Body,
    /// The beginning of the body.
    Start,
    /// The body, without white space around it.
    Whole,
    /// The status alone.
    Any,
}

/// A sign, and the fault and the cure that it means.
struct Symptom {
    /// The status of the response, or 0 for every status.
    status: u16,
    place: Place,
    sign: &'static str,
    meaning: &'static str,
}

macro_rules! symptoms {
    ($($status:literal $place:ident $sign:literal => $meaning:literal;)*) => {
        &[$(Symptom { status: $status, place: $place, sign: $sign, meaning: $meaning }),*]
    };
}

const SYMPTOMS: &[Symptom] = symptoms! {
    0 Start "\u{7f}ELF" => "the server hands out the program with the keys in it instead of running it; take it away from there, let the server run it (each recipe in deploy/ says how), and `parlour install --new-key DEST`";
    0 Start "#!" => "the server hands out the script instead of running it; let it run programs there (each recipe in deploy/ says how)";
    200 Start "Status: " => "the server shows the headers of the program as text; have it run the program as a CGI, and not as one that writes its own headers (`nph-`)";
    0 Log "either setuid or setgid" => "suexec runs no program that gets a group by its mode; remove the copy, and install one as the user of the site: `sudo -u USER parlour install DEST`";
    0 Log "ExecCGI is off" => "the server may run no programs in this directory; allow it with `Options +ExecCGI`";
    0 Log "client denied by server configuration" => "the configuration of the server closes this address to visitors; open the directory of the program with `Require all granted`";
    0 Log "Symbolic link not allowed" => "the server does not follow the symbolic link to the program; allow it with `Options +FollowSymLinks`, or install the program there itself";
    0 Log "unable to connect to cgi daemon" => "Apache cannot start programs until it is restarted, because its module cgid is new; restart it, a reload is not enough";
    0 Log "search permissions are missing" => "the server may not enter a directory on the way to the program; `chmod o+x` that directory";
    0 Log "Exec format error" => "the program is built for another system, or was damaged on the way, as by an upload as text; install it again (`cargo static` makes one that runs on any Linux)";
    0 Log "Cannot allocate memory" => "the program gets too little memory from the server; raise that limit (in Apache, `RLimitMEM`)";
    0 Log "bad interpreter" => "the script names an interpreter that is not there; its first line should be `#!/bin/sh`";
    0 Log "Cannot get script name" => "fcgiwrap is told no program that it may run; name it (in nginx, `fastcgi_param SCRIPT_FILENAME /usr/lib/cgi-bin/parlour`), and let everybody run it";
    403 Whole "403 Forbidden" => "fcgiwrap is told no program that it may run; name it (in nginx, `fastcgi_param SCRIPT_FILENAME /usr/lib/cgi-bin/parlour`), and let everybody run it";
    0 Log "Primary script unknown" => "PHP is asked to run the program; ask fcgiwrap, at a socket of its own (deploy/nginx.conf)";
    0 Log "limiting requests" => "the server limits how often a visitor may ask (`limit_req`); allow 5 requests a second and bursts of 30";
    0 Head "cf-mitigated" => "a protection against robots answers in place of the server; have it make an exception for this address";
    0 Body "captcha" => "a protection against robots answers in place of the server; have it make an exception for this address";
    0 Body "hallenge" => "a protection against robots answers in place of the server; have it make an exception for this address";
    0 Head ": hit" => "a cache answers with a page of before; empty it, and have it keep nothing of this address";
    502 Log "No such file or directory) while connecting to upstream" => "there is no socket where the server looks for fcgiwrap or `parlour serve`; start it, and give both the same path";
    503 Log "No such file or directory: AH02454" => "there is no socket where the server looks for fcgiwrap or `parlour serve`; start it, and give both the same path";
    502 Log "Connection refused) while connecting to upstream" => "nobody listens at the socket of fcgiwrap or `parlour serve`; start it (if systemd does that, `journalctl -u parlour` says why it ended; mend that, then `systemctl reset-failed parlour` and `systemctl start parlour.socket`)";
    502 Log "Connection reset by peer) while reading response header" => "nobody listens at the socket of fcgiwrap or `parlour serve`; start it (if systemd does that, `journalctl -u parlour` says why it ended; mend that, then `systemctl reset-failed parlour` and `systemctl start parlour.socket`)";
    503 Log "Connection refused: AH02454" => "nobody listens at the socket of fcgiwrap or `parlour serve`; start it (if systemd does that, `journalctl -u parlour` says why it ended; mend that, then `systemctl reset-failed parlour` and `systemctl start parlour.socket`)";
    502 Log "Permission denied) while connecting to upstream" => "the server may not open the socket of fcgiwrap or `parlour serve`; let its user write to it";
    503 Log "Permission denied: AH02454" => "the server may not open the socket of fcgiwrap or `parlour serve`; let its user write to it";
    503 Body "maintenance downtime" => "the server does not get at its programs; Apache does so after `a2enmod cgid` until it is restarted (a reload is not enough)";
    503 Body "aintenance" => "the site is closed for maintenance, says a page that is not Parlour's; open it again";
    503 Head "\nretry-after:" => "the site is closed for some time, as for maintenance, and the answer is not Parlour's; open it again";
    200 Whole "" => "the page is empty; the program was started and printed nothing, as one that is built for another system does, or a script with a wrong path in it (`parlour doctor FILE` says more)";
    200 Any "" => "something answers there that is not Parlour; is the address right, and does a rule of the server (a front controller, as of WordPress) take it over?";
    400 Body "HTTPS" => "the server speaks HTTPS at this port; ask with https://";
    401 Any "" => "the server asks for a name and a password; give the doctor yours, as in http://NAME:PASSWORD@localhost/cgi-bin/parlour";
    403 Head "server: apache" => "the server refuses: it may not run programs there (`Options +ExecCGI`), or may not enter the directory or run the file (`parlour doctor FILE` says more); a server that reads what it runs takes no copy of mode 0711, but deploy/wrapper.sh in its place";
    403 Any "" => "the server, or a firewall before it, refuses this address, or its user may not enter the directory or run the file (`parlour doctor FILE` says more); a server that reads what it runs takes no copy of mode 0711, but deploy/wrapper.sh in its place";
    404 Any "" => "the server knows nothing at this address; is it right, and does the server look for programs there (`ScriptAlias`, `cgi.assign`)? A server that reads what it runs (althttpd, H2O) does not find a copy of mode 0711, but deploy/wrapper.sh in its place";
    405 Any "" => "the server runs no program at this address; each recipe in deploy/ says how it does";
    501 Any "" => "the server runs no program at this address; each recipe in deploy/ says how it does";
    429 Any "" => "the server limits how often a visitor may ask; allow 5 requests a second and bursts of 30";
    502 Any "" => "the program does not answer the server: is fcgiwrap (or `parlour serve`) running, may the server open its socket, and is the program there?";
    504 Any "" => "the program does not answer the server in time; is fcgiwrap (or `parlour serve`) overloaded?";
    503 Body "No server is available" => "no machine behind the balancer answers; start one, and check its address (`journalctl -u parlour` says why a unit of systemd ended)";
    503 Head "server: apache" => "the server does not get at its programs; Apache does so after `a2enmod cgid` until it is restarted (a reload is not enough)";
    503 Any "" => "the server is closed or overloaded, or has nobody to run its programs; its error log says why";
};

/// The meaning of every other failure of a server.
const FAILURE: &str = "the server cannot run the program; its error log says why: usually the mode of the file, a file system mounted noexec, a program built for another system (`cargo static` makes one that runs anywhere), a limit of memory, or, if it is a script, line ends of Windows or a wrong path in it (`parlour doctor FILE` says which)";
const NONSENSE: &str = "the server answers as no web server should; is the address right?";

/// The first bytes of what gzip has compressed.
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// The likeliest reason why the server answers in place of Parlour, and the cure. `log` is what the
/// server has logged since the request.
pub fn meaning(response: &Response, log: &[String]) -> &'static str {
    let head = response.head.to_lowercase();
    let body = response.text();
    let fits = |&&Symptom { status, place, sign, .. }: &&Symptom| {
        let is_there = match place {
            Log => log.iter().any(|line| line.contains(sign)),
            Head => head.contains(sign),
            Body => body.contains(sign),
            Start => body.starts_with(sign),
            Whole => body.trim() == sign,
            Any => true,
        };
        is_there && [0, response.status].contains(&status)
    };
    let known = || SYMPTOMS.iter().find(fits).map(|symptom| symptom.meaning);
    let other = if response.status >= 500 { FAILURE } else { NONSENSE };
    compression(response).or_else(known).unwrap_or(other)
}

/// The fault of a page that is still compressed, though curl undoes what the headers name.
fn compression(response: &Response) -> Option<&'static str> {
    response.body.starts_with(&GZIP).then(|| match response.header("Content-Encoding") {
        Some(_) => "pages are compressed twice, by the server and by a proxy before it; have only one of them do that",
        None => "pages are compressed, and the header `Content-Encoding` that says so is lost; have the server, or the proxy before it, send the header, or not compress",
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_surest_sign_counts() {
        let response = |status: u16, head: &str, body: &[u8]| Response {
            status,
            head: format!("HTTP/1.1 {status}\r\n{head}\r\n"),
            body: body.to_vec(),
        };
        let apache = response(403, "Server: Apache/2.4", b"<p>Forbidden");
        let log = ["... AH01215: Options ExecCGI is off in this directory: /x".to_owned()];
        assert!(meaning(&apache, &log).starts_with("the server may run no programs"));
        assert!(meaning(&apache, &[]).starts_with("the server refuses: it may not"));
        for (status, head, body, expected) in [
            (403, "Server: nginx", &b"403 Forbidden\n"[..], "fcgiwrap is told no program"),
            (503, "Server: nginx", b"<h1>Down for maintenance", "the site is closed for main"),
            (
                503,
                "Server: Apache",
                b"due to maintenance downtime or",
                "the server does not get at",
            ),
            (404, "X-Cache: HIT", b"", "a cache answers"),
            (200, "", b"\x1f\x8b...", "pages are compressed, and the header"),
            (200, "Content-Encoding: gzip", b"\x1f\x8b...", "pages are compressed twice"),
            (599, "", b"", "the server cannot run the program"),
            (302, "", b"", "the server answers as no web server should"),
        ] {
            let meant = meaning(&response(status, head, body), &[]);
            assert!(meant.starts_with(expected), "{status}: {meant}");
        }
    }
}
