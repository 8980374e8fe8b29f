//! A league: the standings of people over several games. It takes the games that their last links prove.

use super::game_number::GameNumber;
use super::name::Name;
use super::notice::Notice;
use super::result::GameResult;
use super::turn_code::{CODE_BITS, code_text};
use crate::game::options::PEOPLE_MAX;
use crate::game::pack::{Packer, Unpackable, Unpacker};
use crate::game::text::count;
use crate::seal::CONTENT_BYTES_MAX;
use serde::Serialize;

/// The most people of a league.
const NAMES_MAX: u64 = 32;
/// The most games of a league.
const GAMES_MAX: u64 = 100;
/// The width of the points of a person in a game, and the most points. More count as these.
const POINTS_BITS: u32 = 12;
const POINTS_MAX: usize = (1 << POINTS_BITS) - 1;
/// The width of a place in the ranking.
const PLACE_BITS: u32 = 3;
/// The width of the number of an addition, and the greatest number.
const ADDITION_BITS: u32 = 7;
const ADDITION_MAX: u8 = (1 << ADDITION_BITS) - 1;

/// The standings over several games.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct League {
    games: Vec<Game>,
}

/// A game in a league.
#[derive(Clone, Debug, PartialEq)]
pub struct Game {
    number: GameNumber,
    /// The code of the last turn.
    code: u32,
    players: Vec<Share>,
    /// True until somebody says that its players are people of the league.
    is_doubted: bool,
    /// The number of the addition that brought it.
    addition: u8,
}

/// The share of one person in the result of a game.
#[derive(Clone, Debug, PartialEq)]
struct Share {
    name: Name,
    points: usize,
    /// The number of seats that are ahead in the ranking.
    place: usize,
    /// True if nobody else has that place, and it is the first.
    has_won: bool,
}

/// The games of one person.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Record {
    pub name: Name,
    /// The number of games.
    pub games: usize,
    /// The number of games that this person won alone.
    pub wins: usize,
    /// The sum of the points.
    pub points: usize,
    /// The sum of the places in the rankings, where 1 is the first place.
    pub places: usize,
}

/// `Ann: 3 wins in 4 games, 120 points, place 1.5 on average`.
impl std::fmt::Display for Record {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Record { name, games, wins, points, .. } = self;
        let [wins, points] = [count(*wins, "win"), count(*points, "point")];
        let average = format!("place {} on average", self.average_place());
        write!(f, "{name}: {wins} in {}, {points}, {average}", count(*games, "game"))
    }
}

/// `Game 2 at table 7QK3 (code K4QT)`.
impl std::fmt::Display for Game {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} (code {})", self.number, code_text(self.code))
    }
}

impl Record {
    /// Somebody who has played no game.
    fn new(name: &Name) -> Self {
        Record { name: name.clone(), games: 0, wins: 0, points: 0, places: 0 }
    }

    /// The average of the places, to a tenth: `1.5`.
    pub fn average_place(&self) -> String {
        let tenths = (self.places * 10 + self.games / 2) / self.games;
        format!("{}.{}", tenths / 10, tenths % 10)
    }

    /// Three people after three games, as an example.
    pub fn example() -> Vec<Record> {
        let people = [("Ann", 2, 147, 4), ("Bob", 1, 62, 6), ("Cleo", 0, 0, 8)];
        let record = |(name, wins, points, places)| {
            let name = Name::read(name, []).expect("a name of letters");
            Record { name, games: 3, wins, points, places }
        };
        people.map(record).into()
    }
}

impl Game {
    /// A game with this result.
    fn of(result: &GameResult, addition: u8) -> Self {
        let GameResult { number, code, outcome, .. } = result;
        // Two who share the first place are followed by the third.
        let ahead = |seat| {
            let groups = outcome.ranking.iter();
            groups.take_while(|seats| !seats.contains(&seat)).map(Vec::len).sum()
        };
        let people = result.people.iter().enumerate();
        // Somebody who was not in the first deal is no player of this game.
        let players =
            people.filter(|(_, (_, is_player))| *is_player).map(|(seat, (name, _))| Share {
                name: name.clone(),
                points: outcome.points.get(seat).copied().unwrap_or(0).min(POINTS_MAX),
                place: ahead(seat),
                has_won: outcome.winner() == Some(seat),
            });
        let (number, code, players) = (*number, *code, players.collect());
        Game { number, code, players, is_doubted: false, addition }
    }

    fn has_same_end(&self, other: &Game) -> bool {
        (self.number, self.code) == (other.number, other.code)
    }

