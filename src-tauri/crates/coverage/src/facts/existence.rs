//! 담보 존재 여부: Y if a document names the coverage, N only if one says that it is not sold, otherwise
//! 미확인.

use super::Source;
use super::values::{Confidence, SlotValue};
use crate::catalog::fold::fold;
use crate::document::clause::clause_at;
use crate::document::library::Mention;

/// Value without evidence.
const UNKNOWN: &str = "미확인";

pub(super) fn existence(source: &Source<'_>) -> SlotValue {
    let book = source.book();
    let (library, pages) = (book.library(source.insurer), book.pages(source.insurer));
    let coverage = source.query.coverage;
    let mut mentions: Vec<&Mention> =
        library.mentions.iter().filter(|it| it.coverages.contains(&coverage)).collect();
    mentions.retain(|it| source.is_for(it.page) && !is_unpaid(source, it));
    for mention in mentions.iter().filter(|it| denies(source, it)) {
        let Some(page) = pages.get(mention.page) else { continue };
        let clause = clause_at(&page.text, mention.at.start);
        let text = fold(page.text.get(clause.clone()).unwrap_or_default());
        let denied = book.rules.slots.existence_denied.find(&text);
        if denied.is_some_and(|it| text.find(&mention.name).is_some_and(|name| name < it.start()))
            && !is_conditional(&text)
        {
            return source.value("N".to_owned(), Confidence::High, mention.page, clause);
        }
    }
    let row = library.rows.iter().filter(|it| source.is_for(it.page)).find(|row| {
        row.coverage.is_some_and(|(at, _)| at == coverage)
            || row.names.iter().any(|it| source.query.names.contains(it))
    });
    if let Some(row) = row {
        return source.value("Y".to_owned(), Confidence::High, row.page, row.row.quote.clone());
    }
    let priority = |mention: &Mention| {
        let page = pages.get(mention.page);
        page.and_then(|it| book.rules.document(&it.doc_type)).map_or(0, |it| it.retrieval)
    };
    mentions.sort_by_key(|it| {
        (std::cmp::Reverse(priority(it)), !it.is_complete, !it.begins_line, it.page)
    });
    match mentions.first() {
        Some(mention) => {
            let text = pages.get(mention.page).map_or("", |it| it.text.as_str());
            let line_end = text
                .get(mention.at.end..)
                .and_then(|it| it.find('\n'))
                .map_or(text.len(), |it| mention.at.end + it);
            let confidence =
                if mention.is_complete { Confidence::High } else { Confidence::Medium };
            source.value("Y".to_owned(), confidence, mention.page, mention.at.start..line_end)
        }
        None => denied_by_core(source).unwrap_or_else(|| SlotValue {
            value: Some(UNKNOWN.to_owned()),
            note: Some(
                "이 회사의 문서에서 담보를 찾지 못했습니다. 없다는 뜻은 아닙니다.".to_owned(),
            ),
            ..source.nothing()
        }),
    }
}

/// Whether a mention says that the coverage does not pay, which does not show that it is sold:
/// 암직접치료입원비는 지급이 불가능함.
fn is_unpaid(source: &Source<'_>, mention: &Mention) -> bool {
    let book = source.book();
    let Some(page) = book.pages(source.insurer).get(mention.page) else { return false };
    if mention.begins_line || !denies(source, mention) {
        return false;
    }
    let clause = clause_at(&page.text, mention.at.start);
    let text = fold(page.text.get(clause).unwrap_or_default());
    let denied = book.rules.slots.existence_unpaid.find(&text);
    denied.is_some_and(|it| text.find(&mention.name).is_some_and(|name| name < it.start()))
}

/// Whether the page of a mention says that anything is not sold or not paid.
fn denies(source: &Source<'_>, mention: &Mention) -> bool {
    source.book().library(source.insurer).denying_pages.binary_search(&mention.page).is_ok()
}

/// Smallest length, in characters, of a core that identifies one coverage wherever it stands.
const MIN_CORE_LENGTH: usize = 4;

/// Finds a statement that a coverage without a name in the company's list is not sold: 뇌졸중진단담보는
/// 판매하지 않습니다.
fn denied_by_core(source: &Source<'_>) -> Option<SlotValue> {
    let book = source.book();
    let core = &book.standards.get(source.query.coverage)?.name.core;
    if core.chars().count() < MIN_CORE_LENGTH {
        return None;
    }
    let library = book.library(source.insurer);
    for (index, (page, folded)) in
        book.pages(source.insurer).iter().zip(&library.folded).enumerate()
    {
        for (place, _) in folded.text().match_indices(core.as_str()) {
            let start = folded.original(&page.text, place..place).start;
            let before = page.text.get(..start).and_then(|it| it.chars().next_back());
            let clause = clause_at(&page.text, start);
            let text = fold(page.text.get(clause.clone()).unwrap_or_default());
            let denied = book.rules.slots.existence_denied.find(&text);
            let is_denied =
                denied.is_some_and(|it| text.find(core).is_some_and(|at| at < it.start()));
            let is_word = !before.is_some_and(|c| ('가'..='힣').contains(&c));
            if is_word && is_denied && !is_conditional(&text) {
                return Some(source.value("N".to_owned(), Confidence::Medium, index, clause));
            }
        }
    }
    None
}

/// Whether a clause denies the coverage only to some persons.
fn is_conditional(text: &str) -> bool {
    ["경우", "나이", "세이상", "세이하", "세미만"].iter().any(|it| text.contains(it))
}
