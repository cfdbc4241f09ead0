//! Finds diagnoses that were not made and drugs that were not begun (통풍 진단은 아직 안 받았어요, 스타틴은 아직 시작 안 했어요),
//! operations to come, and drugs that were tolerated (페니실린은 괜찮았어요).

use crate::assertion::Context;
use crate::lexicon::Slot;
use crate::mentions::mention::Mention;
use crate::text::cue::{begins, contains};
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
        let Some(begun_at) = (own..clause.end.min(own + 4)).find(|it| {
            let word = if *it == own { self.rest(mention) } else { self.word(*it) };
            begins(word, begun)
        }) else {
            return false;
        };
        let denied = |it: usize| {
            matches!(self.word(it), "안" | "못") && begins(self.next(it), &["받", "했", "하", "됐"])
                || begins(self.word(it), &["안받", "안했", "못받", "않았", "않은", "않습", "전이"])
                || matches!(self.word(it), "적" | "적은" | "적이") && begins(self.next(it), &["없"])
        };
        // 진단 안 받은 친구 is about somebody else, and a question asserts nothing.
        let asked = self.clauses.questions[self.clauses.words[own].sentence];
        !asked && (begun_at..clause.end.min(begun_at + 5)).any(denied)
    }

    /// Whether an operation is at a time to come: 내일 발치하는데, 다음 달에 백내장 수술해요.
    pub(in crate::assertion) fn is_still_to_come(&self, mention: &Mention) -> bool {
        let own = self.clauses.word_at(mention.end - 1);
        let clause = self.clauses.clause(own);
        let soon = ["내일", "모레", "글피", "내년", "낼", "곧", "조만간"];
        let next = ["다음", "담", "내달", "이번"];
        let coming = (clause.start..own).any(|it| {
            begins(self.word(it), &soon)
                || begins(self.word(it), &next)
                    && begins(self.next(it), &["주", "달", "번", "월", "해", "학기"])
        });
        let done = (own..clause.end).any(|it| {
            let word = if it == own { self.rest(mention) } else { self.word(it) };
            contains(word, &["했", "받았", "었", "았"])
        });
        coming && !done
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
