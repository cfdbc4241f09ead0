//! Finds drugs that were given up for an effect or a finding: 먹었는데 간수치가 올라서 중단했어요, 피임약은 혈전 때문에 끊었어요, 질염이
//! 자꾸 생겨서 이번 달부터 안 먹어요. Complaints may stand between, but no other drug.

use crate::assertion::Context;
use crate::lexicon::Slot;
use crate::mentions::mention::Mention;
use crate::text::cue::{begins, contains};
use crate::text::words::STANDING;

impl Context<'_> {
    /// Whether a drug was given up or finished in its sentence or the next.
    pub(in crate::assertion) fn is_given_up(&self, mention: &Mention) -> bool {
        if mention.slot != Slot::Medication {
            return false;
        }
        let own = self.clauses.word_at(mention.end - 1);
        let (clause, sentence) = (self.clauses.clause(own), self.clauses.sentence(own));
        let taken = (own..clause.end).any(|it| contains(self.word(it), &STANDING.take));
        let topic = matches!(self.rest(mention), "은" | "는");
        if !taken && !topic {
            return false;
        }
        let end = (clause.end..sentence.end).find(|index| {
            // 오메가3는 친구가 줘서 먹어 봤는데 속이 안 좋아서 안 먹어요: tried, then not taken.
            let tries = |at: usize| {
                self.was_taken(at)
                    || begins(self.word(at), &STANDING.take)
                        && begins(self.next(at), &["봤", "보니"])
            };
            let tried = taken || (clause.end..*index).any(tries);
            self.gives_up(*index) || (tried && self.takes_no_more(*index))
        });
        // 항생제는 다 먹었고: the course is finished. 다 먹었는데도 열이 나요 reports a lack of effect.
        let finished = (own + 1..clause.end).any(|index| {
            let verb = self.next(index);
            self.word(index) == "다"
                && begins(verb, &["먹었", "썼", "맞았", "복용했", "드셨", "발랐"])
                && ["고", "고요", "어요", "습니다", "어", "음"]
                    .iter()
                    .any(|end| verb.ends_with(end))
        });
        if finished && !self.other_drug_between(own, clause.end) {
            return true;
        }
        end.is_some_and(|end| {
            self.people[own] == self.people[end] && !self.other_drug(mention, end)
        }) || (taken && self.is_given_up_next(mention, sentence.end))
    }

    /// Whether the next sentence, which names no drug, says that the drug was given up: 예전에 혈압약 먹었어요. 지금은
    /// 안 먹어요.
    fn is_given_up_next(&self, mention: &Mention, next: usize) -> bool {
        let own = self.clauses.word_at(mention.end - 1);
        if next >= self.clauses.words.len() {
            return false;
        }
        let sentence = self.clauses.sentence(next);
        let last = sentence.end.saturating_sub(1);
        let then = [
            "그래서",
            "근데",
            "그런데",
            "지금은",
            "지금",
            "이제",
            "이제는",
            "결국",
            "그건",
            "그거",
            "이젠",
            "요즘은",
            "요새는",
            "현재는",
        ];
        let refers_back = sentence.clone().any(|it| then.contains(&self.word(it)));
        let end = sentence.clone().find(|it| self.gives_up(*it) || self.takes_no_more(*it));
        refers_back
            && end.is_some()
            && self.people[own] == self.people[last]
            && !self.clauses.questions[self.clauses.words[last].sentence]
            && !self.other_drug(mention, last)
    }

    /// Whether the next sentence, which names no drug, says that the drug was not begun: 타미플루 받았어요. 아직 안
    /// 먹었고요.
    pub(in crate::assertion) fn is_not_begun_next(&self, mention: &Mention) -> bool {
        let own = self.clauses.word_at(mention.end - 1);
        let sentence = self.clauses.sentence(own);
        if mention.slot != Slot::Medication || sentence.end >= self.clauses.words.len() {
            return false;
        }
        let next = self.clauses.sentence(sentence.end);
        let last = next.end.saturating_sub(1);
        let not_yet = next.clone().take(3).any(|index| {
            begins(self.word(index), &["아직", "여태"])
                && matches!(self.next(index), "안" | "못")
                && begins(self.next(index + 1), &STANDING.take)
        });
        let taken = (own..sentence.end).any(|index| {
            contains(self.word(index), &STANDING.take) && !contains(self.word(index), &["처방"])
        });
        not_yet
            && !taken
            && self.people[own] == self.people[last]
            && !self.other_drug(mention, last)
    }

    /// Whether the word at `index` is a verb of giving up.
    fn gives_up(&self, index: usize) -> bool {
        let word = self.word(index);
        let next = self.next(index);
        let wants = begins(next, &["싶", "말", "나서"]);
        let stopped = (begins(word, &STANDING.given_up) && !wants)
            || (word == "그만" && begins(next, &["먹", "드", "쓰", "맞", "복용", "두", "뒀"]));
        stopped && !contains(word, &STANDING.ought) && !self.is_other_habit(index)
    }

    /// Whether the word at `index` says that a drug is not taken any more, rather than once: 안 먹어요, 못
    /// 먹겠더라고요.
    fn takes_no_more(&self, index: usize) -> bool {
        let word = self.word(index);
        let verb = match word {
            "안" | "못" => self.next(index),
            word => word.strip_prefix(['안', '못']).unwrap_or_default(),
        };
        // 약 먹고 밥을 안 먹어요: the verb has another object.
        let object = (index.saturating_sub(2)..index).rev().map(|it| self.word(it)).find(|word| {
            ![
                "잘",
                "거의",
                "통",
                "아예",
                "더",
                "도통",
                "전혀",
                "이제",
                "지금은",
                "이제는",
                "요즘은",
                "제가",
                "저는",
                "다시는",
                "뒤로는",
                "후로는",
                "이후로는",
            ]
            .contains(word)
        });
        let eats = object.is_some_and(|object| {
            ["을", "를", "도", "은", "는"].iter().any(|end| object.ends_with(end))
                && !object.contains('약')
                && !begins(object, &["그", "이거", "이건"])
        });
        if eats {
            return false;
        }
        let now = begins(verb, &STANDING.take) && !contains(verb, &["었", "았", "했", "셨"]);
        let asks = contains(verb, &STANDING.allowed)
            || self.clauses.questions[self.clauses.words[index].sentence];
        let missed =
            self.clauses.sentence(index).any(|it| begins(self.word(it), &STANDING.once_missed));
        now && !asks && !missed
    }

    /// Whether another drug begins in the words between.
    fn other_drug_between(&self, own: usize, end: usize) -> bool {
        (own + 1..end).any(|it| self.mention_in(it).is_some_and(|it| it.0.slot == Slot::Medication))
    }

    /// Whether another drug stands between a mention and a word.
    fn other_drug(&self, mention: &Mention, word: usize) -> bool {
        let last = self.clauses.words[word].end;
        self.mentions
            .iter()
            .any(|it| it.slot == Slot::Medication && mention.end <= it.start && it.start < last)
    }
}
