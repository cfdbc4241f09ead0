//! Age, sex, pregnancy and breast-feeding of the patient and of others.

mod age;
mod boxes;
mod kin;
mod pregnancy;
mod sex;

use super::subject::Weight;
use crate::mentions::mention::{Mention, overlapping};
use crate::slots::confidence;
use crate::slots::demographic::Kind;
use crate::slots::{ADULT, DemographicMention, Demographics, OtherPerson};
use crate::text::clauses::Clauses;
use crate::text::cue::ends;
use crate::text::letters::{Text, is_hangul};
use crate::text::persons::{Person, person_with_particle};
use crate::text::words::STANDING;

/// A demographic fact and the range of its words, in letters.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Fact {
    pub start: usize,
    pub end: usize,
    pub kind: Kind,
}

impl Kind {
    /// How strongly the fact shows that a turn is about its person.
    pub fn weight(&self) -> Weight {
        match self {
            Self::Years(_) | Self::Months(_) | Self::Days(_) | Self::Decade(_) => Weight::Cared,
            Self::Adult => Weight::None,
            // 할머니 implies a sex only by being a name.
            Self::Male | Self::Female | Self::PregnancyEnded | Self::NursingEnded => Weight::None,
            _ => Weight::Asked,
        }
    }

    /// Whether the fact is an age.
    fn is_age(&self) -> bool {
        matches!(self, Self::Years(_) | Self::Months(_) | Self::Days(_) | Self::Decade(_))
    }

    /// The name of the field in [`DemographicMention`].
    fn field(&self) -> &'static str {
        match self {
            Self::Years(_) | Self::Months(_) | Self::Days(_) => "age",
            Self::Decade(_) | Self::Adult => "age_group",
            Self::Male | Self::Female => "gender",
            Self::Lactating(_) | Self::NursingEnded => "lactation",
            _ => "pregnancy",
        }
    }
}

/// Whether a range shares a letter with one of `ranges`, which are in order and do not overlap.
fn overlaps(ranges: &[(usize, usize)], start: usize, end: usize) -> bool {
    let next = ranges.partition_point(|it| it.0 < end);
    next.checked_sub(1).is_some_and(|at| start < ranges[at].1)
}

/// All demographic facts of a text, in order, except those within a concept.
pub(crate) fn facts(text: &Text, mentions: &[Mention]) -> Vec<Fact> {
    let mut facts = age::ages(text);
    facts.extend(sex::sexes(text));
    facts.extend(pregnancy::pregnancies(text));
    boxes::apply(text, &mut facts);
    drop_put_right(text, &mut facts);
    facts.retain(|fact| {
        !overlapping(mentions, fact.start, fact.end)
            .iter()
            .any(|m| m.start <= fact.start && fact.end <= m.end)
    });
    facts.sort_by_key(|it| (it.start, it.end));
    facts
}

/// Drops a fact that is denied for a later one of its kind: 여자 아니고 남자예요.
fn drop_put_right(text: &Text, facts: &mut Vec<Fact>) {
    let all: Vec<(usize, &str)> = facts.iter().map(|it| (it.start, it.kind.field())).collect();
    facts.retain(|fact| {
        let after = text.slice(fact.end, text.len().min(fact.end + DENIAL));
        let after = after.trim_start_matches(['이', '가', '는', '은']).trim_start();
        let denies = after.split(|it| !is_hangul(it)).next();
        let denies = denies.is_some_and(|it| STANDING.puts_right.contains(&it));
        let later = |other: &(usize, &str)| other.0 >= fact.end && other.1 == fact.kind.field();
        !(denies && all.iter().any(later))
    });
}

/// Greatest distance, in letters, from a fact to the end of the word that denies it.
const DENIAL: usize = 8;

/// The demographics of the patient, and of others beside them. The first fact of each kind counts.
pub(crate) fn demographics(
    text: &Text,
    original: &[char],
    clauses: &Clauses,
    people: &[Option<Person>],
    facts: &[Fact],
) -> Demographics {
    let mut found = Demographics::default();
    let (mut has_ended, mut is_weaned) = (false, false);
    for fact in facts {
        let word = clauses.word_at(fact.start);
        if is_of_another(text, clauses, word, fact) {
            continue;
        }
        match people.get(word).copied().flatten().or_else(|| next_person(clauses, people, word)) {
            Some(person) => add_other(&mut found.others, person.name, &fact.kind),
            None => {
                // A pregnancy reported after the end of another is a new one.
                if fact.kind == Kind::PregnancyEnded {
                    (found.is_pregnant, found.pregnancy_weeks) = (None, None);
                    has_ended = true;
                }
                if fact.kind == Kind::NursingEnded {
                    found.is_lactating = None;
                    is_weaned = true;
                }
                add_own(&mut found, &fact.kind);
                let (start, end) = text.original(fact.start, fact.end);
                found.mentions.push(DemographicMention {
                    field: fact.kind.field(),
                    text: original[start..end].iter().collect(),
                    start,
                    end,
                    confidence: confidence::demographic(&fact.kind),
                });
            }
        }
    }
    if is_weaned {
        found.is_lactating.get_or_insert(false);
    }
    // 지난주에 유산됐어요. 이제 임신 아니에요: over, which is no contradiction of the pregnancy before.
    if has_ended && found.is_pregnant != Some(true) {
        (found.is_pregnant, found.pregnancy_status) = (Some(false), Some("ended"));
    }
    found
}

