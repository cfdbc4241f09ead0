//! Blanks out conditions in brackets behind the names of other coverages, which apply to those
//! alone: 대상포진진단비(30일면책,1회한).

use super::source::Subject;
use crate::catalog::cues::Category;
use crate::catalog::name::Name;

/// Returns a folded clause with such brackets replaced by `_`. All other text keeps its place.
pub(super) fn own_words(subject: Subject<'_>, text: String) -> String {
    let cues = &subject.book.rules.cues;
    if !cues.has(Category::Terms, &text) {
        return text;
    }
    let mut words = text.clone();
    for found in cues.all(Category::BracketedName, &text) {
        let (Some(name), Some(brackets)) = (found.group("name"), found.group("brackets")) else {
            continue;
        };
        let is_sentence = cues.has(Category::Sentence, name.as_str());
        if is_sentence
            || !cues.has(Category::Terms, brackets.as_str())
            || is_requested_coverage(subject, name.as_str())
        {
            continue;
        }
        words.replace_range(brackets.range(), &"_".repeat(brackets.len()));
    }
    words
}

/// Whether a name without its brackets is the requested coverage's, in the words of the company,
/// or the standard list.
fn is_requested_coverage(subject: Subject<'_>, name: &str) -> bool {
    let Subject { book, insurer, coverage, .. } = subject;
    let digits = |c: char| c.is_ascii_digit();
    // 3,000만원 질병사망: an amount stands in front of the name.
    let name = name
        .rsplit_once('원')
        .filter(|it| it.1.chars().count() > 2 && it.0.ends_with(['만', '억']))
        .map_or(name, |it| it.1);
    let name = name.trim_start_matches(digits);
    let core = Name::new(&book.rules, name).core;
    let standard = book.standards.get(coverage).map(|it| &it.name);
    let of_company =
        book.aliases.iter().filter(|it| it.insurer == insurer && it.coverage == coverage);
    let mut all = standard.into_iter().chain(of_company.map(|it| &it.name));
    // 항암약물허가치료비 of 카티(CAR-T)항암약물허가치료비(1회한).
    let short = |full: &str| {
        full.match_indices('(').map(|(at, _)| at).chain([full.len()]).any(|end| {
            full.get(..end).is_some_and(|front| {
                front == name || front.contains(')') && front.ends_with(&format!("){name}"))
            })
        })
    };
    // 이르는말로암진단비: folding joins a name with the words in front of it. The longest name counts.
    let bare = |it: &Name| it.full.split('(').next().unwrap_or_default().len();
    let of_insurer = book.aliases.iter().filter(|it| it.insurer == insurer);
    let ending = of_insurer.filter(|alias| {
        let own = alias.name.full.get(..bare(&alias.name)).unwrap_or_default();
        !own.is_empty() && name.ends_with(own)
    });
    let longest = ending.max_by_key(|it| bare(&it.name)).map(|it| it.coverage);
    core.is_empty()
        || longest == Some(coverage)
        || all.any(|it| it.core == core || short(&it.full))
        || subject.name.is_some_and(short)
}
