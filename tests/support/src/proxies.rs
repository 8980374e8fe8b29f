//! `parlour serve`, alone and behind web servers, each started from its recipe in deploy/.

use crate::server::{Kind, Site, apache_with, caddy_with, free_port, lighttpd_with, nginx_with};
use std::process::Command;

/// Every server that stands in front of `parlour serve`, and `serve` without one.
pub const PROXIES: &[Kind] = &[
    Kind { name: "serve", programs: &["setpriv"], commands: serve, ..SERVE },
    Kind { name: "nginx_serve", programs: &["nginx", "setpriv"], commands: nginx, ..SERVE },
    Kind { name: "apache_serve", programs: &["apache2", "setpriv"], commands: apache, ..SERVE },
    Kind { name: "caddy_serve", programs: &["caddy", "setpriv"], commands: caddy, ..SERVE },
    Kind {
        name: "lighttpd_serve",
        programs: &["lighttpd", "setpriv"],
        commands: lighttpd,
        ..SERVE
    },
    Kind { name: "haproxy_serve", programs: &["haproxy", "setpriv"], commands: haproxy, ..SERVE },
];

/// A balancer that refuses requests with `turn=2`, as a firewall does.
pub const REFUSING: Kind = Kind {
    name: "haproxy_serve_refusing",
    programs: &["haproxy", "setpriv"],
    commands: haproxy_refusing,
    ..SERVE
};

/// The parts that all of them have.
const SERVE: Kind = Kind {
    name: "serve",
    programs: &[],
    path: "/cgi-bin/parlour",
    installed: "cgi-bin/parlour",
    keeps_running: true,
    commands: serve,
};

/// A place for a socket that the servant may write to.
fn socket(site: &Site) -> String {
    site.open_directory("sockets").join("parlour").display().to_string()
}

/// The installed program, which listens at a place.
fn served(site: &Site, place: &str) -> Command {
    let program = site.path(SERVE.installed);
    // nginx and others connect as another user.
    let script = "umask 0; exec \"$0\" serve --listen \"$@\"";
    site.as_servant("sh", &["-c", script, &program, place])
}

fn serve(site: &Site) -> Vec<Command> {
    let mut command = served(site, &format!("127.0.0.1:{}", site.port()));
    command.arg("--access-log");
    vec![command]
}

fn nginx(site: &Site) -> Vec<Command> {
    let socket = socket(site);
    let (log, error_log) = (
        format!("access_log {} parlour;", site.path("run/access.log")),
        site.path("run/error.log"),
    );
    let replaced = [
        ("/run/parlour/socket", &*socket),
        ("access_log off;", &log),
        ("/var/log/nginx/access.log", &site.path("run/access.log")),
        ("/var/log/nginx/error.log", &error_log),
    ];
    let recipe = site.recipe("nginx-serve.conf", &replaced);
    vec![served(site, &socket), nginx_with(site, &recipe, "")]
}

fn apache(site: &Site) -> Vec<Command> {
    let socket = socket(site);
    let recipe = site.recipe("apache-serve.conf", &[("/run/parlour/socket", &socket)]);
    let mut commands = vec![served(site, &socket)];
    commands.extend(apache_with(site, &["proxy", "proxy_http", "headers"], &recipe));
    commands
}

fn caddy(site: &Site) -> Vec<Command> {
    let socket = socket(site);
    let recipe = site.recipe("serve.caddy", &[("/run/parlour/socket", &socket)]);
    vec![served(site, &socket), caddy_with(site, &recipe)]
}

fn lighttpd(site: &Site) -> Vec<Command> {
    let socket = socket(site);
    let log = site.open_directory("sockets").join("error.log").display().to_string();
    let replaced = [("/run/parlour/socket", &*socket), ("/var/log/lighttpd/error.log", &log)];
    let recipe = site.recipe("lighttpd-serve.conf", &replaced);
    vec![served(site, &socket), lighttpd_with(site, &recipe, "")]
}

fn haproxy(site: &Site) -> Vec<Command> {
    let place = format!("127.0.0.1:{}", free_port());
    let front = format!("127.0.0.1:{}", site.port());
    // The first is in the comments, too, which nobody reads here.
    let replaced = [("127.0.0.1:9000", &*place), ("127.0.0.1:8080", &front)];
    let recipe = site.recipe("haproxy-serve.cfg", &replaced);
    let log = site.write("run/log.cfg", "global\n    log stdout format raw local0\n");
    vec![served(site, &place), site.as_servant("haproxy", &["-db", "-f", &log, "-f", &recipe])]
}

fn haproxy_refusing(site: &Site) -> Vec<Command> {
    let commands = haproxy(site);
    let line = "    http-request deny deny_status 429 if { url_param(turn) 2 }\n";
    site.add_to_recipe("haproxy-serve.cfg", "    default_backend", line);
    commands
}
