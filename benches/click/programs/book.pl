# Concentration as a CGI program of 1996 plays it, after the listing in "CGI Programming on the World
# Wide Web", section 11.2: the whole board stands in every link, each value multiplied by a number
# that depends on its place, which anybody can undo.
@board = ();
$display = "";
$spaces = " " x 5;
$query = $ENV{'QUERY_STRING'};
if ($query) {
    ($values, $chosen) = &read_query();
    &draw_board($chosen);
} else {
    &deal();
    &draw_board("0%0");
}
&show_page();
exit(0);

sub deal {
    local (@count, $tile, $value);
    srand(time ^ $$);
    for ($tile = 1; $tile <= 16; $tile++) {
        do { $value = int(rand(8)) + 1; } until (($count[$value] || 0) < 2);
        $board[$tile] = $value;
        $count[$value]++;
    }
}

sub hidden_board {
    local (@hidden, $tile);
    for ($tile = 1; $tile <= 16; $tile++) {
        ($hidden[$tile] = $board[$tile]) =~ s/(\w+)/sprintf("%lx", $1 * ($tile * 50 + 100))/e;
    }
    return join("%", @hidden);
}

sub read_query {
    local ($tile, $chosen);
    $query =~ /^((%\w+\+{0,1}){16})%(.*)$/;
    ($values, $chosen) = ($1, $3);
    @board = split(/%/, $values);
    for ($tile = 1; $tile <= 16; $tile++) {
        $board[$tile] =~ s|(\w+)|hex($1) / ($tile * 50 + 100)|e;
    }
    return (join("%", @board), $chosen);
}

sub build {
    $display = join("", $display, @_);
}

sub draw_board {
    local ($chosen) = @_;
    local ($one, $two, $matched, $link, $row, $column, $tile, $anchor);
    ($one, $two) = split(/%/, $chosen);
    $matched = 0;
    if ($one && $two && int($board[$one]) == int($board[$two])) {
        $board[$one] .= "+";
        $board[$two] .= "+";
    }
    $link = join("", $ENV{'SCRIPT_NAME'} || "", "?", &hidden_board());
    for ($row = 1; $row <= 4; $row++) {
        for ($column = 1; $column <= 4; $column++) {
            $tile = 4 * ($row - 1) + $column;
            if ($board[$tile] =~ /\+/) {
                $board[$tile] =~ s/\+//;
                &build(sprintf("%02d", $board[$tile]), $spaces);
                $matched++;
            } elsif ($tile == $one || $tile == $two) {
                &build(sprintf("%02d", $board[$tile]), $spaces);
            } else {
                $anchor = $one && !$two ? join("%", "", $one, $tile) : join("%", "", $tile, "0");
                &build(qq|<A HREF="$link$anchor">**</A>|, $spaces);
            }
        }
        &build("\n\n");
    }
    if ($matched == 16) {
        &build("<HR>You Win!\nIf you want to play again, ");
        &build(qq|click <A HREF="$ENV{'SCRIPT_NAME'}">here</A><BR>|);
    }
}

sub show_page {
    local $browser = $ENV{'HTTP_USER_AGENT'} || "";
    print "Content-type: text/html", "\n\n";
    if ($browser =~ /Lynx|CERN-LineMode/) {
        print "Welcome to the game of Concentration!", "\n";
    } else {
        print qq|<IMG SRC="/icons/concentration.gif">|;
        $display =~ s|\*\*</A>|<IMG SRC="/icons/question.gif"></A> |g;
        $display =~ s|(\d+)\s|<IMG SRC="/icons/$1.gif">   |g;
        $display =~ s|\n\n|\n\n\n|g;
        $display =~ s|You Win!|<IMG SRC="/icons/win.gif">|g;
    }
    print "<HR>", "<PRE>", "\n", $display, "\n", "</PRE>", "<HR>", "\n";
}