    fn names(&self) -> impl Iterator<Item = &Name> {
        self.players.iter().map(|share| &share.name)
    }

    /// The game, its players under the names by which a league knows them.
    fn renamed(mut self, known: &[(Name, Name)]) -> Self {
        for share in &mut self.players {
            if let Some((_, own)) = known.iter().find(|(other, _)| *other == share.name) {
                share.name = own.clone();
            }
        }
        self
    }

    /// Appends the game to a packed league of these people.
    fn pack(&self, people: &[Name], packer: &mut Packer) {
        self.number.pack(packer);
        packer.put(self.code.into(), CODE_BITS);
        packer.put(self.is_doubted.into(), 1);
        packer.put(self.addition.into(), ADDITION_BITS);
        packer.put_one_of(self.players.len() as u64, PEOPLE_MAX as u64 + 1);
        for Share { name, points, place, has_won } in &self.players {
            let person = people.iter().position(|known| known == name);
            packer.put_one_of(person.expect("a person of the league") as u64, people.len() as u64);
            packer.put(*points as u64, POINTS_BITS);
            packer.put(*place as u64, PLACE_BITS);
            packer.put((*has_won).into(), 1);
        }
    }

    /// Reads what [`Game::pack`] wrote.
    fn unpack(people: &[Name], packed: &mut Unpacker<'_>) -> Result<Self, Unpackable> {
        let number = GameNumber::unpack(packed)?;
        let code = packed.take_as(CODE_BITS)?;
        let is_doubted = packed.take(1)? == 1;
        let addition = packed.take_as(ADDITION_BITS)?;
        let mut players = Vec::new();
        for _ in 0..packed.take_one_of(PEOPLE_MAX as u64 + 1)? {
            let person = packed.take_place_of(people.len())?;
            players.push(Share {
                name: people.get(person).ok_or(Unpackable::Impossible)?.clone(),
                points: packed.take_as(POINTS_BITS)?,
                place: packed.take_as(PLACE_BITS)?,
                has_won: packed.take(1)? == 1,
            });
        }
        Ok(Game { number, code, players, is_doubted, addition })
    }
}

impl League {
    /// Takes the games of these leagues and these results, as one addition. Returns a notice of each
    /// result that counts or does not come in, and about each game of a league that does not come in. The
    /// league itself tells of a game that waits, and of another end.
    pub fn add(&mut self, leagues: &[League], results: &[GameResult]) -> Vec<Notice> {
        let addition = self.games.last().map_or(0, |game| (game.addition + 1).min(ADDITION_MAX));
        let mut notices = Vec::new();
        for league in leagues {
            let known = self.known(&league.names());
            // The people of a league know each other already.
            let people = self.names();
            for game in &league.games {
                let game = Game { addition, ..game.clone() }.renamed(&known);
                notices.extend(self.add_game(game, &people).err());
            }
        }
        for result in results {
            let game = Game::of(result, addition);
            if result.has_replaced {
                let why = format!("{game} does not count: a computer played on for somebody.");
                notices.push(Notice::Alarm(why));
                continue;
            }
            let added = Notice::Welcome(format!("{game} is added."));
            let known = self.known(&game.names().cloned().collect::<Vec<_>>());
            match self.add_game(game.renamed(&known), &self.names()) {
                Ok(()) if self.counted().last() == self.games.last() => notices.push(added),
                Ok(()) => {}
                Err(why) => notices.push(why),
            }
        }
        notices
    }

    /// Adds a game to games of these people, if it is new and has room. `Err` has the reason why not.
    fn add_game(&mut self, mut game: Game, people: &[Name]) -> Result<(), Notice> {
        let told = game.to_string();
        if self.games.iter().any(|known| known.has_same_end(&game)) {
            return Err(Notice::Welcome(format!("{told} is in this league already.")));
        }
        let at_table = self.games.iter().find(|known| known.number.table == game.number.table);
        game.is_doubted |= match at_table {
            Some(known) => known.is_doubted,
            None => game.names().any(|name| people.contains(name)),
        };
        self.games.push(game);
        let has_room = self.games.len() as u64 <= GAMES_MAX
            && self.names().len() as u64 <= NAMES_MAX
            && self.packed_bytes() <= CONTENT_BYTES_MAX;
        if has_room {
            return Ok(());
        }
        self.games.pop();
        let why = format!("{told} does not fit: this league is full. Open a new league for it.");
        Err(Notice::Alarm(why))
    }

    /// Takes out the games of the last addition.
    pub fn undo(&mut self) {
        let Some(last) = self.games.last().map(|game| game.addition) else { return };
        self.games.retain(|game| game.addition != last);
    }

