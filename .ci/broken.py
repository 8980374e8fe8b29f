#!/usr/bin/env python3
"""Breaks an installation in ways that webmasters meet, and checks what the doctor says.

    .ci/broken.py PROGRAM [NUMBER...]

PROGRAM is what `cargo static` builds. Each case has a system of its own, an overlay over this one with
its own processes, mounts and network, so nothing of this machine is changed. It takes root and the
servers of `.ci/install`. A case is

- right, if its line matches `says`, and after the `cure`, which the doctor advises, no line is WRONG. A
  case whose text begins with `~` is about a note; every other one is about the only line that is WRONG;
- half, if another line or the server's log matches;
- silent, if no line is WRONG and none matches;
- wrong, if something else is WRONG. Of a sound installation nothing may be.

The measure: wrong 0, and nine of ten right or half. With -v, it prints all that the doctor says. With
`--proxy HABIT`, this program is a proxy with a bad habit, which the cases start.
"""

import os
import re
import socket
import subprocess
import sys
import threading
import time
import zlib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.dont_write_bytecode = True
HERE = Path(__file__).resolve()
TIME_MAX = 300

ENTER = r"""set -e
mount -t tmpfs tmpfs $WORK
mkdir $WORK/upper $WORK/work $WORK/root
mount -t overlay overlay -o lowerdir=/,upperdir=$WORK/upper,workdir=$WORK/work $WORK/root
mount -t proc proc $WORK/root/proc
mount --rbind /dev $WORK/root/dev
mount -t tmpfs tmpfs $WORK/root/run
mount -t tmpfs tmpfs $WORK/root/tmp
ip link set lo up
cat $PROGRAM >$WORK/root/usr/local/bin/parlour
cat $SCRIPT >$WORK/root/script
cat $HERE >$WORK/root/broken.py
chmod 755 $WORK/root/usr/local/bin/parlour
mkdir $WORK/root/old
cd $WORK/root
pivot_root . old
umount -l /old
exec chroot . bash /script
"""

