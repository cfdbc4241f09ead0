//! Finds beliefs that turned out wrong: 당뇨인 줄 알았는데 아니래요, 알레르기 없는 줄 알았는데 아니었어요.

use crate::assertion::Context;
use crate::mentions::mention::Mention;
use crate::text::cue::{begins, contains, ends};
use crate::text::words::STANDING;

impl Context<'_> {
    /// Whether a belief about the mention that turned out wrong denies it; `None` without such a belief.
    pub(in crate::assertion) fn denied_by_belief(&self, mention: &Mention) -> Option<bool> {
        let own = self.clauses.word_at(mention.end - 1);
        let (clause, sentence) = (self.clauses.clause(own), self.clauses.sentence(own));
        let believed = (own..clause.end).find(|index| {
            let word = if *index == own { self.rest(mention) } else { self.word(*index) };
            let belief = matches!(word, "줄" | "줄로" | "줄로만" | "줄만");
            (belief || ends(word, &STANDING.believed))
                && begins(self.next(*index), &["알았", "알고", "생각"])
        })?;
        // The answer may be a sentence of its own: 당뇨인 줄 알았어요. 아니래요.
        let next = self.clauses.sentence(sentence.end.min(self.clauses.words.len() - 1));
        let later =
            (believed + 1..sentence.end).chain(next.take(2).filter(|it| *it >= sentence.end));
        let mut later = later.take_while(|it| self.mention_in(*it).is_none());
        let wrong = later.any(|it| begins(self.word(it), &STANDING.not));
        let lacked = contains(self.rest(mention), &["아닌", "없는"])
            || (own + 1..=believed).any(|it| contains(self.word(it), &["아닌", "없는", "안"]));
        wrong.then_some(!lacked)
    }
}
