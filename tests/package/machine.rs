//! Root's commands on a copy of this machine, in a mount namespace, with its groups, its tools and its
//! packages. Each trial is a shell script, in which no command may fail.

use crate::Workshop;
use std::path::Path;
use std::process::{Command, Stdio};
use support::documents::commands;
use support::folder::Folder;
use support::process::{command, copy_program};
use support::static_build;
use support::trials::Trial;

/// The programs that the trials start on this machine.
const PROGRAMS: [&str; 7] =
    ["unshare", "setpriv", "dpkg", "dpkg-deb", "groupadd", "setfacl", "flock"];
/// The name of root among the programs that a machine lacks. Root of a namespace is not enough.
const TRUE_ROOT: &str = "root";

/// Makes the copy of this machine, and enters it.
const ENTER: &str = r#"set -e
mount -t tmpfs -o mode=755 tmpfs "$PLACE/box"
mkdir "$PLACE/box/upper" "$PLACE/box/work" "$PLACE/box/root"
mount -t overlay -o "lowerdir=/,upperdir=$PLACE/box/upper,workdir=$PLACE/box/work" overlay "$PLACE/box/root"
cd "$PLACE/box/root"
mount -t proc proc proc
mount --rbind /dev dev
mount -t tmpfs -o mode=1777 tmpfs tmp
cp "$PLACE"/bin/* usr/local/bin
cp "$PLACE/script" script
mkdir -p root/debs
cp "$PLACE"/*.deb root/debs 2>/dev/null || true
exec env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin chroot . sh -ex /script
"#;

/// The start of every script: it removes an older Parlour, adds two users, and defines words.
const WORDS: &str = r#"umask 022
rm -rf /etc/parlour /usr/lib/cgi-bin/parlour
useradd -m anna; useradd -m ben
getent group www-data || groupadd --system www-data
getent passwd www-data || useradd --system -g www-data www-data
# Of the usual groups of web servers there is one, with one member.
sed -i -E '/^(apache|nginx|http|lighttpd|caddy):/d; s/^(www-data:.*:).*/\1/' /etc/group
mkdir -p /usr/lib/cgi-bin
copy=/usr/lib/cgi-bin/parlour
key=/etc/parlour/key
fail() { echo "$*" >&2; exit 1; }
# Standard input has this text.
says() { cat >/told; grep -qF -e "$1" /told || { cat /told >&2; fail "nothing says: $1"; }; }
# The command fails, and says this.
refused() { why=$1; shift; if "$@" >/said 2>&1; then fail "$* succeeds"; fi; says "$why" </said; }
rights() { test "$(stat -c '%a %U:%G' "$1")" = "$2" || { stat "$1"; fail "$1 is not $2"; }; }
# setpriv has the rights of root until the program begins, so it may start any program.
as() { user=$1; shift; setpriv --reuid="$user" --regid="$(id -g "$user")" --clear-groups env "$@"; }
# What a copy answers the user of a web server.
ask() { as www-data env -i REQUEST_METHOD=GET QUERY_STRING="$1" "${2-$copy}"; }
plays() { ask g=nim "$@" | says 'Status: 200 OK'; }
link() { ask g=nim | grep -o 's=[A-Za-z0-9_-]\{40,\}' | head -1; }
opens() { ask "$1&g=nim" "${2-$copy}" | says 'Status: 200 OK'; }
# A copy as `install` makes it.
sound() { rights "${1-$copy}" '710 root:www-data'; rights $key '600 root:root'; plays "$@"; parlour doctor "${1-$copy}"; }
"#;

