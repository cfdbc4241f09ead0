//! Finds complaints and illnesses of the past by the tense of their verb: 기침이 났었어요, 예전에 먹고 두드러기가 났어요.

use crate::assertion::Context;
use crate::lexicon::Slot;
use crate::mentions::mention::Mention;
use crate::text::cue::{begins, ends};
use crate::text::words::STANDING;
use simui_korean::hangul::final_consonant;

/// The final consonant ㅆ, with which stems of the past tense close.
const SSANG_SIOT: u32 = 20;

impl Context<'_> {
    /// Whether a verb in the doubled past says that the mention is over, and nothing says that it goes on.
    pub(in crate::assertion) fn was_over(&self, mention: &Mention) -> bool {
        if mention.slot == Slot::Medication {
            return false;
        }
        let own = self.clauses.word_at(mention.end - 1);
        let sentence = self.clauses.sentence(own);
        // 고혈압으로 입원했었어요: only the stay is over.
        let after = own + 1..self.clauses.clause(own).end;
        let mut verbs =
            after.take_while(|it| self.mention_in(*it).is_none() && !self.people_differ(own, *it));
        // 두통이 있다고 했었어요: the verb of a report.
        let reports = |it: usize| ends(self.word(it - 1), &["다고", "라고", "냐고"]);
        let occurred = |index: usize| {
            begins(self.word(index), &STANDING.occur)
                && has_doubled_past(self.word(index))
                && !reports(index)
        };
        let doubled =
            has_doubled_past(self.word(own)) || !self.is_chronic(mention) && verbs.any(occurred);
        doubled && !self.goes_on(sentence)
    }

    /// Whether a time of long ago, in the clause that tells of the taking of a drug, also dates what
    /// followed: 예전에 세파클러 먹고 두드러기가 났어요.
    pub(in crate::assertion) fn followed_long_ago(&self, mention: &Mention) -> bool {
        let own = self.clauses.word_at(mention.end - 1);
        let (clause, sentence) = (self.clauses.clause(own), self.clauses.sentence(own));
        if mention.slot == Slot::Medication || clause.start == sentence.start {
            return false;
        }
        let before = self.clauses.clause(clause.start - 1);
        let once = before.clone().any(|index| {
            STANDING.once.has(self.word(index)) || begins(self.word(index), &STANDING.long_ago)
        });
        let taken = before.clone().next_back().is_some_and(|it| self.was_taken(it));
        let happened = (own..clause.end).any(|it| has_past(self.word(it)));
        let same = !self.people_differ(before.start, own);
        once && taken && happened && same && !self.goes_on(sentence)
    }

    /// Whether a time of long ago stands before a complaint, and the sentence ends in the past: 3년 전에 말이
    /// 어눌해지고 한쪽이 마비됐었어요. Of an illness the stay in a hospital or the like must be over, too: 입원했었어요.
    pub(in crate::assertion) fn was_long_ago(&self, mention: &Mention) -> bool {
        let own = self.clauses.word_at(mention.end - 1);
        let sentence = self.clauses.sentence(own);
        let last = self.word(sentence.end - 1);
        let ended = match mention.slot {
            Slot::Symptom => has_past(last),
            Slot::Condition => has_doubled_past(last) && !self.is_chronic(mention),
            _ => false,
        };
        let is_before = |index: usize| {
            let next = if index + 1 < sentence.end { self.word(index + 1) } else { "" };
            let counted = ends(self.word(index), &["년", "개월", "달"]) && next.starts_with('전');
            counted || begins(self.word(index), &STANDING.long_ago)
        };
        let recent = || sentence.clone().any(|it| begins(self.word(it), &STANDING.recent));
        ended
            && (sentence.start..own).any(is_before)
            && !self.people_differ(sentence.start, own)
            && !recent()
            && !self.goes_on(sentence.clone())
    }

    /// Whether words of a sentence say that something goes on or is of today.
    pub(in crate::assertion) fn goes_on(&self, mut sentence: std::ops::Range<usize>) -> bool {
        sentence
            .any(|it| begins(self.word(it), &STANDING.goes_on) || self.word(it).ends_with("부터"))
    }
}

/// Whether a word is in the past tense: 났어요.
pub(in crate::assertion) fn has_past(word: &str) -> bool {
    word.chars().any(|it| final_consonant(it) == Some(SSANG_SIOT) && it != '있' && it != '겠')
}

/// Whether a word is in the doubled past: 났었어요, 있었었어요.
fn has_doubled_past(word: &str) -> bool {
    let mut letters =
        word.chars().filter(|it| *it != '있').zip(word.chars().filter(|it| *it != '있').skip(1));
    letters.any(|(stem, next)| final_consonant(stem) == Some(SSANG_SIOT) && next == '었')
}