    /// Counts the games of which the league asks whether their players are people of the league.
    pub fn count_doubted(&mut self) {
        self.games.iter_mut().for_each(|game| game.is_doubted = false);
    }

    /// Takes out the games of which the league asks whether their players are people of the league.
    pub fn leave_out_doubted(&mut self) {
        self.games.retain(|game| !game.is_doubted);
    }

    /// Returns true if the league has no game.
    pub fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// The games that count.
    pub fn counted(&self) -> impl Iterator<Item = &Game> {
        let games = self.games.iter().enumerate();
        let counts =
            |(at, game): &(usize, &Game)| !game.is_doubted && self.first_end(*at).is_none();
        games.filter(counts).map(|(_, game)| game)
    }

    /// The games that do not count because they have another end, each behind the one that counts.
    pub fn disputed(&self) -> impl Iterator<Item = [&Game; 2]> {
        let games = self.games.iter().enumerate();
        let ends = games.filter_map(|(at, game)| Some([self.first_end(at)?, game]));
        ends.filter(|ends| ends.iter().all(|game| !game.is_doubted))
    }

    /// The games that wait for an answer to a question, with the names of the players who may be people of
    /// the league.
    pub fn doubted(&self) -> impl Iterator<Item = (&Game, Vec<&Name>)> {
        let games = self.games.iter().filter(|game| game.is_doubted);
        games.map(|game| {
            let is_elsewhere = |name: &&Name| {
                let others = self.games.iter().filter(|o| o.number.table != game.number.table);
                others.flat_map(Game::names).any(|other| other == *name)
            };
            (game, game.names().filter(is_elsewhere).collect())
        })
    }

    /// The people, the best first: by wins, then by points, then by the average of their places.
    pub fn standings(&self) -> Vec<Record> {
        let mut records: Vec<Record> = Vec::new();
        for game in self.counted() {
            for Share { name, points, place, has_won } in &game.players {
                let at = records.iter().position(|record| record.name == *name);
                let at = at.unwrap_or_else(|| {
                    records.push(Record::new(name));
                    records.len() - 1
                });
                let record = &mut records[at];
                record.games += 1;
                record.wins += usize::from(*has_won);
                record.points += points;
                record.places += place + 1;
            }
        }
        records.sort_by(|one, other| {
            let places = (one.places * other.games).cmp(&(other.places * one.games));
            let wins = (other.wins, other.points).cmp(&(one.wins, one.points));
            wins.then(places)
        });
        records
    }

    /// The number of games like the last one that still fit.
    pub fn room(&self) -> usize {
        let own = self.packed_bytes();
        let last = self.games.last().map(|last| League { games: vec![last.clone()] });
        let Some(last) = last else { return 0 };
        let names: usize = last.names().iter().map(|name| name.as_str().len() + 1).sum();
        let more = last.packed_bytes().saturating_sub(names).max(1);
        CONTENT_BYTES_MAX.saturating_sub(own) / more
    }

    /// The league, packed.
    pub fn pack(&self) -> Packer {
        let people = self.names();
        let mut packer = Packer::new();
        packer.put_one_of(people.len() as u64, NAMES_MAX + 1);
        people.iter().for_each(|name| Name::pack(Some(name), &mut packer));
        packer.put_one_of(self.games.len() as u64, GAMES_MAX + 1);
        self.games.iter().for_each(|game| game.pack(&people, &mut packer));
        packer
    }

    /// Reads what [`League::pack`] wrote.
    ///
    /// # Errors
    ///
    /// If it is no league.
    pub fn unpack(content: &[u8]) -> Result<Self, Unpackable> {
        let mut packed = Unpacker::new(content);
        let mut people = Vec::new();
        for _ in 0..packed.take_one_of(NAMES_MAX + 1)? {
            people.push(Name::unpack(&mut packed)?.ok_or(Unpackable::Impossible)?);
        }
        let mut games = Vec::new();
        for _ in 0..packed.take_one_of(GAMES_MAX + 1)? {
            games.push(Game::unpack(&people, &mut packed)?);
        }
        packed.finish()?;
        Ok(League { games })
    }

    fn packed_bytes(&self) -> usize {
        self.pack().bits().div_ceil(8)
    }

    /// The names of the people, each once.
    fn names(&self) -> Vec<Name> {
        let mut names: Vec<Name> = Vec::new();
        for name in self.games.iter().flat_map(Game::names) {
            if !names.contains(name) {
                names.push(name.clone());
            }
        }
        names
    }

