//! Reads a text as the continuation of those before it, where the person whom it is about may be named:
//! 우리 애가 열이 나요. / 38.9도예요. / 얼마나 먹여요?

use super::ellipsis::states_taking;
use crate::people::subject::same;
use crate::people::{denial_of_speaker, is_respectful, pointed_back};
use crate::slots::reaction::AdverseReaction;
use crate::slots::status::Status;
use crate::slots::{Item, PATIENT, Slots, Subject};
use crate::text::cue::{begins, ends};
use crate::text::letters::Text;
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
        if slots.subject.is_none() && names_speaker(text) {
            return alone(slots);
        }
        // 남편이 와파린 먹어요 alone is a remark; after a question about him it is about him.
        let named = slots.subject.as_ref().map(|it| it.person.as_str());
        let named = named.or_else(|| slots.another_person()).map(str::to_owned);
        if named.is_some() && slots.subject.is_none() && before.is_empty() {
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
        let earlier_slots = extract(&earlier)?;
        let changed = joined.clone().until(begins).changed_from(&earlier_slots);
        if joined.subject.is_none()
            && let Some(about) =
                sentence_on_shared_person(&earlier_slots, &joined.clone().since(begins))
            && before.first().is_none_or(|it| **it != about)
        {
            let texts: Vec<&str> =
                std::iter::once(about.as_str()).chain(before.iter().copied()).collect();
            return Self::read(text, slots, &texts, extract);
        }
        let Some(subject) = joined.subject.clone() else {
            if slots.subject.is_none() && named.is_some() {
                return alone(slots);
            }
            // 엄마가 와파린 드세요. / 5mg이요: what is stated of somebody whom no text asks about.
            let mut slots = slots;
            if slots.subject.is_none() {
                slots.add_as_words_of(changed, text);
            }
            return alone(slots);
        };
        let of_speaker = joined.speaker.as_ref().and_then(|it| it.last_start());
        if slots.subject.is_none() && of_speaker.is_some_and(|it| it >= begins) {
            return alone(slots);
        }
        if named.as_ref().is_some_and(|it| !is_same_person(it, &subject.person)) {
            return alone(slots);
        }
        let in_context = joined.clone().since(begins);
        let mut known = joined.seen_from_subject().until(begins).of_patient();
        // What the text itself states must not count as known before.
        if !slots.demographics.mentions.is_empty() {
            known.demographics = match earlier_slots.subject {
                Some(_) => earlier_slots.demographics,
                // 아내가 임신 12주예요: a remark on somebody, who becomes the subject where the talk is about her.
                None => {
                    let about = extract(&format!("{earlier}{} 얘기예요.", subject.person))?;
                    let same =
                        about.subject.filter(|it| is_same_person(&it.person, &subject.person));
                    same.map(|_| about.demographics).unwrap_or_default()
                }
            };
        }
        known.corrections.clear();
        let is_completed = slots.subject.is_none();
        let mut slots = slots;
        if is_completed && in_context.count() >= slots.count() {
            // 170에 100이래요 is a blood pressure after words about it.
            let Slots { demographics, corrections, .. } = slots;
            slots = Slots { demographics, corrections, speaker: None, ..in_context };
        } else if is_completed {
            slots.attribute_to(subject);
        }
        if is_completed {
            slots.add_as_words_of(changed, text);
        }
        Ok(Self { slots, known, is_carried: named.is_none() })
    }
}

/// The facts of `text`, whose own facts are `slots`, with what it adds to facts of the texts `before`, all of
/// one person: 와파린 먹어요. / 지난달에 끊었어요. A fact to which it adds something has the whole of `text` as its words.
///
/// # Errors
/// Those of `extract`, which reads a text alone.
pub fn amended<E>(
    text: &str,
    slots: Slots,
    before: &[&str],
    extract: &dyn Fn(&str) -> Result<Slots, E>,
) -> Result<Slots, E> {
    let earlier: String = before.iter().map(|it| sentence(it)).collect();
    if earlier.is_empty() {
        return Ok(slots);
    }
    let known = extract(&earlier)?;
    let last = before.last().copied().unwrap_or_default();
    let given = given_to_another(text, &slots, last, &known, extract)?;
    if slots.subject.is_some() {
        // 그건 제가 아니라 남편이 먹어요 is about him, and denies it of the speaker.
        let mut slots = slots;
        if given.items().next().is_some() {
            slots.speaker.get_or_insert_default().take_back(given, text);
        }
        return Ok(slots);
    }
    let begins = earlier.chars().count();
    let joined = extract(&format!("{earlier}{text}"))?;
    let mut slots = with_additions(text, slots, joined, &known, begins);
    slots.take_back(given, text);
    Ok(slots)
}

