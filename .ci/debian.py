#!/usr/bin/env python3
"""Follows the README to the letter on a bare Debian, as somebody does who has never seen Parlour: from
the file of a release, and from the source, to a game played to its end on five servers.

    .ci/debian.py RELEASE [SUITE...]

RELEASE is the directory that `.ci/release` filled; the suites are bookworm (12) and trixie (13). It takes
root and debootstrap, and prints how long each part took.

The commands are read from README.md and from the recipes. What these say in words is in SERVERS. Three
things are not as on a machine of one's own: the servers have a network to themselves, without a way out
of it; Rust and the crates are those of this machine; and in place of systemd, which a bare root does not
have, a short script calls `service`.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
PLACE = Path(os.environ.get("CARGO_TARGET_DIR", HERE / "target")).resolve() / "debian"
SUITES = ["bookworm", "trixie"]
# What is there before: the servers, what recipes install, and curl to play with.
PACKAGES = "sudo apache2 lighttpd nginx-light fcgiwrap spawn-fcgi caddy busybox curl gcc libc6-dev".split()

# A server, its recipe, what is said there in words, its copy of the program, its port, and how it ends.
CGI = "/usr/lib/cgi-bin/parlour"
INCLUDE = r"sed -i '0,/server_name _;/s//&\n\tinclude snippets\/parlour.conf;/' /etc/nginx/sites-enabled/default"
IMPORT = r"sed -i '0,/^:80 {/s//&\n\timport parlour.caddy/' /etc/caddy/Caddyfile"
SERVERS = [
    ("Apache", None, "", CGI, 80, "systemctl stop apache2"),
    ("lighttpd", "lighttpd.conf", "", CGI, 80, "systemctl stop lighttpd"),
    ("nginx", "nginx.conf", f"{INCLUDE}; systemctl reload nginx", CGI, 80, "systemctl stop nginx"),
    ("Caddy", "parlour.caddy", f"{IMPORT}; systemctl reload caddy", CGI, 80, "systemctl stop caddy"),
    ("BusyBox", "busybox.sh", "", "/var/www/cgi-bin/parlour", 8080, "kill %1"),
]
# They run when somebody comes to install Parlour.
RUNNING = {"lighttpd", "nginx", "caddy"}

SYSTEMCTL = """#!/bin/sh
# systemctl ACTION SERVICE, where there is no systemd.
case $2 in
caddy)
    cd /etc/caddy
    case $1 in stop) exec caddy stop ;; reload) exec caddy reload ;; *) exec caddy start ;; esac ;;
*) exec service "$2" "$1" ;;
esac
"""

# All of this is seen from inside alone, and ends with it.
ENTER = """set -e
ip link set lo up
hostname games
mount -t overlay overlay -o lowerdir=$ROOT,upperdir=$WORK/upper,workdir=$WORK/work $WORK/root
cd $WORK/root
mount -t proc proc proc
mount --bind /dev dev
mkdir -p opt/rust root/.cargo/registry
mount --bind -o ro $RUST opt/rust
mount --bind $REGISTRY root/.cargo/registry
exec env -i HOME=/root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin chroot . bash /script
"""


def blocks(text):
    """The blocks of commands of a text: the lines that are indented by four blanks."""
    found = re.findall(r"(?:^    .*\n)+", text, re.MULTILINE)
    return [re.sub(r"^    ", "", block, flags=re.MULTILINE) for block in found]


def recipe(name):
    """The commands at the head of a recipe."""
    lines = (HERE / "deploy" / name).read_text().splitlines()
    return "".join(line[4:] + "\n" for line in lines if re.match(r"#   \S", line))


def readme():
    """The commands for who has a release, and for who has the source, up to the installed copy; those
    for Apache; and the doctor's."""
    section = (HERE / "README.md").read_text().split("\n## On a real server\n")[1]
    release, source, doctor, *_ = blocks(section.split("\n## ")[0])
    release, apache = release.rstrip("\n").rsplit("\n", 1)
    return {"release": release, "source": source}, apache, doctor.strip()


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
    (root / "etc/hosts").write_text("127.0.0.1 localhost games\n")
    (root / "etc/resolv.conf").write_bytes(Path("/etc/resolv.conf").read_bytes())
    environment = ["env", "DEBIAN_FRONTEND=noninteractive"]
    install = ["apt-get", "install", "-y", "--no-install-recommends", *PACKAGES]
    run("chroot", str(root), *environment, *install)
    policy.unlink()
    systemctl = root / "usr/local/sbin/systemctl"
    systemctl.write_text(SYSTEMCTL)
    systemctl.chmod(0o755)
    (PLACE / f"{suite}.whole").touch()
    return root


