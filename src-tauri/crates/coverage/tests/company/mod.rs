//! One company for a test: its coverages with its names for them, and its documents.
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use simui_coverage::{
    Alias, Book, CoverageAnswer, Insurer, Page, Question, Rules, SlotValue, Standard, Tables,
};

/// Returns a book of 가온손해보험 with code N. `standards` are pairs of code and standard name, `names`
/// pairs of code and the company's name.
pub fn book<'a>(
    rules: Rules,
    standards: impl IntoIterator<Item = (&'a str, &'a str)>,
    names: impl IntoIterator<Item = (&'a str, &'a str)>,
    pages: Vec<Page>,
) -> Book {
    Book::new(rules, tables(standards, names), pages)
}

/// Returns a book of 가온손해보험 and of 다온손해보험, which has a name of its own for a coverage.
pub fn book_beside<'a>(
    standards: impl IntoIterator<Item = (&'a str, &'a str)>,
    names: impl IntoIterator<Item = (&'a str, &'a str)>,
    (code, name): (&str, &str),
    pages: Vec<Page>,
) -> Book {
    let mut tables = tables(standards, names);
    tables.insurers.push(Insurer {
        code: "D".into(),
        name: "다온손해보험".into(),
        aliases: vec![],
    });
    tables.aliases.push(Alias {
        insurer_code: "D".into(),
        coverage_code: code.into(),
        raw_name: name.into(),
        confidence: Some(0.9),
    });
    Book::new(Rules::shipped().unwrap(), tables, pages)
}

fn tables<'a>(
    standards: impl IntoIterator<Item = (&'a str, &'a str)>,
    names: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> Tables {
    let insurer =
        Insurer {
            code: "N".into(), name: "가온손해보험".into(), aliases: vec!["가온".into()]
        };
    let standard = |(code, name): (&str, &str)| Standard {
        code: code.into(),
        name: name.into(),
        domain: String::new(),
        role: String::new(),
        coverage_type: String::new(),
    };
    let alias = |(code, name): (&str, &str)| Alias {
        insurer_code: "N".into(),
        coverage_code: code.into(),
        raw_name: name.into(),
        confidence: Some(0.9),
    };
    Tables {
        insurers: vec![insurer],
        standards: standards.into_iter().map(standard).collect(),
        aliases: names.into_iter().map(alias).collect(),
    }
}

/// Returns the pages of a document, numbered from 1.
pub fn pages<'a>(
    doc_type: &str,
    document: &str,
    texts: impl IntoIterator<Item = &'a str>,
) -> Vec<Page> {
    let page = |(page, text): (u32, &str)| Page {
        insurer_code: "N".into(),
        doc_type: doc_type.into(),
        document: document.into(),
        page,
        text: text.into(),
    };
    (1..).zip(texts).map(page).collect()
}

/// Returns the value of a slot in the company's answer to a query from documents, each with its type.
/// `names` are code, standard name and the company's name.
pub fn value(
    names: &[(&str, &str, &str)],
    documents: &[(&str, &str)],
    query: &str,
    slot: &str,
) -> SlotValue {
    let slots = answer(names, documents, query).slots;
    let slot = slots.into_iter().find(|it| it.slot_key == slot);
    slot.unwrap().insurers.into_iter().next().unwrap()
}

/// Returns the company's answer to a query from documents, each with its type.
pub fn answer(
    names: &[(&str, &str, &str)],
    documents: &[(&str, &str)],
    query: &str,
) -> CoverageAnswer {
    let standards = names.iter().map(|(code, standard, _)| (*code, *standard));
    let own = names.iter().map(|(code, _, name)| (*code, *name));
    let texts = documents.iter().flat_map(|it| pages(it.0, it.0, [it.1])).collect();
    let book = book(Rules::shipped().unwrap(), standards, own, texts);
    let asked = Question { query: format!("가온 {query}"), ..Question::default() };
    book.compare(&asked)
}

/// Checks the value of a slot in the company's answer from documents, each with its type; 미확인 for none.
/// `expected` is the query, the key of the slot and its value.
#[track_caller]
pub fn check_slot(
    names: &[(&str, &str, &str)],
    documents: &[(&str, &str)],
    (query, slot, expected): (&str, &str, &str),
) {
    let answer = answer(names, documents, query);
    let found = answer.slots.iter().find(|it| it.slot_key == slot);
    let value = found.and_then(|it| it.insurers.first()?.value.as_deref());
    assert_eq!(value.unwrap_or("미확인"), expected, "{query}: {found:?}");
}