    /// The people of the league whom others know by another name: in other letters it is the same
    /// person's. Two of the others are never the same person, even if a third name is like both.
    fn known(&self, others: &[Name]) -> Vec<(Name, Name)> {
        let own = self.names();
        let free = own.iter().filter(|name| !others.contains(name));
        let mut free: Vec<_> = free.map(|name| (name.look(), name.clone())).collect();
        let new = others.iter().filter(|other| !own.contains(other));
        let pair = |other: &Name| {
            let look = other.look();
            let at = free.iter().position(|(known, _)| known.is_like(&look))?;
            Some((other.clone(), free.remove(at).1))
        };
        new.filter_map(pair).collect()
    }

    /// The end that counts of a game at this place in the list. `None` if it is the first one itself.
    fn first_end(&self, at: usize) -> Option<&Game> {
        self.games[..at].iter().find(|earlier| earlier.number == self.games[at].number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::outcome::Outcome;
    use proptest::prelude::*;

    /// The result of a game at a table of this number. Nobody else has the code of its end.
    fn result(table: u64, games_before: u8, players: &[(&str, usize)]) -> GameResult {
        let points: Vec<usize> = players.iter().map(|(_, points)| *points).collect();
        let people = players.iter().map(|(name, _)| (Name::read(name, []).unwrap(), true));
        GameResult {
            number: GameNumber { table, games_before },
            code: 77,
            people: people.collect(),
            has_replaced: false,
            outcome: Outcome::by_points(&points),
        }
    }

    fn of(results: &[GameResult]) -> League {
        let mut league = League::default();
        league.add(&[], results);
        league.count_doubted();
        league
    }

    fn packed(league: &League) -> Vec<u8> {
        league.pack().finish()
    }

    fn lines(league: &League) -> Vec<String> {
        league.standings().iter().map(ToString::to_string).collect()
    }

    #[test]
    fn the_best_come_first() {
        let league = of(&[
            result(1, 0, &[("Ann", 1), ("Bo", 5), ("Cora", 2)]),
            result(1, 1, &[("Ann", 6), ("Bo", 6), ("Cora", 0)]),
            result(2, 0, &[("ann", 4), ("Dan", 3)]),
            result(3, 0, &[("Eve", 4), ("Dan", 0)]),
        ]);
        let expected = [
            "Bo: 1 win in 2 games, 11 points, place 1.0 on average",
            "Ann: 1 win in 3 games, 11 points, place 1.7 on average",
            "Eve: 1 win in 1 game, 4 points, place 1.0 on average",
            "Dan: 0 wins in 2 games, 3 points, place 2.0 on average",
            "Cora: 0 wins in 2 games, 2 points, place 2.5 on average",
        ];
        assert_eq!(lines(&league), expected);
    }

    #[test]
    fn the_first_of_two_ends_counts() {
        let first = result(1, 0, &[("Ann", 1), ("Bo", 5)]);
        let second = GameResult { code: 78, ..result(1, 0, &[("Ann", 9), ("Bo", 5)]) };
        let mut league = of(std::slice::from_ref(&first));
        let before = lines(&league);
        league.add(&[], &[first, second]);
        assert_eq!(lines(&league), before);
        let codes: Vec<_> = league.disputed().map(|ends| ends.map(|end| end.code)).collect();
        assert_eq!(codes, [[77, 78]]);
    }

    #[test]
    fn games_with_a_seated_computer_do_not_count() {
        let game = result(1, 0, &[("Ann", 1), ("Bo", 5)]);
        assert_eq!(of(&[GameResult { has_replaced: true, ..game }]), League::default());
    }

    #[test]
    fn another_table_with_a_known_name_waits() {
        let mut league = of(&[result(1, 0, &[("Ann", 1), ("Bo", 5)])]);
        let before = league.clone();
        league.add(&[], &[result(2, 0, &[("ANN", 9), ("Cora", 5)])]);
        assert_eq!(lines(&league), lines(&before));
        let names: Vec<_> = league.doubted().flat_map(|(_, names)| names).collect();
        assert_eq!(names, [&before.games[0].players[0].name]);
        let mut left_out = league.clone();
        left_out.leave_out_doubted();
        assert_eq!(left_out, before);
        league.count_doubted();
        assert_eq!(league.standings().len(), 3);
        // The table is known then.
        league.add(&[], &[result(2, 1, &[("Ann", 9), ("Cora", 5)])]);
        assert_eq!(league.counted().count(), 3);
    }

    /// The small letters of the Greek name look like one of the Latin names, and its capitals like the other.
    #[test]
    fn a_name_of_the_league_is_one_player_of_a_game() {
        let pairs = [["\u{3bd}\u{3bf}", "Ann"], ["Vo", "No"], ["No", "Vo"], ["Ann", "NO"]];
        let game = |number: usize, at: usize| {
            result(number as u64, 0, &pairs[at].map(|name| (name, number)))
        };
        for order in 0..pairs.len().pow(3) {
            let order = [order, order / pairs.len(), order / pairs.len().pow(2)];
            let games = [1, 2, 3].map(|number| game(number, order[number - 1] % pairs.len()));
            let mut joined = of(&games[..1]);
            joined.add(&[of(&games[1..])], &[]);
            joined.count_doubted();
            for league in [of(&games), joined] {
                assert_eq!(league.counted().count(), 3);
                for Game { players, .. } in &league.games {
                    assert_ne!(players[0].name, players[1].name, "{games:?}");
                }
            }
        }
    }

    #[test]
    fn a_league_has_room_for_an_evening() {
        // The longest names.
        let names: Vec<String> = "\u{416}\u{414}\u{424}\u{42e}\u{42f}"
            .chars()
            .map(|letter| letter.to_string().repeat(16))
            .collect();
        for (people, least) in [(5, 12), (2, 20)] {
            let mut league = League::default();
            let mut rooms = Vec::new();
            for table in 0.. {
                let players = (0..people).map(|seat| (&*names[seat], 4_095));
                let players: Vec<_> = players.collect();
                league.add(&[], &[result(1 + table as u64, 0, &players)]);
                league.count_doubted();
                if league.counted().count() == table {
                    break;
                }
                rooms.push(league.room());
            }
            let games = league.counted().count();
            assert!(games >= least, "{games} games of {people}");
            assert_eq!(rooms.last(), Some(&0));
            let told = rooms[games / 2] + games / 2 + 1;
            assert!(told.abs_diff(games) <= 1, "the page promises {told} games, {games} fit");
        }
    }

    /// Games of few people at few tables, some with two ends.
    fn games() -> impl Strategy<Value = Vec<GameResult>> {
        let game = (0u8..6, 0u8..3, any::<bool>()).prop_map(|(table, before, is_other_end)| {
            let name = |place: u8| ["Ann", "Bo", "Cora", "Dan"][usize::from(place % 4)];
            let end = usize::from(is_other_end);
            let players = [(name(table), 3 + end), (name(table + 1 + before), 4)];
            GameResult {
                code: 77 + u32::from(is_other_end),
                ..result(table.into(), before, &players)
            }
        });
        proptest::collection::vec(game, 0..6)
    }

    proptest! {
        #[test]
        fn a_league_comes_back(games in games(), more in games()) {
            let mut league = of(&games);
            league.add(&[], &more);
            prop_assert_eq!(League::unpack(&packed(&league)), Ok(league));
        }

        #[test]
        fn undo_takes_the_last_addition_out(games in games(), more in games(), last in games()) {
            let mut league = of(&games);
            league.add(&[], &more);
            let before = league.clone();
            league.add(&[of(&last)], &last);
            if league != before {
                league.undo();
            }
            prop_assert_eq!(league, before);
        }

        #[test]
        fn joined_leagues_count_every_game_once(games in games(), more in games()) {
            // Two ends of one game count in the order in which they come.
            let with_first_end = |mut games: Vec<GameResult>| {
                games.retain(|game| game.code == 77);
                games
            };
            let [games, more] = [games, more].map(with_first_end);
            let all = of(&[&games[..], &more].concat());
            for [own, other] in [[&games, &more], [&more, &games]] {
                let mut league = of(own);
                league.add(&[of(other)], &[]);
                league.count_doubted();
                let [mut told, mut expected] = [lines(&league), lines(&all)];
                told.sort();
                expected.sort();
                prop_assert_eq!(told, expected);
            }
        }

        /// As if the key had leaked.
        #[test]
        fn made_up_leagues_are_refused_or_counted_on(
            random in proptest::collection::vec(any::<u8>(), 0..90), at in 0usize..90, byte: u8
        ) {
            let mut changed = packed(&of(&[result(1, 0, &[("Ann", 1), ("Bo", 5)])]));
            let place = at % changed.len();
            changed[place] = byte;
            for bytes in [random, changed] {
                if let Ok(mut league) = League::unpack(&bytes) {
                    for table in 2..40 {
                        league.add(&[], &[result(table, 255, &[("Ann", 4_095), ("Bo", 5)])]);
                    }
                    lines(&league);
                    prop_assert_eq!(League::unpack(&packed(&league)), Ok(league));
                }
            }
        }
    }
}
