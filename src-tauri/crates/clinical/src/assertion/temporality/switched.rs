//! Finds drugs that another one replaces: 포시가는 자디앙으로 바꿨어요, ACEi → losartan 변경. A replacement at a time to
//! come is planned, and the drug is taken until then: 다음 주부터 와파린을 엘리퀴스로 바꾼대요.

use crate::assertion::Context;
use crate::lexicon::Slot;
use crate::mentions::mention::{Mention, overlapping};
use crate::text::cue::{begins, contains};
use crate::text::words::{GRAMMAR, STANDING};

/// Greatest number of words with a dose between a drug and its particle: 아픽사반 5 mg bid로.
const DOSE_WORDS: usize = 4;

impl Context<'_> {
    /// Whether another drug has replaced this one.
    pub(in crate::assertion) fn is_replaced(&self, mention: &Mention) -> bool {
        let successor = self.successor(mention).or_else(|| self.successor_next(mention));
        successor.is_some_and(|it| !self.is_changed_later(it))
    }

    /// The only drug of the next sentence, if it replaces this one, which is the only drug of its own:
    /// 와파린 먹어요. 지난달에 엘리퀴스로 바꿨어요. In 혈압약은 코자로 바꿨어요 the sentence says itself what is replaced.
    fn successor_next(&self, mention: &Mention) -> Option<&Mention> {
        let own = self.clauses.word_at(mention.end - 1);
        let sentence = self.clauses.sentence(own);
        if mention.slot != Slot::Medication || sentence.end >= self.clauses.words.len() {
            return None;
        }
        let next = self.clauses.sentence(sentence.end);
        let drugs_of = |range: &std::ops::Range<usize>| {
            let (from, to) =
                (self.clauses.words[range.start].start, self.clauses.words[range.end - 1].end);
            let drug =
                |it: &&Mention| it.slot == Slot::Medication && from <= it.start && it.start < to;
            self.mentions.iter().filter(drug).collect::<Vec<&Mention>>()
        };
        let ([_], [new]) = (&drugs_of(&sentence)[..], &drugs_of(&next)[..]) else { return None };
        let goal = self.goal(new)?;
        let has_object = (next.start..self.clauses.word_at(new.start)).any(|index| {
            self.word(index).ends_with(['은', '는', '을', '를'])
                && !GRAMMAR.times_as_topics.contains(&self.word(index))
        });
        let is_same_person = self.people[own] == self.people[goal];
        (new.concept != mention.concept && self.changes_at(goal) && !has_object && is_same_person)
            .then_some(*new)
    }

    /// Whether another drug or dose will replace this one, which is taken until then.
    pub(in crate::assertion) fn is_taken_until_change(&self, mention: &Mention) -> bool {
        // 5mg에서 3mg으로 변경 예정: only the dose changes.
        let own = self.clauses.word_at(mention.end - 1);
        let of_dose = |index: usize| {
            let word = self.word(index);
            word.starts_with(|c: char| c.is_ascii_digit()) && word.ends_with("에서")
        };
        (own + 1..self.clauses.clause(own).end).any(of_dose)
            || self.successor(mention).is_some_and(|it| self.is_changed_later(it))
    }

    /// Whether a drug is stopped only at a time to come, until which it is taken: 내일부터 와파린 끊으래요.
    pub(in crate::assertion) fn is_ended_later(&self, mention: &Mention) -> bool {
        let own = self.clauses.word_at(mention.end - 1);
        let clause = self.clauses.clause(own);
        mention.slot == Slot::Medication
            && (own..clause.end).any(|it| contains(self.word(it), &STANDING.stop))
            && (clause.start..own).any(|it| self.word(it).ends_with("부터"))
            && self.is_still_to_come(mention)
    }

    /// Whether a drug is taken from a time to come on: 다음 달부터 뉴론틴으로 바꾼대요, 다음 주에 조영제 넣고 CT 찍는대요.
    pub(in crate::assertion) fn is_begun_later(&self, mention: &Mention) -> bool {
        if mention.slot != Slot::Medication || self.successor(mention).is_some() {
            return false;
        }
        let own = self.clauses.word_at(mention.end - 1);
        let clause = self.clauses.clause(own);
        let acts = (own..clause.end).any(|index| {
            let word = if index == own { self.rest(mention) } else { self.word(index) };
            begins(word, &STANDING.take) || contains(word, &STANDING.changes)
        });
        let taken = (own..clause.end).any(|it| self.is_being_taken(true, it, self.word(it)));
        acts && !taken && self.is_still_to_come(mention)
            || self.goal(mention).is_some_and(|it| self.changes_at(it))
                && self.is_changed_later(mention)
    }

    /// The later drug of the sentence that replaces this one, now or at a time to come.
    fn successor(&self, mention: &Mention) -> Option<&Mention> {
        if mention.slot != Slot::Medication {
            return None;
        }
        let own = self.clauses.word_at(mention.end - 1);
        let sentence = self.clauses.sentence(own);
        let end = self.clauses.words[sentence.end - 1].end;
        let later = overlapping(self.mentions, mention.end, end.max(mention.end));
        let other = |drug: &&Mention| {
            drug.slot == Slot::Medication
                && drug.concept != mention.concept
                && drug.start > mention.end
        };
        let clause = self.clauses.clause(own);
        let used = [
            "먹다가",
            "쓰다가",
            "맞다가",
            "드시다가",
            "복용하다가",
            "바르다가",
            "먹다",
            "복용하다",
        ];
        let used = (own..clause.end).find(|it| used.contains(&self.word(*it)));
        let used_to = used.is_some();
        let rest_of_word = self.rest(mention);
        let given_up = used_to || matches!(rest_of_word, "은" | "는" | "을" | "를" | "에서" | "");
        later.iter().filter(other).find(|drug| {
            let word = self.clauses.word_at(drug.end - 1);
            let goal = self.goal(drug);
            let replaces = self.changes_at(goal.unwrap_or(word));
            let only = self.rest(drug).starts_with('만') && used.is_some_and(|it| it < word);
            let between = self.text.slice(mention.end, drug.start);
            let arrow = between.contains('→') || between.contains("->");
            let nearest = used_to || !later.iter().any(|one| other(&one) && one.start < drug.start);
            (goal.is_some() && replaces && given_up && nearest)
                || (used_to && only)
                || (arrow && replaces)
        })
    }

    /// The word with the particle 로 of a drug, which may stand behind its dose: 자디앙으로, 자디앙 10mg으로.
    fn goal(&self, mention: &Mention) -> Option<usize> {
        let own = self.clauses.word_at(mention.end - 1);
        let rest = self.rest(mention);
        let is_dose = |it: &str| it.starts_with(|c: char| c.is_ascii_alphanumeric());
        if begins(rest, &["로", "으로"]) || is_dose(rest) && rest.ends_with('로') {
            return Some(own);
        }
        let end = self.clauses.clause(own).end.min(own + 1 + DOSE_WORDS);
        let mut dose = (own + 1..end)
            .take_while(|it| is_dose(self.word(*it)) && self.mention_in(*it).is_none());
        dose.find(|it| self.word(*it).ends_with('로'))
    }

    /// Whether a verb of replacing is at the word `index` or one of the two after it.
    fn changes_at(&self, index: usize) -> bool {
        let end = self.clauses.sentence(index).end.min(index + 3);
        // 크레스토로 다음 달부터 바꾸기로 했어요: a time may stand between.
        let will = |it: usize| contains(self.word(it), &STANDING.will);
        (index..self.clauses.clause(index).end).any(will)
            || (index..end).any(|at| {
                let word = self.word(at);
                // 리피토를 크레스토로 바꿔 주셨어요: the verb with an auxiliary.
                let auxiliary = ["주셨", "줬", "주더", "줘서", "먹", "복용", "드"];
                contains(word, &STANDING.replaces) && !contains(word, &STANDING.ought)
                    || word == "바꿔" && begins(self.next(at), &auxiliary)
            })
    }

    /// Whether the change to a drug is still to come, by a time before it or by the verb behind it.
    fn is_changed_later(&self, mention: &Mention) -> bool {
        let own = self.clauses.word_at(mention.end - 1);
        let clause = self.clauses.clause(own);
        let verb = |index: usize| {
            contains(self.word(index), &STANDING.planned)
                || contains(self.word(index), &STANDING.will)
        };
        self.is_still_to_come(mention) || (own..clause.end).any(verb)
    }
}
