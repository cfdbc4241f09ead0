//! Finds diagnoses that were not made and drugs that were not begun (통풍 진단은 아직 안 받았어요, 스타틴은 아직 시작 안 했어요),
//! operations to come, and drugs that were tolerated (페니실린은 괜찮았어요).

use crate::assertion::Context;
use crate::assertion::temporality::doubled::has_past;
use crate::lexicon::Slot;
use crate::mentions::mention::Mention;
use crate::text::cue::{begins, contains, ends};
use crate::text::words::STANDING;

impl Context<'_> {
    /// Whether the clause says that the diagnosis was not made, or the drug not begun.
    pub(in crate::assertion) fn was_never_begun(&self, mention: &Mention) -> bool {
        let begun: &[&str] = match mention.slot {
            Slot::Condition => &["진단", "판정", "확진"],
            Slot::Medication => &["시작", "복용 시작", "처방"],
            _ => return false,
        };
        let own = self.clauses.word_at(mention.end - 1);
        let clause = self.clauses.clause(own);
        let begins_at = |index: &usize| {
            let word = if *index == own { self.rest(mention) } else { self.word(*index) };
            begins(word, begun)
        };
        let after = (own..clause.end.min(own + 4)).find(begins_at).map(|it| (it, clause.end));
        // 처방은 받았는데 아직 시작 안 했어요, 로사르탄이요: the predicate precedes.
        let statement = || self.preceding_statement(mention);
        let before = || statement().and_then(|mut it| Some((it.find(begins_at)?, it.end)));
        let Some((begun_at, end)) = after.or_else(before) else { return false };
        let denied = |index: usize| {
            matches!(self.word(index), "안" | "못")
                && begins(self.next(index), &["받", "했", "하", "됐"])
                || begins(
                    self.word(index),
                    &["안받", "안했", "못받", "않았", "않은", "않습", "전이"],
                )
                || matches!(self.word(index), "적" | "적은" | "적이")
                    && begins(self.next(index), &["없"])
        };
        // 진단 안 받은 친구 is about somebody else, and a question asserts nothing.
        let asked = self.clauses.questions[self.clauses.words[own].sentence];
        !asked && (begun_at..end.min(begun_at + 5)).any(denied)
    }

    /// Whether an operation is done, or a drug taken, at a time to come: 내일 발치하는데, 다음 달에 백내장 수술해요.
    pub(in crate::assertion) fn is_still_to_come(&self, mention: &Mention) -> bool {
        let own = self.clauses.word_at(mention.end - 1);
        let clause = self.clauses.clause(own);
        let soon = ["내일", "모레", "글피", "내년", "낼", "곧", "조만간"];
        let next = ["다음", "담", "내달", "이번"];
        // 이번 주부터 먹어요, 다음 주까지 먹어요: taken already.
        let drug = mention.slot == Slot::Medication;
        // 다음 주부터 와파린 끊고 아픽사반 먹어요: the time of the end of one drug is that of the next.
        let before = clause.start.checked_sub(1).map(|it| self.clauses.clause(it));
        let ends_other = before
            .filter(|it| it.clone().any(|at| self.word(at).ends_with("부터")))
            .filter(|it| it.clone().any(|at| contains(self.word(at), &STANDING.stop)))
            .filter(|it| drug && self.clauses.sentence(own).contains(&it.start));
        let from = ends_other.map_or(clause.start, |it| it.start);
        let coming = (from..own).any(|index| {
            let (word, unit) = (self.word(index), self.next(index));
            let units = ["주", "달", "번", "월", "해", "학기"];
            let counted = begins(word, &next) && begins(unit, &units);
            let begun = drug
                && (begins(word, &["이번"])
                    || word.contains("까지")
                    || counted && unit.contains("까지"));
            // 내일 수술이라 아스피린 먹어요: the time is that of the reason.
            let of_reason =
                drug && (index + 1..own).any(|at| ends(self.word(at), &STANDING.reasons));
            (begins(word, &soon) || counted) && !begun && !of_reason
        });
        // 먹고 있어요: taken now.
        let now = drug
            && (own..clause.end)
                .any(|it| self.word(it).ends_with('고') && begins(self.next(it), &["있", "계"]));
        let done = (own..clause.end).any(|index| {
            let word = if index == own { self.rest(mention) } else { self.word(index) };
            contains(word, &["했", "받았", "었", "았"]) || drug && has_past(word)
        });
        coming && !done && !now
    }

    /// Whether a drug is the topic and was tolerated once.
    pub(in crate::assertion) fn was_tolerated(&self, mention: &Mention) -> bool {
        let own = self.clauses.word_at(mention.end - 1);
        mention.slot == Slot::Medication
            && matches!(self.rest(mention), "은" | "는")
            && (begins(self.next(own), &STANDING.borne)
                // 페니실린은 맞아도 괜찮았어요: with the verb.
                || self.next(own).ends_with('도') && begins(self.next(own + 1), &STANDING.borne))
    }
}
