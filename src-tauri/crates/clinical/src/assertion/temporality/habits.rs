//! Reads habits that ended or are rare: 술은 끊은 지 3년 됐고, 담배는 못 끊었어요, 술은 거의 안 마셔요.

use crate::assertion::{Context, Signs};
use crate::lexicon::Slot;
use crate::mentions::mention::Mention;
use crate::text::cue::{begins, contains, ends};
use crate::text::words::STANDING;

impl Context<'_> {
    /// Applies the verb that ends a habit, and adverbs of a rare one, to a mention of a habit.
    pub(in crate::assertion) fn read_habit(&self, mention: &Mention, signs: &mut Signs) {
        if mention.slot != Slot::Habit {
            return;
        }
        let words = self.text.slice(mention.start, mention.end);
        let mut stems = STANDING.quit.iter().map(|it| it.trim_end_matches('다'));
        if stems.any(|it| words.contains(it)) {
            let own = self.clauses.word_at(mention.end - 1);
            let verb = self.word(own);
            let wish = contains(verb, &STANDING.ought)
                || contains(verb, &["려", "기", "을"])
                || begins(self.next(own), &["싶", "수"]);
            // 못 끊었어요: the denial of the end, so that the habit goes on.
            // 끊은 지 한 달인데 다시 마셔요: begun again.
            let again = self.goes_on(own..self.clauses.sentence(own).end);
            signs.stopped = !mention.negated && !wish && !again;
            signs.negated = false;
            return;
        }
        // 술 마셔도 되나요?: a habit that is asked about.
        let own = self.clauses.word_at(mention.end - 1);
        let permitted = matches!(self.rest(mention), "도" | "면" | "도요")
            && begins(self.next(own), &STANDING.permits);
        // 맥주 한 캔은요?: a question without a verb.
        let last = self.clauses.sentence(own).end.saturating_sub(1);
        let without_verb = last <= own + 2 && ends(self.word(last), &["은요", "는요", "도요"]);
        signs.asked |= (permitted || without_verb) && self.is_question(mention);
        let rare = words.split(' ').any(|it| STANDING.seldom.contains(&it));
        signs.negated &= !rare;
    }
}
