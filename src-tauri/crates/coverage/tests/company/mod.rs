//! One company of a test: its coverages as it calls them, and its documents.

use simui_coverage::{Alias, Book, Insurer, Page, Rules, Standard, Tables};

/// 가온손해보험, of code N. `standards` are codes and standard names, `names` codes and what the company calls them.
pub fn book<'a>(
    rules: Rules,
    standards: impl IntoIterator<Item = (&'a str, &'a str)>,
    names: impl IntoIterator<Item = (&'a str, &'a str)>,
    pages: Vec<Page>,
) -> Book {
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
    let tables = Tables {
        insurers: vec![insurer],
        standards: standards.into_iter().map(standard).collect(),
        aliases: names.into_iter().map(alias).collect(),
    };
    Book::new(rules, tables, pages)
}

/// The pages of a document, counted from one.
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
