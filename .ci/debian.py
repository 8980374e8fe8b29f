#!/usr/bin/env python3
"""Follows the documents and the recipes to the letter on a bare Debian that was really booted, as somebody
does who has never seen Parlour: from the archive of a release, from the source, and with the package. Each
way leads to a game played to its end, goes on after a reboot if the recipe promises that, and leaves
nothing behind when it is removed.

    .ci/debian.py RELEASE [SUITE...]

RELEASE is the directory that `.ci/release` filled; the suites are bookworm (12) and trixie (13). It takes
root, debootstrap and systemd-nspawn, and prints how long each part took.

The commands are read from README.md, docs/install.md and deploy/README.md. What these say in words is in SERVERS. Two
things are not as on a machine of one's own: the servers have a network to themselves, without a way out
of it, and Rust and the crates are those of this machine.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
PLACE = Path(os.environ.get("CARGO_TARGET_DIR", HERE / "target")).resolve() / "debian"
SUITES = ["bookworm", "trixie"]
# The packages that are installed before: servers, helpers that recipes name, and curl to play with.
PACKAGES = """systemd systemd-sysv dbus sudo procps apache2 lighttpd nginx-light fcgiwrap caddy
    haproxy busybox curl man-db gcc libc6-dev""".split()
SERVICES = ["apache2", "lighttpd", "nginx", "caddy", "haproxy"]
TIME_MAX = 1800

# A server, its recipe, what is said there in words, its copy of the program, its address, and how it ends.
CGI = "/usr/lib/cgi-bin/parlour"
BUILT = "target/x86_64-unknown-linux-musl/release/parlour"
INCLUDE = r"sed -i '0,/server_name _;/s//&\n\tinclude snippets\/parlour.conf;/' /etc/nginx/sites-enabled/default"
IMPORT = r"sed -i -e '1i import parlour-log.caddy' -e '0,/^:80 {/s//&\n\timport parlour.caddy/' /etc/caddy/Caddyfile"
AT, AT_8080 = "http://localhost/cgi-bin/parlour", "http://localhost:8080/cgi-bin/parlour"
AT_USER = "http://localhost/~anna/parlour.cgi"
BELOW_PAGES = "/var/www/cgi-bin/parlour"
PAGES = "/home/anna/public_html"
AS_USER = "su - anna -c"
# An account on a host that runs the programs of its users, and the recipe that such a user needs.
USER = f"useradd --create-home anna; install -d -o anna {PAGES}; cp wrapper.sh /home/anna"
NO_USER = "userdel -r anna; systemctl stop apache2"
AT_HOST, SITE = "http://games/", "/etc/apache2/sites-available/parlour.conf"
NAMED = f"sed -i s/games.example.org/games/ {SITE}; systemctl restart apache2"
CLOSED = f"{AS_USER} 'chmod 711 ~ ~/parlour'; systemctl restart apache2"
SERVERS = [
    ("Apache", None, "", CGI, AT, "systemctl stop apache2"),
    ("Apache, host", "apache-host.conf", NAMED, CGI, AT_HOST, "a2dissite --purge parlour; systemctl stop apache2"),
    ("lighttpd", "lighttpd.conf", "", CGI, AT, "systemctl stop lighttpd"),
    ("nginx", "nginx.conf", f"{INCLUDE}; systemctl reload nginx", CGI, AT, "systemctl stop nginx"),
    ("Caddy", "parlour.caddy", f"{IMPORT}; systemctl reload caddy", CGI, AT, "systemctl stop caddy"),
    ("BusyBox", "busybox.sh", "", BELOW_PAGES, AT_8080, "kill $!; wait"),
    ("Apache, user", "apache-userdir.conf", "", f"{PAGES}/parlour.cgi", AT_USER, f"{AS_USER} 'parlour uninstall {PAGES}/parlour.cgi'; {NO_USER}"),
    # The configuration of the host is that of before.
    ("a shared host", "wrapper.sh", CLOSED, f"{PAGES}/parlour.cgi", AT_USER, NO_USER),
]
# It stays in the foreground.
STAYING = r"^(sudo sh busybox\.sh)$"
# They run when somebody comes to install Parlour.
RUNNING = {"lighttpd", "nginx", "caddy"}
# A server in front of the unit, its recipe, what is said there in words, and its port.
PROXIES = [
    ("nginx", "nginx-serve.conf", f"{INCLUDE}; systemctl reload nginx", 80),
    ("apache2", "apache-serve.conf", "", 80),
    ("caddy", "serve.caddy", f"{IMPORT}; systemctl reload caddy", 80),
    ("lighttpd", "lighttpd-serve.conf", "", 80),
    ("haproxy", "haproxy-serve.cfg", "", 8080),
]

# All of this is seen from inside alone, and ends with it.
ENTER = """set -e
mount -t overlay overlay -o lowerdir=$ROOT,upperdir=$WORK/upper,workdir=$WORK/work $WORK/root
exec systemd-nspawn --quiet --directory $WORK/root --boot --private-network --register=no --keep-unit \
    --hostname=games --console=pipe --bind-ro=$RUST:/opt/rust --bind=$REGISTRY:/opt/cargo/registry
