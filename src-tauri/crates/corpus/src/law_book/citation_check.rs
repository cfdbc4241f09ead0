//! Checks each reference of a text as of a day.

use jiff::civil::Date;
use simui_domain::{CitationStatus, ProvisionPath};

use super::LawBook;
use super::verify::CitationCheck;
use crate::CorpusError;
use crate::citations::{CheckedReference, Named, Reference, references};
use crate::links::decisions;

/// Most provisions of a range that are checked.
const LONGEST_RANGE: u32 = 200;

impl LawBook {
    /// Finds every reference of a text, looks it up as of a day and compares its quote with the source; in
    /// the order of the text.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn check_citations(
        &self,
        text: &str,
        as_of: Date,
    ) -> Result<Vec<CheckedReference>, CorpusError> {
        let titles = self.titles().await?;
        let mut checked = Vec::new();
        for reference in references(text, &titles) {
            checked.push(self.check_reference(reference, as_of).await?);
        }
        Ok(checked)
    }

    async fn check_reference(
        &self,
        reference: Reference,
        as_of: Date,
    ) -> Result<CheckedReference, CorpusError> {
        let quote = reference.quote.as_ref().map(|quote| quote.words.as_str());
        let check = match (&reference.names, not_checkable(&reference.names)) {
            (_, Some(note)) => unchecked(note),
            (Named::Law { title }, _) => self.one(title, quote, as_of).await?,
            (Named::Provision { before, .. }, _) => {
                // The wording before a change is that of the previous day.
                let day = before.and_then(|day| day.yesterday().ok()).unwrap_or(as_of);
                self.provisions(&reference.names, quote, day).await?
            }
            (Named::Decision { case_number, .. }, _) => {
                let check = self.one(case_number, quote, as_of).await?;
                other_decision(&reference.names, &check).unwrap_or(check)
            }
        };
        let found = check.found;
        Ok(CheckedReference {
            reference,
            article: found.as_ref().map(|found| found.reference.clone()),
            version: found.map(|found| found.version).filter(|version| !version.is_empty()),
            status: check.status,
            note: check.note,
            stored: check.stored,
        })
    }

    async fn one(
        &self,
        article: &str,
        quote: Option<&str>,
        as_of: Date,
    ) -> Result<CitationCheck, CorpusError> {
        match quote {
            Some(quote) => self.verify_quote(quote, article, as_of).await,
            None => self.verify_reference(article, as_of).await,
        }
    }

    /// Checks a range of provisions: a quote may be in any of them; without a quote the first missing one
    /// decides.
    async fn provisions(
        &self,
        names: &Named,
        quote: Option<&str>,
        as_of: Date,
    ) -> Result<CitationCheck, CorpusError> {
        let Named::Provision { title, path, until, article_title, main_sentence, .. } = names
        else {
            return Ok(unchecked("읽을 수 없는 표기입니다."));
        };
        let mut first = None;
        for path in range(path, until.as_ref()) {
            let article = written(title, &path, article_title.as_deref(), *main_sentence);
            let check = self.one(&article, quote, as_of).await?;
            let decided = match quote {
                Some(_) => check.status.is_confirmed(),
                None => check.status != CitationStatus::Unchecked,
            };
            if decided {
                return Ok(check);
            }
            first.get_or_insert(check);
        }
        Ok(first.unwrap_or_else(|| unchecked("읽을 수 없는 표기입니다.")))
    }
}

fn unchecked(note: impl Into<String>) -> CitationCheck {
    let (status, note) = (CitationStatus::Unchecked, note.into());
    CitationCheck { status, found: None, note, stored: None }
}

/// Returns why a reference cannot be checked; `None` if it can.
fn not_checkable(names: &Named) -> Option<&'static str> {
    match names {
        Named::Provision { title, .. } if title.is_empty() => {
            Some("어느 법령인지 적혀 있지 않아 확인할 수 없습니다.")
        }
        Named::Provision { unreadable_end: true, .. } => Some(
            "조문 표기의 끝(항의 가지번호, 모르는 목, 목 아래의 번호)을 읽을 수 없어 확인하지 않았습니다.",
        ),
        Named::Provision { former: true, before: None, .. } => {
            Some("개정 전 법령을 가리키지만 언제의 것인지 적혀 있지 않아 확인할 수 없습니다.")
        }
        _ => None,
    }
}

/// Formats a reference: `의료법 제56조(의료광고의 금지 등)제2항 본문`.
fn written(
    title: &str,
    path: &ProvisionPath,
    article_title: Option<&str>,
    main_sentence: bool,
) -> String {
    let (article, path) = (path.whole_article().to_string(), path.to_string());
    let below = path.strip_prefix(&article).unwrap_or_default();
    let brackets = article_title.map(|it| format!("({it})")).unwrap_or_default();
    let sentence = if main_sentence { " 본문" } else { "" };
    format!("{title} {article}{brackets}{below}{sentence}")
}

/// Returns the provisions of a range, first and last included.
fn range(first: &ProvisionPath, last: Option<&ProvisionPath>) -> Vec<ProvisionPath> {
    let mut paths = vec![first.clone()];
    let Some(last) = last else { return paths };
    let level: fn(&mut ProvisionPath) -> &mut u32 = if last.subitem > 0 {
        |path| &mut path.subitem
    } else if last.item > 0 {
        |path| &mut path.item
    } else if last.paragraph > 0 {
        |path| &mut path.paragraph
    } else {
        |path| &mut path.article
    };
    let (from, to) = (*level(&mut first.clone()), *level(&mut last.clone()));
    for number in (from..to).skip(1).take(LONGEST_RANGE as usize) {
        let mut between = ProvisionPath { article_branch: 0, item_branch: 0, ..last.clone() };
        if last.paragraph > 0 {
            between.article_branch = last.article_branch;
        }
        *level(&mut between) = number;
        paths.push(between);
    }
    paths.push(last.clone());
    paths
}

/// Returns the check of a decision whose number is stored with another court or day; `None` if these agree.
fn other_decision(names: &Named, check: &CitationCheck) -> Option<CitationCheck> {
    let Named::Decision { court, day, impossible_day, .. } = names else { return None };
    let found = check.found.as_ref()?;
    if check.status == CitationStatus::Misattributed {
        return None;
    }
    let stored = decisions(&found.title).into_iter().next()?;
    let other_court = court.as_ref().zip(stored.court.as_ref()).is_some_and(|(a, b)| a != b);
    let other_day = *impossible_day || day.zip(stored.day).is_some_and(|(a, b)| a != b);
    (other_court || other_day).then(|| CitationCheck {
        status: CitationStatus::TitleMismatch,
        note: format!("법원이나 선고일이 저장된 것과 다릅니다: {}", found.title),
        ..check.clone()
    })
}
