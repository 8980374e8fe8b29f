//! Web servers, each started from its recipe in deploy/ with its own directory and port.

use crate::documents;
use crate::folder::Folder;
use crate::http::{Host, Reply};
use crate::process::{self, PATIENCE, Process, wait_until};
use crate::reader::Page;
use crate::repository;
use parlour::seal::{Key, KeyRing, key_file};
use std::fs::{self, File, Permissions};
use std::net::TcpListener;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// The time for which a test waits until no process writes to the server's directory.
const END_TIME_MAX: Duration = Duration::from_secs(5);
/// The number of attempts to start a server. Another program may take its port in the meantime.
const STARTS_MAX: usize = 3;
/// The host in the recipes' lines for PARLOUR_URL.
const RECIPE_HOST: &str = "https://games.example";
/// The directory of Apache's modules on Debian and its derivatives.
const APACHE_MODULES: &str = "/usr/lib/apache2/modules";
/// The module that compresses pages, which Debian has in a package of its own.
pub const LIGHTTPD_DEFLATE: &str = "/usr/lib/lighttpd/mod_deflate.so";
/// Whom a server serves as that was started by root.
const SERVANT: &str = "www-data";

/// A kind of server.
pub struct Kind {
    /// Its name.
    pub name: &'static str,
    /// The programs that it consists of.
    pub programs: &'static [&'static str],
    /// The address of the program there.
    pub path: &'static str,
    /// The place of the installed program, below the directory of the site.
    pub(crate) installed: &'static str,
    /// True if the program keeps running, with the keys that it found.
    pub keeps_running: bool,
    /// The commands that start it.
    pub(crate) commands: fn(&Site) -> Vec<Command>,
}

/// Every kind of server.
pub const KINDS: &[Kind] = &[
    Kind {
        name: "lighttpd",
        programs: &["lighttpd"],
        path: "/cgi-bin/parlour",
        installed: "cgi-bin/parlour",
        keeps_running: false,
        commands: lighttpd,
    },
    Kind {
        name: "apache",
        programs: &["apache2"],
        path: "/cgi-bin/parlour",
        installed: "cgi-bin/parlour",
        keeps_running: false,
        commands: apache,
    },
    Kind {
        name: "busybox",
        programs: &["busybox"],
        path: "/cgi-bin/parlour",
        installed: "www/cgi-bin/parlour",
        keeps_running: false,
        commands: busybox,
    },
    Kind {
        name: "apache_userdir",
        programs: &["apache2"],
        path: "/~anna/parlour.cgi",
        installed: "home/anna/public_html/parlour.cgi",
        keeps_running: false,
        commands: apache_userdir,
    },
    Kind {
        name: "nginx",
        programs: &["nginx", "fcgiwrap", "setpriv"],
        path: "/cgi-bin/parlour",
        installed: "cgi-bin/parlour",
        keeps_running: false,
        commands: nginx,
    },
    Kind {
        name: "caddy",
        programs: &["caddy", "fcgiwrap", "setpriv"],
        path: "/cgi-bin/parlour",
        installed: "cgi-bin/parlour",
        keeps_running: false,
        commands: caddy,
    },
    Kind {
        name: "wrapper",
        programs: &["apache2"],
        path: "/~anna/parlour.cgi",
        installed: "home/anna/parlour/parlour",
        keeps_running: false,
        commands: wrapper,
    },
];

/// Servers with unusual configurations, on which the tests only check that Parlour runs.
pub const VARIANTS: &[Kind] = &[
    Kind {
        name: "apache_turned_on",
        programs: &["apache2"],
        path: "/cgi-bin/parlour",
        installed: "cgi-bin/parlour",
        keeps_running: false,
        commands: apache_turned_on,
    },
    Kind {
        name: "apache_host",
        programs: &["apache2"],
        path: "/",
        installed: "cgi-bin/parlour",
        keeps_running: false,
        commands: apache_host,
    },
    Kind {
        name: "lighttpd_with_cgi_on",
        programs: &["lighttpd"],
        path: "/cgi-bin/parlour",
        installed: "cgi-bin/parlour",
        keeps_running: false,
        commands: lighttpd_with_cgi_on,
    },
];

