//! Reads a text as the continuation of those before it, where the person whom it is about may be named:
//! 우리 애가 열이 나요. / 38.9도예요. / 얼마나 먹여요?

use crate::people::subject::same;
use crate::slots::{Slots, Subject};
use crate::text::persons::{bare_person, person};
use crate::text::words::PEOPLE;

/// A text, read after others.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Continued {
    /// The facts of the text; its subject may be one that only the texts before name.
    pub slots: Slots,
    /// What the texts before state of the subject, as the facts of a patient. Empty without a subject.
    pub known: Slots,
    /// Whether only the texts before name the subject.
    pub is_carried: bool,
}

impl Continued {
    /// Reads `text`, whose own facts are `slots`, after the texts `before`, the oldest first. `extract` reads
    /// a text alone.
    ///
    /// All texts together are read as one, so that the same rules tell whose a sentence is in one text and
    /// across texts.
    ///
    /// # Errors
    /// Those of `extract`.
    pub fn read<E>(
        text: &str,
        slots: Slots,
        before: &[&str],
        extract: &dyn Fn(&str) -> Result<Slots, E>,
    ) -> Result<Self, E> {
        let alone = |slots| Ok(Self { slots, ..Self::default() });
        let is_of_another = slots.subject.is_none() && slots.another_person().is_some();
        if is_of_another || (slots.subject.is_none() && names_speaker(text)) {
            return alone(slots);
        }
        if let Some(subject) = only_person(text).filter(|_| !slots.states_anything()) {
            let mut slots = slots;
            slots.demographics.name_sex_of(&subject.person);
            slots.attribute_to(subject);
            return alone(slots);
        }
        if before.is_empty() {
            return alone(slots);
        }
        let earlier: String = before.iter().map(|it| sentence(it)).collect();
        let begins = earlier.chars().count();
        let joined = extract(&format!("{earlier}{text}"))?;
        let Some(subject) = joined.subject.clone() else { return alone(slots) };
        let of_speaker = joined.speaker.as_ref().and_then(|it| it.last_start());
        if slots.subject.is_none() && of_speaker.is_some_and(|it| it >= begins) {
            return alone(slots);
        }
        if slots.subject.as_ref().is_some_and(|own| !is_same(&own.person, &subject.person)) {
            return alone(slots);
        }
        let in_context = joined.clone().since(begins);
        let mut known = joined.seen_from_subject().until(begins).of_patient();
        // What the text itself states must not count as known before.
        if !slots.demographics.mentions.is_empty() {
            known.demographics = match extract(&earlier)? {
                earlier if earlier.subject.is_some() => earlier.demographics,
                _ => Default::default(),
            };
        }
        known.corrections.clear();
        let is_carried = slots.subject.is_none();
        let mut slots = slots;
        if is_carried && in_context.count() >= slots.count() {
            // 170에 100이래요 is a blood pressure after words about it.
            let Slots { demographics, corrections, .. } = slots;
            slots = Slots { demographics, corrections, speaker: None, ..in_context };
        } else if is_carried {
            slots.attribute_to(subject);
        }
        Ok(Self { slots, known, is_carried })
    }
}

/// Whether a text has a word for the speaker as its subject: 저는요?
fn names_speaker(text: &str) -> bool {
    text.split_whitespace().any(|word| {
        let word = bare(word);
        PEOPLE.speaker.contains(&word)
            || word.strip_suffix('요').is_some_and(|it| PEOPLE.speaker.contains(&it))
    })
}

/// The person of a text that says no more than whom it asks about: 아빠는요? 우리 애는요?
fn only_person(text: &str) -> Option<Subject> {
    let words: Vec<&str> = text.split_whitespace().map(bare).collect();
    let named = match words[..] {
        [named] => named,
        [owner, named] if PEOPLE.owners.contains(&owner) => named,
        _ => return None,
    };
    let topic = ["은요", "는요", "도요"].iter().any(|it| named.ends_with(it));
    let person = person(named).filter(|_| topic)?;
    let is_asked_for = !PEOPLE.acquaintances.contains(&person.name);
    is_asked_for.then(|| Subject { person: person.name.to_owned(), family: person.family })
}

