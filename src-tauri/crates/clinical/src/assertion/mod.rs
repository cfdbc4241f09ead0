//! Decides the status of a mention. Korean cues follow the mention and English ones precede it; both
//! reach to the end of the clause.

mod answer;
mod before;
mod bounds;
pub(crate) mod cues;
mod english;
mod experiencer;
mod hypothetical;
mod inverted;
mod korean;
mod marks;
mod negation;
mod next_clause;
mod shared;
mod temporality;

use self::cues::{Category, Cues, Reading};
use crate::lexicon::{Concept, Lexicon, Slot};
use crate::mentions::mention::Mention;
use crate::people::is_left_over;
use crate::slots::course::Course;
use crate::slots::status::Status;
use crate::text::clauses::Clauses;
use crate::text::cue::{begins, ends};
use crate::text::letters::Text;
use crate::text::persons::{Person, person};
use crate::text::words::{PEOPLE, STANDING};

/// The text in which mentions are judged.
pub(crate) struct Context<'a> {
    pub text: &'a Text,
    pub clauses: &'a Clauses,
    pub people: &'a [Option<Person>],
    pub mentions: &'a [Mention],
    pub lexicon: &'a Lexicon,
    pub cues: &'a Cues,
}

/// The status and the person of a mention.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Judgement {
    pub status: Status,
    pub negated: bool,
    pub person: Option<Person>,
    /// Whether more of the drug was taken than meant.
    pub extra_dose: bool,
    /// Whether it began suddenly.
    pub sudden: bool,
    /// Whether it is as bad as can be.
    pub severe: bool,
    /// How it goes on.
    pub course: Option<Course>,
    /// Whether it began, broke out again or is bad now.
    pub troubling: bool,
    /// Ids of the cues of the table that decided the status or one of the other fields.
    pub trace: Vec<&'static str>,
}

/// The signs found around a mention; the strongest counts (see [`Status`]).
#[derive(Debug, Default, Clone, PartialEq)]
struct Signs {
    negated: bool,
    past: bool,
    /// `history of`: past, unless the illness is chronic.
    history: bool,
    stopped: bool,
    planned: bool,
    asked: bool,
    hypothetical: bool,
    family: bool,
}

