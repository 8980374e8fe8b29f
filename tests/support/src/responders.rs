//! Web servers with Parlour as a FastCGI responder behind them, each started from its recipe in
//! deploy/. Some start the responder themselves; before others it is started as the recipe says.

use crate::process;
use crate::server::{Kind, Site, apache_with, caddy_with, free_port, lighttpd_with, nginx_with};
use std::process::Command;

/// The file of this module of Apache on Debian and its derivatives.
const FCGID: &str = "/usr/lib/apache2/modules/mod_fcgid.so";
/// The number of workers.
const WORKERS: &str = "2";
/// The place of the installed program, below the directory of the site.
const INSTALLED: &str = "cgi-bin/parlour";

/// Every kind of server that speaks FastCGI, and Parlour itself without one.
pub const RESPONDERS: &[Kind] = &[
    Kind {
        name: "lighttpd_fastcgi",
        programs: &["lighttpd"],
        path: "/cgi-bin/parlour",
        answers_posts: true,
        answers_endless: true,
        installed: INSTALLED,
        commands: lighttpd,
    },
    Kind {
        name: "nginx_fastcgi",
        programs: &["nginx", "spawn-fcgi", "setpriv"],
        path: "/cgi-bin/parlour",
        answers_posts: true,
        answers_endless: true,
        installed: INSTALLED,
        commands: nginx,
    },
    Kind {
        name: "apache_fastcgi",
        programs: &["apache2", "spawn-fcgi", "setpriv"],
        path: "/cgi-bin/parlour",
        answers_posts: true,
        answers_endless: true,
        installed: INSTALLED,
        commands: apache,
    },
    Kind {
        name: "apache_fcgid",
        programs: &["apache2", FCGID],
        path: "/cgi-bin/parlour",
        answers_posts: true,
        answers_endless: true,
        installed: INSTALLED,
        commands: apache_fcgid,
    },
    Kind {
        name: "caddy_fastcgi",
        programs: &["caddy", "setpriv"],
        path: "/cgi-bin/parlour",
        answers_posts: true,
        answers_endless: true,
        installed: INSTALLED,
        commands: caddy,
    },
    Kind {
        name: "h2o_fastcgi",
        programs: &["h2o", "perl"],
        path: "/cgi-bin/parlour.fcgi",
        answers_posts: true,
        answers_endless: true,
        installed: INSTALLED,
        commands: h2o,
    },
    Kind {
        name: "haproxy_fastcgi",
        programs: &["haproxy", "setpriv"],
        path: "/cgi-bin/parlour",
        answers_posts: true,
        answers_endless: true,
        installed: INSTALLED,
        commands: haproxy,
    },
    Kind {
        name: "serve",
        programs: &["setpriv"],
        path: "/cgi-bin/parlour",
        answers_posts: true,
        answers_endless: true,
        installed: INSTALLED,
        commands: serve,
    },
];

/// A place for a socket that the servant may write to.
fn socket(site: &Site) -> String {
    site.open_directory("sockets").join("parlour").display().to_string()
}

/// The responder as `parlour fastcgi` starts it.
fn fastcgi(site: &Site, place: &str) -> Command {
    let program = site.path(INSTALLED);
    site.as_servant(&program, &["fastcgi", "--listen", place, "--workers", WORKERS])
}

/// The responder as spawn-fcgi starts it.
fn spawn_fcgi(site: &Site, socket: &str) -> Command {
    let program = site.path(INSTALLED);
    let mut command = site.as_servant("spawn-fcgi", &["-n", "-s", socket, "--", &program]);
    command.env("PARLOUR_WORKERS", WORKERS);
    command
}

fn lighttpd(site: &Site) -> Vec<Command> {
    let socket = socket(site);
    let program = site.path("cgi-bin");
    let replaced = [("/usr/lib/cgi-bin", &*program), ("/run/lighttpd/parlour.socket", &socket)];
    vec![lighttpd_with(site, &site.recipe("lighttpd-fastcgi.conf", &replaced), "")]
}

fn nginx(site: &Site) -> Vec<Command> {
    let socket = socket(site);
    let upstream = site.recipe("nginx-upstream.conf", &[("/run/parlour/socket", &socket)]);
    let log = format!("access_log {} parlour;", site.path("run/access.log"));
    let recipe = site.recipe("nginx-fastcgi.conf", &[("access_log off;", &log)]);
    let server = nginx_with(site, &recipe, &format!("include {upstream};\n"));
    vec![spawn_fcgi(site, &socket), server]
}

fn apache(site: &Site) -> Vec<Command> {
    let socket = socket(site);
    let recipe = site.recipe("apache-fastcgi.conf", &[("/run/parlour/socket", &socket)]);
    let mut commands = vec![spawn_fcgi(site, &socket)];
    commands.extend(apache_with(site, &["proxy", "proxy_fcgi"], &recipe));
    commands
}

fn apache_fcgid(site: &Site) -> Vec<Command> {
    let recipe = site.recipe("apache-fcgid.conf", &[("/usr/lib/cgi-bin", &site.path("cgi-bin"))]);
    let sockets = site.open_directory("sockets").display().to_string();
    let config = format!(
        "FcgidIPCDir \"{sockets}\"\nFcgidProcessTableFile \"{sockets}/table\"\nInclude \"{recipe}\"\n"
    );
    apache_with(site, &["alias", "fcgid"], &site.write("run/fcgid.conf", &config))
}

fn caddy(site: &Site) -> Vec<Command> {
    let socket = socket(site);
    let root = format!("root {}", site.path(""));
    let open = site.open_directory("sockets").display().to_string();
    let replaced =
        [("root /usr/lib", &*root), ("/run/parlour/socket", &socket), ("/var/log/caddy", &open)];
    let recipe = site.whole_recipe("caddy-fastcgi.caddy", &replaced);
    vec![fastcgi(site, &socket), caddy_with(site, &recipe)]
}

fn h2o(site: &Site) -> Vec<Command> {
    let (programs, addresses) = (site.path("cgi-bin"), site.path("addresses"));
    site.make_directory("addresses");
    site.write("addresses/parlour.fcgi", "");
    let replaced = [
        ("/usr/lib/cgi-bin", &*programs),
        ("/usr/lib/parlour/addresses", &addresses),
        ("8080", &site.port().to_string()),
    ];
    let recipe = site.recipe("h2o-fastcgi.conf", &replaced);
    let mut command = process::command("h2o");
    command.args(["-c", &recipe]);
    vec![command]
}

fn haproxy(site: &Site) -> Vec<Command> {
    let place = format!("127.0.0.1:{}", free_port());
    let front = format!("127.0.0.1:{}", site.port());
    let replaced = [("127.0.0.1:9000", &*place), ("127.0.0.1:8080", &front)];
    let recipe = site.recipe("haproxy-fastcgi.cfg", &replaced);
    let log = site.write("run/log.cfg", "global\n    log stdout format raw local0\n");
    vec![fastcgi(site, &place), site.as_servant("haproxy", &["-db", "-f", &log, "-f", &recipe])]
}

fn serve(site: &Site) -> Vec<Command> {
    let listen = format!("127.0.0.1:{}", site.port());
    vec![site.as_servant(&site.path(INSTALLED), &["serve", "--listen", &listen])]
}
