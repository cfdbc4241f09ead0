//! Reads English cues before a mention. They reach to the right until another verb or the end of the
//! clause.

use super::{Context, Signs};
use crate::lexicon::Slot;
use crate::mentions::mention::Mention;
use crate::text::cue::begins;
use crate::text::words::STANDING;

impl Context<'_> {
    /// Reads backwards from the mention to the beginning of its clause. English cues after it are in the
    /// table.
    pub(super) fn read_left_english(&self, mention: &Mention, signs: &mut Signs) {
        let own = self.clauses.word_at(mention.start);
        let clause = self.clauses.clause(own);
        let drug = mention.slot == Slot::Medication;
        // r/o AMI, chest pain(+): the mark decides.
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
                let supposed = |at: usize| {
                    matches!(self.word(at), "if" | "might" | "may" | "could" | "whether")
                };
                signs.hypothetical |=
                    !drug && (clause.start.max(index.saturating_sub(3))..index).any(supposed);
                break;
            }
            // no fever, cough for 5 days: a duration implies presence.
            if self.clauses.words[index].mark == Some(',') && self.lasts(own, clause.end) {
                break;
            }
            // no fever, PMH: DM, HTN: a heading ends the list.
            if self.is_closed(index) || self.clauses.words[index].mark == Some(':') {
                break;
            }
            // no known drug allergy, metformin 500: the phrase is complete.
            if begins(word, &["allerg"])
                && matches!(before, "known" | "drug" | "food" | "medication")
            {
                break;
            }
            // hepatitis was negative, gout: refers to what precedes. In `negative for gout` it does not.
            if word == "negative" && matches!(before, "is" | "was") && self.next(index) != "for" {
                break;
            }
            if STANDING.english_no.contains(&word) || word.ends_with("n't") {
                signs.negated = true;
            }
            if STANDING.english_supposed.contains(&word) && !drug {
                signs.hypothetical = true;
            }
            // s/p PCI, LDL 68: refers to the procedure only.
            let listed = (index..own).any(|it| self.clauses.words[it].mark == Some(','));
            if word == "s/p" && (drug || listed) {
                continue;
            }
            // varix bleeding hx, propranolol: refers to what precedes.
            if matches!(word, "hx" | "history") && self.clauses.words[index].mark == Some(',') {
                continue;
            }
            if STANDING.english_once.contains(&word) {
                if matches!(before, "family") {
                    signs.family = true;
                } else if !before.is_empty() && before == "medical"
                    || word == "past" && self.word(index + 1) == "medical"
                {
                    // past medical history is a heading of present illnesses.
                } else {
                    signs.history |= matches!(word, "history" | "h/o" | "hx");
                    signs.past |= !signs.history;
                }
            }
            // 아스피린(중단), 와파린: brackets refer to what precedes them.
            if drug
                && STANDING.stop.contains(&word)
                && !self.clauses.words[index].opened
                && !self.stops_drug_before(clause.start, index)
                && !self.is_begun(mention)
            {
                signs.stopped = true;
            }
            if drug && STANDING.english_asked.contains(&word) {
                signs.asked = true;
            }
        }
    }

    /// Whether a mark behind a verb of stopping closes the statement about a drug before it: warfarin d/c,
    /// apixaban 5 mg.
    fn stops_drug_before(&self, from: usize, index: usize) -> bool {
        let end = self.clauses.words[index].end;
        let next = self.clauses.words.get(index + 1).map_or(end, |it| it.start);
        let closed = self.text.slice(end, next).contains([',', ')', '/', '→', '>']);
        closed && (from..index).any(|it| self.is_drug(it))
    }

    /// Whether a verb of beginning follows a drug, before the next one: warfarin d/c apixaban start. An
    /// English verb directly before a drug is about that one: stopped metformin, started insulin.
    fn is_begun(&self, mention: &Mention) -> bool {
        let own = self.clauses.word_at(mention.end - 1);
        let end = self.clauses.clause(own).end;
        let mut after = (own + 1..end)
            .take_while(|it| !self.is_drug(*it) && self.clauses.words[*it - 1].mark != Some(','));
        after.any(|index| {
            let precedes =
                self.word(index).is_ascii() && index + 1 < end && self.is_drug(index + 1);
            begins(self.word(index), &STANDING.begun) && !precedes
        })
    }

    fn is_drug(&self, index: usize) -> bool {
        self.mention_in(index).is_some_and(|it| it.0.slot == Slot::Medication)
    }

    /// Whether a duration directly follows the mention: `for 5 days`, `x 3 days`, `since Monday`.
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

    /// Whether the word closes the list before it: `HTN(-)`, 없음.
    fn is_closed(&self, index: usize) -> bool {
        let word = self.word(index);
        // appendicitis r/o, pain: refers to what precedes.
        let after = word == "r/o" && self.clauses.words[index].mark.is_some();
        after || matches!(word, "-" | "+" | "없음" | "있음" | "유" | "무") || word.ends_with('음')
    }
}