impl Context<'_> {
    /// Decides status, negation and person of a mention.
    pub fn judge(&self, mention: &Mention) -> Judgement {
        let first = self.clauses.word_at(mention.start);
        let mut signs = Signs { negated: mention.negated, ..Signs::default() };
        if !mention.negated {
            self.read_right(mention, &mut signs);
        }
        signs.negated |= self.is_corrected(mention);
        signs.negated &= !self.is_denied_twice(mention);
        signs.negated = self.denied_by_belief(mention).unwrap_or(signs.negated);
        signs.planned |= self.is_proposed(mention);
        signs.negated |= self.is_refused(mention) || self.was_never_begun(mention);
        signs.past |= self.was_tolerated(mention);
        signs.stopped |= self.is_taken_out(mention) || self.is_broken_off(mention);
        signs.past |= self.ended_with_drug(mention);
        signs.asked |= self.is_asked_later(mention);
        signs.stopped |= self.is_stopped_later(mention);
        signs.asked |= self.is_only_heard_of(mention);
        signs.hypothetical |= self.is_to_be_explained(mention) || self.is_measure(mention);
        signs.past |= self.is_topic_of_past(mention);
        signs.asked |= self.is_wondered_by_speaker(mention) || self.is_one_of_a_choice(mention);
        signs.asked |= self.is_left_over_by_another(mention);
        signs.stopped |= self.is_given_up(mention);
        signs.negated |= self.is_denied_with_next(mention) || self.is_not_begun_next(mention);
        signs.stopped |= self.is_replaced(mention) || self.was_taken_until(mention);
        signs.past |= self.was_tried_once(mention) || self.was_discharged(mention);
        signs.past |= self.was_so_once_with_next(mention);
        signs.past |= self.was_over(mention) || self.followed_long_ago(mention);
        signs.past |= self.was_long_ago(mention);
        signs.past |= self.was_operated(mention) || self.was_there_until(mention);
        self.read_habit(mention, &mut signs);
        self.read_before(mention, &mut signs);
        self.read_left_english(mention, &mut signs);
        self.read_answer(mention, &mut signs);
        signs.stopped &= !self.is_ended_later(mention);
        // 끊었다가 지난주부터 다시 먹어요: taken again, whatever ended it before.
        if self.is_taken_again(mention) {
            (signs.stopped, signs.negated, signs.past) = (false, false, false);
        }
        signs.planned |= self.is_begun_later(mention) && !signs.asked;
        signs.planned &= !self.is_taken_until_change(mention);
        // Only a drug or an operation can be planned.
        let name = &self.concept(mention).name;
        let operation = ends(name, &STANDING.operations);
        signs.planned |= operation && self.is_still_to_come(mention);
        signs.planned &= operation || mention.slot == Slot::Medication;
        let reading = self.cues.read(self.text, mention);
        signs.decide(&reading);
        signs.past |= signs.history && !self.is_chronic(mention);
        let person = self.people.get(first).copied().flatten();
        let person = person.filter(|_| !self.is_taken_by_speaker(mention));
        let family = signs.family && person.is_none();
        Judgement {
            status: signs.status(mention.slot, person.as_ref(), family),
            negated: signs.negated,
            person: self.experiencer(person, family),
            extra_dose: reading.amount.is_some(),
            sudden: reading.onset.is_some_and(|it| it.category == Category::Sudden),
            severe: reading.intensity.is_some(),
            course: reading.course.and_then(|it| it.category.course()),
            troubling: reading.trouble.is_some(),
            trace: reading.trace(),
        }
    }

    /// Gives the words of mentions, and those of the facts that begin at `facts`, to the persons who are
    /// named behind them as their owners: 와파린은 엄마가 드세요, 임신한 건 동생이에요.
    pub fn owned(&self, facts: &[usize]) -> Vec<Option<Person>> {
        let mut people = self.people.to_vec();
        let facts = facts.iter().map(|it| self.clauses.word_at(*it));
        let of_facts = facts.filter_map(|word| Some((word..word + 1, self.cleft_person(word)?)));
        let of_mentions = self.mentions.iter().filter_map(|mention| {
            let (first, last) =
                (self.clauses.word_at(mention.start), self.clauses.word_at(mention.end - 1));
            Some((first..last + 1, self.owner(mention)?))
        });
        for (words, person) in of_facts.chain(of_mentions) {
            let own = people[words].iter_mut().filter(|it| it.is_none());
            own.for_each(|it| *it = Some(person));
        }
        people
    }

    /// Whether a drug was left over by somebody, and the speaker asks to take it: 언니가 먹던 로아큐탄이 남았는데요. 먹어도
    /// 될까요?
    fn is_left_over_by_another(&self, mention: &Mention) -> bool {
        let index = self.clauses.word_at(mention.start);
        let before = index.checked_sub(1).map(|it| self.word(it)).unwrap_or_default();
        let sentence = self.clauses.sentence(index);
        let names_another = || sentence.clone().any(|it| person(self.word(it)).is_some());
        let words = || (0..self.clauses.words.len()).map(|it| self.word(it)).collect::<Vec<_>>();
        mention.slot == Slot::Medication
            && PEOPLE.left_over.contains(&before)
            && names_another()
            && is_left_over(&words(), index, sentence.clone())
    }

    /// Whether the mention is in a question.
    pub fn is_question(&self, mention: &Mention) -> bool {
        let word = self.clauses.words.get(self.clauses.word_at(mention.start));
        word.is_some_and(|it| self.clauses.questions[it.sentence])
    }

    /// The person of a mention; the relative of a family history has no name.
    fn experiencer(&self, person: Option<Person>, family: bool) -> Option<Person> {
        if family { Some(Person::of_history()) } else { person }
    }

    /// Whether an illness that a relative has tells of the family rather than of somebody to be helped: a
    /// chronic one or a tumour.
    pub fn may_run_in_the_family(&self, mention: &Mention) -> bool {
        let code = self.concept(mention).code.as_deref().unwrap_or_default();
        begins(code, &STANDING.chronic) || begins(code, &STANDING.tumours)
    }

    pub(crate) fn concept(&self, mention: &Mention) -> &Concept {
        &self.lexicon.concepts[mention.concept]
    }

    fn is_chronic(&self, mention: &Mention) -> bool {
        let code = self.concept(mention).code.as_deref().unwrap_or_default();
        begins(code, &STANDING.chronic)
    }

    /// The letters of a word.
    fn word(&self, index: usize) -> &str {
        let word = &self.clauses.words[index];
        self.text.slice(word.start, word.end)
    }

    /// The next word of the same sentence; empty if there is none.
    fn next(&self, index: usize) -> &str {
        let (own, next) = (self.clauses.words.get(index), self.clauses.words.get(index + 1));
        match (own, next) {
            (Some(own), Some(next)) if own.sentence == next.sentence => self.word(index + 1),
            _ => "",
        }
    }

    /// At most `most` words of the same sentence from `index` on, with spaces between.
    fn words_from(&self, index: usize, most: usize) -> String {
        let Some(first) = self.clauses.words.get(index) else { return String::new() };
        let words = self.clauses.words[index..].iter().enumerate();
        let own = words.take_while(|(_, it)| it.sentence == first.sentence).take(most);
        own.map(|(at, _)| self.word(index + at)).collect::<Vec<_>>().join(" ")
    }

    /// The last mention that begins in a word, and the rest of the word after it.
    fn mention_in(&self, index: usize) -> Option<(&Mention, &str)> {
        let word = self.clauses.words[index];
        let begins = self.mentions.partition_point(|it| it.start < word.start);
        let last = self.mentions[begins..].iter().take_while(|it| it.start < word.end).last()?;
        let rest = if last.end < word.end { self.text.slice(last.end, word.end) } else { "" };
        Some((last, rest))
    }

    /// The rest of a word after a mention that began in an earlier word: 힘이 없|어요 is one complaint.
    fn mention_into(&self, index: usize) -> Option<&str> {
        let word = self.clauses.words[index];
        let begun = self.mentions.partition_point(|it| it.start < word.start);
        let last = self.mentions[..begun].last().filter(|it| it.end > word.start)?;
        Some(if last.end < word.end { self.text.slice(last.end, word.end) } else { "" })
    }

    /// The rest of a mention's last word.
    fn rest(&self, mention: &Mention) -> &str {
        let word = self.clauses.words[self.clauses.word_at(mention.end - 1)];
        if mention.end < word.end { self.text.slice(mention.end, word.end) } else { "" }
    }
}