/// The facts of `text`, which begins at `begins` of the texts that were read together as `joined`, with what
/// it adds to the facts of those before it, `known`.
fn with_additions(
    text: &str,
    mut slots: Slots,
    joined: Slots,
    known: &Slots,
    begins: usize,
) -> Slots {
    if joined.subject.is_some() || known.subject.is_some() {
        return slots;
    }
    let changed = joined.clone().until(begins).changed_from(known);
    let reactions = joined.reactions.iter().filter(|it| it.start < begins && begins < it.end);
    let reactions: Vec<AdverseReaction> = reactions.cloned().collect();
    let in_context = joined.since(begins);
    let names_cause = in_context.allergies.len() > slots.allergies.len();
    slots.demographics.amend_pregnancy(&known.demographics, &in_context.demographics, text);
    if changed.items().next().is_none() && reactions.is_empty() && !names_cause {
        return slots;
    }
    let mut amended = match in_context.count() >= slots.count() {
        true => {
            let Slots { demographics, corrections, speaker, .. } = slots;
            Slots { demographics, corrections, speaker, ..in_context }
        }
        false => slots,
    };
    amended.add_as_words_of(changed, text);
    amended.reactions.extend(reactions.into_iter().map(|reaction| {
        let end = reaction.end - begins;
        AdverseReaction { text: text.chars().take(end).collect(), start: 0, end, ..reaction }
    }));
    amended
}

/// The present facts of the speaker that a text gives to somebody else: those of the text before it, `last`,
/// where it points back (그건 남편 약이에요), and those of the texts before, `known`, that it names as another's
/// beside a denial of the speaker (제 약이 아니라 엄마 약이에요. 리튬은 엄마가 드세요).
fn given_to_another<E>(
    text: &str,
    slots: &Slots,
    last: &str,
    known: &Slots,
    extract: &dyn Fn(&str) -> Result<Slots, E>,
) -> Result<Slots, E> {
    if known.subject.is_some() {
        return Ok(Slots::default());
    }
    let words_of = |it| str::split_whitespace(it).map(bare).collect::<Vec<&str>>();
    let first = text.split_inclusive(['.', '?', '!']).next().unwrap_or_default();
    let pointing = words_of(first);
    let points_back = !first.ends_with('?') && pointed_back(&pointing).is_some();
    let last = if points_back { extract(last)? } else { Slots::default() };
    let words = words_of(text);
    let denies_speaker = (0..words.len()).any(|it| denial_of_speaker(&words[it..]).is_some());
    let is_present = |it: &Item| it.experiencer == PATIENT && it.status == Status::Active;
    // 제가 아니라 엄마가 와파린 드셔도 되나요? asks, and takes nothing back.
    let is_stated =
        |it: Status| matches!(it, Status::Active | Status::OtherPerson | Status::Family);
    let is_named = |item: &Item| {
        let others = slots.items().filter(|it| it.experiencer != PATIENT && is_stated(it.status));
        denies_speaker && !text.contains('?') && others.into_iter().any(|it| it.name == item.name)
    };
    let of = |of_last: Vec<Item>, of_known: &[Item]| -> Vec<Item> {
        let named = of_known.iter().filter(|it| is_present(it) && is_named(it)).cloned();
        of_last.into_iter().filter(is_present).chain(named).collect()
    };
    // 그건 남편 약이에요 is about the drugs, 그건 남편 얘기예요 about all that was said.
    let is_drug = |it: &&str| it.starts_with('약') || begins(it, &PEOPLE.takes);
    let (drugs, rest) = match pointing.iter().any(is_drug) {
        true => (last.medications, Slots::default()),
        false => (last.medications.clone(), last),
    };
    Ok(Slots {
        medications: of(drugs, &known.medications),
        conditions: of(rest.conditions, &known.conditions),
        symptoms: of(rest.symptoms, &known.symptoms),
        habits: of(rest.habits, &known.habits),
        ..Slots::default()
    })
}

