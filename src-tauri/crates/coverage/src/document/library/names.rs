//! The names a company gives its coverages, and the forms in which they stand on a page: complete,
//! behind a margin word, cut in two.

use std::collections::HashMap;

use crate::catalog::fold::fold;
use crate::catalog::name::Name;
use crate::catalog::rules::Rules;
use crate::document::book::Book;
use crate::document::list_mark::list_mark;

/// Smallest length of a name, in characters.
const MIN_LENGTH: usize = 3;

/// Whether the line above, the last but one of `before`, is the front of the name that begins here:
/// 호흡기관련 / 질병수술비.
pub(super) fn is_back_of_name(rules: &Rules, before: &str) -> bool {
    let above = fold(before.rsplit('\n').nth(1).unwrap_or_default());
    rules.names.front.is_match(&above) && !rules.names.not_front.is_match(&above)
}

/// Returns the folded names of a company's coverages, and the standard names of those it has no
/// name for, with the coverages each means.
pub(super) fn names(book: &Book, insurer: usize) -> HashMap<String, Vec<usize>> {
    let mut names: HashMap<String, Vec<usize>> = HashMap::new();
    let mut put = |name: &str, coverage: usize| {
        if name.chars().count() >= MIN_LENGTH {
            let coverages = names.entry(name.to_owned()).or_default();
            if !coverages.contains(&coverage) {
                coverages.push(coverage);
            }
        }
    };
    let own: Vec<_> = book.aliases.iter().filter(|it| it.insurer == insurer).collect();
    own.iter().for_each(|alias| put(&alias.name.full, alias.coverage));
    // 표적항암치료특약, where the table has 무배당 표적항암치료특약.
    for alias in &own {
        let bare = bare(&book.rules, &alias.name.full);
        if !own.iter().any(|it| it.name.full == bare) {
            put(bare, alias.coverage);
        }
    }
    for (at, coverage) in book.standards.iter().enumerate() {
        let taken = own.iter().any(|it| it.name.full == coverage.name.full);
        if !taken {
            put(&coverage.name.full, at);
        }
    }
    names
}

/// Adds to [`names`] the company's names without their trailing brackets, if only one coverage has
/// the short name: 질병입원일당 of 질병입원일당(1일이상,180일한도).
///
/// Conditions stand below such short names, but amounts in tables stand beside the whole name.
pub(super) fn with_short_names(
    book: &Book,
    insurer: usize,
    names: &HashMap<String, Vec<usize>>,
) -> HashMap<String, Vec<usize>> {
    let own: Vec<_> = book.aliases.iter().filter(|it| it.insurer == insurer).collect();
    let short = |it: &str| it.split('(').next().unwrap_or_default().to_owned();
    let mut all = names.clone();
    for alias in own.iter().filter(|it| it.name.full.ends_with(')')) {
        let name = short(&alias.name.full);
        let others = own.iter().filter(|it| it.coverage != alias.coverage);
        let alone = !others.into_iter().any(|it| short(&it.name.full) == name);
        if alone && name.chars().count() >= MIN_LENGTH {
            all.entry(name).or_insert_with(|| vec![alias.coverage]);
        }
    }
    all
}

/// Whether the text before a name on its line is no part of it: a number, a bullet, 무배당, 특약.
pub(super) fn is_margin(rules: &Rules, before: &str) -> bool {
    let folded = fold(before);
    let folded = list_mark(&folded).map_or(folded.as_str(), |it| it.1);
    // 주) and 주1) head a note.
    let folded = folded.trim_start_matches(|c: char| !c.is_alphanumeric());
    let folded = folded.strip_prefix('주').filter(|it| it.ends_with(')')).unwrap_or(folded);
    // Matches [담보 07].
    let number = |c: char| c.is_ascii_digit() || "().".contains(c);
    let mut rest = folded.trim_end_matches(number);
    while let Some(shorter) = rules.names.drop.iter().find_map(|it| rest.strip_suffix(it.as_str()))
    {
        rest = shorter.trim_end_matches(number);
    }
    !rest.chars().any(|c| ('가'..='힣').contains(&c))
}

