//! Finds the predicate of a mention that follows it: 없어요, 당뇨는; 끊었어요 아스피린은.

use super::Context;
use crate::mentions::mention::Mention;
use crate::text::cue::ends;

impl Context<'_> {
    /// The words of the predicate before a mention at the end of its sentence.
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
        let before = first.checked_sub(1).filter(|it| *it >= sentence.start)?;
        let over = ends(self.word(before), &["요", "다", "죠", "네"]);
        // Another mention before would be the one that the predicate is about.
        let other = (sentence.start..first)
            .any(|it| self.mention_in(it).is_some() || self.mention_into(it).is_some());
        let counted = (sentence.start..first)
            .any(|it| self.word(it).starts_with(|it: char| it.is_ascii_digit()));
        (last && particle && over && !other && !counted).then_some(sentence.start..first)
    }
}
