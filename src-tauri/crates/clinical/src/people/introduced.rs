//! Assigns words to a person who is named only after the statement: 나트륨이 낮아서 입원하셨던 시어머니예요; 혈압 있으세요,
//! 아버지가요; 코피 나요. 우리 남편이요.

use crate::text::clauses::Clauses;
use crate::text::cue::{begins, ends};
use crate::text::persons::{Person, bare_person, person_with_particle};
use crate::text::words::{PEOPLE, STANDING};
use simui_korean::hangul::final_consonant;

/// Gives the words of such statements to the person that is named after them.
pub(crate) fn introduce(words: &[&str], clauses: &Clauses, people: &mut [Option<Person>]) {
    let mut from = 0;
    while from < words.len() {
        let sentence = clauses.sentence(from);
        for at in sentence.clone() {
            if let Some(owner) = owned(&words[at..sentence.end]) {
                people[at] = Some(owner);
            }
        }
        if let (Some(owner), Some(before)) =
            (pointed_back(&words[sentence.clone()]), stated_before(words, clauses, sentence.start))
        {
            let before = &mut people[before];
            before.iter_mut().filter(|it| it.is_none()).for_each(|it| *it = Some(owner));
        }
        let described_person = described(&words[sentence.clone()], &people[sentence.clone()]);
        if let Some(person) = described_person {
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

/// The owner named directly after a value: 28은 남편 수치. `words` begin with the value.
fn owned(words: &[&str]) -> Option<Person> {
    let [value, owner, noun, ..] = words else { return None };
    let is_value = value.starts_with(|it: char| it.is_ascii_digit())
        && ends(value, &["은", "는", "이", "가", "도"]);
    let is_value_noun = begins(noun, &PEOPLE.belongings);
    bare_person(owner).filter(|_| is_value && is_value_noun)
}

/// The owner that a sentence assigns to the statement before it: eGFR 28이래요. 아 그건 아버지 거예요; 와파린 먹어요. 그건
/// 제가 아니라 남편이 먹어요.
pub(crate) fn pointed_back(sentence: &[&str]) -> Option<Person> {
    let first = sentence.iter().position(|it| !introduces(it))?;
    let rest = match &sentence[first..] {
        [pointer, rest @ ..] if PEOPLE.pointers.contains(pointer) => rest,
        [pointer, pointed_at, rest @ ..]
            if PEOPLE.determiners.contains(pointer) && begins(pointed_at, &PEOPLE.pointed_at) =>
        {
            rest
        }
        _ => return None,
    };
    let [owner, noun, behind @ ..] = behind_denial(rest) else { return None };
    // 그건 남편 약이랑 같아요, 그건 남편이 먹으라고 했어요: not the owner.
    let goes_on = ends(noun, &["고", "고요", "구요", "데", "데요", "라서"])
        && !ends(noun, &["라고", "다고", "자고"]);
    let closed = behind.is_empty() || goes_on;
    let owns = begins(noun, &PEOPLE.belongings);
    let bears = || {
        let person = ["께서", "이", "가"].iter().find_map(|it| after(owner, it));
        person.filter(|_| begins(noun, &PEOPLE.takes) || begins(noun, &PEOPLE.has))
    };
    bare_person(owner.trim_end_matches('의')).filter(|_| owns).or_else(bears).filter(|_| closed)
}

/// Whether a word only leads to a statement that points back: 아, 잘못 말했네요.
fn introduces(word: &str) -> bool {
    let mut mistaken = STANDING.was_mistaken.iter().flat_map(|it| it.split(' '));
    PEOPLE.exclamations.contains(&word) || mistaken.any(|it| word.starts_with(it))
}

/// The last sentence before the word `from` that is more than an introduction.
fn stated_before(words: &[&str], clauses: &Clauses, from: usize) -> Option<std::ops::Range<usize>> {
    let before = clauses.sentence(from.checked_sub(1)?);
    match words[before.clone()].iter().all(|it| introduces(it)) {
        true => stated_before(words, clauses, before.start),
        false => Some(before),
    }
}

/// Number of words from a word for the speaker to the end of its denial: 제가 아니라, 제 약이 아니라.
pub(crate) fn denial_of_speaker(words: &[&str]) -> Option<usize> {
    let first = words.first()?;
    let speaks = PEOPLE.patient.has(first) || PEOPLE.owners.contains(first);
    let end = words.iter().take(3).position(|it| STANDING.puts_right.contains(it));
    end.filter(|_| speaks).map(|it| it + 1)
}

/// The words behind a denial of the speaker and an owner: 제가 아니라 남편이, 제 약이 아니라 우리 엄마.
fn behind_denial<'a, 'b>(words: &'a [&'b str]) -> &'a [&'b str] {
    let words = denial_of_speaker(words).map_or(words, |end| &words[end..]);
    match words {
        [owner, rest @ ..] if PEOPLE.owners.contains(owner) => rest,
        words => words,
    }
}

/// The person in the last word of a sentence whom the other words modify: 입원하셨던 시어머니예요.
fn described(words: &[&str], people: &[Option<Person>]) -> Option<Person> {
    let (last, before) = words.split_last()?;
    let person = (*people.last()?)?;
    let rest = last.strip_prefix(person.name)?;
    // No other person may be named before, except an owner directly before: 저희 어머니가.
    let first = people.iter().position(Option::is_some)?;
    let statement = without_owner(before);
    let alone = first == words.len() - 1 && !statement.is_empty();
    let speaker = statement.iter().any(|it| PEOPLE.patient.has(it));
    let modifies = closes_in_n(statement.last()?) && PEOPLE.copulas.contains(&rest);
    (alone && !speaker && modifies).then_some(person)
}

/// First word that an afterthought in `sentence` may belong to: of its sentence, or of the one before if
/// it is a sentence of its own.
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

/// The person that the word after `statement` adds to it: no other person is named in the statement, and it
/// ends with a predicate.
fn added(words: &[&str], clauses: &Clauses, statement: std::ops::Range<usize>) -> Option<Person> {
    let at = statement.end;
    let word = clauses.words.get(at)?;
    let next = clauses.words.get(at + 1).filter(|it| it.sentence == word.sentence);
    // 외할머니도 이모도: the last of several persons counts.
    let others = at + 1..clauses.sentence(at).end;
    let closed = word.mark == Some(',')
        || next.is_none()
        || begins(words[at + 1], &PEOPLE.meant)
        || others.into_iter().all(|it| person_with_particle(words[it]).is_some());
    let person = PEOPLE
        .subjects
        .iter()
        .find_map(|it| after(words[at], it))
        .or_else(|| bare_person(words[at]))?;
    let statement_words = without_denial(without_owner(&words[statement.start.min(at)..at]));
    let predicate = statement_words.last()?;
    let over =
        ends(predicate, &["요", "다", "죠", "네", "여", "유"]) && !ends(predicate, &PEOPLE.orders);
    // 할머니는, 네: the predicate must not name a person, and must be more than a yes.
    let is_statement = predicate.chars().count() >= 2 && person_with_particle(predicate).is_none();
    let own = begin(words, clauses, statement.clone()) < at;
    (closed && over && is_statement && own).then_some(person)
}

/// First word of the statement about the added person: after the last clause about somebody else or the
/// speaker.
fn begin(words: &[&str], clauses: &Clauses, statement: std::ops::Range<usize>) -> usize {
    let statement_words = without_denial(without_owner(&words[statement.clone()])).len();
    let other =
        |it: &usize| PEOPLE.patient.has(words[*it]) || person_with_particle(words[*it]).is_some();
    let last = (statement.start..statement.start + statement_words).rev().find(other);
    last.map_or(statement.start, |it| clauses.clause(it).end)
}

/// The person before a particle, if the word has nothing else.
fn after(word: &str, particle: &str) -> Option<Person> {
    bare_person(word.strip_suffix(particle)?)
}

/// The words without an owner at the end: 저희, 우리.
fn without_owner<'a, 'b>(words: &'a [&'b str]) -> &'a [&'b str] {
    match words.split_last() {
        Some((last, before)) if PEOPLE.owners.contains(last) => before,
        _ => words,
    }
}

/// The words without a denial of the speaker at the end: 제가 아니라 형이요, 저 말고 남편이요.
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

/// Whether a word modifies the noun after it, by its ending in ㄴ: 입원하셨던, 드시는, 계신.
pub(crate) fn closes_in_n(word: &str) -> bool {
    word.chars().next_back().is_some_and(|it| final_consonant(it) == Some(4))
}
