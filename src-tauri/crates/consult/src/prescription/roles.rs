//! Decides for each line of a prescription whether it is about the patient or a drug, and which drugs it
//! names.

use simui_clinical::{Item, Slots};
use simui_korean::particles::{self, Place};
use simui_korean::quantities::{Token, Unit, tokens};
use simui_pharmacy::dur::DurBook;
use simui_pharmacy::knowledge::Knowledge;
use simui_pharmacy::names::DrugMention;

use super::line::line_dose;

/// What a line is about.
#[derive(Debug, Clone, PartialEq)]
pub enum LineRole {
    /// The person: 72세 여자 60kg, 페니실린 알레르기.
    Patient,
    /// Drugs, each resolved to its ingredients.
    Drugs(Vec<Resolved>),
    /// Nothing that is known; a known name that it resembles may be given.
    Unknown(Option<String>),
    /// A heading or an empty line.
    Nothing,
}

/// A drug that a line names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Resolved {
    /// The name, as the line writes it, with its form.
    pub written: String,
    /// English names of the ingredients.
    pub ingredients: Vec<String>,
    /// The part of the line that is about it.
    pub text: String,
}

/// Words of forms and salts that may follow the name of a drug in its word, longest first where one begins
/// with another.
const ENDINGS: [&str; 58] = [
    "필름코팅정",
    "구강붕해정",
    "이알서방정",
    "서방캡슐",
    "연질캡슐",
    "경질캡슐",
    "장용캡슐",
    "건조시럽",
    "내복현탁액",
    "현탁액",
    "츄어블정",
    "서방정",
    "장용정",
    "발포정",
    "설하정",
    "점안액",
    "점이액",
    "내복액",
    "외용액",
    "주사액",
    "주사",
    "흡입액",
    "분무액",
    "에어로솔",
    "플라스타",
    "캡슐",
    "시럽",
    "과립",
    "세립",
    "연고",
    "크림",
    "로션",
    "패취",
    "패치",
    "좌제",
    "정제",
    "츄정",
    "이알",
    "서방",
    "염산염",
    "황산염",
    "구연산염",
    "말레산염",
    "푸마르산염",
    "베실산염",
    "메실산염",
    "수화물",
    "이나트륨",
    "나트륨",
    "칼륨",
    "칼슘",
    "마그네슘",
    "산염",
    "정",
    "산",
    "주",
    "액",
    "겔",
];

/// Beginning of a line about the patient.
const PATIENT: &str = "환자";

/// Beginnings of lines of a form that are about neither the person nor a drug.
const OF_THE_FORM: [&str; 20] = [
    "처방일",
    "처방전",
    "처방 번호",
    "처방번호",
    "교부",
    "발행일",
    "발급일",
    "조제일",
    "의료기관",
    "요양기관",
    "병원",
    "의원",
    "진료과",
    "처방의",
    "의사",
    "면허",
    "약국",
    "약사",
    "전화",
    "보험",
];

/// Reads the role of a line. `slots` are its clinical facts.
pub fn role(line: &str, slots: &Slots, dur: &DurBook, knowledge: &Knowledge) -> LineRole {
    let line = line.trim();
    if !line.chars().any(char::is_alphanumeric) || line.ends_with(':') {
        return LineRole::Nothing;
    }
    let doses = has_dose(line, slots);
    let mut drugs = resolve(line, dur, knowledge);
    drugs.retain(|it| !is_allergen(it, slots));
    let facts = states_person(slots);
    let of_patient = line.starts_with(PATIENT)
        || !doses && facts && drugs.is_empty() && slots.medications.iter().all(|it| it.negated);
    if of_patient {
        return LineRole::Patient;
    }
    if !drugs.is_empty() {
        return LineRole::Drugs(drugs);
    }
    if !doses && is_of_the_form(line) {
        return LineRole::Nothing;
    }
    let resembled = dur.drug_mentions(line, &knowledge.names);
    LineRole::Unknown(resembled.into_iter().find_map(|it| it.corrected))
}

/// Whether a line is a field of the form: a known head with a colon, or with digits only behind it.
fn is_of_the_form(line: &str) -> bool {
    let head = OF_THE_FORM.iter().find_map(|it| line.strip_prefix(it));
    head.is_some_and(|rest| rest.contains(':') || !rest.chars().any(char::is_alphabetic))
}

/// Whether a line names a drug only as a substance that is not tolerated: 페니실린 알레르기, 아목시실린 250mg tid.
fn is_allergen(drug: &Resolved, slots: &Slots) -> bool {
    let named = slots.allergies.iter().filter(|it| !it.negated);
    let same = |it: &Item| it.text.contains(&drug.written) || drug.written.contains(&it.text);
    let taken = line_dose(&drug.text);
    named.into_iter().any(same) && taken.per_time.is_none() && taken.strength.is_none()
}

