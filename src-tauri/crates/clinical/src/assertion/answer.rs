//! Reads a question that the next sentence answers: 고혈압은요? 네, 있어요. 알레르기 있냐고요? 없어요.

use super::{Context, Signs};
use crate::lexicon::Slot;
use crate::mentions::mention::Mention;
use crate::text::cue::begins;

impl Context<'_> {
    /// Applies the sentence after a question to a mention in the question.
    pub(super) fn read_answer(&self, mention: &Mention, signs: &mut Signs) {
        let own = self.clauses.word_at(mention.end - 1);
        let sentence = self.clauses.sentence(own);
        let asked = self.clauses.questions[self.clauses.words[own].sentence];
        // 약은 드세요? 아니요: a question for leave is not a question for presence.
        let leave = sentence.clone().any(|index| {
            let word = self.word(index);
            word.ends_with("도") || begins(word, &["되", "돼", "괜찮", "될"])
        });
        // 먹는데 근육통이 생기면 끊어야 하나요?: the question is in a later clause.
        let is_in_earlier_clause =
            self.clauses.clause(own).end < sentence.end && mention.slot == Slot::Medication;
        if !asked || leave || is_in_earlier_clause || sentence.end >= self.clauses.words.len() {
            return;
        }
        let answer = self.clauses.sentence(sentence.end);
        let has_mention = answer.clone().any(|it| self.mention_in(it).is_some());
        let words: Vec<&str> = answer.clone().take(4).map(|it| self.word(it)).collect();
        let first = words.first().copied().unwrap_or_default();
        let lacks = |word: &str| {
            begins(
                word,
                &["없어", "없습", "없죠", "없는데", "없고", "없구", "없네", "아직이", "아직요"],
            )
        };
        let has = |word: &str| {
            begins(word, &["있어", "있습", "있죠", "있고", "있구", "있는데", "맞아", "맞습"])
        };
        let next = words.get(1).copied().unwrap_or_default();
        let yes = matches!(first, "네" | "예" | "응" | "넵" | "넹") || has(first);
        // 에이, 그런 거 없어요; 한 번도 먹어 본 적 없는데: a denial without another mention.
        let short = answer.clone().take(8).map(|it| self.word(it));
        let no = matches!(first, "아니요" | "아뇨" | "아니오" | "아니")
            || (!yes && !has_mention && short.into_iter().any(lacks))
            || (!yes && words.iter().any(|it| lacks(it)))
            // 혈전? 그건 아니래요: a pronoun and a denial.
            || (!yes && !has_mention && begins(first, &["그건", "그거", "그게"]) && {
                begins(words.get(1).copied().unwrap_or_default(), &["아니", "아닙", "아녜", "아닌"])
            });
        // 와파린? 그건 작년에 끊었지: the drug was stopped.
        let stopped = ["끊었", "중단했", "그만", "관뒀"];
        if mention.slot == Slot::Medication
            && !has_mention
            && answer.clone().any(|it| begins(self.word(it), &stopped))
        {
            signs.asked = false;
            signs.stopped = true;
            return;
        }
        let answered = (yes || no) && (!has_mention || lacks(next) || has(next));
        if answered {
            (signs.hypothetical, signs.asked) = (false, false);
            signs.negated = no;
        }
    }
}
