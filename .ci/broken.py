#!/usr/bin/env python3
"""Breaks an installation in each of the ways that a webmaster meets, and checks what the doctor says.

    .ci/broken.py PROGRAM [NUMBER...]

PROGRAM is what `cargo static` builds. Each case has a system of its own, an overlay over this one with
its own processes, mounts and network, so nothing of this machine is changed. It takes root and the
servers of `.ci/install`. A case passes if

- the first line of the doctor matches `says`, and starts with WRONG unless the installation is sound;
- no more than one line starts with WRONG, or as many as the case allows;
- after the `cure`, which is what the doctor advises, no line starts with WRONG.

Each case has a number of its own. NOT_RUN has those that are left out, with the reason.
With -v, it prints all that the doctor says. With `--proxy HABIT`, this program is a proxy with a bad
habit, which the cases start.
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
KEY=/etc/parlour/usr.lib.cgi-bin.parlour.key
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
other_copy() { mkdir -p /usr/lib/other; parlour install /usr/lib/other >/dev/null; OTHER='ScriptAlias /other/ /usr/lib/other/
<Directory /usr/lib/other>
Options +ExecCGI
Require all granted
</Directory>'; }
parlour install /usr/lib/cgi-bin >/dev/null || exit
"""

SOUND = None
INSTALL = "parlour install $COPY"
AGAIN = "parlour uninstall $COPY; parlour install $COPY"
BOT = "a protection against robots"