/// The facts of `text`, whose own facts are `slots`, with the `drugs` of the texts before it that it states
/// to have been taken without naming them: 타이레놀 먹어도 돼요? / 네, 두 알 먹었어요. Each has the whole of `text` as its
/// words.
///
/// # Errors
/// Those of `extract`, which reads a text alone.
pub fn taken<E>(
    text: &str,
    slots: Slots,
    drugs: &[&str],
    extract: &dyn Fn(&str) -> Result<Slots, E>,
) -> Result<Slots, E> {
    let letters: Vec<char> = text.chars().collect();
    let names_drug = !slots.medications.is_empty() || !slots.allergies.is_empty();
    if names_drug || drugs.is_empty() || !states_taking(&Text::new(text), &letters) {
        return Ok(slots);
    }
    let mut slots = slots;
    for drug in drugs {
        let named = extract(&format!("{drug}을 {text}"))?;
        let medications = named.until(drug.chars().count()).medications;
        slots.add_as_words_of(Slots { medications, ..Slots::default() }, text);
    }
    Ok(slots)
}

/// A sentence that names the person of both texts, if each states facts of that person alone and asks
/// nothing: 어머니가 와파린 드세요. / 이부프로펜도 드셨대요.
fn sentence_on_shared_person(earlier: &Slots, later: &Slots) -> Option<String> {
    let person = later.another_person()?;
    let same = earlier.another_person().is_some_and(|it| is_same_person(it, person));
    same.then(|| format!("{person} 얘기예요."))
}

/// Whether a text has a word for the speaker as its subject (저는요?) or as the owner of what it speaks of (제
/// 혈압은), who is no owner of a person: 제 아들이.
pub fn names_speaker(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().map(bare).collect();
    let owns = |at: usize| {
        PEOPLE.own.contains(&words[at]) && words.get(at + 1).is_some_and(|it| person(it).is_none())
    };
    (0..words.len()).any(|at| {
        let word = words[at];
        owns(at)
            || PEOPLE.speaker.contains(&word)
            || word.strip_suffix('요').is_some_and(|it| PEOPLE.speaker.contains(&it))
    })
}

