//! Finds decisions that a later one overrules: "대법원 … 선고 … 판결 등은 이 판결의 견해와 저촉되는 한도 내에서 이를 변경하기로 한다."

use std::sync::LazyLock;

use jiff::civil::Date;
use regex::Regex;

use super::super::law::{Law, Place};
use crate::links::decisions;
use crate::text::pattern;

/// Words with which a court changes its own view.
pub(super) const WORDS: [&str; 3] = ["변경하기로", "변경한다", "폐기"];

/// A decision that was overruled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Overruled {
    /// Title of the later decision.
    pub by: String,
    pub day: Date,
    /// Case number of the overruled decision: `2001도6311`.
    pub case_number: String,
}

/// Formula of the majority; dissenting opinions only propose.
static GIVEN_UP: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"이\s?(?:판결|결정)의\s?견해[가-힣]{0,2}\s?(?:저촉|배치|어긋|반대)[^.]{0,40}(?:변경하기로|변경한다|폐기하기로|폐기한다)",
    )
});

/// Characters before the formula in which the overruled decisions are named.
const REACH: usize = 600;

/// Returns the decisions that a decision overrules.
pub(super) fn read(law: &Law, by: &str, day: Date) -> Vec<Overruled> {
    let (_, words) = law.words(Place::Document, day);
    let mut found = Vec::new();
    for formula in GIVEN_UP.find_iter(&words) {
        let before = words.get(..formula.start()).unwrap_or_default();
        let from = before.char_indices().rev().nth(REACH).map_or(0, |(at, _)| at);
        let window = before.get(from..).unwrap_or_default();
        // Split at `다. `, because dates contain full stops too.
        let sentence = window.rsplit("다. ").next().unwrap_or(window);
        for decision in decisions(sentence) {
            let overruled = Overruled { by: by.to_owned(), day, case_number: decision.case };
            if !found.contains(&overruled) {
                found.push(overruled);
            }
        }
    }
    found
}
