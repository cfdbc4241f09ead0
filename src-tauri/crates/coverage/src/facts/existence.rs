//! 담보 존재 여부: Y if a document names the coverage, N only if one says that it is not sold, otherwise
//! 미확인.

use super::source::Source;
use crate::catalog::cues::Category;
use crate::catalog::fact::Confidence;
use crate::catalog::fact::{Fact, Polarity};
use crate::catalog::fold::fold;
use crate::document::clause::clause_at;
use crate::document::library::{Mention, bare};

/// Values of the attribute.
pub(super) const SOLD: &str = "Y";
const NOT_SOLD: &str = "N";

pub(super) fn existence(source: &Source<'_>) -> Vec<Fact> {
    let book = source.book();
    let (library, pages) = (book.library(source.insurer()), book.pages(source.insurer()));
    let coverage = source.coverage();
    let of_coverage = library.mentions.iter().filter(|it| it.coverages.contains(&coverage));
    let mut mentions: Vec<&Mention> =
        of_coverage.filter(|it| source.has(it.page) && !is_unpaid(source, it)).collect();
    let denied = mentions.iter().filter(|it| denies(source, it)).find_map(|mention| {
        let page = pages.get(mention.page)?;
        let clause = clause_at(&page.text, mention.at.start);
        let text = fold(page.text.get(clause.clone()).unwrap_or_default());
        let denied = book.rules.cues.find(Category::NotSold, &text)?;
        let is_denied = text.find(&mention.name).is_some_and(|name| name < denied.start);
        let fact = source.fact("existence.denied", NOT_SOLD, mention.page, clause)?;
        (is_denied && !is_conditional(&text)).then(|| fact.with_polarity(Polarity::Denied))
    });
    let is_of = |row: &crate::document::library::PageRow| {
        row.coverage.is_some_and(|(at, _)| at == coverage)
            || source.subject.name.is_some_and(|name| row.names.iter().any(|it| it == name))
    };
    let row = library.rows.iter().find(|row| source.has(row.page) && is_of(row));
    let listed =
        row.and_then(|it| source.fact("existence.row", SOLD, it.page, it.row.quote.clone()));
    // A name of the company's list before the standard one, which may be a part of another rider's name.
    let is_listed = |mention: &Mention| {
        let own = book.aliases.iter().filter(|it| it.insurer == source.insurer());
        let mut own = own.filter(|it| it.coverage == coverage);
        own.any(|alias| bare(&book.rules, &alias.name.full) == bare(&book.rules, &mention.name))
    };
    mentions.sort_by_key(|it| (!is_listed(it), !it.is_complete, !it.begins_line, it.page));
    let named = mentions.first().and_then(|mention| {
        let text = pages.get(mention.page).map_or("", |it| it.text.as_str());
        let line_end = text
            .get(mention.at.end..)
            .and_then(|it| it.find('\n'))
            .map_or(text.len(), |it| mention.at.end + it);
        let fact =
            source.fact("existence.named", SOLD, mention.page, mention.at.start..line_end)?;
        let confidence = if mention.is_complete { fact.confidence } else { Confidence::Medium };
        Some(Fact { confidence, ..fact })
    });
    [denied, listed, named, denied_by_core(source)].into_iter().flatten().collect()
}

/// Whether a mention says that the coverage does not pay, which does not show that it is sold:
/// 암직접치료입원비는 지급이 불가능함.
fn is_unpaid(source: &Source<'_>, mention: &Mention) -> bool {
    let book = source.book();
    let Some(page) = book.pages(source.insurer()).get(mention.page) else { return false };
    if mention.begins_line || !denies(source, mention) {
        return false;
    }
    let clause = clause_at(&page.text, mention.at.start);
    let text = fold(page.text.get(clause).unwrap_or_default());
    let denied = book.rules.cues.find(Category::UnableToPay, &text);
    denied.is_some_and(|it| text.find(&mention.name).is_some_and(|name| name < it.start))
}

/// Whether the page of a mention says that anything is not sold or not paid.
fn denies(source: &Source<'_>, mention: &Mention) -> bool {
    source.book().library(source.insurer()).denying_pages.binary_search(&mention.page).is_ok()
}

/// Smallest length, in characters, of a core that identifies one coverage wherever it stands.
const MIN_CORE_LENGTH: usize = 4;

/// Finds a statement that a coverage without a name in the company's list is not sold: 뇌졸중진단담보는
/// 판매하지 않습니다.
fn denied_by_core(source: &Source<'_>) -> Option<Fact> {
    let book = source.book();
    let core = source.core();
    if core.chars().count() < MIN_CORE_LENGTH {
        return None;
    }
    let library = book.library(source.insurer());
    for (index, (page, folded)) in
        book.pages(source.insurer()).iter().zip(&library.folded).enumerate()
    {
        if !source.has(index) {
            continue;
        }
        for (place, _) in folded.text().match_indices(core) {
            let start = folded.original(&page.text, place..place).start;
            let before = page.text.get(..start).and_then(|it| it.chars().next_back());
            let clause = clause_at(&page.text, start);
            let text = fold(page.text.get(clause.clone()).unwrap_or_default());
            let denied = book.rules.cues.find(Category::NotSold, &text);
            let is_denied =
                denied.is_some_and(|it| text.find(core).is_some_and(|at| at < it.start));
            let is_word = !before.is_some_and(|c| ('가'..='힣').contains(&c));
            if is_word && is_denied && !is_conditional(&text) {
                let fact = source.fact("existence.denied_by_core", NOT_SOLD, index, clause)?;
                return Some(fact.with_polarity(Polarity::Denied));
            }
        }
    }
    None
}

/// Whether a clause denies the coverage only to some persons.
fn is_conditional(text: &str) -> bool {
    ["경우", "나이", "세이상", "세이하", "세미만"].iter().any(|it| text.contains(it))
}