/// Servers that refuse requests with `turn=2`, or too many of them, as a firewall or a limit does.
pub const REFUSING: &[Kind] = &[
    Kind { name: "apache_refusing", commands: apache_refusing, ..KINDS[1] },
    Kind { name: "lighttpd_refusing", commands: lighttpd_refusing, ..KINDS[0] },
    Kind { name: "nginx_refusing", commands: nginx_refusing, ..KINDS[4] },
    Kind { name: "nginx_limiting", commands: nginx_limiting, ..KINDS[4] },
];

/// A server that answers by HTTPS as well: `games.example`, with a certificate of its own. By HTTP it
/// sends visitors of that name on. The port and the certificate are in files of its directory.
pub const SECURE: Kind = Kind {
    name: "nginx_secure",
    programs: &["nginx", "fcgiwrap", "setpriv", "openssl", "curl"],
    path: "/cgi-bin/parlour",
    installed: "cgi-bin/parlour",
    keeps_running: false,
    commands: nginx_secure,
};
/// The files of [`SECURE`].
pub const SECURE_PORT: &str = "run/secure-port";
/// See [`SECURE_PORT`].
pub const CERTIFICATE: &str = "run/certificate";

/// Something to do with a running server.
pub type Trial = fn(&Server);

/// The directory of a server, and its port.
pub struct Site {
    folder: Folder,
    port: u16,
}

impl Drop for Site {
    fn drop(&mut self) {
        // A browser that is still ending may still be writing there.
        wait_until(END_TIME_MAX, || fs::remove_dir_all(self.folder.path()).is_ok());
    }
}

impl Site {
    /// A directory and a port for a server that needs no program below it.
    pub fn create() -> Self {
        let site = Site { folder: Folder::create(), port: free_port() };
        site.make_directory("www");
        site.make_directory("run");
        site
    }

    /// The port.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Makes a directory that the servant of the server may look into.
    pub fn make_directory(&self, name: impl AsRef<Path>) {
        let mut path = self.folder.path().to_owned();
        for part in name.as_ref() {
            path.push(part);
            fs::create_dir_all(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
            let _ = fs::set_permissions(&path, Permissions::from_mode(0o755));
        }
    }

    /// The path of a file in the directory.
    pub fn path(&self, name: &str) -> String {
        self.folder.join(name).to_string_lossy().into_owned()
    }

    /// Writes a file, and returns its path.
    pub fn write(&self, name: &str, text: &str) -> String {
        let path = self.path(name);
        fs::write(&path, text).unwrap_or_else(|error| panic!("{path}: {error}"));
        path
    }

    /// A recipe with the place and the port of this site.
    pub fn recipe(&self, name: &str, replaced: &[(&str, &str)]) -> String {
        self.write_recipe(name, &recipe_text(name), replaced)
    }

    /// A recipe with all that it proposes, in lines that begin with `#` and no blank.
    pub(crate) fn whole_recipe(&self, name: &str, replaced: &[(&str, &str)]) -> String {
        let is_proposed = |rest: &str| !rest.starts_with([' ', '!']) && !rest.is_empty();
        let turn_on = |line: &str| {
            let start = line.trim_start();
            let rest = start.strip_prefix('#').filter(|rest| is_proposed(rest));
            format!("{}\n", rest.unwrap_or(line))
        };
        let text: String = recipe_text(name).lines().map(turn_on).collect();
        self.write_recipe(name, &text, replaced)
    }

    fn write_recipe(&self, name: &str, text: &str, replaced: &[(&str, &str)]) -> String {
        let own = format!("http://127.0.0.1:{}", self.port);
        let mut text = text.replace(RECIPE_HOST, &own);
        for (usual, here) in replaced {
            assert!(text.contains(usual), "deploy/{name} does not say {usual}");
            text = text.replace(usual, here);
        }
        self.write(&format!("run/{name}"), &text)
    }

    /// Puts lines before a line of a recipe that is written already.
    pub(crate) fn add_to_recipe(&self, name: &str, before: &str, lines: &str) {
        let path = self.path(&format!("run/{name}"));
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
        assert!(text.contains(before), "{name} has no line {before}");
        self.write(&format!("run/{name}"), &text.replacen(before, &format!("{lines}{before}"), 1));
    }

    /// The place where a servant of the server may put a socket.
    pub fn open_socket_path(&self) -> String {
        self.open_directory("sockets").join("fcgiwrap").display().to_string()
    }

    /// A directory that everybody may write to.
    pub fn open_directory(&self, name: &str) -> PathBuf {
        let path = self.folder.join(name);
        let made = fs::create_dir_all(&path)
            .and_then(|()| fs::set_permissions(&path, Permissions::from_mode(0o777)));
        made.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        path
    }

    /// A program that can only serve as the user who started it.
    pub fn as_servant(&self, program: &str, arguments: &[&str]) -> Command {
        if !self.is_roots() {
            let mut command = process::command(program);
            command.args(arguments);
            return command;
        }
        let mut command = process::command("setpriv");
        command.args(["--clear-groups", "--reuid", SERVANT, "--regid", SERVANT, program]);
        command.args(arguments);
        command
    }

    /// Returns true if root runs the tests, and so the server.
    fn is_roots(&self) -> bool {
        fs::metadata(self.folder.path()).is_ok_and(|data| data.uid() == 0)
    }
}

fn recipe_text(name: &str) -> String {
    let path = repository::file("deploy").join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// A port that nothing listens at.
pub fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
    listener.unwrap_or_else(|error| panic!("no port is free: {error}")).port()
}

/// A running server with an installed Parlour. It ends, and its directory goes, when this is
/// dropped.
pub struct Server {
    /// What it is.
    pub kind: &'static Kind,
    /// The build of the program that is installed.
    build: PathBuf,
    // In this order: the processes end before their directory goes.
    processes: Vec<Process>,
    site: Site,
}

impl Server {
    /// Installs this build of Parlour and starts a server of this kind on it.
    pub fn start(kind: &'static Kind, build: impl Into<PathBuf>) -> Self {
        let (build, processes) = (build.into(), Vec::new());
        let mut server = Server { kind, build, processes, site: Site::create() };
        let place = Path::new(kind.installed).parent().unwrap_or(Path::new(""));
        server.site.make_directory(place);
        server.install();
        for _ in 0..STARTS_MAX {
            if server.start_again() {
                return server;
            }
            server.site.port = free_port();
        }
        panic!("{} does not start:\n{}", kind.name, server.log());
    }

