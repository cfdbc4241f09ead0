//! Finds double negation, which asserts: 아프지 않은 날이 없어요, 안 쑤시는 데가 없어요, 빼먹은 적 없이 먹어요.

use crate::assertion::Context;
use crate::mentions::mention::Mention;
use crate::text::cue::begins;
use crate::text::words::STANDING;

impl Context<'_> {
    /// Whether a negated complaint is followed by another negation: 안 아픈 날이 없어요.
    pub(in crate::assertion) fn is_denied_twice(&self, mention: &Mention) -> bool {
        let own = self.clauses.word_at(mention.end - 1);
        mention.negated && self.there_is_none(own)
    }

    /// Whether "there is no day" or the like follows the word at `index`: 날이 없다.
    pub(in crate::assertion) fn there_is_none(&self, index: usize) -> bool {
        let stem = self.next(index).trim_end_matches(['이', '은', '도', '가', '는']);
        STANDING.none_without.contains(&stem) && begins(self.next(index + 1), &STANDING.lack)
    }

    /// Whether the words before 없다 at `lacks` say that a drug was never missed: 빼먹은 적(이) 없어요.
    pub(in crate::assertion) fn was_never_left_out(&self, lacks: usize) -> bool {
        let Some(time) = lacks.checked_sub(1) else { return false };
        let often = begins(self.word(time), &["적", "일", "날"]);
        let left_out = time.checked_sub(1).map(|it| self.word(it)).unwrap_or_default();
        let skipped = ["거른", "빠진", "까먹", "건너뛴", "안", "못"];
        often && (begins(left_out, &STANDING.persist) || begins(left_out, &skipped))
    }
}