TOOLS = r"""
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
exec 2>&1
COPY=/usr/lib/cgi-bin/parlour
KEY=/etc/parlour/key
FILE=$COPY
HOST=http://localhost
URL=$HOST/cgi-bin/parlour
WRAPPER=/usr/lib/cgi-bin/games.cgi
# A directory that suexec has for the programs of another user.
GAMES=/var/www/games
SUEXEC="SuexecUserGroup anna anna
ScriptAlias /games/ $GAMES/
<Directory $GAMES>
Require all granted
</Directory>"
mkdir -p $GAMES /var/www/html /var/log/apache2 /var/log/nginx /var/log/lighttpd /etc/apache2 $(dirname $COPY)
echo '<h1>My site</h1>' >/var/www/html/index.html
listens() { timeout 10 bash -c "until echo >/dev/tcp/localhost/$1; do sleep 0.05; done" 2>/dev/null; }
# Apache with the lines of $1 at its end, and cgid unless $2 is another module.
apache_conf() {
    for module in mpm_event authz_core authz_host ${2-cgid} alias mime dir env headers rewrite auth_basic \
        authn_core authn_file authz_user setenvif $MODULES; do
        echo "LoadModule ${module}_module /usr/lib/apache2/modules/mod_$module.so"
    done
    cat <<END
ServerRoot /etc/apache2
PidFile /run/apache2.pid
ServerName localhost
Listen ${PORT-80}
User www-data
Group www-data
ErrorLog /var/log/apache2/error.log
DocumentRoot /var/www/html
<IfModule cgid_module>
ScriptSock /run/cgisock
</IfModule>
ScriptAlias /cgi-bin/ /usr/lib/cgi-bin/
TypesConfig /etc/mime.types
<Directory /usr/lib/cgi-bin>
Options +ExecCGI
Require all granted
</Directory>
$1
END
}
start_apache() { ${START-} apache2 -f /etc/apache2/test.conf -k start; listens ${PORT-80}; }
stop_apache() { kill $(cat /run/apache2.pid); while [ -e /run/apache2.pid ]; do sleep 0.05; done; }
apache() { apache_conf "$@" >/etc/apache2/test.conf; start_apache; }
apache_again() { stop_apache; apache "$@"; }
# nginx with fcgiwrap, the lines of $1 in its location, and of $2 in its block http.
PARAMS='fastcgi_param QUERY_STRING $query_string; fastcgi_param REQUEST_METHOD $request_method;
    fastcgi_param SCRIPT_NAME /cgi-bin/parlour; fastcgi_param HTTP_HOST $http_host;
    fastcgi_param GATEWAY_INTERFACE CGI/1.1; fastcgi_param SERVER_PROTOCOL $server_protocol;'
SCRIPT_FILENAME='fastcgi_param SCRIPT_FILENAME /usr/lib/cgi-bin/parlour;'
fcgiwrap_on() { spawn-fcgi -u www-data -g www-data -M 0660 -s /run/fcgiwrap.socket /usr/sbin/fcgiwrap >/dev/null; }
nginx_conf() {
    cat >/etc/nginx/test.conf <<END
user www-data; worker_processes 1; pid /run/nginx.pid; error_log /var/log/nginx/error.log;
events { }
http { access_log off; $2
  server { listen 80; root /var/www/html; location = /cgi-bin/parlour { $1 fastcgi_pass unix:/run/fcgiwrap.socket; } } }
END
}
nginx_on() { nginx_conf "$@"; nginx -c /etc/nginx/test.conf; listens 80; }
nginx_again() { nginx -c /etc/nginx/test.conf -s stop; sleep 0.3; nginx_on "$@"; }
# A proxy with a bad habit before Apache, at port 8000.
proxy() { python3 /broken.py --proxy "$1" & PROXY=$!; HOST=http://localhost:8000; URL=$HOST/cgi-bin/parlour; listens 8000; }
good_proxy() { kill $PROXY; sleep 0.2; proxy none; }
behind() { apache; proxy "$1"; }
# A balancer before Apache at port 81, which does not run yet.
balancer() {
    printf '%s\n' defaults 'mode http' 'timeout connect 2s' 'timeout client 9s' 'timeout server 9s' \
        'listen games' 'bind :80' 'server one 127.0.0.1:81' >/etc/haproxy/test.cfg
    haproxy -D -f /etc/haproxy/test.cfg; listens 80
}
# A script in front of the program.
wrapper() { printf "$1" >$WRAPPER; chmod ${2-755} $WRAPPER; FILE=$WRAPPER; URL=$HOST/cgi-bin/games.cgi; apache; }
good_wrapper() { printf '#!/bin/sh\nexec /usr/lib/cgi-bin/parlour\n' >$WRAPPER; chmod 755 $WRAPPER; }
tls() {
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj "/CN=$1" \
        -addext "subjectAltName=DNS:$1" -keyout /etc/nginx/key -out /etc/nginx/cert 2>/dev/null
    [ "$2" = trusted ] && cat /etc/nginx/cert >>/etc/ssl/certs/ca-certificates.crt
    cat >/etc/nginx/test.conf <<END
user www-data; worker_processes 1; pid /run/nginx.pid; error_log /var/log/nginx/error.log;
events { }
http { access_log off; server { listen 443 ssl; ssl_certificate cert; ssl_certificate_key key;
  location / { proxy_pass http://127.0.0.1:80; proxy_set_header Host \$host; } } }
END
    nginx -c /etc/nginx/test.conf; listens 443; URL=https://localhost/cgi-bin/parlour
}
doctor() { parlour doctor $FILE $URL; echo "rc=$?"; }
# Arguments of Apache that give another copy the path of the first.
other_copy() { mkdir -p /usr/lib/other; parlour install --group www-data /usr/lib/other >/dev/null; OTHER='ScriptAlias /other/ /usr/lib/other/
<Directory /usr/lib/other>
Options +ExecCGI
Require all granted
</Directory>'; }
parlour install --group www-data /usr/lib/cgi-bin >/dev/null || exit
"""

