//! Applies later clauses to a drug: asked about, stopped, or taken by the speaker.

use crate::assertion::Context;
use crate::lexicon::Slot;
use crate::mentions::mention::Mention;
use crate::text::cue::begins;
use crate::text::words::STANDING;

impl Context<'_> {
    /// Whether a later clause asks for leave to take the drug, and names no other: 타이레놀은 간에 안 좋다던데 먹어도 되나요.
    pub(in crate::assertion) fn is_asked_later(&self, mention: &Mention) -> bool {
        if mention.slot != Slot::Medication {
            return false;
        }
        let own = self.clauses.word_at(mention.end - 1);
        let (clause, sentence) = (self.clauses.clause(own), self.clauses.sentence(own));
        if !self.clauses.questions[self.clauses.words[own].sentence] || clause.end >= sentence.end {
            return false;
        }
        let takes = |it: usize| STANDING.take.iter().any(|verb| self.word(it).contains(verb));
        // 직구해서 먹는데 같이 먹어도 되는지: already taken.
        let taken_forms =
            ["먹는데", "먹고", "드시는데", "드시고", "복용하는데", "복용하고", "맞는데", "쓰는데"];
        let taken = (own..clause.end).any(takes)
            || (clause.end..sentence.end).any(|it| taken_forms.contains(&self.word(it)));
        let other = self.mentions.iter().any(|drug| {
            drug.slot == Slot::Medication
                && drug.start > mention.end
                && sentence.contains(&self.clauses.word_at(drug.start))
        });
        let drinks = ["마셔도", "해도"];
        let leave = (clause.end..sentence.end).any(|index| {
            let word = self.word(index);
            STANDING.allowed.iter().any(|leave| word.starts_with(leave) && !drinks.contains(leave))
        });
        !taken && !other && leave
    }

    /// Whether the speaker only considers taking the drug: 친구가 먹던 약을 저도 먹어 볼까 해요.
    pub(in crate::assertion) fn is_wondered_by_speaker(&self, mention: &Mention) -> bool {
        let clause = self.clauses.clause(self.clauses.word_at(mention.end - 1));
        self.is_taken_by_speaker(mention)
            && clause.into_iter().any(|it| self.word(it).ends_with("볼까"))
    }

    /// Whether a later clause says that the drug was stopped for a complaint, with no other drug between:
    /// 아스피린을 먹으면 코피가 나서 끊었어요.
    pub(in crate::assertion) fn is_stopped_later(&self, mention: &Mention) -> bool {
        if mention.slot != Slot::Medication {
            return false;
        }
        let own = self.clauses.word_at(mention.end - 1);
        let (clause, sentence) = (self.clauses.clause(own), self.clauses.sentence(own));
        let taken = (own..clause.end)
            .any(|it| STANDING.take.iter().any(|verb| self.word(it).contains(verb)));
        let stop = (clause.end..sentence.end).find(|index| {
            let word = self.word(*index);
            let next = self.next(*index);
            let given_up = begins(next, &["먹", "드", "쓰", "맞", "복용", "두", "뒀"]);
            begins(
                word,
                &[
                    "끊었",
                    "끊은",
                    "뺐",
                    "끊으니",
                    "끊었더니",
                    "중단했",
                    "중단하였",
                    "그만뒀",
                    "그만먹",
                    "관뒀",
                    "관두었",
                    "끝냈",
                    "끊으라",
                    "끊으래",
                    "중단하라",
                    "중지하라",
                    "끊자",
                ],
            ) || (word == "그만" && given_up)
        });
        // 아스피린은 코피 나서 관뒀어요: the drug is the topic.
        let topic = matches!(self.rest(mention), "은" | "는");
        let Some(stop) = stop.filter(|_| taken || topic) else { return false };
        let last = self.clauses.words[stop].start;
        let between = |it: &&Mention| mention.end < it.start && it.start < last;
        let mut between = self.mentions.iter().filter(between).peekable();
        between.peek().is_some()
            && between.all(|it| it.slot == Slot::Symptom)
            && self.people[own] == self.people[stop]
    }

    /// Whether the speaker took the drug of another person: 할머니가 쓰시던 수면제를 제가 먹었어요.
    pub(in crate::assertion) fn is_taken_by_speaker(&self, mention: &Mention) -> bool {
        if mention.slot != Slot::Medication {
            return false;
        }
        let own = self.clauses.word_at(mention.end - 1);
        let clause = self.clauses.clause(own);
        let speaker = (own + 1..clause.end)
            .find(|it| matches!(self.word(*it), "제가" | "내가" | "저도" | "나도"));
        // 제가 먹은 건 아니고요, 제가 안 먹었어요: denied.
        let denied = |index: usize| {
            matches!(self.word(index - 1), "안" | "못")
                || self.word(index).ends_with('지') && begins(self.next(index), &["않", "못"])
                || begins(self.next(index), &STANDING.light)
                    && begins(self.next(index + 1), &["아니", "아닙", "아녜", "없"])
        };
        speaker.is_some_and(|from| {
            (from + 1..clause.end).any(|it| begins(self.word(it), &STANDING.take) && !denied(it))
        })
    }
}
