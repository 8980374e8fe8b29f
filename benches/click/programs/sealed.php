<?php
# The job of a click on Concentration in PHP: open the sealed position, turn a tile, draw the board,
# seal again. FRAME holds what Parlour's page has around its board.
const KEY = "\x7a\x3f\x1c\x9b\xe4\xd2\x05\x68\xa1\xc7\xf0\x8e\x5b\x32\x96\xdd\x4c\x1e\x8f\xa7\x0b\x6d\x93\xe2\x5f\x48\xac\x10\xd7\xbe\x69\x31";
const ABOUT = 'parlour/pos/concentration/1';
const NONE = 255;

function deal(): array {
    $stock = array_map(fn($value) => intdiv($value, 2), range(0, 15));
    for ($last = 15; $last > 0; $last--) {
        $other = random_int(0, $last);
        [$stock[$last], $stock[$other]] = [$stock[$other], $stock[$last]];
    }
    # The stock, the place in it of every tile, the owned values, first, second, looks.
    return array_merge($stock, array_fill(0, 16, NONE), array_fill(0, 8, 0), [NONE, NONE, 0]);
}

function is_matched(array $game, int $tile): bool {
    $place = $game[16 + $tile];
    return $place != NONE && $game[32 + $game[$place]];
}

function turn(array &$game, int $tile): string {
    if (is_matched($game, $tile) || $tile == $game[40] || $tile == $game[41]) {
        return 'That tile is face up.';
    }
    if ($game[16 + $tile] == NONE) {
        $game[16 + $tile] = count(array_filter(array_slice($game, 16, 16), fn($p) => $p != NONE));
    }
    $game[42]++;
    if ($game[40] == NONE || $game[41] != NONE) {
        [$game[40], $game[41]] = [$tile, NONE];
        return 'Turn the tile that matches it.';
    }
    $game[41] = $tile;
    $value = $game[$game[16 + $tile]];
    if ($value != $game[$game[16 + $game[40]]]) {
        return 'No pair. They close when the next tile is turned.';
    }
    $game[32 + $value] = 1;
    return 'A pair. It stays.';
}

function board(array $game, string $link): string {
    $out = '';
    for ($row = 0; $row < 4; $row++) {
        $out .= '<tr><th scope=row>' . ($row + 1) . '</th>';
        for ($column = 0; $column < 4; $column++) {
            $tile = 4 * $row + $column;
            $place = 'tile ' . ($tile + 1) . ', row ' . ($row + 1) . ' column ' . ($column + 1);
            if (is_matched($game, $tile) || $tile == $game[40] || $tile == $game[41]) {
                $value = $game[$game[16 + $tile]] + 1;
                $out .= "<td class=new>&#62;<b role=img aria-label=\"Face up, $value: $place\"><span>"
                    . sprintf('%02d', $value) . '</span></b>';
            } else {
                $out .= "<td class=back>\u{a0}<a href=\"$link&turn=" . ($tile + 1)
                    . "#now\" aria-label=\"Turn $place\">**</a>";
            }
        }
        $out .= "\n";
    }
    return $out;
}

parse_str(getenv('QUERY_STRING'), $query);
$said = 'All tiles lie face down. Turn any tile.';
if (isset($query['s'])) {
    $token = base64_decode(strtr($query['s'], '-_', '+/'), true);
    [$nonce, $tag] = [substr($token, 0, 12), substr($token, -16)];
    $sealed = substr($token, 12, -16);
    $open = openssl_decrypt($sealed, 'aes-256-gcm', KEY, OPENSSL_RAW_DATA, $nonce, $tag, ABOUT);
    if ($open === false) {
        exit(1);
    }
    $game = array_values(unpack('C*', $open));
    $said = turn($game, (int) $query['turn'] - 1);
} else {
    $game = deal();
}
$nonce = random_bytes(12);
$open = pack('C*', ...$game);
$sealed = openssl_encrypt($open, 'aes-256-gcm', KEY, OPENSSL_RAW_DATA, $nonce, $tag, ABOUT);
$token = rtrim(strtr(base64_encode($nonce . $sealed . $tag), '+/', '-_'), '=');
$page = strtr(FRAME, ['@STATUS@' => $said, '@BOARD@' => board($game, "?s=$token&g=c")]);
$head = "Status: 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n";
echo $head . 'Content-Length: ' . strlen($page) . "\r\n\r\n" . $page;