"""

SERVICE = """[Unit]
After=multi-user.target
[Service]
Type=oneshot
TimeoutStartSec=infinity
Environment=HOME=/root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
ExecStart=/bin/bash /script
ExecStopPost=/bin/systemctl --no-block poweroff
StandardOutput=append:/took
StandardError=append:/log
"""

# The words of every script.
TOOLS = r"""exec 3>&1 >>/log 2>&1
set -exE
trap 'echo "line $LINENO: $BASH_COMMAND"; journalctl --no-pager -n 60; false' ERR
cd /root/parlour
export PATH=/opt/rust/bin:$PATH CARGO_HOME=/opt/cargo CARGO_NET_OFFLINE=true
now() { echo $(($(date +%s%N) / 1000000)); }
took() { echo "took $(($(now) - before)) $*" >&3; }
# `!` would not end the script.
not() { if "$@"; then return 1; fi; }
# A server that reloads answers as before for a moment.
answers() { timeout 30 sh -c "until curl -sfo /dev/null $1; do sleep 0.1; done"; }
listens() { timeout 30 sh -c "until curl -so /dev/null $1; do sleep 0.1; done"; }
# Nim has twelve matches, and this player always takes the first move that there is.
play() { answers $1; yes 1 | head -12 | sh /root/parlour/deploy/play.sh $1 nim | grep 'Play again'; }
# Keeps a link, and opens it later.
keep() { curl -s "$1?g=nim&seed=boot" | grep -o 's=[A-Za-z0-9_-]\{40,\}' | head -1 >/root/link; }
status() { curl -so /dev/null -w '%{http_code}' "$1?g=nim&$(cat /root/link)"; }
opens() { answers $1; test "$(status $1)" = 200; }
# Removes the recipes' lines from the servers' configurations, as the documentation says.
forget() {
    for conf in /etc/apache2/conf-enabled/parlour*; do
        [ ! -e $conf ] || a2disconf --quiet --purge $(basename $conf .conf); done
    { find /etc -iname '*parlour*'; grep -rlI parlour /etc/apache2 /etc/nginx /etc/lighttpd /etc/caddy /etc/haproxy /etc/default; } 2>/dev/null | while read -r file; do
    case $file in */sites-enabled/default|*/Caddyfile|*/default/haproxy) sed -i /parlour/d "$file" ;; *) rm -rf "$file" ;; esac; done
    rm -rf /etc/systemd/system/parlour.*.d /etc/default/fcgiwrap
}
# Only the files of this test still have the name of the program.
gone() {
    systemctl daemon-reload
    left=$(find / -xdev \( -path /root -o -path /proc -o -path /sys -o -path /log -o -path /var/log \) -prune -o -iname '*parlour*' -print)
    left+=$(grep -i parlour /etc/group /etc/passwd || true)
    left+=$(systemctl list-unit-files --no-legend 'parlour*' || true)
    left+=$(systemctl list-units --no-legend --all 'parlour*' || true)
    test -z "$left"
}
"""


def commands(document, name):
    """The commands in the block ```sh NAME of a document."""
    text = (HERE / document).read_text()
    return re.search(f"^```sh {re.escape(name)}\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)[1]


def recipe(name):
    """The commands for a recipe."""
    return commands("deploy/README.md", name)


def written():
    """The commands with the archive, and those with the source, up to the installed copy; those for
    Apache; the doctor's; and those that remove the files of the archive."""
    of_readme = [commands("README.md", f"debian {name}") for name in ("source", "apache", "doctor")]
    of_install = [commands("docs/install.md", f"debian {name}") for name in ("release", "source", "removal")]
    built, apache, doctor = of_readme
    release, copied, removal = of_install
    return {"release": release, "source": built + copied}, apache, doctor.strip().replace(BUILT, "parlour"), removal