/// Whether the facts describe a person.
pub fn states_person(slots: &Slots) -> bool {
    let who = &slots.demographics;
    !who.mentions.is_empty()
        || !who.others.is_empty()
        || !slots.vitals.is_empty()
        || !slots.labs.is_empty()
        || !slots.conditions.is_empty()
        || !slots.allergies.is_empty()
        || who.is_pregnant.is_some()
        || who.is_lactating.is_some()
}

/// Whether a line states how a drug is taken.
fn has_dose(line: &str, slots: &Slots) -> bool {
    let dose = line_dose(line);
    let all = tokens(line);
    // mg/dL is the unit of a laboratory value.
    let of_laboratory = all.windows(2).any(|pair| {
        matches!(
            (&pair[0].token, &pair[1].token),
            (Token::Unit(Unit::Milligram | Unit::Gram | Unit::Microgram), Token::Slash)
        )
    });
    dose.times.is_some()
        || dose.per_time.is_some()
        || dose.per_day.is_some()
        || dose.strength.is_some() && !of_laboratory && slots.labs.is_empty()
}

/// Returns the drugs that a line names, correctly spelt and as a whole word. A word that only begins with a
/// known name (타이레놀콜드) may be another product and resolves to nothing.
pub fn resolve(line: &str, dur: &DurBook, knowledge: &Knowledge) -> Vec<Resolved> {
    let letters: Vec<char> = line.chars().collect();
    let is_exact =
        |it: &DrugMention| it.corrected.is_none() && form_end(&letters, it.span.end).is_some();
    let mentions: Vec<DrugMention> =
        dur.drug_mentions(line, &knowledge.names).into_iter().filter(is_exact).collect();
    // Start of the name, its end, the end of what is joined to it, and the ingredients.
    let mut groups: Vec<(usize, usize, usize, Vec<String>)> = Vec::new();
    for it in &mentions {
        let joined = groups.last_mut().filter(|(_, _, end, ingredients)| {
            let between: String =
                letters.get(*end..it.span.start).unwrap_or_default().iter().collect();
            let bracket = between.contains(['(', '[']) && !between.contains([')', ']']);
            let same = ingredients.contains(&it.ingredient);
            it.span.start < *end || bracket || same || is_joiner(&between)
        });
        match joined {
            Some((_, name, end, ingredients)) => {
                // What stands in brackets repeats the name.
                let inside = letters.get(*name..it.span.start).unwrap_or_default().contains(&'(');
                *end = (*end).max(it.span.end);
                *name = if inside { *name } else { *end };
                if !ingredients.contains(&it.ingredient) {
                    ingredients.push(it.ingredient.clone());
                }
            }
            None => {
                let end = it.span.end;
                groups.push((it.span.start, end, end, vec![it.ingredient.clone()]));
            }
        }
    }
    let count = groups.len();
    let starts: Vec<usize> = groups.iter().map(|(start, ..)| *start).collect();
    let one = |(at, (start, name, _, ingredients)): (usize, (usize, usize, usize, Vec<String>))| {
        let from = if at == 0 { 0 } else { start };
        let to = starts.get(at + 1).copied().unwrap_or(letters.len());
        let word_end = form_end(&letters, name).unwrap_or(name);
        Resolved {
            written: letters[start..word_end].iter().collect(),
            ingredients,
            text: match count {
                1 => line.to_owned(),
                _ => letters[from..to].iter().collect(),
            },
        }
    };
    groups.into_iter().enumerate().map(one).collect()
}

/// Whether the text between two names is a sign that joins the ingredients of one product.
fn is_joiner(between: &str) -> bool {
    matches!(between.trim(), "+" | "/" | "·" | "∙" | "&")
}

/// The end of the forms and salts that follow a name which ends at `at`; `None` if more than a particle
/// follows them in the word.
fn form_end(letters: &[char], at: usize) -> Option<usize> {
    let is_korean = |it: &&char| ('가'..='힣').contains(*it);
    let joined: String = letters.get(at..)?.iter().take_while(is_korean).collect();
    let mut rest = joined.as_str();
    while let Some(shorter) = ENDINGS.iter().find_map(|it| rest.strip_prefix(it)) {
        rest = shorter;
    }
    let is_particle = rest.is_empty() || particles::of(Place::Drug).contains(&rest);
    is_particle.then(|| at + joined.chars().count() - rest.chars().count())
}