/// Whether a text has words that nobody uses of themselves: 드셔도 되나요? 얼마나 먹여요? 아프대요.
pub fn refers_to_another(text: &str) -> bool {
    text.split_whitespace().map(bare).any(|word| {
        is_respectful(word) || begins(word, &PEOPLE.gives) || ends(word, &PEOPLE.reported)
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
pub fn is_same_person(one: &str, other: &str) -> bool {
    let persons = (bare_person(one), bare_person(other));
    one == other || matches!(persons, (Some(one), Some(other)) if same(&one, &other))
}

/// Whether a text names a child: 아기는 4개월이고요.
pub fn names_child(text: &str) -> bool {
    text.split_whitespace().filter_map(|it| person(bare(it))).any(|it| it.is_child())
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
        // Without a question, an honorific verb still refers to the person named before.
        for text in ["이부프로펜도 드셨대요", "이부프로펜도 새로 받으셨어요"]
        {
            check(
                &["어머니가 와파린 드세요", text],
                (Some("어머니"), &["이부프로펜"], &["와파린"]),
            );
        }
        check(
            &[
                "할아버지가 전립선비대증으로 하루날 드십니다",
                "콧물이 나서 콘택골드 사 드리려고요",
                "소변을 못 보신대요",
            ],
            (Some("할아버지"), &["배뇨곤란"], &["전립선비대증", "콧물", "탐스로신", "콘택골드"]),
        );
        // The speaker asks whether to take somebody's leftover drug.
        check(
            &["와파린 먹어요", "남편이 먹다 남긴 낙센이 있는데 먹을까요?"],
            (None, &["나프록센"], &[]),
        );
        // The age of a child is not the age of the mother who speaks.
        check(
            &["모유 먹이는 엄마예요. 아기는 6주 됐어요", "제가 열이 나요"],
            (None, &["발열"], &[]),
        );
        // Alone it would be a remark about somebody.
        check(
            &["남편이 이부프로펜 먹어도 되나요?", "남편이 와파린 먹어요"],
            (Some("남편"), &["와파린"], &["이부프로펜"]),
        );
    }

    #[test]
    fn what_the_speaker_says_of_themselves_is_theirs() {
        check(&["엄마가 와파린 드세요", "저는 두통이 있어요"], (None, &["두통"], &[]));
        check(&["남편이 이부프로펜 먹어도 되나요?", "저는요?"], (None, &[], &[]));
        check(&["어머니가 당뇨가 있으세요", "두통이 있어요"], (None, &["두통"], &[]));
        check(&["두통이 있어요", "타이레놀 먹어도 되나요?"], (None, &["아세트아미노펜"], &[]));
    }

    /// Compares what the last text adds to the facts of those before it with `expected`: name, status and
    /// the words that state it.
    fn check_added(texts: &[&str], expected: &[&str]) {
        let extractor = Extractor::shipped().unwrap();
        let extract = |text: &str| extractor.extract(text);
        let (last, before) = texts.split_last().unwrap();
        let own = extract(last).unwrap();
        let read = amended(last, own, before, &extract).unwrap();
        let of_text = |start: usize, end: usize| -> String {
            last.chars().skip(start).take(end - start).collect()
        };
        assert!(read.items().all(|it| it.text == of_text(it.start, it.end)), "{texts:?}");
        assert!(read.reactions.iter().all(|it| it.text == of_text(it.start, it.end)), "{texts:?}");
        let written: Vec<String> = read
            .items()
            .map(|it| format!("{} {} ({})", it.name, it.status.as_str(), it.text))
            .collect();
        assert_eq!(written, words(expected), "{texts:?}");
    }

    #[test]
    fn a_text_adds_to_what_those_before_it_state() {
        check_added(
            &["와파린 먹어요", "지난달에 끊었어요"],
            &["와파린 stopped (지난달에 끊었어요)"],
        );
        check_added(&["두통이 있어요", "3일 됐어요"], &["두통 active (3일 됐어요)"]);
        check_added(&["두통이 있어요", "더 심해졌어요"], &["두통 active (더 심해졌어요)"]);
        check_added(
            &["메트포르민 먹어요", "500mg이요", "하루 두 번이요"],
            &["메트포르민 active (하루 두 번이요)"],
        );
        check_added(
            &["세파클러 처방받았어요", "먹고 온몸에 두드러기가 났어요"],
            &[
                "두드러기 active (온몸에 두드러기가 났)",
                "세파클러 allergy (먹고 온몸에 두드러기가 났어요)",
            ],
        );
        check_added(
            &["약 먹고 두드러기가 났었어요", "세파클러였어요"],
            &["세파클러 allergy (세파클러)"],
        );
    }

    #[test]
    fn a_text_of_its_own_adds_nothing() {
        check_added(&["와파린 먹어요", "두통이 있어요"], &["두통 active (두통)"]);
        check_added(&["와파린 먹어도 되나요?", "지난달에 끊었어요"], &[]);
        check_added(&["와파린 먹어요", "언제까지 먹어야 해요?"], &[]);
        check_added(&["어머니가 와파린 드세요", "저는 끊었어요"], &[]);
        check_added(&["와파린 먹어요", "어머니가 지난달에 끊으셨어요"], &[]);
    }

    #[test]
    fn a_drug_that_was_asked_about_is_the_one_that_was_taken() {
        let extractor = Extractor::shipped().unwrap();
        let extract = |text: &str| extractor.extract(text);
        for (text, expected) in [
            ("네 먹었어요", "active"),
            ("어제 두 알 먹었어요", "active 두 알 어제"),
            ("네 알 먹었어요", "active 네 알"),
            ("오늘 스무 알 먹었어요", "active 스무 알 오늘"),
            ("아까 10시에 먹었어요", "active"),
            ("실수로 두 번 먹었어요", "active extra"),
            ("아니요, 안 먹었어요", "negated"),
            ("밥 먹었어요", ""),
            ("두통이 있어요", ""),
            ("와파린 먹었어요", ""),
        ] {
            let own = extract(text).unwrap();
            let read = taken(text, own, &["아세트아미노펜"], &extract).unwrap();
            let taken = read.medications.iter().filter(|it| it.name == "아세트아미노펜");
            let written = taken.map(|drug| {
                assert!(drug.named_before && drug.text == text, "{text}");
                let extra = drug.extra_dose.then(|| "extra".to_owned());
                let dose = drug.dose.as_ref().map(|it| it.text.clone());
                let parts = [Some(drug.status.as_str().to_owned()), extra, dose, drug.date.clone()];
                parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
            });
            assert_eq!(written.collect::<Vec<_>>().join(", "), expected, "{text}");
        }
    }

    #[test]
    fn weeks_are_of_the_pregnancy_that_was_named_before() {
        let extractor = Extractor::shipped().unwrap();
        let extract = |text: &str| extractor.extract(text);
        for (before, text, weeks) in
            [("임신했어요", "8주예요", Some(8)), ("감기에 걸렸어요", "8주예요", None)]
        {
            let read = amended(text, extract(text).unwrap(), &[before], &extract).unwrap();
            assert_eq!(read.demographics.pregnancy_weeks, weeks, "{before} {text}");
        }
    }
}