def bare(suite):
    """The root of a bare system with the servers on it, none of them running."""
    root = PLACE / suite
    if (PLACE / f"{suite}.whole").exists():
        return root
    subprocess.run(["rm", "-rf", root], check=True)
    log = (PLACE / f"{suite}.log").open("w")
    run = lambda *words: subprocess.run(words, check=True, stdout=log, stderr=log)
    run("debootstrap", "--variant=minbase", suite, str(root))
    policy = root / "usr/sbin/policy-rc.d"
    policy.write_text("#!/bin/sh\nexit 101\n")
    policy.chmod(0o755)
    (root / "etc/hostname").write_text("games\n")
    (root / "etc/hosts").write_text("127.0.0.1 localhost games\n")
    (root / "etc/resolv.conf").write_bytes(Path("/etc/resolv.conf").read_bytes())
    environment = ["env", "DEBIAN_FRONTEND=noninteractive"]
    install = ["apt-get", "install", "-y", "--no-install-recommends", *PACKAGES]
    run("chroot", str(root), *environment, *install)
    policy.unlink()
    for service in SERVICES:
        subprocess.run(["chroot", root, "systemctl", "disable", service], stdout=log, stderr=log)
    run("chroot", str(root), "systemctl", "mask", "systemd-resolved", "systemd-networkd")
    unit = root / "etc/systemd/system/script.service"
    unit.write_text(SERVICE)
    wants = root / "etc/systemd/system/multi-user.target.wants"
    wants.mkdir(exist_ok=True)
    (wants / "script.service").symlink_to("/etc/systemd/system/script.service")
    (PLACE / f"{suite}.whole").touch()
    return root


def by_hand(way, suite):
    """One boot: the documents' commands, then one web server after the other, then the way back."""
    ways, apache, doctor, removal = written()
    lines = ["before=$(now)", ways[way], "took to the installed copy"]
    for name, file, said, copy, url, end in SERVERS:
        if name.lower() in RUNNING:
            # A server that has only begun to start dies of a reload.
            lines.append(f"systemctl start {name.lower()}; listens http://localhost/")
        commands = apache if file is None else recipe(file)
        lines.append("before=$(now); cd /root/parlour" + ("" if file is None else "/deploy"))
        if url == AT_USER:
            lines.append(USER)
            commands = re.sub(r"^(.*~.*)$", rf"{AS_USER} '\1'", commands, flags=re.MULTILINE)
        lines.append(re.sub(STAYING, r"\1 &", commands, flags=re.MULTILINE))
        lines.append(said)
        lines.append(f"answers {url}")
        lines.append(doctor.replace(CGI, copy).replace("http://localhost/cgi-bin/parlour", url))
        lines += [f"play {url}", f"took to a game played on {name}", end]
    lines += [
        f"parlour uninstall --purge {CGI}",
        "forget",
        "rm -f /var/www/cgi-bin/parlour",
        removal,
        "gone",
    ]
    return ["\n".join(lines)]


def proxy(server, file, said, port):
    """Two boots: a web server in front of the units, and what is left of it after a reboot."""
    url = f"http://localhost:{port}/cgi-bin/parlour".replace(":80/", "/")
    ways, _, doctor, removal = written()
    first = [
        ways["release"],
        f"systemctl enable --now {server}",
        "cd deploy; before=$(now); parlour install --group www-data /usr/lib/cgi-bin",
        recipe("parlour.service"),
        recipe(file),
        said,
        f"play {url}",
        f"keep {url}",
        doctor.replace("http://localhost/cgi-bin/parlour", url),
        # A new key reaches the unit.
        f"parlour keys --new; parlour install --group www-data {CGI}; systemctl restart parlour; opens {url}",
        f"took to a game played with {file}",
    ]
    second = [
        f"opens {url}; play {url}",
        "not grep -rF \"$(cat /root/link)\" /var/log",
        "systemctl disable --now parlour.socket parlour.service",
        f"parlour uninstall --purge {CGI}",
        "forget",
        removal,
        "gone",
    ]
    return ["\n".join(first), "\n".join(second)]


