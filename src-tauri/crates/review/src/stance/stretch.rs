//! Stretches of an advertisement with their stance and speaker.

use super::{Speaker, Stance};

/// Letters `from..to` of one stance and speaker.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stretch {
    /// First letter.
    pub from: usize,
    /// One past the last.
    pub to: usize,
    /// What the stretch does.
    pub stance: Stance,
    /// Who speaks in it.
    pub speaker: Speaker,
    /// The cue that decided the stance; absent where none did and the stretch claims.
    pub stance_by: Option<DecidedBy>,
    /// The cue that decided the speaker; absent where none did and the clinic speaks.
    pub speaker_by: Option<DecidedBy>,
}

/// The cue that decided.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DecidedBy {
    /// Its id in the table.
    pub cue: String,
    /// What it says about the words, in Korean.
    pub why: String,
}

/// The stretches of one advertisement, in order; they cover all its letters.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Stances {
    pub(super) stretches: Vec<Stretch>,
    /// The letters before which a clause or a sentence ends, in order.
    pub(super) clause_ends: Vec<usize>,
}

impl Stances {
    /// Returns the stretches in order.
    pub fn stretches(&self) -> &[Stretch] {
        &self.stretches
    }

    /// Returns the stretches that decide about the words at letters `start..end`: that of the last letter,
    /// where Korean has the predicate, and those of earlier clauses that the words reach into.
    pub fn over(&self, start: usize, end: usize) -> impl Iterator<Item = &Stretch> {
        let last = self.stretches.partition_point(|it| it.to < end);
        let clause = self.clause_ends.partition_point(|&at| at < end);
        // The words before the last clause, none where all stand in one clause.
        let earlier = clause.checked_sub(1).map_or(start, |at| self.clause_ends[at]);
        let first = self.stretches.partition_point(|it| it.to <= start);
        let reached = self.stretches[first.min(last)..last].iter();
        reached
            .filter(move |it| start < earlier && it.from < earlier)
            .chain(self.stretches.get(last))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(start: usize, end: usize, expected: &[Stance]) {
        use Stance::*;
        let stretch = |from, to, stance| Stretch {
            from,
            to,
            stance,
            speaker: Speaker::Clinic,
            stance_by: None,
            speaker_by: None,
        };
        let stretches = vec![
            stretch(0, 10, Claims),
            stretch(10, 20, Refuses),
            stretch(20, 24, Claims),
            stretch(24, 30, Warns),
        ];
        let stances = Stances { stretches, clause_ends: vec![10, 20] };
        let found: Vec<Stance> = stances.over(start, end).map(|it| it.stance).collect();
        assert_eq!(found, expected, "{start}..{end}");
    }

    #[test]
    fn the_last_letter_and_earlier_clauses_decide() {
        use Stance::*;
        check(0, 5, &[Claims]);
        check(12, 20, &[Refuses]);
        check(8, 12, &[Claims, Refuses]);
        // One clause: its predicate decides.
        check(21, 28, &[Warns]);
        check(15, 28, &[Refuses, Warns]);
        check(28, 30, &[Warns]);
    }
}