# Each case: its number, how to break it, what the doctor says, the cure, and how many lines are WRONG.
CASES = [
    (1, "apache; chmod 0644 $COPY", "nobody may run the program", INSTALL),
    (2, "apache; chmod 755 $COPY", "does not run with the group", INSTALL),
    (3, "apache; chown www-data $COPY", "does not run with the group", INSTALL),
    (4, "apache; chmod 0700 $COPY", "does not run with the group|only its owner or group", INSTALL),
    (5, "apache; chmod 0700 /usr/lib/cgi-bin", "others may not enter /usr/lib/cgi-bin;", "chmod o+x /usr/lib/cgi-bin"),
    (6, "mount --bind /usr/lib/cgi-bin /usr/lib/cgi-bin; mount -o remount,bind,noexec /usr/lib/cgi-bin; apache", "mounted noexec", "umount -l /usr/lib/cgi-bin; apache_again"),
    (7, "rm $COPY $KEY; mount --bind /usr/lib/cgi-bin /usr/lib/cgi-bin; mount -o remount,bind,nosuid /usr/lib/cgi-bin; parlour install $COPY; apache", SOUND, None),
    (8, "mount --bind /usr/lib/cgi-bin /usr/lib/cgi-bin; mount -o remount,bind,nosuid /usr/lib/cgi-bin; apache", "mounted nosuid.*--key-inside", "parlour install --key-inside $COPY"),
    (9, "apache; rm $KEY", "there is no such file.*parlour uninstall", AGAIN),
    (10, "apache; parlour export --to /root/backup $COPY; echo nonsense >$KEY", "its key file .* --key-from BACKUP", "parlour install --key-from /root/backup $COPY"),
    (11, "apache; : >$KEY", "its key file .*parlour uninstall", AGAIN),
    (12, "apache; chmod 0644 $KEY", "others may open it", "chmod 0640 $KEY"),
    (13, "apache; chmod 0700 /etc/parlour", "cannot get through /etc/parlour", "chmod o+x /etc/parlour"),
    (14, "apache; chgrp root $KEY", "for the group root", INSTALL),
    (15, "apache; useradd anna; usermod -aG parlour anna", "not for this program alone", "gpasswd -d anna parlour; parlour install --new-key $COPY"),
    (16, "apache; cp /usr/local/bin/parlour $COPY", "there is no key", INSTALL),
    (17, "apache; install -m 755 /usr/local/bin/parlour $COPY", "there is no key", INSTALL),
    (18, r"apache; sed -i 's/$/\r/' $COPY", "cut short|cannot be run|is not a Parlour|damaged", "rm $COPY; parlour install $COPY"),
    (19, r"apache; printf '\xb7' | dd of=$COPY bs=1 seek=18 conv=notrunc status=none", "Exec format error", INSTALL),
    (20, "apache; truncate -s 600000 $COPY", "only a part of a program", "rm $COPY; parlour install $COPY"),
    (21, r"wrapper '#!/bin/sh\nexec /usr/lib/cgi-bin/nowhere\n'", "which is not there", "good_wrapper"),
    (22, r"wrapper '#!/bin/sh\r\nexec /usr/lib/cgi-bin/parlour\r\n'", "line ends of Windows", r"sed -i 's/\r$//' $WRAPPER"),
    (23, r"wrapper '#!/bin/sh\nexec /usr/lib/cgi-bin/parlour\n' 644", "nobody may run the script", "chmod 755 $WRAPPER"),
    (24, r"wrapper '#!/bin/sh\nexec /usr/lib/cgi-bin/parlour\n' 711", "others may not run and read the script", "chmod 755 $WRAPPER"),
    (25, r"""wrapper '#!/bin/sh\nexec /usr/lib/cgi-bin/parlour "$@"\n'""", "hands on its arguments", "good_wrapper"),
    (26, r"wrapper '#!/bin/sh\nexec env -i /usr/lib/cgi-bin/parlour\n'", "takes the variables of the web server away", "good_wrapper"),
    (27, r"wrapper '\xef\xbb\xbf#!/bin/sh\nexec /usr/lib/cgi-bin/parlour\n'", "byte order mark", r"sed -i '1s/^\xef\xbb\xbf//' $WRAPPER"),
    (28, r"wrapper '#!/bin/sh\necho hello\nexec /usr/lib/cgi-bin/parlour\n'", "prints something of its own.*echo hello", "good_wrapper"),
    (29, r"""wrapper '#!/bin/sh\nprintf "Content-Type: text/html\\n"\nexec /usr/lib/cgi-bin/parlour\n'""", "prints something of its own", "good_wrapper"),
    (30, r"wrapper '#!/usr/local/bin/sh\nexec /usr/lib/cgi-bin/parlour\n'", "wants to be run by /usr/local/bin/sh", "good_wrapper"),
    (31, r"wrapper '#!/bin/sh\nunset QUERY_STRING\nexec /usr/lib/cgi-bin/parlour\n'", "no query arrives", "good_wrapper"),
    (32, "apache '<Directory /usr/lib/cgi-bin>\nRequire all denied\n</Directory>'", "closes this address to visitors", "apache_again"),
    (33, "apache '<Directory /usr/lib/cgi-bin>\nOptions -ExecCGI\n</Directory>\nAlias /games/ /usr/lib/cgi-bin/\n<Location /games>\nSetHandler cgi-script\n</Location>'; URL=$HOST/games/parlour", "may run no programs in this directory", "apache_again '<Directory /usr/lib/cgi-bin>\nOptions +ExecCGI\n</Directory>\nAlias /games/ /usr/lib/cgi-bin/\n<Location /games>\nSetHandler cgi-script\n</Location>'"),
    (34, "apache 'Alias /games/ /usr/lib/cgi-bin/'; URL=$HOST/games/parlour", "the server refuses", "apache_again; URL=$HOST/cgi-bin/parlour"),
    (35, "apache 'Alias /games/ /usr/lib/cgi-bin/'; URL=$HOST/games/parlour; parlour install --key-inside $COPY; chmod 755 $COPY", "everybody on this machine can read|hands out the program", None, 2),
    (36, "apache 'Alias /games/ /usr/lib/cgi-bin/\nAddType text/plain .cgi'; good_wrapper; FILE=; URL=$HOST/games/games.cgi", "hands out the script", "apache_again; URL=$HOST/cgi-bin/games.cgi"),
    (37, "apache '' alias; apache_conf >/etc/apache2/test.conf; apache2 -f /etc/apache2/test.conf -k graceful; sleep 1; rm -f /run/cgisock*", "until it is restarted|does not get at its programs", "stop_apache; start_apache"),
    (38, "apache '' alias", "the server refuses", "apache_again"),
    (39, "behind strip", "no query arrives", "good_proxy"),
    (40, "behind encode", "percent signs does not arrive", "good_proxy"),
    (41, "behind decode", "percent signs does not arrive", "good_proxy"),
    (42, "behind lower", "queries arrive in lower case", "good_proxy"),
    (43, "behind known", "no query arrives|several parameters", "good_proxy"),
    (44, "behind valued", "parameters without a value", "good_proxy"),
    # Parlour takes `&amp;` for `&`.
    (45, "behind amp", SOUND, None),
    (46, "fcgiwrap_on; nginx_on \"$PARAMS $SCRIPT_FILENAME limit_req zone=a burst=5 nodelay;\" 'limit_req_zone $binary_remote_addr zone=a:1m rate=1r/s;'", "limits how often", "nginx_again \"$PARAMS $SCRIPT_FILENAME limit_req zone=a burst=30 nodelay;\" 'limit_req_zone $binary_remote_addr zone=a:1m rate=5r/s;'; sleep 1"),
    (146, "behind banned", "limits how often", "good_proxy"),
    (47, "behind waf", "a move is answered with 403", "good_proxy"),
    # No token has two hyphens, which the rule 942440 of OWASP CRS takes for a comment.
    (48, "behind hyphens", SOUND, None),
    (49, "behind short", "a query of 1900 bytes does not arrive whole|a move is answered with 414", "good_proxy"),
    (50, "echo 'anna:{SHA}'$(printf secret | openssl sha1 -binary | base64) >/etc/apache2/users; apache '<Location /cgi-bin>\nAuthType Basic\nAuthName x\nAuthUserFile /etc/apache2/users\nRequire valid-user\n</Location>'", "asks for a name and a password", "URL=http://anna:secret@localhost/cgi-bin/parlour"),
    (51, "apache 'RewriteEngine on\nRewriteRule ^ /cgi-bin/parlour [R=301,L]'", "in a circle", "apache_again"),
    (52, "apache 'RewriteEngine on\nRewriteCond %{REQUEST_URI} ^/games\nRewriteRule ^ http://localhost/cgi-bin/parlour? [R=301,L]'; URL=$HOST/games", "loses the query", "apache_again 'RewriteEngine on\nRewriteCond %{REQUEST_URI} ^/games\nRewriteRule ^ http://localhost/cgi-bin/parlour [R=301,L]'"),
    (53, "apache 'FallbackResource /index.html'; URL=$HOST/games", "something answers there that is not Parlour", "URL=$HOST/cgi-bin/parlour"),
    (54, "behind maintenance", "closed for maintenance", "good_proxy"),
    (55, "behind bot", BOT, "good_proxy"),
    (56, "behind cache_path", "no query arrives", "good_proxy"),
    (57, "behind cache_all", "get the same one", "good_proxy"),
    (58, "apache 'Header always set Cache-Control \"public, max-age=600\"\nHeader set Cache-Control \"public, max-age=600\"'", "a page with a password", "apache_again"),
    (59, "behind cached_404", "a cache answers with a page of before", "good_proxy"),
    (60, "apache 'Header set Content-Type text/plain'", "pages come with `Content-Type: text/plain", "apache_again", 1),
    (61, "apache 'Header set Content-Type application/octet-stream'", "application/octet-stream", "apache_again"),
    (62, "apache 'Header edit Content-Type utf-8 iso-8859-1'", "iso-8859-1", "apache_again"),
    (63, "apache 'Header set Content-Security-Policy \"default-src none\"'", "Content-Security-Policy of its own", "apache_again"),
    (64, "apache 'Header always unset Content-Security-Policy'", "~headers of the program do not arrive \\(Content-Security-Policy\\)", "apache_again"),
    (65, "apache 'Header add Set-Cookie \"id=7\"'", "~a cookie", "apache_again"),
    (66, "behind gzip_twice", "compressed twice", "good_proxy"),
    (67, "behind gzip_hidden", "header `Content-Encoding` that says so is lost", "good_proxy"),
    (68, "behind inject", "something is put into the pages", "good_proxy"),
    (69, "behind errors", "~pages of its own where Parlour has a problem", "good_proxy"),
    (70, "behind status", "the status of an answer does not arrive", "good_proxy"),
    (71, "behind no_location", "`Location` of a redirect to a new game does not arrive", "good_proxy"),
    (171, "behind follow", "follows the redirect to a new game itself", "good_proxy"),
    (72, "behind backend", "a new game is sent to http://backend", "good_proxy"),
    (73, "behind cut", "cut short", "good_proxy"),
    (74, "behind slow", "an answer takes 2", "good_proxy"),
    (75, "behind hang", "no answer within", "good_proxy"),
    (76, "behind no_host", "links to send lead to http://backend.*set PARLOUR_URL=http://localhost:8000/", "stop_apache; apache \"SetEnv PARLOUR_URL $URL\""),
    (77, "apache; tls localhost trusted", "links to send lead to http://localhost/.*set PARLOUR_URL=https://localhost/|~set PARLOUR_URL=https://localhost/", "stop_apache; apache \"SetEnv PARLOUR_URL $URL\""),
    (78, "apache \"SetEnv PARLOUR_URL https://localhost/cgi-bin/parlour\"; tls localhost", "browsers warn of the certificate", None),
    (79, "apache \"SetEnv PARLOUR_URL https://localhost/cgi-bin/parlour\"; tls elsewhere.example trusted", "browsers warn of the certificate", None),
    (80, "behind subpath; URL=$HOST/games", "links to send lead to .*set PARLOUR_URL=http://localhost:8000/games", "stop_apache; apache \"SetEnv PARLOUR_URL $URL\""),
    (81, "apache 'SetEnv PARLOUR_URL http://localhost:9/x'", "lead to http://localhost:9/x, where nobody answers; set PARLOUR_URL=", "apache_again \"SetEnv PARLOUR_URL $URL\""),
    (82, "apache 'SetEnv PARLOUR_URL localhost/cgi-bin/parlour'", "~PARLOUR_URL is no whole address; set PARLOUR_URL=http://", "apache_again \"SetEnv PARLOUR_URL $URL\""),
    (83, "parlour install --key-inside $COPY; apache 'SetEnv PARLOUR_KEY nonsense'", "PARLOUR_KEY cannot be used", "apache_again"),
    (84, "parlour install --key-inside $COPY; apache \"SetEnv PARLOUR_KEY $(parlour keygen)\"", "another key.*the server sets PARLOUR_KEY", "apache_again"),
    (85, "other_copy; apache \"$OTHER\nSetEnv PARLOUR_URL http://localhost:8000/cgi-bin/parlour\"; proxy two", "several machines answer here with different keys", "parlour export --to /root/ring $COPY; parlour install --key-from /root/ring /usr/lib/other/parlour"),
    (86, "other_copy; cp /usr/local/bin/parlour /usr/lib/other/parlour; chmod 755 /usr/lib/other/parlour; apache \"$OTHER\"; proxy two", "has no key", "parlour export --to /root/ring $COPY; parlour install --key-from /root/ring /usr/lib/other/parlour"),
    (87, "mkdir /var/www/cgi-bin; COPY=/var/www/cgi-bin/parlour FILE=/var/www/cgi-bin/parlour; parlour install --key-inside $COPY; cp $COPY /var/www/html/parlour.bak; chmod 644 /var/www/html/parlour.bak; apache 'ScriptAlias /p/ /var/www/cgi-bin/\n<Directory /var/www/cgi-bin>\nRequire all granted\n</Directory>'; URL=$HOST/p/parlour", "parlour.bak is a Parlour with keys that everybody can read", "rm /var/www/html/parlour.bak; parlour install --new-key $COPY"),
    (88, "FILE=\"$COPY --document-root /var/www/html\"; parlour export --to /var/www/html/ring $COPY; apache", "move `/var/www/html/ring` elsewhere", "mv /var/www/html/ring /root; parlour install --new-key $COPY"),
    (89, "apache; chmod 0777 /usr/lib/cgi-bin", "everybody may write in /usr/lib/cgi-bin", "chmod o-w /usr/lib/cgi-bin"),
    (90, "START='setpriv --no-new-privs'; apache", "NoNewPrivileges.*--server-group www-data", "parlour install --server-group www-data $COPY"),
    (91, "START='unshare --mount sh -c \"mount -t tmpfs -o mode=0 tmpfs /etc/parlour; exec \\\"\\$@\\\"\" x'; eval \"$START apache2 -v\" >/dev/null; apache_conf >/etc/apache2/test.conf; eval \"$START apache2 -f /etc/apache2/test.conf -k start\"; listens 80", "do not see the key file.*--key-inside", "parlour install --key-inside $COPY"),
    (92, "apache_conf >/etc/apache2/test.conf; unshare --mount sh -c 'mount -t tmpfs -o mode=755 tmpfs /etc/parlour; exec apache2 -f /etc/apache2/test.conf -k start'; listens 80", "do not see the key file.*--key-inside", "parlour install --key-inside $COPY"),
    (93, "jail", "do not see the key file.*--key-inside", "parlour install --key-inside $COPY"),
    (94, "MODULES=suexec; parlour install $GAMES/parlour.cgi; useradd anna; apache \"$SUEXEC\"; FILE=$GAMES/parlour.cgi; URL=$HOST/games/parlour.cgi", "suexec runs no program that gets a group", "parlour uninstall $FILE; chown anna: $GAMES; su anna -s /bin/sh -c \"parlour install $FILE\""),
    (95, "apache; setfacl -m u:www-data:--- $COPY", "access control list.*setfacl -b", "setfacl -b $COPY"),
    (96, "apache; setfacl -m u:www-data:r $KEY", "access control list", "setfacl -b $KEY"),
    (97, "apache 'RLimitMEM 100000'", "too little memory|a limit of memory", "apache_again"),
    (98, "fcgiwrap_on; nginx_on \"$PARAMS\"", "fcgiwrap is told no program", "nginx_again \"$PARAMS $SCRIPT_FILENAME\""),
    (99, "fcgiwrap_on; nginx_on \"$PARAMS fastcgi_param SCRIPT_FILENAME /var/www/html/cgi-bin/parlour;\"", "fcgiwrap is told no program", "nginx_again \"$PARAMS $SCRIPT_FILENAME\""),
    (100, "fcgiwrap_on; nginx_on \"${PARAMS/QUERY_STRING/NOTHING} $SCRIPT_FILENAME\"", "no query arrives", "nginx_again \"$PARAMS $SCRIPT_FILENAME\""),
    (101, "fcgiwrap_on; nginx_on \"${PARAMS//HTTP_HOST/NOTHING} $SCRIPT_FILENAME fastcgi_pass_request_headers off;\"", "~set PARLOUR_URL=http://localhost/cgi-bin/parlour", "nginx_again \"$PARAMS $SCRIPT_FILENAME fastcgi_param PARLOUR_URL $URL;\""),
    (102, "fcgiwrap_on; chmod 0600 /run/fcgiwrap.socket; chown root /run/fcgiwrap.socket; nginx_on \"$PARAMS $SCRIPT_FILENAME\"", "may not open the socket", "chown www-data /run/fcgiwrap.socket"),
    (202, "nginx_on \"$PARAMS $SCRIPT_FILENAME\"", "there is no socket", "fcgiwrap_on"),
    (602, "balancer", "no machine behind the balancer", "PORT=81; apache; sleep 1"),
    (104, "mv $COPY /usr/lib/parlour-program; ln -s /usr/lib/parlour-program $COPY; apache '<Directory /usr/lib/cgi-bin>\nOptions ExecCGI\n</Directory>'", "does not follow the symbolic link", "apache_again '<Directory /usr/lib/cgi-bin>\nOptions ExecCGI FollowSymLinks\n</Directory>'"),
    (105, "true", "no server answers at localhost", "apache"),
    (205, "URL=http://no.such.host.invalid/", "no server answers at no.such.host.invalid", "apache; URL=http://localhost/cgi-bin/parlour"),
    (106, "mount --bind /usr/lib/cgi-bin /usr/lib/cgi-bin; mount -o remount,bind,ro /usr/lib/cgi-bin; parlour install $COPY; apache", SOUND, None),
    # Settings of the operator are no fault: not even if the doctor's own game is not on the start page.
    (300, "apache 'SetEnv PARLOUR_GAMES nim\nSetEnv PARLOUR_TITLE Games\nSetEnv PARLOUR_HOME \"/ Home\"\nSetEnv PARLOUR_STYLE /own.css'", SOUND, None),
    (107, "apache; rm $COPY; rm -r /etc/parlour; mount --bind /etc /etc; mount -o remount,bind,ro /etc; parlour install $COPY", SOUND, None),
]
TOOLS += r"""
# A web server in a directory of its own, which is all that its programs see.
jail() {
    for directory in lib lib64 usr bin dev; do mkdir -p /srv/jail/$directory; mount --rbind /$directory /srv/jail/$directory; done
    mkdir -p /srv/jail/var/log /srv/jail/proc
    printf 'server.modules = ("mod_cgi", "mod_alias")\nserver.document-root = "/usr/lib"\nserver.port = 80\nserver.chroot = "/srv/jail"\nserver.username = "www-data"\nserver.groupname = "www-data"\ncgi.assign = ("/cgi-bin/parlour" => "")\n' >/etc/lighttpd/test.conf
    lighttpd -f /etc/lighttpd/test.conf; listens 80
}
"""

