# The job of a click on Concentration in Perl: open the sealed position, turn a tile, draw the
# board, seal again. FRAME holds what Parlour's page has around its board.
use strict;
use warnings;
use Crypt::AuthEnc::GCM qw(gcm_decrypt_verify gcm_encrypt_authenticate);
use Crypt::PRNG qw(random_bytes);
use MIME::Base64 qw(encode_base64url decode_base64url);
use constant KEY =>
    pack('H*', '7a3f1c9be4d20568a1c7f08e5b3296dd4c1e8fa70b6d93e25f48ac10d7be6931');
use constant { ABOUT => 'parlour/pos/concentration/1', NONE => 255 };

sub deal {
    my @stock = map { int($_ / 2) } 0 .. 15;
    for my $last (reverse 1 .. 15) {
        my $other = unpack('N', random_bytes(4)) % ($last + 1);
        @stock[$last, $other] = @stock[$other, $last];
    }
    # The stock, the place in it of every tile, the owned values, first, second, looks.
    return (@stock, (NONE) x 16, (0) x 8, NONE, NONE, 0);
}

sub is_matched {
    my ($game, $tile) = @_;
    my $place = $game->[16 + $tile];
    return $place != NONE && $game->[32 + $game->[$place]];
}

sub turn {
    my ($game, $tile) = @_;
    if (is_matched($game, $tile) || $tile == $game->[40] || $tile == $game->[41]) {
        return 'That tile is face up.';
    }
    if ($game->[16 + $tile] == NONE) {
        $game->[16 + $tile] = grep { $_ != NONE } @$game[16 .. 31];
    }
    $game->[42]++;
    if ($game->[40] == NONE || $game->[41] != NONE) {
        @$game[40, 41] = ($tile, NONE);
        return 'Turn the tile that matches it.';
    }
    $game->[41] = $tile;
    my $value = $game->[$game->[16 + $tile]];
    if ($value != $game->[$game->[16 + $game->[40]]]) {
        return 'No pair. They close when the next tile is turned.';
    }
    $game->[32 + $value] = 1;
    return 'A pair. It stays.';
}

sub board {
    my ($game, $link) = @_;
    my $out = '';
    for my $row (0 .. 3) {
        $out .= '<tr><th scope=row>' . ($row + 1) . '</th>';
        for my $column (0 .. 3) {
            my $tile = 4 * $row + $column;
            my ($number, $place) = ($tile + 1, 'row ' . ($row + 1) . ' column ' . ($column + 1));
            if (is_matched($game, $tile) || $tile == $game->[40] || $tile == $game->[41]) {
                my $value = $game->[$game->[16 + $tile]] + 1;
                $out .= "<td class=new>&#62;<b role=img aria-label=\"Face up, $value: "
                    . "tile $number, $place\"><span>" . sprintf('%02d', $value) . '</span></b>';
            } else {
                $out .= "<td class=back>\xc2\xa0<a href=\"$link&turn=$number#now\" "
                    . "aria-label=\"Turn tile $number, $place\">**</a>";
            }
        }
        $out .= "\n";
    }
    return $out;
}

my %query = map { split /=/, $_, 2 } grep { /=/ } split /&/, $ENV{QUERY_STRING};
my $said = 'All tiles lie face down. Turn any tile.';
my @game;
if (defined $query{s}) {
    my $token = decode_base64url($query{s});
    my ($nonce, $sealed, $tag) = (substr($token, 0, 12), substr($token, 12, -16), substr($token, -16));
    my $open = gcm_decrypt_verify('AES', KEY, $nonce, ABOUT, $sealed, $tag);
    exit 1 unless defined $open;
    @game = unpack('C*', $open);
    $said = turn(\@game, $query{turn} - 1);
} else {
    @game = deal();
}
my $nonce = random_bytes(12);
my ($sealed, $tag) = gcm_encrypt_authenticate('AES', KEY, $nonce, ABOUT, pack('C*', @game));
my $token = encode_base64url($nonce . $sealed . $tag);
my $board = board(\@game, "?s=$token&g=c");
(my $page = FRAME()) =~ s/\@STATUS\@/$said/;
$page =~ s/\@BOARD\@/$board/;
print "Status: 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n",
    'Content-Length: ', length($page), "\r\n\r\n", $page;