    /// Starts the server at its port. Returns true if it answers.
    pub fn start_again(&mut self) -> bool {
        let commands = (self.kind.commands)(&self.site).into_iter();
        self.processes = commands
            .map(|mut command| {
                log_to(&mut command, &self.site.path("run/log"));
                Process::start(&mut command)
            })
            .collect();
        let answers = self.answers();
        if !answers {
            self.stop();
        }
        answers
    }

    /// Ends the server. All other lines stay.
    pub fn stop(&mut self) {
        self.processes.clear();
    }

    /// Puts the program in its place, with a new key or the keys that it has.
    pub fn install(&self) {
        let program = self.program();
        let kept = process::keys_in(&program);
        let ring = kept.unwrap_or_else(|| KeyRing::of(Key::draw().expect("randomness")));
        process::install_copy(&self.build, &ring, &program);
    }

    /// Puts the program in its place, with these keys.
    pub fn install_keys(&mut self, ring: &KeyRing) {
        process::install_copy(&self.build, ring, &self.program());
        if self.kind.keeps_running {
            self.stop();
            assert!(self.start_again(), "{}", self.log());
        }
    }

    /// Puts the program in its place, with the keys in this file.
    pub fn install_with(&self, ring: &Path) {
        let ring = key_file::read(ring).expect("keys");
        process::install_copy(&self.build, &ring, &self.program());
    }

    /// Puts a program without a key in the place of the installed one.
    pub fn take_key_away(&self) {
        process::copy_program(&self.build, &self.program());
    }

    /// Ends the program, or puts one that fails in its place. The web server stays.
    pub fn break_program(&mut self) {
        if self.kind.keeps_running {
            self.processes.remove(0);
        } else {
            process::copy_program(Path::new("/bin/false"), &self.program());
        }
    }

    /// The text of all files that its processes write.
    pub fn all_logs(&self) -> String {
        let folders = ["run", "sockets"].map(|name| self.site.path(name)).into_iter();
        let files = folders.filter_map(|folder| fs::read_dir(folder).ok()).flatten().flatten();
        let read = |file: fs::DirEntry| fs::read(file.path()).unwrap_or_default();
        files.map(|file| String::from_utf8_lossy(&read(file)).into_owned()).collect()
    }