def script(way):
    """What is typed, with a line that begins with `took` after each part."""
    ways, apache, doctor = readme()
    lines = ["exec 3>&1 >/log 2>&1", "set -ex", "cd /root/parlour"]
    lines.append("export PATH=/opt/rust/bin:$PATH CARGO_NET_OFFLINE=true")
    lines.append('took() { echo "took $(($(date +%s%N) / 1000000 - before)) $*" >&3; }')
    lines.append("before=$(($(date +%s%N) / 1000000))")
    # The standard library of the target is on this machine already.
    lines.append("rustup() { :; }")
    lines += [ways[way], "took to the installed copy"]
    for name, file, by_hand, copy, port, end in SERVERS:
        if name.lower() in RUNNING:
            lines.append(f"systemctl start {name.lower()}")
        lines.append("before=$(($(date +%s%N) / 1000000)); cd /root/parlour/deploy")
        commands = apache if file is None else recipe(file)
        # It stays in the foreground.
        lines.append(commands.replace("sh busybox.sh", "sh busybox.sh &"))
        lines.append(by_hand)
        url = f"http://localhost:{port}/cgi-bin/parlour".replace(":80/", "/")
        # A server that reloads answers as before for a moment.
        lines.append(f"timeout 20 sh -c 'until curl -sfo /dev/null {url}; do sleep 0.1; done' || true")
        visit = doctor.replace(CGI, copy).replace("http://localhost/cgi-bin/parlour", url)
        lines.append(visit)
        # Nim has twelve matches, and whoever plays it here always takes the first move that there is.
        lines.append(f"yes 1 | head -12 | sh play.sh {url} nim | grep 'Play again'")
        lines += [f"took to a game played on {name}", end]
    return "\n".join(lines) + "\n"


def follow(way, suite, release):
    """Follows the README in one of its two ways."""
    work = PLACE / f"{suite}-{way}"
    subprocess.run(["rm", "-rf", work], check=True)
    for name in ["upper/root/parlour", "work", "root"]:
        (work / name).mkdir(parents=True)
    home = work / "upper/root/parlour"
    files = [] if way == "source" else ["deploy"]
    archive = subprocess.Popen(["git", "-C", HERE, "archive", "HEAD", *files], stdout=subprocess.PIPE)
    subprocess.run(["tar", "-x", "-C", home], stdin=archive.stdout, check=True)
    if way == "release":
        for file in release.glob("parlour-*-linux-x86_64"):
            subprocess.run(["cp", file, home], check=True)
    (work / "upper/script").write_text(script(way))
    rust = subprocess.run(["rustc", "--print", "sysroot"], check=True, capture_output=True, text=True)
    cargo = Path(os.environ.get("CARGO_HOME", Path.home() / ".cargo"))
    environment = os.environ | {
        "ROOT": str(bare(suite)),
        "WORK": str(work),
        "RUST": rust.stdout.strip(),
        "REGISTRY": str(cargo / "registry"),
    }
    alone = ["unshare", "--net", "--uts", "--mount", "--pid", "--fork", "--kill-child", "sh", "-c", ENTER]
    done = subprocess.run(alone, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
    if done.returncode != 0:
        log = (work / "upper/log").read_text() if (work / "upper/log").exists() else ""
        sys.exit(f"{log[-6000:]}\n{suite}, {way}: the README does not lead to a game")
    for line in done.stdout.splitlines():
        _, milliseconds, what = line.split(" ", 2)
        print(f"{suite}, from the {way}: {int(milliseconds) / 1000:6.1f} s {what}", flush=True)
    subprocess.run(["rm", "-rf", work], check=True)


def main():
    release, *suites = sys.argv[1:]
    PLACE.mkdir(parents=True, exist_ok=True)
    for suite in suites or SUITES:
        for way in ["release", "source"]:
            follow(way, suite, Path(release))


main()
