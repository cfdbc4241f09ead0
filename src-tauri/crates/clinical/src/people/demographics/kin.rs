//! Infers the sex of a person from the word for them: 엄마가 68세신데.

use crate::slots::confidence;
use crate::slots::demographic::Kind;
use crate::slots::{DemographicMention, Demographics};
use crate::text::cue::ends;
use crate::text::letters::Text;
use crate::text::words::PEOPLE;

impl Demographics {
    /// Sets the sex of the person whom the turn is about from the word for them, if the text does not
    /// state it.
    pub(crate) fn infer_sex(&mut self, person: &str, text: &Text, original: &[char]) {
        let stem = person.trim_end_matches("어른").trim_end_matches('님');
        let stem = if stem == "어머" || stem == "아버" { person } else { stem };
        let kind = match stem {
            "어머님" => Kind::Female,
            "아버님" | "형" => Kind::Male,
            _ if ends(stem, &PEOPLE.women) => Kind::Female,
            _ if ends(stem, &PEOPLE.men) => Kind::Male,
            _ => return,
        };
        let (None, Some(at)) = (&self.gender, text.string.find(person)) else { return };
        let (start, end) = (text.at_byte(at), text.at_byte(at + person.len()));
        let (start, end) = text.original(start, end);
        self.gender = Some(if kind == Kind::Female { "여성" } else { "남성" }.into());
        self.mentions.push(DemographicMention {
            field: "gender",
            text: original[start..end].iter().collect(),
            start,
            end,
            confidence: confidence::demographic(&kind),
        });
    }
}
