//! References as people write them: `「의료법」 제56조(의료광고의 금지 등) 제2항 제8호`.

use std::sync::LazyLock;

use regex::Regex;
use simui_domain::{Document, DocumentKind, ProvisionPath};

/// What a reference names inside a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Target {
    /// 조·항·호·목 of the main text, with the 조문제목 if the reference gives one.
    Provision { path: ProvisionPath, article_title: Option<String> },
    /// A place in 부칙, without white space.
    Supplementary(String),
    /// The key of a section, without white space.
    Section(String),
    /// The document itself.
    Whole,
}

#[expect(clippy::expect_used, reason = "constant patterns, compiled by the tests of this file")]
fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("a valid pattern")
}

static ARTICLE: LazyLock<Regex> = LazyLock::new(|| pattern(r"^제?\d{1,6}조(?:의\d{1,6})?"));

/// Which sentence of a provision is meant does not change where it stands.
static SENTENCE: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?:각호외의부분|각목외의부분|본문|단서|전단|후단)+$"));

static CASE_NUMBER: LazyLock<Regex> = LazyLock::new(|| pattern(r"\d{2,4}[가-힣]{1,3}\d{1,7}"));

/// The stored title that a reference begins with, and what it names below it. The longest title wins: `의료법 시행령
/// 제23조` is not `의료법`. A decision may be named by its case number alone.
pub(super) fn resolve(reference: &str, documents: &[Document]) -> Option<(String, Target)> {
    let words = squeezed(reference);
    let by_title = documents
        .iter()
        .filter_map(|document| {
            let title = squeezed(&document.title);
            let target = target(words.strip_prefix(&title)?, document.kind)?;
            Some((title.len(), document.title.clone(), target))
        })
        .max_by_key(|(length, ..)| *length)
        .map(|(_, title, target)| (title, target));
    by_title.or_else(|| by_case_number(&words, documents))
}

fn by_case_number(words: &str, documents: &[Document]) -> Option<(String, Target)> {
    let case = CASE_NUMBER.find(words)?;
    let decision = documents.iter().find(|document| {
        document.kind == DocumentKind::Precedent
            && CASE_NUMBER.find_iter(&document.title).any(|found| found.as_str() == case.as_str())
    })?;
    let rest = words.get(case.end()..)?;
    let rest = rest.strip_prefix("판결").filter(|rest| !rest.starts_with("요지")).unwrap_or(rest);
    let rest = rest.strip_prefix("결정").filter(|rest| !rest.starts_with("요지")).unwrap_or(rest);
    Some((decision.title.clone(), target(rest, DocumentKind::Precedent)?))
}

/// What follows a title. `None` when it cannot belong to that title.
fn target(rest: &str, kind: DocumentKind) -> Option<Target> {
    if rest.is_empty() {
        return Some(Target::Whole);
    }
    if kind != DocumentKind::Statute {
        return Some(Target::Section(rest.to_owned()));
    }
    if rest.starts_with("부칙") {
        return Some(Target::Supplementary(rest.to_owned()));
    }
    let article = ARTICLE.find(rest)?;
    let below = rest.get(article.end()..)?;
    let (article_title, below) = match bracketed(below) {
        Some((title, below)) => (Some(title.to_owned()), below),
        None => (None, below),
    };
    let below = SENTENCE.replace(below, "");
    let path = format!("{}{below}", article.as_str()).parse().ok()?;
    Some(Target::Provision { path, article_title })
}

fn bracketed(text: &str) -> Option<(&str, &str)> {
    let mut depth = 0usize;
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            _ if depth == 0 => return None,
            ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some((text.get(1..at)?, text.get(at + 1..)?));
        }
    }
    None
}

/// A title or reference without white space and corner brackets, with one kind of middle dot.
pub(super) fn squeezed(text: &str) -> String {
    text.chars()
        .filter(|c| !c.is_whitespace() && !matches!(c, '「' | '」' | '『' | '』'))
        .map(|c| if matches!(c, '·' | '・' | '‧' | '•') { 'ㆍ' } else { c })
        .collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]
    use simui_domain::DocumentId;

    use super::*;

    fn documents() -> Vec<Document> {
        let document = |kind, title: &str| Document {
            id: DocumentId::from(title),
            kind,
            title: title.into(),
            source_key: String::new(),
            version: String::new(),
            promulgated_on: None,
            effective_from: None,
            effective_to: None,
            digest: false,
            source_path: String::new(),
            sha256: String::new(),
            reader: String::new(),
            body: String::new(),
        };
        vec![
            document(DocumentKind::Statute, "의료법"),
            document(DocumentKind::Statute, "의료법 시행령"),
            document(DocumentKind::Statute, "표시ㆍ광고의 공정화에 관한 법률"),
            document(DocumentKind::Guideline, "의료광고 심의기준(요지)"),
            document(DocumentKind::Precedent, "대법원 2010. 5. 27. 선고 2006도9083 판결"),
        ]
    }

    fn check(reference: &str, expected: Option<(&str, Target)>) {
        let resolved = resolve(reference, &documents());
        let expected = expected.map(|(title, target)| (title.to_owned(), target));
        assert_eq!(resolved, expected, "{reference}");
    }

    fn at(path: &str, title: Option<&str>) -> Target {
        Target::Provision { path: path.parse().unwrap(), article_title: title.map(str::to_owned) }
    }

    #[test]
    fn laws_and_places() {
        check("의료법 제56조제2항제8호", Some(("의료법", at("제56조제2항제8호", None))));
        check("「의료법」 제56조 제2항 제8호", Some(("의료법", at("제56조제2항제8호", None))));
        check(
            "의료법 제56조(의료광고의 금지 등) 제2항",
            Some(("의료법", at("제56조제2항", Some("의료광고의금지등")))),
        );
        check("의료법 제27조제3항 본문", Some(("의료법", at("제27조제3항", None))));
        check("의료법 시행령 제23조제1항", Some(("의료법 시행령", at("제23조제1항", None))));
        check("의료법시행령 제23조", Some(("의료법 시행령", at("제23조", None))));
        check("표시·광고의 공정화에 관한 법률 제3조", Some(("표시ㆍ광고의 공정화에 관한 법률", at("제3조", None))));
        check("의료법", Some(("의료법", Target::Whole)));
        check(
            "의료법 부칙(2018. 3. 27. 제15540호) 제1조",
            Some(("의료법", Target::Supplementary("부칙(2018.3.27.제15540호)제1조".into()))),
        );
        check("의료법 시행규칙 제1조", None);
        check("의료기기법 제24조", None);
        check("의료법 제56조의", None);
        check("", None);
    }

    #[test]
    fn sections_and_case_numbers() {
        let section = |key: &str| Target::Section(key.to_owned());
        let decision = "대법원 2010. 5. 27. 선고 2006도9083 판결";
        check("의료광고 심의기준(요지) 비교 광고", Some(("의료광고 심의기준(요지)", section("비교광고"))));
        check(&format!("{decision} 판결요지[2]"), Some((decision, section("판결요지[2]"))));
        check("대법원 2006도9083 판결요지[2]", Some((decision, section("판결요지[2]"))));
        check("대법원 2006도9083 판결", Some((decision, Target::Whole)));
        check("2006도908", None);
    }
}
