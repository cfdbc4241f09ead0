//! Finds mentions that the speaker corrects (타이레놀, 아니 부루펜 먹었어요), and drugs that were only proposed,
//! refused or left out.

use crate::assertion::Context;
use crate::lexicon::Slot;
use crate::mentions::mention::Mention;
use crate::text::cue::{begins, contains};
use crate::text::words::STANDING;

impl Context<'_> {
    /// Whether another mention replaces this one directly after 아니: 타이레놀 아니 부루펜, 위염이 아 아니 장염.
    pub(in crate::assertion) fn is_corrected(&self, mention: &Mention) -> bool {
        let own = self.clauses.word_at(mention.end - 1);
        let plain_particle = matches!(
            self.rest(mention),
            "" | "이" | "가" | "을" | "를" | "은" | "는" | "요" | "이요" | "예요"
        );
        if !plain_particle {
            return false;
        }
        // 와파린… 아니 엘리퀴스요: a pause counts as part of the sentence.
        let pause = self.clauses.words.get(own + 1).is_some_and(|next| {
            self.text.slice(self.clauses.words[own].end, next.start).starts_with("..")
        });
        let sentence = self.clauses.sentence(if pause { own + 1 } else { own });
        let no = (own + 1..sentence.end.min(own + 3)).find(|it| self.is_no(*it));
        let Some(no) = no.filter(|it| *it == own + 1 || matches!(self.word(own + 1), "아" | "어"))
        else {
            return false;
        };
        (no + 1..sentence.end.min(no + 3)).any(|index| {
            self.mention_in(index).is_some_and(|other| {
                other.0.slot == mention.slot && other.0.concept != mention.concept
            })
        })
    }

    /// Whether the mention is the right one after another that is denied: 철분제가 아니고 칼슘제였어요.
    pub(in crate::assertion) fn is_put_right(&self, mention: &Mention) -> bool {
        let own = self.clauses.word_at(mention.start);
        let denies = own.checked_sub(1).filter(|it| begins(self.word(*it), &STANDING.denies_other));
        let Some(denied) = denies.and_then(|it| it.checked_sub(1)) else { return false };
        self.mention_in(denied).is_some_and(|it| it.0.slot == mention.slot)
    }

    /// Whether the text denies the mention and puts `right`, the next one, in its place: 페니실린이 아니라 세파.
    pub(crate) fn is_followed_by_right_one(&self, mention: &Mention, right: &Mention) -> bool {
        let own = self.clauses.word_at(mention.end - 1);
        let next = self.clauses.word_at(right.start);
        next == own + 2 && STANDING.puts_right.contains(&self.word(own + 1))
    }

    fn is_no(&self, index: usize) -> bool {
        matches!(self.word(index), "아니" | "아니다" | "아니지" | "아니야" | "아니요" | "아녀")
    }

    /// Whether a drug was proposed but is not taken yet: 라모트리진으로 바꾸자고 하셨어요, 인슐린 시작하재요.
    pub(in crate::assertion) fn is_proposed(&self, mention: &Mention) -> bool {
        if mention.slot != Slot::Medication {
            return false;
        }
        let own = self.clauses.word_at(mention.end - 1);
        let to = begins(self.rest(mention), &["로", "으로"]);
        let clause = self.clauses.clause(own);
        (own + 1..clause.end).any(|index| {
            let word = self.word(index);
            let lets =
                ["자고", "자네", "재요", "자는", "자던", "자십", "자시", "자신", "재서", "자셔"];
            let act = contains(word, &STANDING.take) || contains(word, &STANDING.changes);
            // 철분제는 16주부터 먹으래요: to be taken later.
            let is_ordered = contains(
                word,
                &["먹으래", "먹으라", "드시래", "드시라", "쓰래", "맞으래", "맞으라"],
            );
            if is_ordered && self.word(index - 1).ends_with("부터") {
                return true;
            }
            // 인슐린 시작 권유했으나: recommended.
            if begins(word, &["권유", "권고", "고려", "권하", "권했"]) {
                return true;
            }
            let replaced = contains(word, &["바꾸", "바꿔", "옮기", "교체", "변경", "돌리"]);
            contains(word, &lets) && act && (to || !replaced)
        })
    }

    /// Whether a drug is left out while another one stays: 에제티미브는 빼고 로수바스타틴만 먹어요.
    pub(in crate::assertion) fn is_taken_out(&self, mention: &Mention) -> bool {
        let own = self.clauses.word_at(mention.end - 1);
        let has_particle = matches!(self.rest(mention), "은" | "는" | "을" | "를");
        let out = begins(self.next(own), &["빼고", "빼서", "제외하고"]);
        let sentence = self.clauses.sentence(own);
        let stays = |it: usize| self.mention_in(it).is_some_and(|it| it.0.slot == Slot::Medication);
        mention.slot == Slot::Medication
            && has_particle
            && out
            && (own + 2..sentence.end).any(stays)
    }

    /// Whether a drug was refused: 인슐린을 권했는데 거부했어요.
    pub(in crate::assertion) fn is_refused(&self, mention: &Mention) -> bool {
        let own = self.clauses.word_at(mention.end - 1);
        let sentence = self.clauses.sentence(own);
        let another = |it: usize| self.mention_in(it).is_some();
        mention.slot == Slot::Medication
            && (own + 1..sentence.end)
                .take_while(|it| !another(*it))
                .any(|it| begins(self.word(it), &["거부", "거절", "사양"]))
    }

    /// Whether a drug was stopped in the middle of a course: 먹다 말았어요.
    pub(in crate::assertion) fn is_broken_off(&self, mention: &Mention) -> bool {
        if mention.slot != Slot::Medication {
            return false;
        }
        let own = self.clauses.word_at(mention.end - 1);
        let clause = self.clauses.clause(own);
        (own + 1..clause.end).any(|index| {
            let before = self.word(index - 1);
            begins(self.word(index), &["말았", "말어", "말고는"])
                && (before.ends_with('다') || before.ends_with("다가"))
                && contains(before, &STANDING.take)
        })
    }

    /// Whether a later clause denies the mention without another topic: 병원에 갔더니 아니래요, but not 혈압은 정상이고.
    pub(in crate::assertion) fn is_cleared(
        &self,
        mention: &Mention,
        later: std::ops::Range<usize>,
    ) -> bool {
        let denies = |it: usize| begins(self.word(it), &["아니", "음성", "정상이"]);
        let Some(at) = later.clone().find(|it| denies(*it)) else { return false };
        !self.has_topic(later.start, at)
            || (mention.slot == Slot::Condition && self.is_tested(later.start, at))
    }

    /// Whether the words have a topic of their own (혈압은, 뼈는), other than times and pronouns.
    pub(in crate::assertion) fn has_topic(&self, from: usize, to: usize) -> bool {
        let when = ["지금", "오늘", "이번", "어제", "그건", "그게", "이건", "다행", "이제", "요즘"];
        (from..to).any(|index| {
            let word = self.word(index);
            let topic = ["은", "는", "이", "가", "도", "만"].iter().any(|end| word.ends_with(end));
            topic && word.chars().count() >= 2 && !begins(word, &when)
        })
    }

    /// Whether the words name a test and its result: 결과는 음성이래요.
    fn is_tested(&self, from: usize, to: usize) -> bool {
        let tests =
            ["검사", "결과", "사진", "엑스레이", "키트", "진단", "병원", "의사", "자가", "시티"];
        (from..to).all(|index| {
            let word = self.word(index);
            contains(word, &tests)
                || !["은", "는", "이", "가"].iter().any(|end| word.ends_with(end))
        })
    }
}
