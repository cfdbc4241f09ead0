//! Parses references as people write them: `「의료법」 제56조(의료광고의 금지 등) 제2항 제8호`.

use std::sync::LazyLock;

use regex::Regex;
use simui_domain::{DocumentKind, ProvisionPath};

use super::catalogue::{Catalogue, Name, case_number};
use crate::text::{bracketed, pattern, squeezed};

/// The place that a reference names inside a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Target {
    /// 조·항·호·목 of the main text, with the 조문제목 if the reference gives one.
    Provision { path: ProvisionPath, article_title: Option<String> },
    /// A place in 부칙, without white space.
    Supplementary(String),
    /// The key of a section, 별표 or 별지, without white space.
    Section(String),
    /// The whole document.
    Document,
}

static ARTICLE: LazyLock<Regex> = LazyLock::new(|| pattern(r"^제?\d{1,6}조(?:의\d{1,6})?"));

/// Words that name a sentence of a provision, which do not change its place.
static SENTENCE: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?:각호외의부분|각목외의부분|본문|단서|전단|후단)+$"));

/// Resolves a reference to a stored document and a place in it. The longest title wins: `의료법 시행령 제23조` is not
/// `의료법`. Rank, ministry, number or id of a law may follow its title in brackets; a law may be named by its
/// id only (`001788 제56조`), a decision by its case number.
pub(super) fn resolve(reference: &str, catalogue: &Catalogue) -> Option<(Name, Target)> {
    let words = squeezed(reference);
    let by_title = catalogue
        .begins(&words)
        .filter_map(|(name, rest)| Some((target(rest, catalogue.kind(&name)?)?, name)))
        // Of equal titles, a name that identifies one law is preferred.
        .max_by_key(|(_, name)| (name.title.len(), name.source_key.is_some()))
        .map(|(target, name)| (name, target));
    by_title.or_else(|| by_id(reference, catalogue)).or_else(|| by_case_number(&words, catalogue))
}

fn by_id(reference: &str, catalogue: &Catalogue) -> Option<(Name, Target)> {
    let (id, rest) = reference.trim().split_once(char::is_whitespace)?;
    let name = catalogue.name(id).filter(|name| name.source_key.is_some())?;
    let target = target(&squeezed(rest), catalogue.kind(&name)?)?;
    Some((name, target))
}

fn by_case_number(words: &str, catalogue: &Catalogue) -> Option<(Name, Target)> {
    let (number, rest) = case_number(words)?;
    let decision = catalogue.decision(number)?;
    let section = ["판결", "결정"]
        .iter()
        .find_map(|form| rest.strip_prefix(form).filter(|rest| !rest.starts_with("요지")))
        .unwrap_or(rest);
    let name = Name { title: squeezed(&decision.title), source_key: None };
    Some((name, target(section, DocumentKind::Precedent)?))
}

/// Returns whether a reference names the sentence before the exception: `제27조제3항 본문`.
pub(super) fn names_main_sentence(reference: &str) -> bool {
    let words = squeezed(reference);
    words.ends_with("본문") || words.ends_with("전단")
}

/// Parses the text after a title; `None` when it does not belong to it.
fn target(rest: &str, kind: DocumentKind) -> Option<Target> {
    if rest.is_empty() {
        return Some(Target::Document);
    }
    if kind != DocumentKind::Statute {
        return Some(Target::Section(rest.to_owned()));
    }
    if rest.starts_with("부칙") {
        return Some(Target::Supplementary(rest.to_owned()));
    }
    if rest.starts_with("별표") || rest.starts_with("별지") {
        return Some(Target::Section(rest.to_owned()));
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

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]
    use simui_domain::{Document, DocumentId, LawStanding};

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
            standing: LawStanding::default(),
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
        let expected = expected
            .map(|(title, target)| (Name { title: squeezed(title), source_key: None }, target));
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
        check("의료법", Some(("의료법", Target::Document)));
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
        check("대법원 2006도9083 판결", Some((decision, Target::Document)));
        check("2006도908", None);
    }
}
