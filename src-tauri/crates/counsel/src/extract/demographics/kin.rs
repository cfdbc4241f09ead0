//! The sex that the word for somebody tells: 엄마가 68세신데.

use super::super::confidence;
use super::super::cue::ends;
use super::super::slots::{DemographicMention, Demographics};
use super::super::text::Text;
use super::Kind;

const WOMEN: [&str; 22] = [
    "어머니",
    "엄마",
    "모친",
    "할머니",
    "할멈",
    "이모",
    "고모",
    "숙모",
    "언니",
    "누나",
    "여동생",
    "딸",
    "장모",
    "아내",
    "와이프",
    "집사람",
    "안사람",
    "마누라",
    "며느리",
    "손녀",
    "올케",
    "처제",
];
const MEN: [&str; 19] = [
    "아버지",
    "아빠",
    "부친",
    "할아버지",
    "삼촌",
    "오빠",
    "큰형",
    "작은형",
    "남동생",
    "아들",
    "장인",
    "남편",
    "신랑",
    "사위",
    "손자",
    "영감",
    "매형",
    "형부",
    "처남",
];

impl Demographics {
    /// Where no sex is said, that of the person whom the turn is about.
    pub(in super::super) fn name_sex(&mut self, person: &str, text: &Text, original: &[char]) {
        let bare = person.trim_end_matches("어른").trim_end_matches('님');
        let bare = if bare == "어머" || bare == "아버" { person } else { bare };
        let kind = match bare {
            "어머님" => Kind::Female,
            "아버님" | "형" => Kind::Male,
            _ if ends(bare, &WOMEN) => Kind::Female,
            _ if ends(bare, &MEN) => Kind::Male,
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
