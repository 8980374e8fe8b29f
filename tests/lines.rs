//! The rule of lines, by the numbers that everybody who counted tic-tac-toe agrees on.

use parlour::games::shared::lines::{FIVE, FOUR, Field, Grid, Mark, THREE, members};
use std::collections::{BTreeSet, HashSet};

fn is_over(grid: &Grid, field: Field) -> bool {
    grid.has_line(field.crosses) || grid.has_line(field.noughts) || field.free(grid) == 0
}

#[test]
fn all_games_of_three_by_three_are_counted() {
    let (mut crosses, mut noughts, mut draws) = (0, 0, 0);
    let mut stack = vec![(Field::default(), Mark::Cross)];
    while let Some((field, mark)) = stack.pop() {
        if is_over(&THREE, field) {
            match (THREE.has_line(field.crosses), THREE.has_line(field.noughts)) {
                (true, _) => crosses += 1,
                (_, true) => noughts += 1,
                _ => draws += 1,
            }
            continue;
        }
        stack.extend(members(field.free(&THREE)).map(|s| (field.with(mark, s), mark.other())));
    }
    assert_eq!((crosses, noughts, draws), (131_184, 77_904, 46_080));
    assert_eq!(crosses + noughts + draws, 255_168);
}

#[test]
fn all_positions_of_three_by_three_are_counted() {
    let mut seen = HashSet::new();
    let mut stack = vec![(Field::default(), Mark::Cross)];
    while let Some((field, mark)) = stack.pop() {
        if seen.insert(field) && !is_over(&THREE, field) {
            stack.extend(members(field.free(&THREE)).map(|s| (field.with(mark, s), mark.other())));
        }
    }
    assert_eq!(seen.len(), 5_478);
    let classes: HashSet<Field> = seen.into_iter().map(|field| first_image(field, 8)).collect();
    assert_eq!(classes.len(), 765);
    let by_rotation: HashSet<Field> =
        classes.iter().flat_map(|f| [*f, flip(*f)]).map(|field| first_image(field, 4)).collect();
    assert_eq!(by_rotation.len(), 1_383);
}

/// Mirrored at the diagonal.
fn flip(field: Field) -> Field {
    moved(field, |square| square % 3 * 3 + square / 3)
}

fn moved(field: Field, to: impl Fn(usize) -> usize) -> Field {
    let set = |squares| members(squares).fold(0, |set, square| set | 1 << to(square));
    Field { crosses: set(field.crosses), noughts: set(field.noughts) }
}

/// The least of the images under the quarter turns, and with 8 also under mirroring.
fn first_image(field: Field, images: usize) -> Field {
    let mut image = field;
    let mut found = BTreeSet::new();
    for turn in 0..images {
        found.insert((image.crosses, image.noughts));
        image = moved(image, |square| (2 - square % 3) * 3 + square / 3);
        if turn == 3 {
            image = flip(image);
        }
    }
    let (crosses, noughts) = found.pop_first().unwrap();
    Field { crosses, noughts }
}

#[test]
fn lines_are_straight_runs_and_all_of_them() {
    for (grid, count) in [(&THREE, 8), (&FOUR, 10), (&FIVE, 28)] {
        let lines: HashSet<u32> = grid.lines().iter().copied().collect();
        assert_eq!(lines.len(), count);
        assert_eq!(lines, straight_runs(grid), "{} by {}", grid.side, grid.side);
    }
}

fn straight_runs(grid: &Grid) -> HashSet<u32> {
    let side = grid.side as i32;
    let mut runs = HashSet::new();
    for (row, column) in (0..side).flat_map(|row| (0..side).map(move |column| (row, column))) {
        for (down, across) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
            let at = |step: i32| (row + step * down, column + step * across);
            let inside = |(row, column)| (0..side).contains(&row) && (0..side).contains(&column);
            let run: Vec<(i32, i32)> = (0..grid.run as i32).map(at).collect();
            if run.iter().copied().all(inside) {
                runs.insert(
                    run.iter().fold(0, |set, (row, column)| set | 1 << (row * side + column)),
                );
            }
        }
    }
    runs
}

#[test]
fn a_set_tells_its_lines_and_what_completes_them() {
    assert_eq!(THREE.lines_in(0b000_000_111), 0b111);
    assert_eq!(THREE.lines_in(0b100_011_111), 0b100_010_111, "a row and a diagonal");
    assert_eq!(THREE.lines_in(0b011), 0);
    assert_eq!(THREE.completing(0b000_010_001, THREE.all()), 0b100_000_000);
    assert_eq!(THREE.completing(0b000_010_001, 0b011_101_110), 0, "the square is taken");
    assert_eq!(members(0b1_0010_0100).collect::<Vec<_>>(), [2, 5, 8]);
}