/// A word without the marks around it.
fn bare(word: &str) -> &str {
    word.trim_matches(|it: char| !it.is_alphanumeric())
}

/// A text that ends as a sentence does, and a space.
fn sentence(text: &str) -> String {
    let text = text.trim();
    match text.ends_with(['.', '?', '!', '…', '。', '？']) {
        true => format!("{text} "),
        false => format!("{text}. "),
    }
}

/// Whether two words are for the same person: 애, 아이.
fn is_same(one: &str, other: &str) -> bool {
    let persons = (bare_person(one), bare_person(other));
    one == other || matches!(persons, (Some(one), Some(other)) if same(&one, &other))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;
    use crate::{Extractor, PATIENT};

    /// Compares subject and facts of the last text, and what is known of the subject, with `expected`.
    fn check(texts: &[&str], expected: (Option<&str>, &[&str], &[&str])) {
        let extractor = Extractor::shipped().unwrap();
        let extract = |text: &str| extractor.extract(text);
        let (last, before) = texts.split_last().unwrap();
        let own = extract(last).unwrap();
        let read = Continued::read(last, own, before, &extract).unwrap();
        let names = |slots: &Slots| -> Vec<String> {
            let values = slots.values().map(|it| it.kind.clone());
            slots.items().map(|it| it.name.clone()).chain(values).collect()
        };
        let subject = read.slots.subject.as_ref().map(|it| it.person.as_str());
        let found = (names(&read.slots), names(&read.known));
        assert_eq!(subject, expected.0, "{texts:?}");
        assert_eq!((found.0, found.1), (words(expected.1), words(expected.2)), "{texts:?}");
        let whose = read.slots.subject.as_ref().map_or(PATIENT, |it| it.person.as_str());
        assert!(read.slots.items().all(|it| it.experiencer == whose), "{texts:?}");
        assert!(read.known.items().all(|it| it.experiencer == PATIENT), "{texts:?}");
    }

    fn words(all: &[&str]) -> Vec<String> {
        all.iter().map(|it| (*it).to_owned()).collect()
    }

    #[test]
    fn the_person_of_the_texts_before_is_meant() {
        check(&["우리 애가 열이 나요", "38.9도예요"], (Some("애"), &["temperature"], &["발열"]));
        check(&["우리 애가 열이 나요", "뭐 먹여요?"], (Some("애"), &[], &["발열"]));
        check(
            &["남편이 가슴이 답답하대요", "식은땀도 나요", "왼팔도 저리대요"],
            (Some("남편"), &["방사통"], &["가슴 답답함", "식은땀"]),
        );
        check(
            &["어머니가 신장이 안 좋으세요", "eGFR 28이래요", "메트포르민 드셔도 돼요?"],
            (Some("어머니"), &["메트포르민"], &["신부전", "egfr"]),
        );
        check(
            &["엄마가 와파린 드세요. 타이레놀 드셔도 되나요?", "이부프로펜은요?"],
            (Some("엄마"), &["이부프로펜"], &["와파린", "아세트아미노펜"]),
        );
        // The turn names its person itself; what was said of the same person before is known.
        check(
            &["우리 애가 열이 나요", "아이가 4살이에요. 타이레놀 먹여도 되나요?"],
            (Some("아이"), &["아세트아미노펜"], &["발열"]),
        );
        check(&["우리 애가 열이 나요", "남편이 기침을 해요"], (Some("남편"), &["기침"], &[]));
    }

    #[test]
    fn what_the_speaker_says_of_themselves_is_theirs() {
        check(&["엄마가 와파린 드세요", "저는 두통이 있어요"], (None, &["두통"], &[]));
        check(&["남편이 이부프로펜 먹어도 되나요?", "저는요?"], (None, &[], &[]));
        check(&["어머니가 당뇨가 있으세요", "두통이 있어요"], (None, &["두통"], &[]));
        check(&["두통이 있어요", "타이레놀 먹어도 되나요?"], (None, &["아세트아미노펜"], &[]));
    }
}
