//! Reads conditions, and drugs in questions: 당뇨면, 먹으면, 혹시 … 나요?

use crate::assertion::{Context, Signs};
use crate::lexicon::Slot;
use crate::mentions::mention::Mention;
use crate::text::cue::{begins, contains};
use crate::text::words::STANDING;

impl Context<'_> {
    /// Marks a mention in a condition or question as hypothetical, and a drug there as asked about.
    pub(in crate::assertion) fn read_condition(
        &self,
        mention: &Mention,
        clause: std::ops::Range<usize>,
        signs: &mut Signs,
    ) {
        let Some(last) = clause.clone().next_back() else { return };
        let word = self.word(last);
        let own = self.clauses.word_at(mention.end - 1);
        let sentence = self.clauses.words[own].sentence;
        let question = self.clauses.questions[sentence];
        let drug = mention.slot == Slot::Medication;
        let ends_sentence =
            self.clauses.words.get(last + 1).is_none_or(|it| it.sentence != sentence);
        if word.ends_with('면')
            && word.chars().count() > 1
            && !self.ends_with_mention(last)
            && !self.is_habit(mention, last, question)
            && !self.is_occasion(mention, last, question)
        {
            if drug {
                signs.asked = true;
            } else {
                signs.hypothetical = true;
            }
        }
        // 타이레놀 많이 먹으면 숨이 막히나요? asks what would be.
        let is_own = |word: &usize| self.clauses.words[*word].sentence == sentence;
        let before = clause.start.checked_sub(1).filter(is_own);
        let before = before.filter(|it| !self.ends_with_mention(*it));
        let supposes =
            |it: usize| self.word(it).ends_with('면') && self.word(it).chars().count() > 1;
        let is_wish = STANDING.wishes.contains(&self.concept(mention).name.as_str());
        if question && ends_sentence && !drug && !is_wish && before.is_some_and(supposes)
            // 눈떨림이 좋아질까요? asks whether what is there gets better.
            && !(own + 1..clause.end).any(|it| contains(self.word(it), &STANDING.improves))
        {
            signs.hypothetical = true;
        }
        let perhaps =
            self.clauses.sentence(own).take_while(|it| *it < own).any(|it| self.word(it) == "혹시");
        if perhaps && ends_sentence && question && !drug {
            signs.hypothetical = true;
        }
        let being_taken = (own..clause.end).any(|it| self.is_being_taken(drug, it, self.word(it)))
            || self.is_taken_already(mention, clause.clone());
        if drug && ends_sentence && question && !being_taken && !self.has_past_verb(own, clause.end)
        {
            signs.asked = true;
        }
    }

    /// Whether a drug in a question is already taken: 먹던 약을 어떡하죠?, 아스피린 때문인가요?
    fn is_taken_already(&self, mention: &Mention, clause: std::ops::Range<usize>) -> bool {
        let own = self.clauses.word_at(mention.start);
        let before = own.checked_sub(1).filter(|it| *it >= clause.start).map(|it| self.word(it));
        let taken = [
            "먹던",
            "먹는",
            "드시던",
            "드시는",
            "복용하던",
            "복용하는",
            "쓰던",
            "쓰는",
            "맞던",
            "맞는",
            "바르던",
        ];
        before.is_some_and(|it| taken.contains(&it))
            || (own..clause.end).any(|it| contains(self.word(it), &["때문", "탓인"]))
    }

    fn ends_with_mention(&self, word: usize) -> bool {
        self.mention_in(word).is_some_and(|(_, rest)| rest.is_empty())
    }

    fn has_past_verb(&self, from: usize, to: usize) -> bool {
        (from..to).any(|index| {
            contains(
                self.word(index),
                &["먹었", "먹고", "복용했", "복용하고", "맞았", "썼", "발랐", "드셨"],
            )
        })
    }

    /// Whether a condition reports the effect of a drug that is taken: 메트포르민을 먹으면 설사해요.
    fn is_habit(&self, mention: &Mention, last: usize, question: bool) -> bool {
        let next = self.clauses.words.get(last + 1);
        let sentence = self.clauses.words[last].sentence;
        if mention.slot != Slot::Medication || question {
            return false;
        }
        // 감기약 먹으면 더 심해져요, 소염제 먹으면 꼭 탈이 나요: an effect that is not a complaint of the lexicon.
        let effects = [
            "심해",
            "나빠",
            "안좋",
            "탈이",
            "좋아지",
            "나아",
            "낫",
            "편해",
            "편안",
            "괜찮아",
            "덜해",
            "가라앉",
            "듣",
        ];
        let has_effect = self
            .clauses
            .sentence(last)
            .filter(|it| *it > last)
            .any(|it| begins(self.word(it), &effects));
        next.is_some_and(|it| it.sentence == sentence)
            && (has_effect
                || self.mentions.iter().any(|symptom| {
                    symptom.slot == Slot::Symptom
                        && symptom.start > self.clauses.words[last].end
                        && self.clauses.words[self.clauses.word_at(symptom.start)].sentence
                            == sentence
                }))
    }
}
