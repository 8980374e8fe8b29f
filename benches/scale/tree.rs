//! Processes and all that they have started, and what these take (proc(5)).

use std::collections::BTreeSet;
use std::fs;

/// Ticks of the system's count of processor time in a second, as on every Linux of today.
const TICKS_IN_A_SECOND: f64 = 100.0;

/// Processes, and all that they start.
pub struct Tree {
    roots: Vec<u32>,
}

impl Tree {
    /// Those that begin with these.
    pub fn of(roots: &[u32]) -> Self {
        Tree { roots: roots.to_vec() }
    }

    /// The processor time of all of them so far, and of the processes that they have started and
    /// waited for.
    pub fn processor_seconds(&self) -> f64 {
        let ticks = self.ids().into_iter().map(|id| Stat::read(id).map_or(0, |stat| stat.ticks));
        ticks.sum::<u64>() as f64 / TICKS_IN_A_SECOND
    }

    /// The processor time of what the first of them has started and waited for.
    pub fn ended_seconds(&self) -> f64 {
        let first = self.roots.first().and_then(|id| Stat::read(*id));
        first.map_or(0, |stat| stat.ended_ticks) as f64 / TICKS_IN_A_SECOND
    }

    /// The memory that they have now.
    pub fn kilobytes(&self) -> u64 {
        self.ids().into_iter().filter_map(pss).sum()
    }

    fn ids(&self) -> BTreeSet<u32> {
        let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
        let ids = entries.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
        let parents: Vec<(u32, u32)> =
            ids.filter_map(|id| Some((id, Stat::read(id)?.parent))).collect();
        let mut found: BTreeSet<u32> = self.roots.iter().copied().collect();
        loop {
            let before = found.len();
            let children = parents.iter().filter(|(_, parent)| found.contains(parent));
            let children: Vec<u32> = children.map(|(id, _)| *id).collect();
            found.extend(children);
            if found.len() == before {
                return found;
            }
        }
    }
}

struct Stat {
    parent: u32,
    /// The time of the process and of the processes that it has waited for, and the time of the
    /// latter alone.
    ticks: u64,
    ended_ticks: u64,
}

impl Stat {
    fn read(id: u32) -> Option<Self> {
        let text = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
        // The name of the program is in parentheses, and may contain any character.
        let (_, rest) = text.rsplit_once(") ")?;
        let fields: Vec<&str> = rest.split(' ').collect();
        // The times of the process and of its children, as user and as system.
        let sum = |fields: &[&str]| fields.iter().filter_map(|it| it.parse::<u64>().ok()).sum();
        let (ticks, ended_ticks) = (sum(fields.get(11..15)?), sum(fields.get(13..15)?));
        Some(Stat { parent: fields.get(1)?.parse().ok()?, ticks, ended_ticks })
    }
}

fn pss(id: u32) -> Option<u64> {
    let text = fs::read_to_string(format!("/proc/{id}/smaps_rollup")).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("Pss:"))?;
    line.trim().strip_suffix(" kB")?.parse().ok()
}
