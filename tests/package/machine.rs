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
const PROGRAMS: [&str; 5] = ["unshare", "setpriv", "dpkg", "dpkg-deb", "groupadd"];
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
groupdel parlour 2>/dev/null || true
useradd -m anna; useradd -m ben
mkdir -p /usr/lib/cgi-bin
copy=/usr/lib/cgi-bin/parlour
key=/etc/parlour/usr.lib.cgi-bin.parlour.key
fail() { echo "$*" >&2; exit 1; }
# Standard input has this text.
says() { cat >/told; grep -qF -e "$1" /told || { cat /told >&2; fail "nothing says: $1"; }; }
# The command fails, and says this.
refused() { why=$1; shift; if "$@" >/said 2>&1; then fail "$* succeeds"; fi; says "$why" </said; }
rights() { test "$(stat -c '%a %U:%G' "$1")" = "$2" || { stat "$1"; fail "$1 is not $2"; }; }
as() { user=$1; shift; setpriv --reuid="$user" --regid="$(id -g "$user")" --clear-groups "$@"; }
# What a copy answers the user of a web server.
ask() { as nobody env -i REQUEST_METHOD=GET QUERY_STRING="$1" "${2-$copy}"; }
plays() { ask g=nim "$@" | says 'Status: 200 OK'; }
link() { ask g=nim | grep -o 's=[A-Za-z0-9_-]\{40,\}' | head -1; }
opens() { ask "$1&g=nim" | says 'Status: 200 OK'; }
no_group() { ! getent group "${1-parlour}" || fail 'a group is left'; }
"#;