SOUND = None
INSTALL = "parlour install --group www-data $COPY"
KEEP = "the query"

# Each case: its number, how to break it, what the doctor says, and the cure.
CASES = [
    (1, "apache; chmod 0644 $COPY", "nobody may run it: install it again|can read the key", INSTALL),
    (4, "apache; chmod 0700 $COPY", "its group may not run it: install it again", INSTALL),
    (5, "apache; chmod 0700 /usr/lib/cgi-bin", "others may not enter /usr/lib/cgi-bin: run `chmod o\\+x", "chmod o+x /usr/lib/cgi-bin"),
    (6, "mount --bind /usr/lib/cgi-bin /usr/lib/cgi-bin; mount -o remount,bind,noexec /usr/lib/cgi-bin; apache", "mounted noexec", "umount -l /usr/lib/cgi-bin; apache_again"),
    (9, "apache; chgrp root $COPY", "its group is root", INSTALL),
    (10, "apache; chmod 0755 $COPY", "every user of this machine can read the key", INSTALL),
    (16, "apache; cp /usr/local/bin/parlour /tmp/p; cat /tmp/p >$COPY", "it has no key: .*there is no key", INSTALL),
    (17, "apache; install -m 755 /usr/local/bin/parlour $COPY", "it has no key: .*there is no key", INSTALL),
    (18, r"apache; sed -i 's/$/\r/' $COPY", "damaged on the way|cannot be started|prints nothing", "rm $COPY; " + INSTALL),
    (19, r"apache; printf '\xb7' | dd of=$COPY bs=1 seek=18 conv=notrunc status=none", "built for another system", INSTALL),
    (20, "apache; truncate -s 600000 $COPY", "built for another system|prints nothing", "rm $COPY; " + INSTALL),
    (21, r"wrapper '#!/bin/sh\nexec /usr/lib/cgi-bin/nowhere\n'", "look at the paths in the script|it prints nothing", "good_wrapper"),
    (22, r"wrapper '#!/bin/sh\r\nexec /usr/lib/cgi-bin/parlour\r\n'", "line ends of Windows", r"sed -i 's/\r$//' $WRAPPER"),
    (23, r"wrapper '#!/bin/sh\nexec /usr/lib/cgi-bin/parlour\n' 644", "nobody may run it: run `chmod 755`", "chmod 755 $WRAPPER"),
    (24, r"wrapper '#!/bin/sh\nexec /usr/lib/cgi-bin/parlour\n' 711", "may not read the script|prints nothing", "chmod 755 $WRAPPER"),
    (26, r"wrapper '#!/bin/sh\nexec env -i /usr/lib/cgi-bin/parlour\n'", "answers `|it does not get the query", "good_wrapper"),
    (27, r"wrapper '\xef\xbb\xbf#!/bin/sh\nexec /usr/lib/cgi-bin/parlour\n'", "byte order mark", r"sed -i '1s/^\xef\xbb\xbf//' $WRAPPER"),
    (28, r"wrapper '#!/bin/sh\necho hello\nexec /usr/lib/cgi-bin/parlour\n'", "it answers `hello`", "good_wrapper"),
    # Apache takes the headers in this order, too.
    (29, r"""wrapper '#!/bin/sh\nprintf "Content-Type: text/html\\n"\nexec /usr/lib/cgi-bin/parlour\n'""", "~it answers `Content-Type", "good_wrapper"),
    (30, r"wrapper '#!/usr/local/bin/sh\nexec /usr/lib/cgi-bin/parlour\n'", "interpreter in its first line", "good_wrapper"),
    (31, r"wrapper '#!/bin/sh\nunset QUERY_STRING\nexec /usr/lib/cgi-bin/parlour\n'", "does not get the query|the query, or a part of it, does not arrive", "good_wrapper"),
    (32, "apache '<Directory /usr/lib/cgi-bin>\nRequire all denied\n</Directory>'", "`Require`", "apache_again"),
    (33, "apache '<Directory /usr/lib/cgi-bin>\nOptions -ExecCGI\n</Directory>\nAlias /games/ /usr/lib/cgi-bin/\n<Location /games>\nSetHandler cgi-script\n</Location>'; URL=$HOST/games/parlour", "ExecCGI", "apache_again '<Directory /usr/lib/cgi-bin>\nOptions +ExecCGI\n</Directory>\nAlias /games/ /usr/lib/cgi-bin/\n<Location /games>\nSetHandler cgi-script\n</Location>'"),
    (34, "apache 'Alias /games/ /usr/lib/cgi-bin/'; URL=$HOST/games/parlour", "Apache refuses", "apache_again; URL=$HOST/cgi-bin/parlour"),
    (36, "apache 'Alias /games/ /usr/lib/cgi-bin/\nAddType text/plain .cgi'; good_wrapper; FILE=; URL=$HOST/games/games.cgi", "hands out the script", "apache_again; URL=$HOST/cgi-bin/games.cgi"),
    (37, "apache '' alias; apache_conf >/etc/apache2/test.conf; apache2 -f /etc/apache2/test.conf -k graceful; sleep 1; rm -f /run/cgisock*", "a reload is not enough", "stop_apache; start_apache"),
    (38, "apache '' alias", "Apache refuses|a2enmod cgid", "apache_again"),
    (39, "behind strip", "the query, or a part of it, does not arrive", "good_proxy"),
    # Parlour undoes one more percent-encoding.
    (40, "behind encode", SOUND, None),
    (41, "behind decode", KEEP, "good_proxy"),
    (42, "behind lower", KEEP, "good_proxy"),
    (43, "behind known", "the query, or a part of it, does not arrive", "good_proxy"),
    (44, "behind valued", "a part of the query does not arrive", "good_proxy"),
    # Parlour takes `&amp;` for `&`.
    (45, "behind amp", SOUND, None),
    (46, "fcgiwrap_on; nginx_on \"$PARAMS $SCRIPT_FILENAME limit_req zone=a burst=5 nodelay;\" 'limit_req_zone $binary_remote_addr zone=a:1m rate=1r/s;'", "limits how often", "nginx_again \"$PARAMS $SCRIPT_FILENAME limit_req zone=a burst=30 nodelay;\" 'limit_req_zone $binary_remote_addr zone=a:1m rate=5r/s;'; sleep 1"),
    (146, "behind banned", "limits how often", "good_proxy"),
    (47, "behind waf", "asked for a move.*403", "good_proxy"),
    # No token has two hyphens, which the rule 942440 of OWASP CRS takes for a comment.
    (48, "behind hyphens", SOUND, None),
    (49, "behind short", "1,900 bytes.*414|a player's page", "good_proxy"),
    (50, "echo 'anna:{SHA}'$(printf secret | openssl sha1 -binary | base64) >/etc/apache2/users; apache '<Location /cgi-bin>\nAuthType Basic\nAuthName x\nAuthUserFile /etc/apache2/users\nRequire valid-user\n</Location>'", "~asks for a name and a password", "URL=http://anna:secret@localhost/cgi-bin/parlour"),
    (51, "apache 'RewriteEngine on\nRewriteRule ^ /cgi-bin/parlour [R=301,L]'", "in a circle", "apache_again"),
    (52, "apache 'RewriteEngine on\nRewriteCond %{REQUEST_URI} ^/games\nRewriteRule ^ http://localhost/cgi-bin/parlour? [R=301,L]'; URL=$HOST/games", "loses the query", "apache_again 'RewriteEngine on\nRewriteCond %{REQUEST_URI} ^/games\nRewriteRule ^ http://localhost/cgi-bin/parlour [R=301,L]'"),
    (53, "apache 'FallbackResource /index.html'; URL=$HOST/games", "another page answers there", "URL=$HOST/cgi-bin/parlour"),
    (54, "behind maintenance", "the site is closed", "good_proxy"),
    (55, "behind bot", "no robots", "good_proxy"),
    (56, "behind cache_path", "the query, or a part of it, does not arrive", "good_proxy"),
    (57, "behind cache_all", "get the same one", "good_proxy"),
    (58, "apache 'Header always set Cache-Control \"public, max-age=600\"\nHeader set Cache-Control \"public, max-age=600\"'", "Cache-Control: public", "apache_again"),
    (59, "behind cached_404", "from a cache", "good_proxy"),
    (60, "apache 'Header set Content-Type text/plain'", "pages come with `Content-Type: text/plain", "apache_again"),
    (61, "apache 'Header set Content-Type application/octet-stream'", "application/octet-stream", "apache_again"),
    (62, "apache 'Header edit Content-Type utf-8 iso-8859-1'", "iso-8859-1", "apache_again"),
    (63, "apache 'Header set Content-Security-Policy \"default-src none\"'", "Content-Security-Policy: .*default-src none", "apache_again"),
    (64, "apache 'Header always unset Content-Security-Policy'", "~come without `Content-Security-Policy", "apache_again"),
    (65, "apache 'Header add Set-Cookie \"id=7\"'", "~a cookie", "apache_again"),
    (66, "behind gzip_twice", "compressed twice", "good_proxy"),
    (67, "behind gzip_hidden", "`Content-Encoding` that says so is lost", "good_proxy"),
    (68, "behind inject", "something is added to the pages", "good_proxy"),
    (69, "behind errors", "~a page of its own in place of Parlour's", "good_proxy"),
    (70, "behind status", "with the status 200", "good_proxy"),
    (71, "behind no_location", "a redirect to a new game comes without `Location`", "good_proxy"),
    (171, "behind follow", "follows the redirect to a new game itself", "good_proxy"),
    (72, "behind backend", "a new game is sent to `http://backend", "good_proxy"),
    (73, "behind cut", "cut short", "good_proxy"),
    (74, "behind slow", "an answer takes 2", "good_proxy"),
    (75, "behind hang", "no answer within", "good_proxy"),
    # A name that leads here for visitors alone is a note.
    (76, "behind no_host", "~links to send lead to http://backend", "stop_apache; apache \"SetEnv PARLOUR_URL $URL\""),
    (77, "apache; tls localhost trusted", "links to send lead to http://localhost/.*by plain HTTP", "stop_apache; apache \"SetEnv PARLOUR_URL $URL\""),
    (78, "apache \"SetEnv PARLOUR_URL https://localhost/cgi-bin/parlour\"; tls localhost", "browsers warn of the certificate", None),
    (79, "apache \"SetEnv PARLOUR_URL https://localhost/cgi-bin/parlour\"; tls elsewhere.example trusted", "browsers warn of the certificate", None),
    (80, "behind subpath; URL=$HOST/games", "~links to send lead to .*set PARLOUR_URL", "stop_apache; apache \"SetEnv PARLOUR_URL $URL\""),
    (81, "apache 'SetEnv PARLOUR_URL http://localhost:9/x'", "lead to http://localhost:9/x, where nothing answers.*set PARLOUR_URL", "apache_again \"SetEnv PARLOUR_URL $URL\""),
    (82, "apache 'SetEnv PARLOUR_URL localhost/cgi-bin/parlour'", "~the whole address of the link to send; set PARLOUR_URL", "apache_again \"SetEnv PARLOUR_URL $URL\""),
    (83, "apache 'SetEnv PARLOUR_KEY nonsense'", "no key that it can use", "apache_again"),
    (84, "apache \"SetEnv PARLOUR_KEY $(openssl rand -hex 32)\"", "~another key.*the server sets PARLOUR_KEY", "apache_again"),
    (85, "other_copy; parlour keys --new ring >/dev/null; cp ring $KEY; parlour install --group www-data /usr/lib/other >/dev/null; apache \"$OTHER\nSetEnv PARLOUR_URL http://localhost:8000/cgi-bin/parlour\"; proxy two", "different keys", INSTALL),
    (86, "other_copy; cp /usr/local/bin/parlour /usr/lib/other/parlour; chmod 755 /usr/lib/other/parlour; apache \"$OTHER\"; proxy two", "a Parlour that has no key|no key that it can use", "parlour install --group www-data /usr/lib/other"),
    (89, "apache; chmod 0777 /usr/lib/cgi-bin", "everybody may write in /usr/lib/cgi-bin", "chmod o-w /usr/lib/cgi-bin"),
    (97, "apache 'RLimitMEM 100000'", "`RLimit", "apache_again"),
    (98, "fcgiwrap_on; nginx_on \"$PARAMS\"", "`SCRIPT_FILENAME`", "nginx_again \"$PARAMS $SCRIPT_FILENAME\""),
    (99, "fcgiwrap_on; nginx_on \"$PARAMS fastcgi_param SCRIPT_FILENAME /var/www/html/cgi-bin/parlour;\"", "`SCRIPT_FILENAME`", "nginx_again \"$PARAMS $SCRIPT_FILENAME\""),
    (100, "fcgiwrap_on; nginx_on \"${PARAMS/QUERY_STRING/NOTHING} $SCRIPT_FILENAME\"", "the query, or a part of it, does not arrive", "nginx_again \"$PARAMS $SCRIPT_FILENAME\""),
    (101, "fcgiwrap_on; nginx_on \"${PARAMS//HTTP_HOST/NOTHING} $SCRIPT_FILENAME fastcgi_pass_request_headers off;\"", "~set PARLOUR_URL", "nginx_again \"$PARAMS $SCRIPT_FILENAME fastcgi_param PARLOUR_URL $URL;\""),
    (102, "fcgiwrap_on; chmod 0600 /run/fcgiwrap.socket; chown root /run/fcgiwrap.socket; nginx_on \"$PARAMS $SCRIPT_FILENAME\"", "may nginx open it", "chown www-data /run/fcgiwrap.socket"),
    (202, "nginx_on \"$PARAMS $SCRIPT_FILENAME\"", "is fcgiwrap running", "fcgiwrap_on"),
    (602, "balancer", "no machine behind the balancer", "PORT=81; apache; sleep 1"),
    (104, "mv $COPY /usr/lib/parlour-program; ln -s /usr/lib/parlour-program $COPY; apache '<Directory /usr/lib/cgi-bin>\nOptions ExecCGI\n</Directory>'", "FollowSymLinks", "apache_again '<Directory /usr/lib/cgi-bin>\nOptions ExecCGI FollowSymLinks\n</Directory>'"),
    (105, "true", "gives no answer", "apache"),
    (205, "URL=http://no.such.host.invalid/", "gives no answer: Could not resolve", "apache; URL=http://localhost/cgi-bin/parlour"),
    # Settings of the operator are no fault: not even if the doctor's own game is not on the start page.
    (300, "apache 'SetEnv PARLOUR_GAMES nim\nSetEnv PARLOUR_TITLE Games\nSetEnv PARLOUR_HOME \"/ Home\"\nSetEnv PARLOUR_STYLE /own.css'", SOUND, None),
    (301, "apache", SOUND, None),
    (302, "fcgiwrap_on; nginx_on \"$PARAMS $SCRIPT_FILENAME\"", SOUND, None),
    (303, r"""wrapper '#!/bin/sh\nexec /usr/lib/cgi-bin/parlour "$@"\n'""", SOUND, None),
    (304, r"wrapper '#!/bin/sh\ncd /usr/lib/cgi-bin; nice ./parlour\n'", SOUND, None),
    (305, "apache 'SetEnv PARLOUR_GAMES nim,halma'", "~PARLOUR_GAMES", "apache_again"),
]


