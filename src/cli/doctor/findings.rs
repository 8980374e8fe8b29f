//! The findings of the doctor at the terminal: the fault and the cure.

use crate::doctor::findings::findings;

findings! {
    // A program.
    ok program(path, access) => "the program is {path} ({access})";
    wrong not_examined(path, error) => "{path} cannot be examined ({error})";
    wrong no_program(path) => "{path} is not a program";
    wrong no_parlour(path) => "{path} is not a Parlour";
    wrong part_of_program(path, bytes) => "{path} is only a part of a program, of {bytes} bytes; the copy was cut short, so copy it again";
    note for_owner(cure) => "only its owner or group may run the program; unless the web server runs it as one of them, {cure}";
    note not_tried(why) => "the program was not tried, because {why}";
    ok answers(by, line) => "asked as a CGI program{by}, it answers `{line}`";
    wrong answers_otherwise(by, line, complaint) => "asked as a CGI program{by}, it answers `{line}` and not `Status: 200 OK`{complaint}";
    wrong no_answer(by, error) => "asked as a CGI program{by}, {error}";

    // Its keys.
    note slot_closed(path) => "you may not read the program to see its keys, which is as it should be; `{path} doctor` says more about them";
    ok keys(source, ids) => "the keys come from {source}: {ids}";
    wrong no_keys(error) => "{error}";
    ok key_file_closed(file) => "you may not read its key file {file}, which is as it should be";
    wrong bad_key_file(file, fault) => "its key file {file} cannot be used: {fault}";
    wrong lost_key_file(file, fault, copy) => "its key file {file} cannot be used: {fault}; give it the keys of a backup with `parlour install --key-from BACKUP {copy}`; without one, run `parlour uninstall {copy}` and `parlour install {copy}`, which ends all games";
    note key_file_likely_served(root) => "the key file is below {root}; if that is a document root, the web server may hand it out, so move it elsewhere";
    ok key_file_access(access) => "the key file is closed to others ({access}); the web server's user must be its owner or in its group";
    note variable_first() => "PARLOUR_KEY takes precedence over the keys in the program itself";
    note in_terminal() => "that is so in this terminal; a web server has an environment of its own, in which it must be set as well";
    note key_of_server() => "the program has no key in this terminal, and the web server gives it one: a game is dealt there";
    wrong no_new_privileges(server, file, group) => "no program that {server} starts gets a group by its mode, so this one cannot read its key file {file} (NoNewPrivileges); run `parlour install --server-group {group} DEST`";
    wrong hidden(server, file) => "the programs of {server} do not see the key file {file}, because the system hides that directory from them (a chroot, or `InaccessiblePaths=` in the unit); run `parlour install --key-inside DEST`";

    // A script that runs it.
    ok script(path, program) => "{path} is a script that runs {program}";
    wrong byte_order_mark(path) => "the script begins with a byte order mark, so that the system does not know it as a script; `sed -i '1s/^\\xef\\xbb\\xbf//' {path}`";
    wrong windows(path) => "the script has the line ends of Windows, so that it looks for an interpreter of another name; `sed -i 's/\\r$//' {path}`";
    wrong no_interpreter(interpreter) => "the script wants to be run by {interpreter}, which is not there; usually it is /bin/sh";
    wrong runs_nothing(program) => "the script runs {program}, which is not there; write the path of the program in its last line";
    wrong hands_on_arguments() => "the script hands on its arguments, which a visitor may choose; take `\"$@\"` away from its last line";
    wrong no_variables() => "the script takes the variables of the web server away from the program (`env -i`), so that it does not know what it is asked; write `exec` and the path of the program";
    wrong script_prints(line) => "the script prints something of its own before the answer of the program (`{line}`); take that line away";
    wrong script_open(path) => "everybody may change the script; `chmod 755 {path}`";
    wrong script_never_run(path) => "nobody may run the script; `chmod 755 {path}`";
    note script_closed(path) => "others may not run and read the script, as a web server must that runs as another user; `chmod 755 {path}`";

    // The address.
    wrong no_url() => "the address is no URL; write it like http://localhost/cgi-bin/parlour";
    wrong no_place() => "`--resolve` does not say where a host is; write it like games.example:443:127.0.0.1";
    note mend_first(fault) => "{fault}; mend the rest first";
    wrong unanswered(host, by, error) => "no server answers at {host}{by} ({error}); is the web server running, and does it listen there?";
    wrong no_curl(url, error) => "{url} cannot be examined: {error}; install curl";
    wrong circle(url) => "the server sends visitors in a circle, at last to {url}; look at its rules for redirects";
    wrong no_target(link) => "the server sends visitors on to `{link}`, which is no address";
    wrong query_lost(to) => "the server sends visitors on to {to} and loses the query on the way, which is the game; have the redirect keep what follows the `?` (in nginx, `$request_uri`)";
    note sent_on(from, to) => "the server sends visitors on from {from} to {to}";
    ok upgraded(from, to) => "the server sends visitors on from {from} to {to}";
    wrong untrusted(host, complaint) => "browsers warn of the certificate of {host} ({complaint}); have it made for this name by an authority that they trust, and send the certificates in between";
    wrong foreign(status, meaning, log) => "asked for Parlour, it answers {status}: {meaning}{log}";
    wrong no_key_because(reason) => "Parlour runs there, but has no key that it can use: {reason}";
    wrong no_key() => "Parlour runs there, but has no key that it can use; `parlour install` gives it one, and if the server sets PARLOUR_KEY or PARLOUR_KEY_FILE, that is refused: its error log says why, in a line with `parlour:`";
    wrong sometimes_no_key() => "some answers come from a Parlour that has no key; if several machines answer here, install each of them with the same keys (`parlour install --key-from BACKUP DEST`)";
    ok arrived(url) => "the web server at {url} runs Parlour";
    wrong injected(tag) => "something is put into the pages of Parlour (`{tag}`), such as an advertisement of the host or a script of a proxy; have it leave them alone";
    wrong appended() => "something is added to the pages of Parlour behind their end, such as an advertisement of the host or a script of a proxy; have it leave them alone";
    wrong cut_short() => "the pages of Parlour are cut short; is the disk full on which the server or a proxy keeps them, or a limit of size set?";
    wrong breaks_off(error) => "the web server breaks off in the middle ({error})";
    wrong limited(asked, status, log) => "after {asked} requests the server answers {status} in place of Parlour, as one that limits how often a visitor may ask{log}; allow 5 requests a second and bursts of 30 (in nginx, `limit_req` with `rate=5r/s` and `burst=30 nodelay`)";
    note slowed_down(asked, status) => "after {asked} requests in a moment the server answers {status}, because it limits how often a visitor may ask; games are slower than the doctor, which has slowed down now";
    wrong slow(seconds) => "an answer takes {seconds} seconds, and Parlour needs some thousandths of one; is the server overloaded, or does it hold requests back, as `limit_req` does without `nodelay`?";

    // Queries.
    wrong no_query() => "no query arrives: every address of Parlour shows its first page; a rule of the server, or a cache before it, leaves out what follows the `?` (in nginx, `fastcgi_param QUERY_STRING $query_string`)";
    wrong query_refused(status) => "asked for the rules of a game, the server answers {status} in place of Parlour; have it, or the firewall before it, let every query of this address through";
    wrong value_required() => "a part of a query does not arrive: asked for `g=concentration&rules`, Parlour gets no `rules`; have the server, or the proxy before it, pass on parameters without a value, too";
    wrong lower_case() => "queries arrive in lower case, and the links of games have capitals; have the server, or the proxy before it, leave the query as it is";
    wrong percent_signs(how) => "a query with percent signs {how}; have no rewriting rule, proxy or firewall decode, encode or refuse it";
    ok percent_signs_arrive() => "a query with percent signs arrives as it was sent";
    ok long_arrives(bytes) => "a query of {bytes} bytes arrives whole";
    wrong long_cut(bytes) => "a query of {bytes} bytes does not arrive whole; links of Parlour may have 900, so raise the server's limit";
    ok no_command() => "a visitor's words are never taken for a command";
    wrong command(query, status) => "asked for `?{query}`, the server answers {status} and not with Parlour's first page; a wrapper must not pass on its arguments (no `\"$@\"`)";
    note command_refused(query, status) => "the server itself refuses `?{query}` ({status}); no link of Parlour is like that, so there is nothing to do";

    // A game.
    wrong redirect_followed() => "the server, or a proxy before it, follows the redirect to a new game itself, so that the address in the browser is not that of the game; have it pass on redirects";
    wrong redirect_lost() => "the header `Location` of a redirect to a new game does not arrive; have the server, or the proxy before it, pass it on";
    wrong no_deal(status) => "asked for a new game, the server answers {status} and no game; have it pass on the status and the headers of programs";
    wrong same_deal(cache) => "two visitors who ask for a new game get the same one{cache}; a cache keeps the answer although it says `Cache-Control: no-store`: have it keep nothing of this address (in nginx, no `fastcgi_ignore_headers Cache-Control`)";
    wrong no_deal_at(link) => "the address of a new game arrives as `{link}`, which is none";
    wrong sent_elsewhere(to, here) => "a new game is sent to {to} instead of {here}; have the server, or the proxy before it, leave `Location` as it is";
    ok new_deals() => "every new game is another one";
    wrong not_dealt(status) => "a new game should be dealt with 200 and comes as {status}, without a link to play on; have the server pass on what the program prints";
    wrong different_keys(ids) => "several machines answer here with different keys ({ids}), so a game that one of them deals does not open on another; install all of them with the keys of one: `parlour export --to BACKUP` there, and `parlour install --key-from BACKUP DEST` on the others";
    wrong damaged(status) => "the link of a game arrives damaged: Parlour itself answers a move with {status}; have the server, or the proxy before it, leave the query as it is";
    wrong click_refused(status) => "a move is answered with {status}: the server, or a firewall before it, refuses the links of games, which are long and unlike other addresses; have it make an exception for this address";
    wrong not_moved(cache) => "a move does not change the game{cache}; a cache answers with the page of another link, or the query does not arrive whole";
    ok moved() => "a game is dealt, and a move changes it";
    ok same_keys() => "the program there has these keys";
    wrong other_program(there, here) => "the program there seals with another key, {there}, than the one here ({here}); is it the same program?";
    wrong other_keys(there, here) => "the program there seals with another key, {there}, than the one here ({here}); if it is the same program, the server sets PARLOUR_KEY, which comes first; take it out of the server's configuration, or out of here";

    // The headers, the status and the style.
    note headers_missing(names) => "headers of the program do not arrive ({names}); have the server, or the proxy before it, pass them on";
    note cookie() => "the server gives visitors a cookie, which Parlour never does; visitors may want to know why";
    ok headers_arrive() => "the headers of pages arrive as they were sent";
    wrong own_policy(name, came) => "the server sends a {name} of its own, `{came}`, which takes styles and pictures away from the pages; have it send none at this address (in Apache, `Header always setifempty` in place of `set`)";
    wrong own_type(name, came, value) => "pages come with `{name}: {came}` and not `{value}`; have the server leave the header as the program sends it";
    note own_header(name, came, value) => "{name} comes as `{came}` and was sent as `{value}`; have the server leave it as it is";
    ok style_arrives() => "the style sheet of the pages arrives";
    wrong no_style(status, came) => "the style sheet of the pages comes with status {status} and `Content-Type: {came}`, so browsers show them without it; have the server pass on what the program answers to `?style`";
    ok status_arrives() => "the status of an answer arrives (404, 400, 414)";
    wrong status_lost(changed) => "the status of an answer does not arrive, so caches and robots take a problem for a page: {changed}; have the server honour the `Status` header of programs";
    note own_error_pages() => "the server shows pages of its own where Parlour has a problem to tell, so visitors lose the way on; have it pass on the pages of programs with any status (in nginx, `fastcgi_intercept_errors off`)";

    // A table of several people, and keys.
    ok not_kept() => "no cache keeps pages with a password (no-store)";
    wrong kept(value) => "a page with a password, the secret of a player, comes with `Cache-Control: {value}` and not with `no-store`; have the server leave the header as the program sends it (in nginx, no `expires` for this address)";
    note no_address(here) => "pages do not say the whole address of the link to send, because the server does not tell it, or PARLOUR_URL is no whole address; set PARLOUR_URL={here} where the server sets variables for programs";
    wrong bad_address(link, here) => "links to send begin with `{link}`, which is no address; set PARLOUR_URL={here} where the server sets variables for programs";
    ok leads_here(here) => "links to send lead here, to {here}";
    note leads_elsewhere(to, here) => "links to send lead to {to}, which is Parlour as well; if players should come here, set PARLOUR_URL={here} where the server sets variables for programs";
    wrong leads_astray(to, why, here) => "links to send lead to {to}, {why}; set PARLOUR_URL={here} where the server sets variables for programs";
    wrong handed_out(file) => "the server hands out {file}, with keys in it; move it elsewhere, and `parlour install --new-key DEST`";
    ok none_handed_out() => "no copy of the program and no key file was handed out";
}
