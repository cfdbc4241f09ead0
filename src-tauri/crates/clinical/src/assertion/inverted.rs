//! Finds the predicate of a mention that follows it: 없어요, 당뇨는; 끊었어요 아스피린은; 안 먹어요. 암로디핀이요.

use super::Context;
use crate::mentions::afterthought::preceding_statement;
use crate::mentions::mention::Mention;
use crate::text::cue::{begins, ends};
use crate::text::words::STANDING;

impl Context<'_> {
    /// The words of the predicate before a mention at the end of its sentence, or before a drug that is
    /// named alone.
    pub(super) fn predicate_before(&self, mention: &Mention) -> Option<std::ops::Range<usize>> {
        let first = self.clauses.word_at(mention.start);
        let own = self.clauses.word_at(mention.end - 1);
        let sentence = self.clauses.sentence(own);
        let word = self.clauses.words[own];
        let last = own + 1 == sentence.end || word.mark == Some(',');
        let particle = matches!(
            self.rest(mention),
            "" | "은"
                | "는"
                | "이"
                | "가"
                | "을"
                | "를"
                | "도"
                | "요"
                | "이요"
                | "은요"
                | "는요"
                | "가요"
                | "을요"
                | "를요"
        );
        let Some(before) = first.checked_sub(1).filter(|it| *it >= sentence.start) else {
            return self.preceding_statement(mention);
        };
        let over = ends(self.word(before), &["요", "다", "죠", "네"]);
        // Another mention before would be the one that the predicate is about.
        let other = (sentence.start..first)
            .any(|it| self.mention_in(it).is_some() || self.mention_into(it).is_some());
        let counted = (sentence.start..first)
            .any(|it| self.word(it).starts_with(|it: char| it.is_ascii_digit()));
        let own = (last && particle && over && !other && !counted).then_some(sentence.start..first);
        own.or_else(|| self.preceding_statement(mention))
    }

    /// The words of a predicate that stand before a drug: in its sentence, or in the one before it.
    pub(super) fn preceding_statement(&self, mention: &Mention) -> Option<std::ops::Range<usize>> {
        let statement =
            preceding_statement(self.text, self.clauses, self.lexicon, self.mentions, mention)
                .filter(|it| !it.as_cause)?
                .words;
        let other_person = self.people_differ(statement.start, self.clauses.word_at(mention.start));
        // 깜빡하고 못 먹었어요. 피임약이요: one missed dose does not end the drug.
        let missed = statement.clone().any(|it| begins(self.word(it), &STANDING.once_missed));
        (!other_person && !missed).then_some(statement)
    }
}