/// The trials and their scripts.
const SCRIPTS: [(&str, &str); 8] = [
    (
        "a_package_keeps_its_games_until_purged",
        r#"dpkg -i /root/debs/parlour_*-1_*.deb
sound; kept=$(link); opens "$kept"
dpkg -i /root/debs/parlour_*-2_*.deb; sound; opens "$kept"
dpkg -r parlour; test ! -e $copy; test -e $key
dpkg -i /root/debs/parlour_*-2_*.deb; sound; opens "$kept"
cp $key $key.bak
dpkg -P parlour >/said; says 'Other files stay' </said
test ! -e $copy; test ! -e $key; rm $key.bak; rmdir /etc/parlour
dpkg -i /root/debs/parlour_*-2_*.deb; dpkg -P parlour
test -z "$(find /etc /usr /var /run -cnewer /script -iname '*parlour*')"
"#,
    ),
    (
        "root_installs_for_the_web_server_alone",
        r#"usermod -aG www-data anna
parlour install /usr/lib/cgi-bin >/said; says 'its members: anna, www-data' </said
sound; kept=$(link)
refused 'denied' as ben cat $copy; refused 'denied' as www-data cat $copy
refused 'ermission denied' as ben $copy
# It heals a copy, and all copies share the key.
for mode in 755 644 700; do chmod $mode $copy; parlour install $copy; sound; opens "$kept"; done
chown ben:ben $copy; parlour install $copy; sound; opens "$kept"
mkdir /usr/lib/other; parlour install /usr/lib/other; sound /usr/lib/other/parlour
opens "$kept" /usr/lib/other/parlour
cp /usr/local/bin/parlour $copy; parlour install --group www-data $copy; sound; opens "$kept"
# A link in place of the copy is replaced.
rm $copy; ln -s /usr/local/bin/parlour $copy; sum=$(md5sum /usr/local/bin/parlour)
parlour install $copy; sound; test ! -h $copy; test "$sum" = "$(md5sum /usr/local/bin/parlour)"
# The group is named where it is not plain.
groupadd caddy; refused 'choose one: `sudo parlour install --group www-data' parlour install $copy
parlour install --group 33 $copy || parlour install --group www-data $copy; sound
refused "root's group" parlour install --group root $copy
refused 'there is no group nobody-has' parlour install --group nobody-has $copy
# Without the key a copy is where its games are.
rm $key; parlour install --group www-data $copy; sound; opens "$kept"
parlour uninstall /usr/lib/cgi-bin; test -e $key; test ! -e $copy
parlour install --group www-data $copy; opens "$kept"
cp $key $key~; parlour uninstall --purge $copy >/said; says "note: $key~ is left" </said; test ! -e $key
cp /bin/true $copy; refused 'is not a Parlour' parlour uninstall $copy; test -e $copy
"#,
    ),
    (
        "no_command_of_a_copy_gives_its_key",
        r#"parlour install $copy; secret=$(head -c 12 $key)
own() { as www-data "$@" >/said 2>&1 </dev/null || true; ! grep -qF -e "$secret" /said || fail "$*"; }
mkdir -m 777 /mine; cd /mine
for word in '' keys 'keys --new' "keys $copy" "keys --to x $copy" "keys --add $copy x" "keys --to y /proc/self/exe" \
    "keys $key" "keys --add $key z" 'install p' 'install /mine' 'uninstall p' "uninstall --purge $copy" \
    doctor "doctor $copy" 'doctor /proc/self/exe' help version; do
    own $copy $word
    own env PARLOUR_KEY_FILE=$key $copy $word
done
test -z "$(ls -A /mine)"; plays; sound
"#,
    ),
    (
        "the_umask_does_not_matter",
        r#"for mask in 022 027 077 0777; do
    (umask $mask; parlour install $copy; parlour keys --new; parlour install $copy)
    sound; rights /etc/parlour '755 root:root'
    parlour uninstall --purge $copy; test ! -e /etc/parlour
done
mount -t tmpfs -o noexec tmpfs /srv; chmod 755 /srv
parlour install /srv | says 'cannot start it there'
! parlour doctor /srv >/said; says 'mounted noexec' </said
"#,
    ),
    (
        "root_follows_no_path_of_another_user",
        r#"mkdir -p /home/anna/www/cgi; chmod 755 /home/anna /home/anna/www; chown -R anna /home/anna
refused 'can change /home/anna' parlour install /home/anna/www
refused 'sudo -u OWNER' parlour install /home/anna/www/parlour
chown root /home/anna/www/cgi
refused 'can change /home/anna' parlour install /home/anna/www/cgi
refused 'can change /tmp' parlour install /tmp
ln -s /usr/lib/cgi-bin /tmp/link; refused 'can change /tmp' parlour install /tmp/link
ln -s /home/anna/www /usr/lib/cgi-bin/linked
refused 'can change /home/anna' parlour install /usr/lib/cgi-bin/linked/parlour
rm /usr/lib/cgi-bin/linked; ln -s cgi-bin /usr/lib/other; parlour install /usr/lib/other; sound
as anna parlour install /home/anna/www; rights /home/anna/www/parlour '711 anna:anna'
refused 'can change /home/anna' parlour uninstall /home/anna/www
parlour doctor /home/anna/www | says 'it was not run'
as anna parlour doctor /home/anna/www | says 'it deals a game'
# A list gives anna what the owner does not show.
mkdir -m 755 /srv/bin; parlour install /srv/bin; parlour uninstall /srv/bin
setfacl -m u:anna:rwx /srv/bin; refused 'can change /srv/bin' parlour install /srv/bin
test -z "$(find / -xdev -name '.parlour*')"
"#,
    ),
    (
        "two_commands_at_once_lose_no_key",
        r#"parlour install $copy; kept=$(link)
for round in 1 2 3 4 5; do
    parlour install $copy >/dev/null & one=$!
    parlour install $copy >/dev/null & two=$!
    wait $one; wait $two; sound; opens "$kept"
done
parlour keys --new | says 'opens'; parlour install $copy; opens "$kept"
id=$(parlour keys | grep opens | cut -c 5-6)
parlour keys --retire $id | says "$id is retired"; parlour install $copy
ask "$kept&g=nim" | says 'Status: 410'
parlour keys --to /root/ring; rights /root/ring '600 root:root'
refused 'cannot write' parlour keys --to /root/ring
refused 'come from /etc/parlour/key' parlour keys --new $copy
# A first installation waits for another one, and has its key. A killed command left a draft.
parlour keys --new /root/first >/dev/null; rm -r $copy /etc/parlour; mkdir -p /usr/lib/other /etc/parlour
drafts=/etc/parlour/.parlour.new; mkdir -m 700 $drafts; echo keys >$drafts/draft
flock $drafts sh -c "sleep 1; cp /root/first $key; chmod 600 $key" &
sleep 0.3; parlour install /usr/lib/other; wait; parlour install $copy
opens "$(link)" /usr/lib/other/parlour; test ! -e $drafts
id=$(parlour keys /root/first | cut -c 5-6); parlour keys | says "key $id seals"
refused 'is for keys' parlour install /etc/parlour
"#,
    ),
    (
        "only_root_reads_and_changes_the_keys",
        r#"parlour install $copy; kept=$(link); mkdir -p /var/www/html
# Each fault is named by the doctor, and stops the commands that work with the keys.
watched() { ! parlour doctor $copy >/said; says "$1" </said; refused "$1" parlour keys; refused "$1" parlour install $copy; }
healed() { sound; parlour keys; parlour install $copy; opens "$kept"; }
for mode in 644 640 604; do chmod $mode $key; watched "can read the key in $key"; done; chmod 600 $key; healed
chown www-data $key; watched "can change $key"; chown root $key; healed
chmod 666 $key; watched "can change $key"; chmod 600 $key; healed
chown www-data /etc/parlour; watched 'can change /etc/parlour'; chown root /etc/parlour; healed
chmod 777 /etc/parlour; watched 'can change /etc/parlour'; chmod 755 /etc/parlour; healed
setfacl -m u:anna:r $key; watched "can read the key in $key"; chmod go-r $key; healed; setfacl -b $key
for name in key.bak key~ old/list; do
    mkdir -p /etc/parlour/old; cp $key /etc/parlour/$name; chmod 644 /etc/parlour/$name
    watched "can read the key in /etc/parlour/$name"; rm -r /etc/parlour/old /etc/parlour/$name || true
done; healed
echo 'just a note' >/etc/parlour/README; chmod 644 /etc/parlour/README; healed; rm /etc/parlour/README
# A copy among the pages.
bak=/var/www/html/parlour.bak; cp $copy $bak; chmod 755 $bak; ! parlour doctor $copy >/said; says "$bak" </said
parlour keys | says "note: every user of this machine can read the key in $bak"
chmod 711 $bak; sound; chown www-data $bak; ! parlour doctor >/said; says 'its owner www-data can read' </said; rm $bak
chown -R www-data /usr/lib/cgi-bin; ! parlour doctor $copy >/said; says "its owner www-data can read the key in $copy" </said
chown -R root /usr/lib/cgi-bin; parlour install $copy; healed
# A damaged list is named before the next installation fails.
for text in '\357\273\277%s' '%s;' '%s,%s'; do
    list=$(cat $key); printf "$text" "$list" "$list" >$key; watched "no keys in $key"; echo "$list" >$key; healed
done
# The unit takes no key that others can read.
mkdir -m 700 /credentials; cp $key /credentials/key; chown -R anna /credentials
serve() { as anna CREDENTIALS_DIRECTORY=/credentials timeout 2 parlour serve --listen /home/anna/socket --key-file /credentials/key; }
serve >/said 2>&1 || test $? = 124; says 'is open' </said
chmod 644 $key; refused "can read the key in $key" serve; chmod 600 $key
# A purge names the copies and servers that still play.
mkdir -p /var/www/cgi-bin; parlour install /var/www/cgi-bin
PARLOUR_KEY=$(cat $key) parlour serve --listen 127.0.0.1:8099 >/served 2>&1 & server=$!; sleep 1
parlour uninstall --purge $copy >/said; says '/var/www/cgi-bin/parlour still has the key' </said
says "runs as process $server" </said; ! grep -q 'have ended' /said; kill $server; wait $server || true
parlour uninstall --purge /var/www/cgi-bin | says 'have ended'
# A key in a directory that cannot change is as good as any other, and a new one is refused.
mount --bind /etc /etc; mount -o remount,ro,bind /etc
refused 'cannot change /etc/parlour: Read-only file system' parlour install $copy
mount -o remount,rw,bind /etc; parlour install $copy; mount -o remount,ro,bind /etc; parlour install $copy; parlour keys
refused 'Read-only file system' parlour keys --new
"#,
    ),
    (
        "names_and_tools_of_others_are_kept_out",
        r#"name=$(printf 'a\033]0;x\007\342\200\256b'); cp /bin/true "/srv/$name"
! parlour install "/srv/$name" >/said 2>&1; says 'a?]0;x??b is there already' </said
mkfifo /srv/fifo; ! timeout 5 parlour doctor /srv/fifo >/said; says 'is not a program' </said
# Another program named curl.
mkdir /home/anna/bin; printf '#!/bin/sh\ntouch /root/astray\n' >/home/anna/bin/curl; chmod 755 /home/anna/bin/curl
! PATH=/home/anna/bin:$PATH parlour doctor https://127.0.0.1:1/x; test ! -e /root/astray
# A stranger hears what to do, and nothing wrong.
parlour install $copy; as ben parlour doctor $copy | says "run \`sudo parlour doctor $copy"
"#,
    ),
];

