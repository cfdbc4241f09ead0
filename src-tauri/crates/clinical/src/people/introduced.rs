//! Who is named only when what is told of them is over: 나트륨이 낮아서 입원하셨던 시어머니예요; 혈압 있으세요, 아버지가요; 코피 나요.
//! 우리 남편이요.

use crate::text::clauses::Clauses;
use crate::text::cue::{begins, ends};
use crate::text::persons::{Person, exactly, named};
use crate::text::words::PEOPLE;

/// Gives the words of such a sentence to the person that is named after them.
pub(crate) fn introduce(words: &[&str], clauses: &Clauses, people: &mut [Option<Person>]) {
    let mut from = 0;
    while from < words.len() {
        let sentence = clauses.sentence(from);
        for at in sentence.clone() {
            if let Some(owner) = owned(&words[at..sentence.end]) {
                people[at] = Some(owner);
            }
        }
        let told = described(&words[sentence.clone()], &people[sentence.clone()]);
        if let Some(person) = told {
            people[sentence.clone()].fill(Some(person));
        } else {
            let mut first = first_of(words, clauses, &sentence);
            for at in sentence.clone() {
                let Some(person) = added(words, clauses, first..at) else { continue };
                let from = begin(words, clauses, first..at);
                people[from..=at].fill(Some(person));
                first = at + 1;
            }
        }
        from = sentence.end.max(from + 1);
    }
}

/// 28은 남편 수치: whose a value is, directly after it. The words from the value on.
fn owned(words: &[&str]) -> Option<Person> {
    let [value, owner, what, ..] = words else { return None };
    let is_value = value.starts_with(|it: char| it.is_ascii_digit())
        && ends(value, &["은", "는", "이", "가", "도"]);
    let is_what = begins(what, &["수치", "값", "거", "것", "결과", "꺼", "건"]);
    exactly(owner).filter(|_| is_value && is_what)
}

/// 입원하셨던 시어머니예요: the last word of a sentence, of whom all before it is said.
fn described(words: &[&str], people: &[Option<Person>]) -> Option<Person> {
    let (last, before) = words.split_last()?;
    let person = (*people.last()?)?;
    let rest = last.strip_prefix(person.name)?;
    // Nobody else is named before, but for an owner directly before: 저희 어머니가.
    let first = people.iter().position(Option::is_some)?;
    let said = without_owner(before);
    let alone = first == words.len() - 1 && !said.is_empty();
    let speaker = said.iter().any(|it| PEOPLE.patient.has(it));
    let modifies = closes_in_n(said.last()?) && PEOPLE.copulas.contains(&rest);
    (alone && !speaker && modifies).then_some(person)
}

/// Where what an afterthought belongs to may begin: its sentence, or the one before where it is a sentence of its own.
fn first_of(words: &[&str], clauses: &Clauses, sentence: &std::ops::Range<usize>) -> usize {
    let (Some(last), Some(before)) = (sentence.end.checked_sub(1), sentence.start.checked_sub(1))
    else {
        return sentence.start;
    };
    let particle = PEOPLE.alone.iter().any(|it| after(words[last], it).is_some());
    let alone = without_owner(&words[sentence.start..last]);
    let alone = alone.iter().all(|it| matches!(*it, "네" | "예" | "아" | "응")) && particle;
    if alone { clauses.sentence(before).start } else { sentence.start }
}

/// The person that the word after `said` adds to it: nobody else is told of, and a predicate stands before.
fn added(words: &[&str], clauses: &Clauses, said: std::ops::Range<usize>) -> Option<Person> {
    let at = said.end;
    let word = clauses.words.get(at)?;
    let next = clauses.words.get(at + 1).filter(|it| it.sentence == word.sentence);
    // 외할머니도 이모도: the last of those who are named.
    let others = at + 1..clauses.sentence(at).end;
    let closed = word.mark == Some(',')
        || next.is_none()
        || begins(words[at + 1], &PEOPLE.meant)
        || others.into_iter().all(|it| named(words[it]).is_some());
    let person = PEOPLE
        .subjects
        .iter()
        .find_map(|it| after(words[at], it))
        .or_else(|| exactly(words[at]))?;
    let told = without_denial(without_owner(&words[said.start.min(at)..at]));
    let predicate = told.last()?;
    let over =
        ends(predicate, &["요", "다", "죠", "네", "여", "유"]) && !ends(predicate, &PEOPLE.orders);
    // 할머니는, 네: the predicate itself names nobody, and more than a yes is said.
    let says = predicate.chars().count() >= 2 && named(predicate).is_none();
    let own = begin(words, clauses, said.clone()) < at;
    (closed && over && says && own).then_some(person)
}

/// Where what is told of the person begins: after the last clause that tells of somebody else, the speaker included.
fn begin(words: &[&str], clauses: &Clauses, said: std::ops::Range<usize>) -> usize {
    let told = without_denial(without_owner(&words[said.clone()])).len();
    let other = |it: &usize| PEOPLE.patient.has(words[*it]) || named(words[*it]).is_some();
    let last = (said.start..said.start + told).rev().find(other);
    last.map_or(said.start, |it| clauses.clause(it).end)
}

/// The person before a particle, where the word is nothing else.
fn after(word: &str, particle: &str) -> Option<Person> {
    exactly(word.strip_suffix(particle)?)
}

fn without_owner<'a, 'b>(words: &'a [&'b str]) -> &'a [&'b str] {
    match words.split_last() {
        Some((last, before)) if PEOPLE.owners.contains(last) => before,
        _ => words,
    }
}

/// 제가 아니라 형이요, 저 말고 남편이요: that it is not the speaker.
fn without_denial<'a, 'b>(words: &'a [&'b str]) -> &'a [&'b str] {
    match words {
        [before @ .., who, no]
            if PEOPLE.patient.has(who) && ["아니라", "아니고", "말고", "아니구"].contains(no) =>
        {
            before
        }
        _ => words,
    }
}

/// A word that modifies what follows it: 입원하셨던, 드시는, 계신.
fn closes_in_n(word: &str) -> bool {
    word.chars()
        .next_back()
        .is_some_and(|it| ('가'..='힣').contains(&it) && (it as u32 - 0xac00) % 28 == 4)
}