# The proxy: what it makes of a target, and of an answer.


def answer(status, body, headers=b""):
    return b"HTTP/1.1 " + status + b"\r\n" + headers, body


def gzip(body):
    packer = zlib.compressobj(wbits=31)
    return packer.compress(body) + packer.flush()


SEEN = {}


def habit(name, target, fetch):
    """The head and the body that a proxy with this habit sends for a target."""
    path, _, query = target.partition(b"?")
    unquote = lambda text: text.replace(b"%26", b"&").replace(b"%2B", b"+").replace(b"%3D", b"=")
    changed = {
        "strip": path,
        "encode": target.replace(b"%", b"%25"),
        "decode": unquote(target),
        "lower": path + b"?" + query.lower(),
        "known": path + b"?" + b"&".join(p for p in query.split(b"&") if p.startswith(b"utm_")),
        "valued": path + b"?" + b"&".join(p for p in query.split(b"&") if b"=" in p or p == query),
        "amp": target.replace(b"&", b"&amp;"),
        "subpath": target.replace(b"/games", b"/cgi-bin/parlour"),
    }
    turn = SEEN["turn"] = SEEN.get("turn", 0) + 1
    if name == "two" and turn % 2:
        target = target.replace(b"/cgi-bin/", b"/other/")
    if name == "waf" and max(map(len, query.split(b"&"))) > 60 or name == "hyphens" and b"--" in query.replace(b"--help", b""):
        return answer(b"403 Forbidden", b"<h1>Forbidden</h1>")
    if name == "banned" and turn > 8:
        return answer(b"403 Forbidden", b"<h1>Forbidden</h1>")
    if name == "short" and len(target) > 512:
        return answer(b"414 URI Too Long", b"")
    if name == "maintenance":
        return answer(b"503 Service Unavailable", b"<h1>Down for maintenance</h1>")
    if name == "bot":
        return answer(b"403 Forbidden", b"<title>Just a moment...</title><script src=/cdn-cgi/challenge-platform/x></script>", b"Server: cloudflare\r\n")
    if name == "cached_404":
        return answer(b"404 Not Found", b"<h1>Not Found</h1>", b"X-Cache: HIT\r\nAge: 77\r\n")
    if name == "hang":
        time.sleep(60)
    if name == "slow":
        time.sleep(2.3)
    kept = {"cache_path": path, "cache_all": target}.get(name)
    if kept in SEEN:
        return SEEN[kept]
    head, body = fetch(changed.get(name, target))
    status = head.split(b" ")[1]
    location = re.search(rb"(?i)\r\nlocation: ([^\r]*)", head)
    if name == "follow" and location:
        head, body = fetch(path + location[1])
    if name == "no_location" and location:
        head = head.replace(location[0], b"")
    if name == "backend" and location:
        head = head.replace(location[1], b"http://backend:8080/cgi-bin/parlour" + location[1])
    if name == "gzip_twice":
        head, body = head + b"Content-Encoding: gzip\r\n", gzip(gzip(body))
    if name == "gzip_hidden":
        body = gzip(body)
    if name == "inject":
        body = body.replace(b"</body>", b"<script>track()</script></body>")
    if name == "errors" and status >= b"400":
        body = b"<h1>Oops</h1>"
    if name == "status":
        head = head.replace(status, b"200", 1)
    if name == "cut":
        body = body[:3000]
    if kept:
        SEEN[kept] = head, body
    return head, body