NOT_RUN = {
    103: "it takes a booted system with systemd: .ci/debian.py has it",
}
DEFAULT_WRONG = 1


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
    """What is not as it should be, or None."""
    number, _, says, cure, *most = case
    parts = output.split("-----\n")
    if len(parts) != (4 if cure else 2):
        return "the script ended early"
    lines = [line for line in parts[1].splitlines() if not line.startswith("parlour: ")]
    wrong = [line for line in lines if line.startswith("WRONG")]
    if says is SOUND:
        return "a sound installation is WRONG" if wrong else None
    expected = [says[1:]] if says.startswith("~") else says.split("|~")
    is_note = says.startswith("~") or len(expected) > 1
    told = wrong or ([line for line in lines if line.startswith("note")] if is_note else [])
    if not any(re.search("|".join(expected), line) for line in (told if is_note else told[:1])):
        return f"it does not say: {says}"
    if len(wrong) > (most or [DEFAULT_WRONG])[0]:
        return "it says more than one thing"
    if cure and "rc=0" not in parts[3]:
        return "the cure does not help"
    return None


def main():
    arguments = [word for word in sys.argv[1:] if word != "-v"]
    if arguments[:1] == ["--proxy"]:
        return run_proxy(arguments[1])
    program, numbers = str(Path(arguments[0]).resolve()), set(map(int, arguments[1:]))
    cases = [case for case in CASES if not numbers or case[0] in numbers]
    with ThreadPoolExecutor(6) as pool:
        outputs = pool.map(lambda case: run_case(program, case[0], case[1], case[3]), cases)
        failed = 0
        for case, output in zip(cases, outputs):
            fault = judge(case, output)
            failed += fault is not None
            print(f"{case[0]:3} {fault or 'passed'}", flush=True)
            if fault or "-v" in sys.argv:
                print(output)
    print(f"{len(cases) - failed} of {len(cases)} passed; not run: {', '.join(map(str, NOT_RUN))}")
    sys.exit(failed > 0)


main()
