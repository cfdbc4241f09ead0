//! Infers the sex of a person from the word for them (엄마가 68세신데), and the owner of a small child's age.

use crate::slots::confidence;
use crate::slots::demographic::Kind;
use crate::slots::{DemographicMention, Demographics, OtherPerson};
use crate::text::cue::ends;
use crate::text::letters::Text;
use crate::text::words::PEOPLE;

/// Age in years below which nobody is pregnant or nurses.
const CHILD: u32 = 9;

impl Demographics {
    /// Gives the age of a small child to the child of a woman who is pregnant or nurses: 아기가 4개월인데 모유수유 중이에요.
    pub(crate) fn give_age_to_child(&mut self) {
        let mother = self.is_pregnant == Some(true) || self.is_lactating == Some(true);
        if mother && self.age.is_some_and(|it| it < CHILD) {
            self.leave_age_to_child();
        }
    }

    /// Gives the age to a child of the person.
    pub fn leave_age_to_child(&mut self) {
        self.others.push(OtherPerson {
            person: "아이".to_owned(),
            age: self.age,
            age_months: self.age_months,
            ..OtherPerson::default()
        });
        (self.age, self.age_months, self.age_days, self.age_group) = (None, None, None, None);
        self.mentions.retain(|it| it.field != "age");
    }

    /// Takes over what `text` states of a pregnancy that only texts before it name: 임신했어요. / 8주예요.
    /// `known` are the facts of those texts, `joined` those of all together.
    pub(crate) fn amend_pregnancy(&mut self, known: &Self, joined: &Self, text: &str) {
        let stated = |it: &Self| (it.is_pregnant, it.pregnancy_weeks, it.pregnancy_status);
        let is_named = known.is_pregnant.is_some() && self.is_pregnant.is_none();
        if !is_named || stated(joined) == stated(known) {
            return;
        }
        (self.is_pregnant, self.pregnancy_weeks, self.pregnancy_status) = stated(joined);
        let (text, end) = (text.to_owned(), text.chars().count());
        let confidence = confidence::demographic(&Kind::Pregnant { weeks: None });
        let field = "pregnancy";
        self.mentions.push(DemographicMention { field, text, start: 0, end, confidence });
    }

    /// Sets the sex of the person whom the turn is about from the word for them, if the text does not
    /// state it.
    pub(crate) fn infer_sex(&mut self, person: &str, text: &Text, original: &[char]) {
        let Some(kind) = sex(person) else { return };
        let (None, Some(at)) = (&self.gender, text.string.find(person)) else { return };
        let (start, end) = (text.at_byte(at), text.at_byte(at + person.len()));
        let (start, end) = text.original(start, end);
        self.name_sex(&kind);
        self.mentions.push(DemographicMention {
            field: "gender",
            text: original[start..end].iter().collect(),
            start,
            end,
            confidence: confidence::demographic(&kind),
        });
    }
    /// Names the sex of the person whom a word of kinship means: 아빠는요?
    pub(crate) fn name_sex_of(&mut self, person: &str) {
        if let Some(kind) = sex(person) {
            self.name_sex(&kind);
        }
    }

    fn name_sex(&mut self, kind: &Kind) {
        self.gender = Some(if *kind == Kind::Female { "여성" } else { "남성" }.into());
    }
}

/// The sex that a word of kinship means.
fn sex(person: &str) -> Option<Kind> {
    let stem = person.trim_end_matches("어른").trim_end_matches('님');
    let stem = if stem == "어머" || stem == "아버" { person } else { stem };
    match stem {
        "어머님" => Some(Kind::Female),
        "아버님" | "형" => Some(Kind::Male),
        _ if ends(stem, &PEOPLE.women) => Some(Kind::Female),
        _ if ends(stem, &PEOPLE.men) => Some(Kind::Male),
        _ => None,
    }
}
