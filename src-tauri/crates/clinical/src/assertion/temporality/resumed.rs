//! Finds drugs that are taken again after a stop: 끊었다가 지난주부터 다시 먹어요, 안 먹은 지 오래됐는데 어제 먹었어요.

use super::doubled::has_past;
use crate::assertion::Context;
use crate::lexicon::Slot;
use crate::mentions::mention::Mention;
use crate::text::cue::{begins, contains, ends};
use crate::text::words::{GRAMMAR, PEOPLE, STANDING};

impl Context<'_> {
    /// Whether a clause that ends or denies the taking of a drug leads on to one that states it, about the
    /// same person and with no other drug or object in between.
    pub(in crate::assertion) fn is_taken_again(&self, mention: &Mention) -> bool {
        if mention.slot != Slot::Medication {
            return false;
        }
        let own = self.clauses.word_at(mention.end - 1);
        let end = self.clauses.sentence(own).end;
        let Some(pause) = (own + 1..end).find(|at| self.pauses(*at)) else { return false };
        let other = (pause..end)
            .find(|at| self.mention_in(*at).is_some_and(|it| it.0.slot == Slot::Medication));
        let end = other.unwrap_or(end);
        let is_again = |at: usize| begins(self.word(at), &STANDING.again);
        let leads_on =
            |at: usize| ends(self.word(at), &STANDING.turns) || at + 1 < end && is_again(at + 1);
        let Some(turn) = (pause..end).find(|at| leads_on(*at)) else { return false };
        let taken =
            (turn + 1..end).find(|at| self.states_taking(*at, (turn + 1..*at).any(is_again)));
        taken.is_some_and(|taken| {
            self.people[own] == self.people[taken] && self.names_no_object(turn + 1..taken)
        })
    }

    /// Whether a word says that a drug is not taken: 끊었다가, 안 먹다가, 먹지 않다가.
    fn pauses(&self, index: usize) -> bool {
        let (word, next) = (self.word(index), self.next(index));
        let stops = contains(word, &STANDING.stop)
            && !self.is_stop_to_come(index)
            && !self.is_other_habit(index);
        let denies = matches!(word, "안" | "못") && begins(next, &STANDING.take)
            || begins(word, &["안먹", "못먹"])
            || word.ends_with('지') && begins(word, &STANDING.take) && begins(next, &["않", "못"]);
        stops || denies
    }

    /// Whether a word states that a drug is taken or begun: with 다시 in any tense, else at present or with a
    /// time of the last days before it.
    fn states_taking(&self, index: usize, again: bool) -> bool {
        let (word, next) = (self.word(index), self.next(index));
        let before = index.checked_sub(1).map(|it| self.word(it)).unwrap_or_default();
        let takes = begins(word, if again { &STANDING.take } else { &PEOPLE.takes })
            || again && begins(before, &STANDING.again) && begins(word, &STANDING.begun);
        let is_denied =
            matches!(before, "안" | "못") || word.ends_with('지') && begins(next, &["않", "못"]);
        let is_open = contains(word, &STANDING.ought)
            || contains(word, &STANDING.planned)
            || contains(word, &STANDING.not_yet_done)
            || begins(next, &["싶", "생각"]);
        let sentence = self.clauses.sentence(index);
        let is_asked = self.clauses.questions[self.clauses.words[index].sentence]
            && self.clauses.clause(index).end >= sentence.end;
        let is_recent = (sentence.start..index).any(|at| begins(self.word(at), &STANDING.recent));
        takes && !is_denied && !is_open && !is_asked && (again || is_recent || !has_past(word))
    }

    /// Whether no word is an object, a topic or a time that is over or still to come: 밥을, 다른 약, 작년까지, 내일부터.
    fn names_no_object(&self, words: std::ops::Range<usize>) -> bool {
        words.into_iter().all(|at| {
            let word = self.word(at);
            let is_time = begins(word, &STANDING.recent)
                || GRAMMAR.times_as_topics.contains(&word)
                || PEOPLE.speaker.contains(&word);
            let is_object = word.chars().count() > 1
                && ends(word, &["을", "를", "은", "는", "도"])
                && !is_time
                && self.mention_in(at).is_none();
            let is_other = begins(word, &STANDING.other_object) || begins(word, &PEOPLE.fed_on);
            let is_over = word.ends_with("까지") || word.ends_with("까지는");
            let is_later = begins(word, &["내일", "모레", "다음", "내년", "이따"]);
            !is_object && !is_other && !is_over && !is_later
        })
    }
}
