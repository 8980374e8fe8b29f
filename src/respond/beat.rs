//! Another player's result, which a player wants to beat. It is a plain number in the link that
//! deals the game. Anyone can write another number there, so it proves nothing.

use crate::game::page::{Fact, Page, Part};
use crate::game::text::count;
use std::cmp::Ordering;

/// The page with the result to beat among its numbers. At the end it compares the player's own result.
pub fn compare(mut page: Page, to_beat: usize, unit: &str) -> Page {
    for part in &mut page.parts {
        if let Part::Facts(facts) = part {
            facts.facts.push(Fact::new("To beat", count(to_beat, unit)));
        }
    }
    if let Some(end) = &mut page.end {
        let own = end.measured;
        end.detail.to_mut().push_str(&format!(" {}", sentence(own, to_beat, unit)));
        if let Some(share) = &mut end.share {
            share.result.to_mut().push_str(&for_others(own, to_beat));
        }
    }
    page
}

fn sentence(own: Option<usize>, to_beat: usize, unit: &str) -> String {
    let Some(own) = own else {
        return format!("The result to beat is {}.", count(to_beat, unit));
    };
    let needed = format!("You needed {}", count(own, unit));
    match own.cmp(&to_beat) {
        Ordering::Less => format!("{needed}: that beats {to_beat}."),
        Ordering::Equal => format!("{needed}, which equals the result to beat."),
        Ordering::Greater => format!("{needed}; the result to beat is {to_beat}."),
    }
}

/// The comparison behind the player's own result in the line to pass on: the other player reads it.
fn for_others(own: Option<usize>, to_beat: usize) -> String {
    match own.map(|own| own.cmp(&to_beat)) {
        Some(Ordering::Less) => format!(", which beats {to_beat}"),
        Some(Ordering::Equal) => format!(", which equals {to_beat}"),
        Some(Ordering::Greater) => format!(", which does not beat {to_beat}"),
        None => format!(", and {to_beat} is not beaten"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::page::End;

    #[test]
    fn the_end_compares_two_results() {
        for (own, told) in [
            (Some(24), "You needed 24 looks: that beats 28."),
            (Some(28), "You needed 28 looks, which equals the result to beat."),
            (Some(30), "You needed 30 looks; the result to beat is 28."),
            (None, "The result to beat is 28 looks."),
        ] {
            let page = Page::new("", "").ending(Some(End::new("Over.").measured(own)));
            let page = compare(page.with_facts(vec![Fact::new("Pairs", "8")]), 28, "look");
            assert_eq!(page.end.expect("an end").detail, format!("Over. {told}"));
            let Part::Facts(facts) = &page.parts[0] else { panic!("no facts") };
            assert_eq!(facts.facts[1].value, "28 looks");
        }
    }
}
