//! References as people write them: `「의료법」 제56조(의료광고의 금지 등) 제2항 제8호`.

use std::sync::LazyLock;

use regex::Regex;
use simui_domain::{Document, DocumentId, DocumentKind, ProvisionPath};

use crate::text::{bracketed, pattern};

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

/// The stored documents without their bodies, with what references are compared to.
#[derive(Debug, Default)]
pub(super) struct Catalogue {
    entries: Vec<Entry>,
}

#[derive(Debug)]
struct Entry {
    document: Document,
    /// Its title, squeezed.
    title: String,
    /// `2006도9083` of a decision's title; more where cases were joined.
    case_numbers: Vec<String>,
}

impl Catalogue {
    pub(super) fn new(documents: Vec<Document>) -> Self {
        let entries = documents.into_iter().map(|document| Entry {
            title: squeezed(&document.title),
            case_numbers: match document.kind {
                DocumentKind::Precedent => CASE_NUMBER
                    .find_iter(&document.title)
                    .map(|it| it.as_str().to_owned())
                    .collect(),
                _ => Vec::new(),
            },
            document,
        });
        // Passages of retrieval benchmarks are no sources that anybody cites.
        let entries = entries.filter(|entry| entry.document.kind != DocumentKind::Bench).collect();
        Self { entries }
    }

    /// Every version with a squeezed title.
    pub(super) fn named<'a, 'b>(
        &'a self,
        title: &'b str,
    ) -> impl Iterator<Item = &'a Document> + use<'a, 'b> {
        self.entries.iter().filter(move |entry| entry.title == title).map(|entry| &entry.document)
    }

    /// The titles of all statutes.
    pub(super) fn statutes(&self) -> impl Iterator<Item = &str> {
        let statutes = self.entries.iter().filter(|it| it.document.kind == DocumentKind::Statute);
        statutes.map(|entry| entry.document.title.as_str())
    }

    /// Whether a document is stored under this id.
    pub(super) fn has(&self, id: &DocumentId) -> bool {
        self.document(id).is_some()
    }

    /// The document of this id, without its body.
    pub(super) fn document(&self, id: &DocumentId) -> Option<&Document> {
        let mut all = self.entries.iter().map(|entry| &entry.document);
        all.find(|document| document.id == *id)
    }
}

static ARTICLE: LazyLock<Regex> = LazyLock::new(|| pattern(r"^제?\d{1,6}조(?:의\d{1,6})?"));

/// Which sentence of a provision is meant does not change where it stands.
static SENTENCE: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?:각호외의부분|각목외의부분|본문|단서|전단|후단)+$"));

static CASE_NUMBER: LazyLock<Regex> = LazyLock::new(|| pattern(r"\d{2,4}[가-힣]{1,3}\d{1,7}"));

/// The stored title that a reference begins with, and what it names below it. The longest title wins: `의료법 시행령
/// 제23조` is not `의료법`. A decision may be named by its case number alone.
pub(super) fn resolve(reference: &str, catalogue: &Catalogue) -> Option<(String, Target)> {
    let words = squeezed(reference);
    let by_title = catalogue
        .entries
        .iter()
        .filter_map(|entry| {
            let target = target(words.strip_prefix(&entry.title)?, entry.document.kind)?;
            Some((entry, target))
        })
        .max_by_key(|(entry, _)| entry.title.len())
        .map(|(entry, target)| (entry.document.title.clone(), target));
    by_title.or_else(|| by_case_number(&words, catalogue))
}

fn by_case_number(words: &str, catalogue: &Catalogue) -> Option<(String, Target)> {
    let case = CASE_NUMBER.find(words)?;
    let named = |entry: &&Entry| entry.case_numbers.iter().any(|it| it == case.as_str());
    let decision = &catalogue.entries.iter().find(named)?.document;
    let rest = words.get(case.end()..)?;
    let section = ["판결", "결정"]
        .iter()
        .find_map(|form| rest.strip_prefix(form).filter(|rest| !rest.starts_with("요지")))
        .unwrap_or(rest);
    Some((decision.title.clone(), target(section, DocumentKind::Precedent)?))
}

/// Whether a reference names the sentence before the exception: `제27조제3항 본문`.
pub(super) fn names_main_sentence(reference: &str) -> bool {
    let words = squeezed(reference);
    words.ends_with("본문") || words.ends_with("전단")
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

/// A title or reference without white space and corner brackets, with one kind of middle dot.
pub(crate) fn squeezed(text: &str) -> String {
    text.chars()
        .filter(|c| !c.is_whitespace() && !matches!(c, '「' | '」' | '『' | '』'))
        .map(|c| if matches!(c, '·' | '・' | '‧' | '•') { 'ㆍ' } else { c })
        .collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]
    use super::*;

    fn catalogue() -> Catalogue {
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
        Catalogue::new(vec![
            document(DocumentKind::Statute, "의료법"),
            document(DocumentKind::Statute, "의료법 시행령"),
            document(DocumentKind::Statute, "표시ㆍ광고의 공정화에 관한 법률"),
            document(DocumentKind::Guideline, "의료광고 심의기준(요지)"),
            document(DocumentKind::Precedent, "대법원 2010. 5. 27. 선고 2006도9083 판결"),
        ])
    }

    fn check(reference: &str, expected: Option<(&str, Target)>) {
        let resolved = resolve(reference, &catalogue());
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
        check(
            "표시·광고의 공정화에 관한 법률 제3조",
            Some(("표시ㆍ광고의 공정화에 관한 법률", at("제3조", None))),
        );
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
        check(
            "의료광고 심의기준(요지) 비교 광고",
            Some(("의료광고 심의기준(요지)", section("비교광고"))),
        );
        check(&format!("{decision} 판결요지[2]"), Some((decision, section("판결요지[2]"))));
        check("대법원 2006도9083 판결요지[2]", Some((decision, section("판결요지[2]"))));
        check("대법원 2006도9083 판결", Some((decision, Target::Whole)));
        check("2006도908", None);
    }
}
