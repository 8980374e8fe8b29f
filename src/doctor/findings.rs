//! The findings of the doctor about files: the fault and the cure.

/// Declares findings. Each line has a verdict, the name of a function that makes the finding, the values
/// that it takes, and the sentence, a format string with these values.
macro_rules! findings {
    ($($verdict:ident $name:ident($($value:ident),*) => $sentence:literal;)*) => {
        $(pub fn $name($($value: impl std::fmt::Display),*) -> $crate::doctor::checkup::Finding {
            $crate::doctor::checkup::Finding::$verdict(format!($sentence))
        })*
    };
}

pub(crate) use findings;

findings! {
    // The permissions of a program. The cure is that of its mode.
    wrong open_to_all(cure) => "everybody may change the program; {cure}";
    note open_to_group(cure) => "its group may change the program; if that is not intended, {cure}";
    wrong lends_rights(cure) => "the program runs with the rights of its owner or group, which it does not need; {cure}";
    wrong never_run(cure) => "nobody may run the program; {cure}";
    wrong keys_readable(cure, new_key) => "everybody on this machine can read the program and the keys in it; {cure}; if others use the machine, {new_key}";
    note keys_for_group() => "its group can read the program and the keys in it";
    ok keys_for_owner() => "only its owner can read the file of the program, with the keys in it";
    note keys_in_memory(preload) => "a user who may run the program on this machine can read the keys in it with a debugger{preload}; if others use the machine, have root install it again";
    note group_of_server(group, members) => "every program of the group {group} can read the keys (its members: {members}), and the web server must run this one in that group";
    wrong shared_group(group, members, cure, new_key) => "the key file is for the group {group}, which is not for this program alone (its members: {members}); {cure}; if there are members, remove them with `gpasswd -d`; then {new_key}";
    wrong no_group(group, access, cure) => "the program does not run with the group {group}, which alone may read its key file ({access}); {cure}";
    wrong dynamic() => "the program runs with a group of its own and is dynamically linked; install one that `cargo static` builds";
    ok own_group(group) => "only root and this program can read the keys: it has a group of its own, {group}, which the kernel does not give to a user who looks into it with a debugger";

    // The directories above it.
    wrong replaceable(directory) => "everybody may write in {directory}, and so replace the program; run `chmod o-w {directory}`";
    note not_entered(directory) => "others may not enter {directory}; a web server that runs as another user does not reach the program; to let it pass through, run `chmod o+x {directory}`";
    note access_list(path) => "{path} has an access control list, which may keep the web server out; to remove it, run `setfacl -b {path}`";
    wrong key_file_not_reached(directory) => "the program cannot get through {directory} to its key file; run `chmod o+x {directory}`";
    wrong noexec(path) => "no program can run where {path} is, because its file system is mounted noexec; install the program elsewhere, or take `noexec` out of the options in /etc/fstab";
    wrong nosuid(path) => "the program does not get the group that may read its key file, because its file system is mounted nosuid; run `parlour install --key-inside {path}`, or take `nosuid` out of the options in /etc/fstab";

    // Other keys.
    wrong key_file_served(file, new_key) => "the web server may hand out a key file; move `{file}` elsewhere; then {new_key}";
    wrong copy_readable(file, new_key) => "{file} is a Parlour with keys that everybody can read, in a place where the web server may hand it out; remove it; if its keys are in use, {new_key}";
    note copy_for_group(file) => "{file} is a Parlour with keys that its group can read; if that is the web server's, it may be handed out";
    note other_copy(file) => "{file} is another Parlour with keys; remove it if it is not in use";
    note search_cut_short(count, path) => "the search for other keys was not finished: its time was up after {count} files, before {path}; the other files may hold keys";

    wrong key_file_below_root(file, fault) => "the key file {file} is not safe: {fault}";
    note variable_ignored(variable) => "{variable} is set, and means nothing to a copy with a key file of its own";
}