def fetch(host, method, target):
    with socket.create_connection(("127.0.0.1", 80)) as server:
        server.sendall(b"%s %s HTTP/1.0\r\nHost: %s\r\n\r\n" % (method, target, host))
        parts = []
        while part := server.recv(1 << 16):
            parts.append(part)
    head, _, body = b"".join(parts).partition(b"\r\n\r\n")
    head = re.sub(rb"(?i)\r\n(content-length|connection|server):[^\r]*", b"", head)
    return head + b"\r\n", body


def serve(name, client):
    with client:
        lines = b""
        while b"\r\n\r\n" not in lines:
            part = client.recv(1 << 16)
            if not part:
                return
            lines += part
        method, target, _ = lines.split(b" ", 2)
        host = re.search(rb"(?i)\r\nhost: ([^\r]*)", lines)[1]
        if name in ("no_host", "subpath"):
            host = b"backend.invalid"
        head, body = habit(name, target, lambda target: fetch(host, method, target))
        body = b"" if method == b"HEAD" else body
        client.sendall(head + b"Connection: close\r\n\r\n" + body)


def run_proxy(name):
    listener = socket.create_server(("", 8000), family=socket.AF_INET6, dualstack_ipv6=True, reuse_port=True)
    while True:
        client, _ = listener.accept()
        threading.Thread(target=serve, args=(name, client), daemon=True).start()