/// The trials and their scripts.
const SCRIPTS: [(&str, &str); 10] = [
    (
        "a_package_lives_with_a_group_of_its_own",
        r#"dpkg -i /root/debs/parlour_*-1_*.deb
rights $copy '2711 root:parlour'; rights $key '640 root:parlour'
kept=$(link); opens "$kept"
dpkg -i /root/debs/parlour_*-2_*.deb; opens "$kept"
dpkg -r parlour; test ! -e $copy; test -e $key
dpkg -i /root/debs/parlour_*-2_*.deb
rights $copy '2711 root:parlour'; opens "$kept"; parlour doctor $copy
dpkg -P parlour
test ! -e $copy; test ! -e /etc/parlour; no_group
test -z "$(find /usr /etc /var/lib/dpkg/info -xdev -iname '*parlour*' ! -path '/usr/local/bin/*')"
"#,
    ),
    (
        "an_install_heals_a_copy",
        r#"parlour install $copy; kept=$(link)
heals() { parlour install $copy | says "$1"; rights $copy '2711 root:parlour'
    rights $key '640 root:parlour'; opens "$kept"; parlour doctor $copy; }
for mode in 755 644 711 700; do
    chmod $mode $copy
    ! parlour doctor $copy >/doctor || fail "mode $mode is well"
    grep -q '^WRONG.*run `parlour install /usr/lib/cgi-bin/parlour`' /doctor
    heals "the rights of the copy were wrong (mode 0$mode, owner 0, group $(stat -c %g $key))"
done
chown ben:ben $copy; heals 'owner '
chgrp root $key; chmod 755 $copy; heals 'restored'
# Moved by its numbers to a machine where another group has them.
groupmod -n strangers parlour
parlour doctor $copy | says 'strangers, which is not for this program alone'
heals 'are restored'
chmod 700 /etc/parlour
parlour doctor $copy | says 'cannot get through /etc/parlour'
heals 'Replaced'
# Somebody is in the group.
usermod -aG parlour anna
parlour doctor $copy | says 'its members: anna'
parlour install $copy | says 'anna can read, who should not be in its group parlour'
"#,
    ),
    (
        "whatever_the_umask_a_copy_reaches_its_key",
        r#"for mask in 022 027 077 0777; do
    (umask $mask; parlour install --new-key $copy)
    plays; rights /etc/parlour '755 root:root'; rights $copy '2711 root:parlour'
    parlour uninstall $copy
done
mkdir -m 700 /srv/keys
refused 'no copy gets through /srv/keys' parlour install --key-file /srv/keys/key $copy
test ! -e $copy
"#,
    ),
    (
        "root_follows_no_path_of_another_user",
        r#"mkdir -p /home/anna/www/cgi; chmod 755 /home/anna /home/anna/www; chown -R anna /home/anna
refused 'others may change /home/anna/www' parlour install /home/anna/www
refused 'sudo -u OWNER parlour install' parlour install --key-inside /home/anna/www/parlour
chown root /home/anna/www/cgi
refused 'others may change /home/anna/www' parlour install /home/anna/www/cgi
refused 'others may change /tmp' parlour install /tmp
ln -s /home/anna/www $(dirname $copy)/linked
refused 'others may change' parlour install $(dirname $copy)/linked/parlour
rm $(dirname $copy)/linked
as anna parlour install /home/anna/www
rights /home/anna/www/parlour '711 anna:anna'
refused 'others may change' parlour uninstall /home/anna/www
# A list gives anna what the mode does not show.
mkdir -m 775 /srv/bin; parlour install /srv/bin; parlour uninstall /srv/bin
setfacl -m u:anna:rwx /srv/bin
refused 'others may change /srv/bin' parlour install /srv/bin
mkdir /srv/keys; setfacl -m u:anna:rwx /srv/keys
refused 'others may change /srv/keys' parlour install --key-file /srv/keys/key $copy
test -z "$(find / -xdev -name '.parlour*')"
test ! -e /etc/parlour; no_group
"#,
    ),
    (
        "a_group_for_copies_has_no_other_purpose",
        r#"for name in shadow disk root www-data parluor 54321 '' '-x' 'parlour-;x'; do
    refused 'may have another purpose' parlour install --group "$name" $copy
done
refused 'is a group for copies' sh -c "groupadd parlour-x; parlour install --server-group parlour-x $copy"
groupdel parlour-x
refused '/nonexistent' parlour install --key-from /nonexistent $copy
refused '/nonexistent' parlour install --group parlour-y --key-from /nonexistent $copy
no_group; no_group parlour-y; no_group parluor; test ! -e /etc/parlour; test ! -e $copy
groupadd parlour; usermod -aG parlour anna
refused 'anna could read the key' parlour install --group parlour $copy
gpasswd -d anna parlour; parlour install $copy; rights $copy '2711 root:parlour'
groupadd servers; useradd -g servers web
parlour install --server-group servers $copy | says 'group servers can read (its members: web)'
rights $copy '711 root:root'; rights $key '640 root:servers'
"#,
    ),
    (
        "where_etc_cannot_be_written_the_key_is_in_the_copy",
        r#"mount --bind /etc /etc; mount -o remount,bind,ro /etc
parlour install $copy | says '`--server-group'; rights $copy '711 root:root'; plays; kept=$(link)
umount /etc; parlour install $copy; rights $copy '2711 root:parlour'; opens "$kept"
mount --bind /etc /etc; mount -o remount,bind,ro /etc
refused 'cannot be the directory of the key file' parlour install $copy; opens "$kept"
parlour install --key-inside $copy | says 'cannot be removed'; rights $copy '711 root:root'; opens "$kept"
mount -t tmpfs -o noexec tmpfs /srv; chmod 755 /srv
parlour install --key-inside /srv | says 'is mounted noexec'
"#,
    ),
    (
        "a_program_of_a_user_is_no_web_server",
        r#"cp /bin/sleep /home/ben/lighttpd; chown ben /home/ben/lighttpd
run() { as "$1" --no-new-privs "$2" 60 >/dev/null 2>&1 & server=$!; sleep 0.3; }
run ben /home/ben/lighttpd
parlour install $copy; rights $copy '2711 root:parlour'; parlour uninstall $copy; kill $server
# The true thing: a program of root's, run by the user of a service.
cp /bin/sleep /usr/sbin/uwsgi-copy; mkdir -p /opt/w; cp /bin/sleep /opt/w/uwsgi
run ben /opt/w/uwsgi
parlour install $copy; rights $copy '2711 root:parlour'; parlour uninstall $copy; kill $server
run www-data /opt/w/uwsgi
parlour install $copy | says '`--server-group www-data` keeps it'
rights $copy '711 root:root'; plays; kill $server
"#,
    ),
    (
        "an_uninstall_leaves_nothing",
        r#"parlour install $copy; parlour install --key-file /etc/other.key /usr/lib/cgi-bin/other
mkdir -p /etc/nginx/snippets; echo "location $copy" >/etc/nginx/snippets/games.conf
kept=$(link)
parlour uninstall --keep-key $copy | says "Its keys are kept in $key"
test ! -e $copy; parlour install $copy | says 'so every game goes on'; opens "$kept"
# A key in the copy is kept in the same way, and goes back.
parlour install --key-inside $copy; test ! -e $key; opens "$kept"
parlour uninstall --keep-key $copy; rights $key '640 root:root'
parlour install --key-inside $copy; test ! -e $key; opens "$kept"
parlour install $copy; parlour install --group parlour $copy; rights $copy '2711 root:parlour'; opens "$kept"
parlour uninstall /usr/lib/cgi-bin >/said
says 'note: /etc/nginx/snippets/games.conf still names the program' </said
test ! -e $copy; test ! -e /etc/parlour; no_group
parlour uninstall /usr/lib/cgi-bin/other; test ! -e /etc/other.key
refused 'there is no Parlour' parlour uninstall $copy
cp /bin/true $copy; refused 'is not a Parlour' parlour uninstall $copy; test -e $copy; rm $copy
# A lost key file does not keep a copy.
parlour install $copy; rm $key; refused 'uninstall' parlour install $copy
parlour uninstall $copy; test ! -e $copy; no_group
"#,
    ),
    (
        "two_installations_at_once_lose_no_key",
        r#"parlour install $copy
for round in 1 2 3; do
    parlour install --new-key $copy >/dev/null & one=$!
    parlour install --new-key $copy >/dev/null & two=$!
    wait $one; wait $two
done
test "$(parlour export $copy | tr ',' '\n' | wc -l)" = 7
for round in 1 2 3 4 5; do
    parlour install --key-inside $copy >/dev/null & one=$!
    parlour install --group parlour $copy >/dev/null & two=$!
    wait $one; wait $two; plays
    test "$(parlour export $copy | tr ',' '\n' | wc -l)" = 7
done
"#,
    ),
    (
        "keys_and_names_are_kept_from_others",
        r#"parlour install $copy; cd /root
parlour export --to ring $copy; rights ring '600 root:root'; parlour install --key-from ring $copy
refused 'cannot write' parlour export --to ring $copy
refused 'others may read the file' sh -c "parlour export $copy >/root/open"
test ! -s open
(umask 077; parlour export $copy >closed); cmp ring closed
touch /home/anna/ring; chown anna /home/anna/ring; chmod 600 /home/anna/ring
refused 'others may read' sh -c "parlour export $copy >/home/anna/ring"
test ! -s /home/anna/ring
refused 'others may read' sh -c 'parlour keygen >/root/open'
parlour keygen --to fresh; rights fresh '600 root:root'
# Names that would control the terminal.
name=$(printf 'a\033]0;x\007\342\200\256b'); cp /bin/true "/srv/$name"; ln -s "/srv/$name" /srv/link
! parlour install /srv/link >/said 2>&1; says 'a?]0;x??b is there already' </said
mkfifo /srv/fifo; ! timeout 5 parlour doctor /srv/fifo >/said; says 'is not a program' </said
# Another program named curl.
mkdir /home/anna/bin; printf '#!/bin/sh\ntouch /root/astray\n' >/home/anna/bin/curl; chmod 755 /home/anna/bin/curl
! PATH=/home/anna/bin:$PATH parlour doctor https://127.0.0.1:1/x; test ! -e /root/astray
"#,
    ),
];

/// The trials of this file, if the static program can be built, which alone gets a group.
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
    on_a_machine(&format!("{start}{script}\ntest ! -e $copy; test ! -e /etc/parlour; no_group\n"));
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