/// The trials of this file, if the static program can be built, which alone root installs.
pub fn trials() -> Vec<Trial> {
    let mut needs = PROGRAMS.to_vec();
    if !rustix::process::geteuid().is_root() {
        needs.push(TRUE_ROOT);
    }
    let trial = |(name, script): (&'static str, &'static str)| {
        Trial::new(name, &needs, move || on_a_machine(script))
    };
    let documents = Trial::new("the_commands_of_the_documents", &needs, follow_the_documents);
    SCRIPTS.into_iter().map(trial).chain([documents]).collect()
}

/// The commands for root in the documents, in their order, with a key that is not the first one. They
/// leave nothing behind.
fn follow_the_documents() {
    let written = |document| commands(document, "root").concat();
    let script = ["README.md", "docs/install.md"].map(written).concat();
    assert!(script.contains("uninstall"), "{script}");
    let start = "cd /root; command -v sudo || sudo() { \"$@\"; }\n";
    on_a_machine(&format!("{start}{script}\ntest ! -e $copy; test ! -e /etc/parlour\n"));
}

/// Runs a script on a copy of this machine.
fn on_a_machine(script: &str) {
    let program = static_build::program().unwrap_or_else(|| panic!("no static program"));
    let folder = Folder::create();
    for directory in ["bin", "box"] {
        std::fs::create_dir(folder.join(directory)).unwrap();
    }
    copy_program(&program, &folder.join("bin/parlour"));
    if script.contains("/root/debs") {
        let workshop = Workshop::open();
        for revision in ["1", "2"] {
            let package = workshop.package_of(&program, revision);
            copy_program(&package, &folder.join(package.file_name().unwrap()));
        }
    }
    folder.write("script", format!("{WORDS}{script}"), 0o600);
    enter(folder.path());
}

fn enter(place: &Path) {
    let mut unshare: Command = command("unshare");
    unshare.args(["--mount", "--pid", "--fork", "--kill-child", "sh", "-c", ENTER]);
    unshare.env("PLACE", place).stdout(Stdio::piped()).stderr(Stdio::piped());
    let output = unshare.output().unwrap();
    let [said, complained] =
        [output.stdout, output.stderr].map(|out| String::from_utf8(out).unwrap());
    assert!(output.status.success(), "{said}{complained}");
}