/// Returns a name without leading words such as 무배당 and 갱신형.
pub(crate) fn bare<'a>(rules: &Rules, name: &'a str) -> &'a str {
    let mut rest = name;
    loop {
        let open = rest.strip_prefix('(').unwrap_or(rest);
        let word = rules
            .names
            .drop
            .iter()
            .chain([&"무".to_owned()])
            .find_map(|it| open.strip_prefix(it.as_str()));
        match (word, open.len() < rest.len()) {
            (Some(shorter), false) if !rest.starts_with('무') || rest.starts_with("무배당") => {
                rest = shorter
            }
            (Some(shorter), true) if shorter.starts_with(')') => {
                rest = shorter.trim_start_matches(')')
            }
            _ => return rest,
        }
    }
}

/// Endings of a name that do not distinguish it.
const IGNORED_ENDINGS: [&str; 3] = ["(무배당)", "(무)", " 무배당"];

/// Returns the folded forms of a printed name: whole, then without its first word, its first two,
/// and so on. 진단 암진단비 is 암진단비 in the group 진단.
pub(super) fn folded_forms(name: &str) -> Vec<String> {
    let mut all = vec![fold(name)];
    // 3뇌출혈진단비: the row number has no blank behind it.
    all.extend(all.first().and_then(|folded| {
        let rest = folded.trim_start_matches(|c: char| c.is_ascii_digit());
        (rest.len() < folded.len() && rest.chars().count() >= 3).then(|| rest.to_owned())
    }));
    // 암진단특약(무배당): the company's list may omit the bracket.
    let name =
        IGNORED_ENDINGS.iter().find_map(|it| name.trim_end().strip_suffix(it)).unwrap_or(name);
    let plain = fold(name);
    if !all.contains(&plain) {
        all.push(plain);
    }
    let mut rest = name.trim();
    while let Some((_, behind)) = rest.split_once(char::is_whitespace) {
        rest = behind.trim_start();
        let folded = fold(rest);
        if folded.chars().count() >= 3 {
            all.push(folded);
        }
    }
    all
}

/// Returns the company's coverage whose name is most similar to a printed one, with the similarity;
/// `None` unless the similarity is high and clearly ahead of every other coverage.
pub(super) fn nearest(
    book: &Book,
    aliases: &[(usize, &Name)],
    printed: &str,
) -> Option<(usize, f64)> {
    const MIN_SIMILARITY: f64 = 0.8;
    const MIN_LEAD: f64 = 0.03;
    let name = Name::new(&book.rules, printed);
    let mut best: Option<(usize, f64)> = None;
    let mut second = 0.0_f64;
    for (coverage, alias) in aliases {
        let similar = name.similarity(alias, &book.rules.resolution);
        match best {
            Some((at, score)) if at == *coverage => best = Some((at, score.max(similar))),
            Some((_, score)) if score >= similar => second = second.max(similar),
            _ => {
                second = second.max(best.map_or(0.0, |it| it.1));
                best = Some((*coverage, similar));
            }
        }
    }
    best.filter(|(_, score)| *score >= MIN_SIMILARITY && score - second >= MIN_LEAD)
        .map(|(at, score)| (at, score.min(0.99)))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]
    use super::*;

    #[test]
    fn a_name_broken_over_two_lines_is_not_what_its_second_line_says() {
        let rules = Rules::shipped().unwrap();
        let check = |above: &str, expected: bool| {
            assert_eq!(is_back_of_name(&rules, &format!("{above}\n")), expected, "{above}");
        };
        for front in ["호흡기관련", "자전거탑승 중", "특정외상성", "과로사관련특정"]
        {
            check(front, true);
        }
        for label in [
            "선택",
            "질병",
            "보장내용",
            "특별약관",
            "암진단비 또는",
            "보험가입금액 지급",
            "뇌졸중진단비",
            "보장내용 요약",
            "감액 및 면책기간 없음",
            "12",
            "",
        ] {
            check(label, false);
        }
    }
}
