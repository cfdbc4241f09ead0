//! What stands in brackets behind the names of other coverages, which is said of those alone: 대상포진진단비(30일면책,1회한).

use std::sync::OnceLock;

use regex::Regex;

use super::Asked;
use crate::name::Name;

/// A name and the brackets behind it.
#[expect(clippy::expect_used, reason = "the pattern is a constant")]
fn names() -> &'static Regex {
    static NAMES: OnceLock<Regex> = OnceLock::new();
    NAMES.get_or_init(|| {
        Regex::new(r"([가-힣a-z0-9·&]*(?:진단|수술|입원|치료|통원|검사|사망|장해|장애|일당|자금|급여금)(?:비|금|급여금|자금|일당)?(?:i{1,3}|iv|v)?)(?:특별약관|특약|담보|보장)?((?:\([^()]*\))+)")
            .expect("a valid pattern")
    })
}

/// What a bracket says of when, how often or how much is paid.
#[expect(clippy::expect_used, reason = "the pattern is a constant")]
fn terms() -> &'static Regex {
    static TERMS: OnceLock<Regex> = OnceLock::new();
    TERMS.get_or_init(|| {
        Regex::new(r"감액|면책|대기|회한|회지급|한도|없음|[0-9](?:일|년|개월)|%")
            .expect("a valid pattern")
    })
}

/// Parts of a sentence, which a name has not.
const SENTENCE: [&str; 8] = ["으로", "하여", "하고", "경우", "되고", "을받", "를받", "직접적인"];

/// A folded clause in which such brackets are blank; what is left stands where it stood.
pub(super) fn own_words(asked: &Asked<'_>, insurer: usize, text: String) -> String {
    if !terms().is_match(&text) {
        return text;
    }
    let mut words = text.clone();
    for found in names().captures_iter(&text) {
        let (Some(name), Some(brackets)) = (found.get(1), found.get(2)) else { continue };
        let is_sentence = SENTENCE.iter().any(|it| name.as_str().contains(it));
        if is_sentence
            || !terms().is_match(brackets.as_str())
            || is_ours(asked, insurer, name.as_str())
        {
            continue;
        }
        words.replace_range(brackets.range(), &"_".repeat(brackets.len()));
    }
    words
}

/// Whether a name without its brackets is the coverage's, as the company, the list or the question has it.
fn is_ours(asked: &Asked<'_>, insurer: usize, name: &str) -> bool {
    let book = asked.book;
    let digits = |c: char| c.is_ascii_digit();
    // 3,000만원 질병사망: what stands in front of it.
    let name = name
        .rsplit_once('원')
        .filter(|it| it.1.chars().count() > 2 && it.0.ends_with(['만', '억']))
        .map_or(name, |it| it.1);
    let name = name.trim_start_matches(digits);
    let core = Name::new(&book.rules, name).core;
    let standard = book.standards.get(asked.coverage).map(|it| &it.name);
    let of_company =
        book.aliases.iter().filter(|it| it.insurer == insurer && it.coverage == asked.coverage);
    let mut all = standard.into_iter().chain(of_company.map(|it| &it.name));
    // 항암약물허가치료비 of 카티(CAR-T)항암약물허가치료비(1회한).
    let short = |it: &str| {
        it.match_indices('(').map(|(at, _)| at).chain([it.len()]).any(|end| {
            it.get(..end).is_some_and(|front| {
                front == name || front.contains(')') && front.ends_with(&format!("){name}"))
            })
        })
    };
    core.is_empty()
        || all.any(|it| it.core == core || short(&it.full))
        || asked.names.iter().any(|it| short(it))
}