    /// The ids of the processes that were started: the server, and what its recipe starts beside it.
    pub fn processes(&self) -> Vec<u32> {
        self.processes.iter().map(Process::id).collect()
    }

    /// The file of the installed program.
    pub fn program(&self) -> PathBuf {
        self.site.folder.join(self.kind.installed)
    }

    fn answers(&mut self) -> bool {
        let host = self.host();
        // A port may be open before all that it takes to answer is there.
        let request = host.request("GET", self.target("").as_bytes(), "", b"");
        let answers = || host.exchange(&request).is_ok_and(|reply| reply.status == 200);
        let mut has_ended = false;
        wait_until(PATIENCE, || {
            has_ended = self.processes.iter_mut().any(Process::has_ended);
            has_ended || answers()
        });
        !has_ended && answers()
    }

    /// Where to ask.
    pub fn host(&self) -> Host {
        Host { port: self.site.port }
    }

    /// The address of a page of Parlour, without the host.
    pub fn target(&self, query: &str) -> String {
        format!("{}?{query}", self.kind.path)
    }

    /// The address of a page of Parlour.
    pub fn url(&self, query: &str) -> String {
        format!("http://127.0.0.1:{}{}", self.site.port, self.target(query))
    }

    /// Asks Parlour for a page.
    #[track_caller]
    pub fn get(&self, query: &str) -> Reply {
        self.host().get(self.target(query))
    }

    /// Opens a page of Parlour as a browser does, also at the address to which it is sent on.
    #[track_caller]
    pub fn open(&self, query: &str) -> Page {
        self.get(query).page_after(|query| self.get(query))
    }

    /// Puts a file of deploy/ into the document root.
    pub fn serve_file(&self, name: &str) {
        let file = repository::file("deploy").join(name);
        let copied = fs::copy(&file, self.site.folder.join("www").join(name));
        copied.unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    }

    /// A directory that everybody may write to.
    pub fn open_directory(&self) -> PathBuf {
        self.site.open_directory("open")
    }

    /// The path of a file of the server's own.
    pub fn file(&self, name: &str) -> String {
        self.site.path(name)
    }

    /// The server's log of its visitors.
    pub fn access_log(&self) -> String {
        let read = |name: &str| fs::read_to_string(self.site.path(name)).unwrap_or_default();
        read("run/log") + &read("run/access.log") + &read("sockets/access.log")
    }

    /// The log of visitors in Apache's usual format.
    pub fn usual_log(&self) -> String {
        fs::read_to_string(self.site.path("usual.log")).unwrap_or_default()
    }