/// Whether the word that implies a sex names somebody with whom or to whom something is done: 할아버지한테
/// 있었대요, 할머니랑.
fn is_of_another(text: &Text, clauses: &Clauses, word: usize, fact: &Fact) -> bool {
    let Some(word) = clauses.words.get(word) else { return false };
    let string = text.slice(word.start, word.end);
    let beside = ["한테", "에게", "께", "랑", "하고", "한테서", "와", "과"];
    matches!(fact.kind, Kind::Male | Kind::Female)
        && ends(string, &beside)
        && person_with_particle(string).is_some()
}

/// The person directly after an age or a sex that belongs to them: `75세 어머니가`, `3살 아들이`.
fn next_person(clauses: &Clauses, people: &[Option<Person>], word: usize) -> Option<Person> {
    let (own, next) = (clauses.words.get(word)?, clauses.words.get(word + 1)?);
    // 43세 여자고 남편은: another clause begins.
    let close = own.clause == next.clause && own.mark.is_none();
    let begins = people.get(word).is_some_and(Option::is_none);
    (close && begins).then(|| people.get(word + 1).copied().flatten()).flatten()
}

/// Adds a fact of the patient.
fn add_own(found: &mut Demographics, kind: &Kind) {
    match kind {
        Kind::Years(years) => set_years(found, *years),
        Kind::Months(months) if found.age.is_none() => {
            found.age = Some(months / 12);
            found.age_months = Some(*months);
            found.age_group = Some(group(months / 12));
        }
        Kind::Days(days) if found.age.is_none() => {
            found.age = Some(days / 365);
            found.age_days = Some(*days);
            found.age_months = Some(days / 30);
            found.age_group = Some(group(0));
        }
        Kind::Decade(decade) if found.age_group.is_none() => {
            found.age_group = Some(format!("{decade}대"));
        }
        Kind::Adult if found.age_group.is_none() => {
            found.age_group = Some(ADULT.to_owned());
        }
        Kind::Male if found.gender.is_none() => found.gender = Some("남성".into()),
        Kind::Female if found.gender.is_none() => found.gender = Some("여성".into()),
        // 임신 중인데 … 임신 20주: the second fact adds the weeks.
        Kind::Pregnant { weeks } if found.is_pregnant != Some(false) => {
            found.is_pregnant = Some(true);
            found.pregnancy_status = None;
            found.pregnancy_weeks = found.pregnancy_weeks.or(*weeks);
            found.gender.get_or_insert_with(|| "여성".into());
        }
        Kind::NotPregnant if found.is_pregnant.is_none() => found.is_pregnant = Some(false),
        Kind::PerhapsPregnant if found.is_pregnant.is_none() => {
            found.pregnancy_status = Some("possible");
            found.gender.get_or_insert_with(|| "여성".into());
        }
        Kind::PlansPregnancy if found.is_pregnant.is_none() => {
            found.pregnancy_status = Some("planned")
        }
        Kind::Lactating(is) if found.is_lactating.is_none() => {
            found.is_lactating = Some(*is);
            if *is {
                found.gender.get_or_insert_with(|| "여성".into());
            }
        }
        _ => {}
    }
}

fn set_years(found: &mut Demographics, years: u32) {
    if found.age.is_none() {
        found.age = Some(years);
        found.age_group = Some(group(years));
    }
}

/// The age group of an age: `60대`, `10세 미만`.
fn group(years: u32) -> String {
    match years {
        0..10 => "10세 미만".into(),
        100.. => "100세 이상".into(),
        years => format!("{}대", years / 10 * 10),
    }
}

/// Adds a fact of another person.
fn add_other(others: &mut Vec<OtherPerson>, name: &str, kind: &Kind) {
    let index = others.iter().position(|it| it.person == name).unwrap_or_else(|| {
        others.push(OtherPerson { person: name.to_owned(), ..OtherPerson::default() });
        others.len() - 1
    });
    let person = &mut others[index];
    match kind {
        Kind::Years(years) => person.age = person.age.or(Some(*years)),
        Kind::Months(months) => {
            person.age = person.age.or(Some(months / 12));
            person.age_months = person.age_months.or(Some(*months));
        }
        Kind::Days(days) => {
            person.age = person.age.or(Some(0));
            person.age_months = person.age_months.or(Some(days / 30));
        }
        Kind::Male => person.gender = Some("남성".into()),
        Kind::Female => person.gender = Some("여성".into()),
        Kind::Pregnant { .. } => person.is_pregnant = Some(true),
        Kind::NotPregnant => person.is_pregnant = Some(false),
        Kind::PregnancyEnded if person.is_pregnant == Some(true) => {
            person.is_pregnant = Some(false);
        }
        _ => {}
    }
}