# The cases.


def run_case(program, number, broken, cure):
    work = Path(f"/tmp/broken-{os.getpid()}-{number}")
    work.mkdir()
    script = Path(f"{work}.script")
    more = f"echo -----\n{cure}\necho -----\ndoctor\n" if cure else ""
    script.write_text(f"{TOOLS}\n{broken}\necho -----\ndoctor\n{more}")
    environment = os.environ | {
        "WORK": str(work), "PROGRAM": program, "SCRIPT": str(script), "HERE": str(HERE),
    }
    alone = ["unshare", "--mount", "--net", "--pid", "--fork", "--kill-child", "--uts", "sh", "-c", ENTER]
    try:
        done = subprocess.run(alone, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, timeout=TIME_MAX)
        return done.stdout.decode(errors="replace")
    except subprocess.TimeoutExpired as late:
        return (late.stdout or b"").decode(errors="replace") + "\ntime is up"
    finally:
        script.unlink()
        work.rmdir()


def judge(case, output):
    """The verdict on what the doctor says, and why."""
    _, _, says, cure = case
    parts = output.split("-----\n")
    if len(parts) != (4 if cure else 2):
        return "wrong", "the script ended early"
    lines = [line for line in parts[1].splitlines() if not line.startswith("parlour: ")]
    wrong = [line for line in lines if line.startswith("WRONG")]
    if says is SOUND:
        return ("wrong", "a sound installation is WRONG") if wrong else ("right", "sound")
    is_note, says = says.startswith("~"), says.removeprefix("~")
    due = [line for line in lines if line.startswith(("note", "log") if is_note else "WRONG")]
    is_told = any(re.search(says, line) for line in due) and len(wrong) == (0 if is_note else 1)
    if is_told:
        is_cured = not cure or "rc=0" in parts[3]
        return ("right", says) if is_cured else ("wrong", "the cure does not help")
    if any(re.search(says, line) for line in lines):
        return "half", says
    return ("wrong", says) if wrong else ("silent", says)


def main():
    arguments = [word for word in sys.argv[1:] if word != "-v"]
    if arguments[:1] == ["--proxy"]:
        return run_proxy(arguments[1])
    program, numbers = str(Path(arguments[0]).resolve()), set(map(int, arguments[1:]))
    cases = [case for case in CASES if not numbers or case[0] in numbers]
    counts = {}
    with ThreadPoolExecutor(6) as pool:
        outputs = pool.map(lambda case: run_case(program, case[0], case[1], case[3]), cases)
        for case, output in zip(cases, outputs):
            verdict, why = judge(case, output)
            counts[verdict] = counts.get(verdict, 0) + 1
            print(f"{case[0]:3} {verdict}: {why}", flush=True)
            if verdict != "right" or "-v" in sys.argv:
                print(output)
    print(", ".join(f"{verdict} {count}" for verdict, count in counts.items()), f"of {len(cases)}")
    useful = counts.get("right", 0) + counts.get("half", 0)
    sys.exit(counts.get("wrong", 0) > 0 or useful * 10 < len(cases) * 9)


main()
