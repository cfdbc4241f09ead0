//! The English cues before a concept: they reach to the right until another verb, or the end of the clause.

use super::{Context, Signs};
use crate::lexicon::Slot;
use crate::mentions::mention::Mention;
use crate::text::words::STANDING;

impl Context<'_> {
    /// Reads from the concept to the beginning of its clause. English words after it are cues of the table.
    pub(super) fn read_left_english(&self, mention: &Mention, signs: &mut Signs) {
        let own = self.clauses.word_at(mention.start);
        let clause = self.clauses.clause(own);
        let drug = mention.slot == Slot::Medication;
        // r/o AMI, chest pain(+)
        let last = self.clauses.word_at(mention.end - 1);
        if matches!(self.next(last), "+" | "positive") || self.rest(mention) == "+" {
            return;
        }
        for index in clause.clone().take_while(|it| *it < own).collect::<Vec<_>>().into_iter().rev()
        {
            let word = self.word(index);
            let before = index
                .checked_sub(1)
                .filter(|it| *it >= clause.start)
                .map(|it| self.word(it))
                .unwrap_or_default();
            if STANDING.english_stop.contains(&word) {
                // not taking, no longer on: the verb itself is negated.
                let two_before =
                    index.checked_sub(2).filter(|it| *it >= clause.start).map(|it| self.word(it));
                let longer = before == "longer" && two_before == Some("no");
                signs.negated |= STANDING.english_no.contains(&before) || before.ends_with("n't");
                signs.stopped |= drug && (longer || STANDING.stop.contains(&before));
                let supposed = |it: usize| {
                    matches!(self.word(it), "if" | "might" | "may" | "could" | "whether")
                };
                signs.hypothetical |=
                    !drug && (clause.start.max(index.saturating_sub(3))..index).any(supposed);
                break;
            }
            // no fever, cough for 5 days: what lasts is there.
            if self.clauses.words[index].mark == Some(',') && self.lasts(own, clause.end) {
                break;
            }
            // no fever, PMH: DM, HTN
            if self.is_closed(index) || self.clauses.words[index].mark == Some(':') {
                break;
            }
            // hepatitis was negative, gout: of what stands before it; but negative for gout.
            if word == "negative" && matches!(before, "is" | "was") && self.next(index) != "for" {
                break;
            }
            if STANDING.english_no.contains(&word) || word.ends_with("n't") {
                signs.negated = true;
            }
            if STANDING.english_supposed.contains(&word) && !drug {
                signs.hypothetical = true;
            }
            // s/p PCI, LDL 68: what was done, and no more.
            let listed = (index..own).any(|it| self.clauses.words[it].mark == Some(','));
            if word == "s/p" && (drug || listed) {
                continue;
            }
            // varix bleeding hx, propranolol: of what stands before it.
            if matches!(word, "hx" | "history") && self.clauses.words[index].mark == Some(',') {
                continue;
            }
            if STANDING.english_once.contains(&word) {
                if matches!(before, "family") {
                    signs.family = true;
                } else if !before.is_empty() && before == "medical"
                    || word == "past" && self.word(index + 1) == "medical"
                {
                    // past medical history: the list of what somebody has.
                } else {
                    signs.history |= matches!(word, "history" | "h/o" | "hx");
                    signs.past |= !signs.history;
                }
            }
            // 아스피린(중단), 와파린: what stands in brackets belongs to what stands before them.
            if drug && STANDING.stop.contains(&word) && !self.clauses.words[index].opened {
                signs.stopped = true;
            }
            if drug && STANDING.english_asked.contains(&word) {
                signs.asked = true;
            }
        }
    }

    /// `for 5 days`, `x 3 days`, `since Monday` follow directly.
    fn lasts(&self, own: usize, end: usize) -> bool {
        let next = own + 1;
        if next >= end || self.clauses.words[own].mark.is_some() {
            return false;
        }
        let number =
            next + 1 < end && self.word(next + 1).starts_with(|c: char| c.is_ascii_digit());
        match self.word(next) {
            "since" => true,
            "for" | "x" => number,
            word => word
                .strip_prefix('x')
                .is_some_and(|it| it.starts_with(|c: char| c.is_ascii_digit())),
        }
    }

    /// `HTN(-)`, 없음: what stands before is done with.
    fn is_closed(&self, index: usize) -> bool {
        let word = self.word(index);
        // appendicitis r/o, pain: it belongs to what stands before it.
        let after = word == "r/o" && self.clauses.words[index].mark.is_some();
        after || matches!(word, "-" | "+" | "없음" | "있음" | "유" | "무") || word.ends_with('음')
    }
}