    /// The server's log of itself.
    pub fn log(&self) -> String {
        let read = |name: &str| fs::read_to_string(self.site.path(name)).unwrap_or_default();
        read("run/log") + &read("run/error.log")
    }
}

/// Lets a command write its output to a file.
pub fn log_to(command: &mut Command, path: &str) {
    let log = File::options().create(true).append(true).open(path);
    let log = log.unwrap_or_else(|error| panic!("{path}: {error}"));
    let both = log.try_clone().unwrap_or_else(|error| panic!("{path}: {error}"));
    command.stdout(both).stderr(log);
}

fn lighttpd(site: &Site) -> Vec<Command> {
    lighttpd_beside(site, "")
}

/// The configuration of a Debian on which the module was already on, with the lines of its own
/// file.
fn lighttpd_with_cgi_on(site: &Site) -> Vec<Command> {
    let own = "server.modules += ( \"mod_cgi\" )\n$HTTP[\"url\"] =~ \"^/cgi-bin/\" {\n\
        cgi.assign = ( \"\" => \"\" )\nalias.url += ( \"/cgi-bin/\" => \"/usr/lib/cgi-bin/\" )\n}\n";
    lighttpd_beside(site, own)
}

fn lighttpd_beside(site: &Site, other: &str) -> Vec<Command> {
    let replaced = [("/usr/lib/cgi-bin", &*site.path("cgi-bin"))];
    let recipe = if Path::new(LIGHTTPD_DEFLATE).exists() {
        site.whole_recipe("lighttpd.conf", &replaced)
    } else {
        site.recipe("lighttpd.conf", &replaced)
    };
    vec![lighttpd_with(site, &recipe, other)]
}

/// lighttpd with this recipe, after other lines.
pub(crate) fn lighttpd_with(site: &Site, recipe: &str, other: &str) -> Command {
    let servant = if site.is_roots() {
        format!("server.username = \"{SERVANT}\"\nserver.groupname = \"{SERVANT}\"\n")
    } else {
        String::new()
    };
    let config = format!(
        "server.document-root = \"{}\"\nserver.bind = \"127.0.0.1\"\nserver.port = {}\n{servant}\
         mimetype.assign = ( \"\" => \"application/octet-stream\" )\n\
         accesslog.filename = \"{}\"\n{other}include \"{recipe}\"\n",
        site.path("www"),
        site.port,
        site.open_directory("sockets").join("access.log").display(),
    );
    let mut command = process::command("lighttpd");
    command.args(["-D", "-f", &site.write("run/server.conf", &config)]);
    command
}

fn apache(site: &Site) -> Vec<Command> {
    let replaced = [("/usr/lib/cgi-bin", &*site.path("cgi-bin"))];
    apache_with(site, &["alias", "env"], &site.whole_recipe("apache.conf", &replaced))
}

fn apache_refusing(site: &Site) -> Vec<Command> {
    let commands = apache(site);
    let lines = "<Location /cgi-bin/parlour>\n<If \"%{QUERY_STRING} =~ /turn=2/\">\n\
        Require all denied\n</If>\n</Location>\n";
    site.add_to_recipe("apache.conf", "ScriptAlias \"", lines);
    commands
}

fn lighttpd_refusing(site: &Site) -> Vec<Command> {
    let commands = lighttpd(site);
    let lines = "server.modules += ( \"mod_access\" )\n\
        $HTTP[\"querystring\"] =~ \"turn=2\" { url.access-deny = ( \"\" ) }\n";
    site.add_to_recipe("lighttpd.conf", "$HTTP[\"url\"]", lines);
    commands
}

fn nginx_refusing(site: &Site) -> Vec<Command> {
    let commands = nginx(site);
    let lines = "if ($args ~ turn=2) { return 403; }\n    ";
    site.add_to_recipe("nginx.conf", "gzip on;", lines);
    commands
}

/// nginx with the limit that deploy/README.md recommends.
fn nginx_limiting(site: &Site) -> Vec<Command> {
    let text = documents::text("deploy/README.md");
    let line = |start: &str| {
        let mut found = text.lines().filter(|line| line.starts_with(&format!("    {start} ")));
        found.next().unwrap_or_else(|| panic!("deploy/README.md has no {start}"))
    };
    let own = format!("http://127.0.0.1:{}", site.port);
    let commands = nginx_beside(site, &own, line("limit_req_zone"));
    site.add_to_recipe("nginx.conf", "gzip on;", line("limit_req"));
    commands
}

/// The module is turned on while the server runs. Then the server gets the commands of the recipe.
fn apache_turned_on(site: &Site) -> Vec<Command> {
    let written = documents::commands("deploy/README.md", "apache.conf").concat();
    let command =
        if written.contains("sudo systemctl restart apache2") { "restart" } else { "graceful" };
    apache(site);
    let (config, pid) = (site.path("run/server.conf"), site.path("run/pid"));
    let whole = fs::read_to_string(&config).unwrap_or_default();
    let without = |line: &&str| !line.contains("cgid") && !line.contains("ScriptSock");
    let before: String = whole.lines().filter(without).map(|line| format!("{line}\n")).collect();
    let before = site.write("run/before.conf", &before);
    let during = site.path("run/during.conf");
    let script = format!(
        "serve() {{ apache2 -D FOREGROUND -f {during} & server=$!; }}\n\
         trap 'kill $server; wait $server; exit' TERM\n\
         cp {before} {during}; serve\n\
         until [ -s {pid} ]; do sleep 0.05; done; sleep 0.3; cp {config} {during}\n\
         case {command} in restart) kill $server; wait $server; serve ;;\n\
         *) apache2 -f {during} -k {command} ;; esac; wait $server"
    );
    let mut shell = process::command("sh");
    shell.args(["-c", &script]);
    vec![shell]
}

fn apache_host(site: &Site) -> Vec<Command> {
    let replaced = [
        ("/usr/lib/cgi-bin", &*site.path("cgi-bin")),
        ("*:80", &format!("*:{}", site.port)),
        ("games.example.org", "localhost"),
    ];
    apache_with(site, &["alias"], &site.recipe("apache-host.conf", &replaced))
}

fn apache_userdir(site: &Site) -> Vec<Command> {
    let home = site.path("home");
    // The user is none of this machine's, so that his pages need their whole path.
    let pages = format!("UserDir {home}/*/public_html");
    let replaced = [("UserDir public_html", &*pages), ("\"/home", &format!("\"{home}"))];
    apache_with(site, &["mime", "userdir"], &site.recipe("apache-userdir.conf", &replaced))
}

pub(crate) fn apache_with(site: &Site, modules: &[&str], recipe: &str) -> Vec<Command> {
    let servant =
        if site.is_roots() { format!("User {SERVANT}\nGroup {SERVANT}\n") } else { String::new() };
    let log = site.recipe("apache-log.conf", &[]);
    let modules: String = ["mpm_event", "authz_core", "filter", "deflate", "setenvif", "cgid"]
        .iter()
        .chain(modules)
        .map(|name| format!("LoadModule {name}_module {APACHE_MODULES}/mod_{name}.so\n"))
        .collect();
    let run = site.path("run");
    let types = site.write("run/mime.types", "text/html html\n");
    let config = format!(
        "ServerRoot \"{run}\"\nPidFile \"{run}/pid\"\nErrorLog \"{run}/error.log\"\n\
         ServerName localhost\nListen 127.0.0.1:{}\n{modules}{servant}\
         <IfModule mime_module>\nTypesConfig \"{types}\"\n</IfModule>\n\
         ScriptSock \"{run}/cgi\"\nDocumentRoot \"{}\"\nInclude \"{recipe}\"\n\
         CustomLog \"{run}/access.log\" combined\nInclude \"{log}\"\n\
         LogFormat \"%h %l %u %t \\\"%r\\\" %>s %O \\\"%{{Referer}}i\\\" \\\"%{{User-Agent}}i\\\"\" usual\n\
         CustomLog \"{}\" usual\n",
        site.port,
        site.path("www"),
        site.path("usual.log"),
    );
    let mut command = process::command("apache2");
    command.args(["-D", "FOREGROUND", "-f", &site.write("run/server.conf", &config)]);
    vec![command]
}

fn nginx_secure(site: &Site) -> Vec<Command> {
    let (port, key, certificate) = (free_port(), site.path("run/key"), site.path(CERTIFICATE));
    site.write(SECURE_PORT, &port.to_string());
    let mut openssl = process::command("openssl");
    openssl.args(["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"]);
    openssl.args(["-nodes", "-days", "2", "-subj", "/CN=games.example"]);
    openssl.args(["-addext", "subjectAltName=DNS:games.example", "-keyout", &key]);
    let made = openssl.args(["-out", &certificate]).status();
    assert!(made.is_ok_and(|status| status.success()), "no certificate");
    let behind = free_port();
    let replaced = [
        ("443 ssl", &*format!("127.0.0.1:{port} ssl")),
        ("/etc/ssl/games.example.pem", &certificate),
        ("/etc/ssl/private/games.example.key", &key),
        ("127.0.0.1:8080", &format!("127.0.0.1:{behind}")),
        ("/var/log/nginx/access.log", &site.path("run/access.log")),
        ("/var/log/nginx/error.log", &site.path("run/error.log")),
    ];
    let proxy = site.recipe("nginx-proxy.conf", &replaced);
    let secure = format!(
        "include {proxy};\nserver {{\nlisten 127.0.0.1:{behind};\ninclude {};\n}}\n\
         server {{\nlisten 127.0.0.1:{};\nserver_name games.example;\n\
         return 301 https://games.example:{port}$request_uri;\n}}\n",
        site.path("run/nginx.conf"),
        site.port,
    );
    let own = format!("https://games.example:{port}");
    nginx_beside(site, &own, &secure)
}

fn nginx(site: &Site) -> Vec<Command> {
    nginx_beside(site, &format!("http://127.0.0.1:{}", site.port), "")
}

/// nginx with its recipe, for players who reach it at this host, and with other servers.
fn nginx_beside(site: &Site, host: &str, other: &str) -> Vec<Command> {
    let socket = site.open_socket_path();
    let own = format!("PARLOUR_URL http://127.0.0.1:{}", site.port);
    let replaced = [
        ("/usr/lib/cgi-bin", &*site.path("cgi-bin")),
        ("/run/fcgiwrap.socket", &socket),
        ("/var/log/nginx/access.log", &site.path("run/access.log")),
        ("/var/log/nginx/error.log", &site.path("run/error.log")),
        (&own, &format!("PARLOUR_URL {host}")),
    ];
    let recipe = site.whole_recipe("nginx.conf", &replaced);
    vec![fcgiwrap(site, &socket), nginx_with(site, &recipe, other)]
}

/// nginx with this recipe in its server, and other lines outside.
pub(crate) fn nginx_with(site: &Site, recipe: &str, other: &str) -> Command {
    let log = site.recipe("nginx-log.conf", &[]);
    let run = site.path("run");
    let servant = if site.is_roots() { format!("user {SERVANT};\n") } else { String::new() };
    let temporary: String = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        .map(|name| format!("{name}_temp_path {run}/{name};\n"))
        .concat();
    let config = format!(
        "{servant}daemon off;\nworker_processes 1;\npid {run}/pid;\nerror_log {run}/error.log;\n\
         events {{}}\nhttp {{\naccess_log {run}/access.log;\ninclude {log};\n{temporary}server {{\nlisten 127.0.0.1:{};\n\
         root {};\ninclude {recipe};\n}}\n{other}}}\n",
        site.port,
        site.path("www"),
    );
    let mut server = process::command("nginx");
    server.args(["-e", &format!("{run}/error.log"), "-c", &site.write("run/server.conf", &config)]);
    server
}

fn fcgiwrap(site: &Site, socket: &str) -> Command {
    // It would leave several processes behind, except the first.
    site.as_servant("fcgiwrap", &["-c", "1", "-f", "-s", &format!("unix:{socket}")])
}

fn caddy(site: &Site) -> Vec<Command> {
    let open = site.open_directory("sockets").display().to_string();
    let socket = format!("{open}/fcgiwrap");
    let root = site.folder.path().display().to_string();
    let replaced = [("root /usr/lib", &*format!("root {root}")), ("/run/fcgiwrap.socket", &socket)];
    let recipe = site.whole_recipe("parlour.caddy", &replaced);
    vec![fcgiwrap(site, &socket), caddy_with(site, &recipe)]
}

pub(crate) fn caddy_with(site: &Site, recipe: &str) -> Command {
    let open = site.open_directory("sockets").display().to_string();
    let global = "\n{\n\tadmin off\n\tauto_https off\n";
    let global = recipe_text("log.caddy").replacen("\n{\n", global, 1);
    let log = format!(
        "log {{\noutput file {open}/access.log\nformat filter {{\nwrap json\nfields {{\n\
         request>uri regexp \\?.* ?\nrequest>headers>Referer delete\n}}\n}}\n}}\n"
    );
    let config = format!(
        "{global}http://127.0.0.1:{} {{\n\tbind 127.0.0.1\n\t{log}\troot * {}\n\timport {recipe}\n\t\
         file_server\n}}\n",
        site.port,
        site.path("www"),
    );
    let config = site.write("run/Caddyfile", &config);
    let mut server =
        site.as_servant("caddy", &["run", "--adapter", "caddyfile", "--config", &config]);
    server.env("HOME", &open).env("XDG_DATA_HOME", &open).env("XDG_CONFIG_HOME", &open);
    server
}

fn wrapper(site: &Site) -> Vec<Command> {
    put_wrapper(site, "home/anna/parlour", "home/anna/public_html");
    apache_userdir(site)
}

/// Puts the wrapper for a program into a directory.
fn put_wrapper(site: &Site, program: &str, directory: &str) {
    let wrapper = site.recipe("wrapper.sh", &[("/home/anna/parlour", &*site.path(program))]);
    site.make_directory(directory);
    let file = format!("{}/parlour.cgi", site.path(directory));
    // By another process: what this one has open for writing cannot be run.
    let mut command = process::command("install");
    let copied = command.args(["-m", "755", &wrapper, &file]).status();
    assert!(copied.is_ok_and(|status| status.success()), "{file} cannot be written");
}

fn busybox(site: &Site) -> Vec<Command> {
    let replaced = [("/var/www", &*site.path("www")), ("8080", &site.port.to_string())];
    let mut command = process::command("sh");
    command.arg(site.recipe("busybox.sh", &replaced));
    vec![command]
}
