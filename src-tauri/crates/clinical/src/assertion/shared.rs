//! Applies a statement about the second of two mentions to both: 숨이 차거나 식은땀은 안 나요, A 먹고 수유해도 되나요, 아님 B가
//! 나을까요.

use super::{Context, Signs};
use crate::lexicon::Slot;
use crate::mentions::mention::Mention;
use crate::text::cue::{begins, contains, ends};
use crate::text::words::STANDING;

impl Context<'_> {
    /// Whether a complaint before 거나 is negated with the one after it: 어지럽거나 토하지는 않았어요.
    pub(super) fn is_denied_with_next(&self, mention: &Mention) -> bool {
        let rest = self.rest(mention);
        if mention.slot == Slot::Medication || !ends(rest, &STANDING.or) {
            return false;
        }
        let own = self.clauses.word_at(mention.end - 1);
        let sentence = self.clauses.sentence(own);
        let next = self.mentions.iter().find(|it| it.start >= mention.end);
        let Some(next) = next else { return false };
        let word = self.clauses.word_at(next.start);
        if !sentence.contains(&word) || word > own + 4 || self.people[own] != self.people[word] {
            return false;
        }
        let mut signs = Signs { negated: next.negated, ..Signs::default() };
        if !next.negated {
            self.read_right(next, &mut signs);
        }
        signs.negated || self.is_denied_with_next(next)
    }

    /// Whether a drug is one of two that a question chooses between, so that neither is taken: A를 먹어도
    /// 되나요, 아니면 B가 나을까요.
    pub(super) fn is_one_of_a_choice(&self, mention: &Mention) -> bool {
        if mention.slot != Slot::Medication {
            return false;
        }
        let own = self.clauses.word_at(mention.end - 1);
        let sentence = self.clauses.sentence(own);
        let or = sentence.clone().find(|index| {
            let word = self.word(*index);
            matches!(word, "아님" | "아니면" | "아니면은" | "혹은") || begins(word, &["대신"])
        });
        let Some(or) = or.filter(|_| self.clauses.questions[self.clauses.words[own].sentence])
        else {
            return false;
        };
        let drug = |range: std::ops::Range<usize>| {
            range
                .into_iter()
                .any(|it| self.mention_in(it).is_some_and(|it| it.0.slot == Slot::Medication))
        };
        let better = ["나을", "낫", "좋을", "괜찮", "어때", "어떨", "되나", "될까", "안전"];
        drug(sentence.start..or)
            && drug(or + 1..sentence.end)
            && (or + 1..sentence.end).any(|it| contains(self.word(it), &better))
            && !begins(self.next(own), &["있"])
    }
}

impl Context<'_> {
    /// Whether a condition reports on which occasion another complaint occurs: 트림하면 신물이 올라와요, 기침하면 가슴이 아파요.
    pub(super) fn is_occasion(&self, mention: &Mention, last: usize, question: bool) -> bool {
        if mention.slot != Slot::Symptom || question {
            return false;
        }
        let sentence = self.clauses.sentence(last);
        let end = self.clauses.words[last].end;
        self.mentions.iter().any(|symptom| {
            symptom.slot == Slot::Symptom
                && symptom.start >= end
                && sentence.contains(&self.clauses.word_at(symptom.start))
        })
    }

    /// Whether the word at `index` begins another topic after a comma: 플라퀘닐 하루 두 알, 스테로이드는 끊었어요.
    pub(super) fn is_contrasted(&self, mention: &Mention, index: usize) -> bool {
        let own = self.clauses.word_at(mention.end - 1);
        let topic = self
            .mention_in(index)
            .is_some_and(|(it, rest)| it.start > mention.end && matches!(rest, "은" | "는"));
        topic
            && (own + 1..index)
                .any(|it| self.clauses.words[it].mark == Some(',') && self.mention_in(it).is_none())
    }

    /// Whether a vaccine directly follows the illness: 홍역 예방접종, 폐렴 백신을.
    pub(super) fn is_guarded_against(&self, mention: &Mention) -> bool {
        let next = self.mentions.iter().find(|it| it.start >= mention.end);
        next.is_some_and(|next| {
            next.start <= mention.end + 1 && self.concept(next).name.ends_with("백신")
        })
    }
}