impl Signs {
    /// Applies the cues of the table, which outweigh the grammar, axis by axis.
    fn decide(&mut self, reading: &Reading) {
        match reading.assertion.map(|it| it.category) {
            Some(Category::Present) => (self.negated, self.hypothetical) = (false, false),
            Some(Category::Negated) => (self.negated, self.hypothetical) = (true, false),
            Some(Category::Possible) => (self.negated, self.hypothetical) = (false, true),
            Some(Category::Asked) => self.asked = true,
            _ => {}
        }
        match reading.temporality.map(|it| it.category) {
            Some(Category::Past) => self.past = true,
            Some(Category::History) => self.history = true,
            Some(Category::Ended) => self.stopped = true,
            Some(Category::Lasting) => (self.stopped, self.negated) = (false, false),
            _ => {}
        }
        // A cue for the patient only ends the scope of one for the family: 환자 당뇨 가족력 있음.
        self.family |= reading.experiencer.is_some_and(|it| it.category == Category::Family);
    }

    /// The strongest sign as a status.
    fn status(&self, slot: Slot, person: Option<&Person>, family: bool) -> Status {
        let drug = slot == Slot::Medication;
        match person {
            // 집안에 고혈압은 아무도 없어요: negated for all.
            Some(_) if self.negated && !drug => return Status::Negated,
            Some(person) if person.family => return Status::Family,
            Some(_) => return Status::OtherPerson,
            None if family && self.negated && !drug => return Status::Negated,
            None if family => return Status::Family,
            None => {}
        }
        if self.stopped || (drug && self.past) {
            return if drug { Status::Stopped } else { Status::Past };
        }
        match self {
            it if it.negated => Status::Negated,
            it if it.past => Status::Past,
            it if it.planned && (drug || !it.hypothetical) => Status::Planned,
            it if it.asked => Status::Asked,
            it if it.hypothetical => Status::Hypothetical,
            _ => Status::Active,
        }
    }
}