def package():
    """Three boots: the life of the package."""
    url = "http://localhost/cgi-bin/parlour"
    said = f"{INCLUDE}; systemctl reload nginx"
    socket = "systemctl is-active parlour.socket"
    first = [
        "dpkg -i /root/first.deb",
        "systemctl enable --now nginx; cd deploy",
        *[line for line in recipe("nginx-serve.conf").splitlines() if "/etc/nginx" in line],
        said,
        "systemctl enable --now parlour.socket",
        f"play {url}; keep {url}; opens {url}",
        f"parlour doctor {CGI} {url}",
        f"dpkg -i /root/second.deb; opens {url}; parlour doctor {CGI}",
        f"test $(stat -c %a:%G {CGI}) = 710:www-data",
        # Without its key the unit tries again, until the key is back.
        f"mv /etc/parlour/key /root; systemctl stop parlour; not timeout 3 curl -sf {url}",
        f"mv /root/key /etc/parlour; sleep 2; opens {url}; parlour doctor {CGI} {url}",
        # Removed, it does not answer; installed again, games go on.
        f"dpkg -r parlour; test ! -e {CGI}; not {socket}; test \"$(status {url})\" = 502",
        f"dpkg -i /root/second.deb; {socket}; opens {url}; parlour doctor {CGI}",
        f"chmod 755 {CGI}; parlour install --group www-data {CGI}; opens {url}; parlour doctor {CGI}",
    ]
    second = [
        f"opens {url}; play {url}",
        "dpkg -r parlour",
        "dpkg -P parlour",
        "rm /etc/nginx/snippets/parlour.conf /etc/nginx/conf.d/parlour-log.conf",
        "gone",
        # A web server that may give no program a group.
        "mkdir /etc/systemd/system/apache2.service.d; systemctl disable --now nginx; a2enmod cgid",
        r"printf '[Service]\nNoNewPrivileges=yes\n' >/etc/systemd/system/apache2.service.d/x.conf",
        "systemctl daemon-reload; systemctl enable --now apache2",
        "dpkg -i /root/first.deb",
        f"play {url}; keep {url}; dpkg -r parlour; dpkg -i /root/second.deb; opens {url}",
        "systemctl enable --now parlour.socket; systemctl start parlour; systemctl is-active parlour",
    ]
    third = [f"opens {url}; systemctl is-active parlour.socket", "dpkg -P parlour", "gone"]
    return ["\n".join(lines) for lines in (first, second, third)]


def live(name, suite, release, boots):
    """Boots a system once for each of these scripts."""
    work = PLACE / f"{suite}-{name}"
    subprocess.run(["rm", "-rf", work], check=True)
    for directory in ["upper/root/parlour", "work", "root"]:
        (work / directory).mkdir(parents=True)
    home = work / "upper/root/parlour"
    if name == "source":
        archive = subprocess.Popen(["git", "-C", HERE, "archive", "HEAD"], stdout=subprocess.PIPE)
        subprocess.run(["tar", "-x", "-C", home], stdin=archive.stdout, check=True)
    else:
        archive, = release.glob("parlour-*-linux-x86_64.tar.gz")
        subprocess.run(["cp", archive, home], check=True)
        # The player and the recipes, at the place where the source has them.
        subprocess.run(["cp", "-r", HERE / "deploy", home], check=True)
    if name == "package":
        packages = sorted(release.glob("parlour_*_amd64.deb"))
        shutil.copy(packages[0], work / "upper/root/first.deb")
        made = ["sh", HERE / "deploy/deb.sh", next(release.glob("parlour-*-linux-x86_64")), work, "9"]
        subprocess.run(made, check=True, stdout=subprocess.DEVNULL)
        shutil.move(next(work.glob("*.deb")), work / "upper/root/second.deb")
    rust = subprocess.run(["rustc", "--print", "sysroot"], check=True, capture_output=True, text=True)
    cargo = Path(os.environ.get("CARGO_HOME", Path.home() / ".cargo"))
    environment = os.environ | {
        "ROOT": str(bare(suite)),
        "WORK": str(work),
        "RUST": rust.stdout.strip(),
        "REGISTRY": str(cargo / "registry"),
    }
    for boot in boots:
        (work / "upper/script").write_text(f"{TOOLS}before=$(now)\n{boot}\necho passed >&3\n")
        (work / "upper/took").write_text("")
        alone = ["unshare", "--mount", "--uts", "sh", "-c", ENTER]
        console = (work / "console").open("a")
        subprocess.run(alone, env=environment, stdin=subprocess.DEVNULL, stdout=console, stderr=console, timeout=TIME_MAX)
        took = (work / "upper/took").read_text().splitlines()
        if took[-1:] != ["passed"]:
            log = work / "upper/log"
            said = log.read_text() if log.exists() else (work / "console").read_text()
            sys.exit(f"{said[-8000:]}\n{suite}, {name}: it does not go as written")
        for line in took[:-1]:
            _, milliseconds, what = line.split(" ", 2)
            print(f"{suite}, {name}: {int(milliseconds) / 1000:6.1f} s {what}", flush=True)
    print(f"{suite}, {name}: passed", flush=True)
    subprocess.run(["rm", "-rf", work], check=True)


def main():
    release, *suites = sys.argv[1:]
    PLACE.mkdir(parents=True, exist_ok=True)
    only = os.environ.get("ONLY", "").split()
    for suite in suites or SUITES:
        lives = {"package": package()}
        lives |= {way: by_hand(way, suite) for way in ["release", "source"]}
        lives |= {file: proxy(server, file, *more) for server, file, *more in PROXIES}
        for name, boots in lives.items():
            if not only or name in only:
                live(name, suite, Path(release), boots)


main()
