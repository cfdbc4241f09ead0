//! The diseases, injuries and treatments that a folded text names, each with its codes: those that stand
//! behind it, otherwise those of `diseases.toml`.

use std::ops::Range;
use std::sync::OnceLock;

use regex::Regex;

use crate::catalog::fold::Folded;
use crate::catalog::kcd::Codes;
use crate::catalog::rules::Rules;

/// A disease in a text.
#[derive(Debug, Clone)]
pub(crate) struct Disease {
    /// Byte range of its name and its codes.
    pub at: Range<usize>,
    /// The name as the text has it.
    pub name: String,
    pub codes: Codes,
}

/// Number of codes from which on a word (질병, 상해) is what is insured and no disease.
pub(crate) const MOST_CODES: u32 = 1_900;

/// Largest length, in characters, of a name in front of codes.
const MAX_NAME_LENGTH: usize = 24;
/// Length, in characters, of a name that may be part of another word.
const SHORT_NAME: usize = 2;
/// What joins the diseases of a list.
const JOINERS: [&str; 12] =
    ["또는", "그리고", "이나", "및", "등", "과", "와", ",", "·", "/", "나", "|"];
/// What a short name stands in front of, and behind.
const BEHIND: &str = "은는이가을를의으로도와과에및또시인등진수입치제환관골증때";
const BEFORE: &str = "및는과와나은의로에한가서된인든을를며고의또등";

/// Codes behind each other: (I60-I62, I63).
#[expect(clippy::expect_used, reason = "the pattern is a constant")]
fn codes() -> &'static Regex {
    static PATTERN: OnceLock<Regex> = OnceLock::new();
    PATTERN.get_or_init(|| {
        let code = r"[a-z][0-9]{2}(?:\.[0-9])?(?:(?:[-,·/]|및|또는)+[a-z]?[0-9]{2}(?:\.[0-9])?)*";
        Regex::new(code).expect("a valid pattern")
    })
}

/// Returns the diseases that a question names, in order; a short name counts where a word of the question
/// begins with it.
pub(crate) fn of_question(question: &str, rules: &Rules) -> Vec<Disease> {
    let folded = Folded::new(question);
    let begins = |at: &Range<usize>| {
        let start = folded.original(question, at.clone()).start;
        let before = question.get(..start).and_then(|it| it.chars().next_back());
        before.is_none_or(|c| !c.is_alphanumeric())
    };
    named(folded.text(), rules, &begins)
}

/// Returns the diseases of a folded text, in order.
pub(crate) fn diseases(text: &str, rules: &Rules) -> Vec<Disease> {
    named(text, rules, &|at| stands_alone(text, at.clone()))
}

fn named(text: &str, rules: &Rules, counts: &dyn Fn(&Range<usize>) -> bool) -> Vec<Disease> {
    let known: Vec<(Range<usize>, usize)> = rules
        .diseases
        .words
        .find_iter(text)
        .filter(|found| {
            let name = text.get(found.range()).unwrap_or_default();
            name.chars().count() > SHORT_NAME || counts(&found.range())
        })
        .filter_map(|it| Some((it.range(), *rules.diseases.of_word.get(it.pattern().as_usize())?)))
        .collect();
    let printed = codes().find_iter(text).filter_map(|found| {
        let front = text.get(..found.start())?.trim_end_matches(['(', '|', ':']);
        let own = known.iter().find(|it| it.0.end == front.len()).map(|it| it.0.start);
        let start = own.or_else(|| name_start(front)).unwrap_or(found.start());
        let name = front.get(start..).filter(|it| !it.is_empty()).unwrap_or(found.as_str());
        let codes = Codes::read(found.as_str());
        Some(Disease { at: start..found.end(), name: name.to_owned(), codes })
    });
    let mut all: Vec<Disease> = printed.collect();
    for (at, disease) in known {
        let is_printed = all.iter().any(|it| it.at.start < at.end && at.start < it.at.end);
        let (Some(rule), Some(name)) = (rules.diseases.all.get(disease), text.get(at.clone()))
        else {
            continue;
        };
        if !is_printed {
            all.push(Disease { at, name: name.to_owned(), codes: rule.clone() });
        }
    }
    all.sort_by_key(|it| it.at.start);
    all
}

/// Returns the text behind the list that a disease is a member of: 은 보장하지 않습니다 behind 치핵(K64), 비만(E66).
pub(crate) fn behind_list<'a>(text: &'a str, all: &[Disease], at: usize) -> &'a str {
    let mut end = all.get(at).map_or(0, |it| it.at.end);
    for next in all.iter().skip(at + 1) {
        let between = text.get(end..next.at.start).unwrap_or_default().trim_start_matches(')');
        if !JOINERS.contains(&between) {
            break;
        }
        end = next.at.end;
    }
    text.get(end..).unwrap_or_default().trim_start_matches(')')
}

/// Returns the byte at which the name at the end of a text begins; `None` if there is none.
fn name_start(front: &str) -> Option<usize> {
    let is_name = |c: char| c.is_alphanumeric() || c == '·';
    let from = front.rfind(|c| !is_name(c)).map_or(0, |at| {
        at + front.get(at..).and_then(|it| it.chars().next()).map_or(1, char::len_utf8)
    });
    let name = front.get(from..)?;
    let joined = JOINERS.iter().filter(|it| name.starts_with(**it)).map(|it| it.len()).max();
    let start = from + joined.unwrap_or_default();
    let length = front.get(start..)?.chars().count();
    (SHORT_NAME..=MAX_NAME_LENGTH).contains(&length).then_some(start)
}

/// Whether a short name is a word of its own where it stands.
fn stands_alone(text: &str, at: Range<usize>) -> bool {
    let before = text.get(..at.start).and_then(|it| it.chars().next_back());
    let behind = text.get(at.end..).and_then(|it| it.chars().next());
    let fits = |c: Option<char>, letters: &str| {
        c.is_none_or(|c| !('가'..='힣').contains(&c) || letters.contains(c))
    };
    fits(before, BEFORE) && fits(behind, BEHIND)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]
    use super::*;
    use crate::catalog::fold::fold;

    #[test]
    fn diseases_have_the_codes_behind_them_or_those_of_the_data() {
        let rules = Rules::shipped().unwrap();
        let check = |text: &str, expected: &[(&str, &str)]| {
            let found = diseases(&fold(text), &rules);
            let expected: Vec<(String, Codes)> =
                expected.iter().map(|it| (it.0.to_owned(), Codes::read(it.1))).collect();
            let found: Vec<(String, Codes)> =
                found.into_iter().map(|it| (it.name, it.codes)).collect();
            assert_eq!(found, expected, "{text}");
        };
        check(
            "뇌출혈(I60~I62) 또는 뇌경색증(I63)으로 진단",
            &[("뇌출혈", "i60-i62"), ("뇌경색증", "i63")],
        );
        check("정신 및 행동장해(F00~F99)", &[("정신및행동장해", "f00-f99")]);
        check("치질 등 항문질환 수술", &[("치질", "k64"), ("항문질환", "k60-k62,k64")]);
        check("우울증으로 입원", &[("우울증", "f32-f33")]);
        check("모든 화상담은 90일", &[]);
    }
}
