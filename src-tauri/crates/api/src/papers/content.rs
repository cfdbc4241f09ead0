//! The contents of a letter before it is drawn. They are stored when the letter is issued and printed again
//! for years, so that a new field needs `#[serde(default)]`.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use simui_domain::{
    Ad, Citation, CitationStatus, ClaimId, Decision, DocumentKind, Level, ReviewResult, Verdict,
    Violation,
};
use simui_review::conditions;
use simui_store::PaperKind;

use crate::report::text::{count_hidden, grouped};
use crate::report::words;
use crate::types::OfficeSettings;

/// The fields of a letter, which its template prints.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct PaperContent {
    /// The edition of the template with which it was issued.
    pub template: u32,
    /// The kind of letter.
    pub kind: PaperKind,
    /// The id; empty for a draft.
    pub id: String,
    /// 문서번호; `None` for a draft.
    pub number: Option<String>,
    /// The day of issue in Korea.
    pub issued_on: String,
    /// The time of issue in seconds since 1970.
    pub issued_at: i64,
    /// The office at the time of issue.
    pub office: OfficeSettings,
    /// 광고주.
    pub recipient: Option<String>,
    /// The sender's own number.
    pub ad_number: Option<String>,
    /// The desk's number of the case.
    pub case_number: String,
    /// The judged wording.
    pub ad: JudgedAd,
    /// The day whose law was applied.
    pub as_of: String,
    /// 판정.
    pub verdict: String,
    /// Who decided, and when.
    pub decided: Decided,
    /// The reviewer's remarks to the advertiser; only in a notice.
    pub note: String,
    /// 조건 of a 조건부허용, as numbered sentences; none in letters from before they were drafted.
    #[serde(default)]
    pub conditions: Vec<String>,
    /// The findings about claims.
    pub findings: Vec<Finding>,
    /// The sources of the findings.
    pub sources: Vec<Source>,
}

/// The judged wording.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct JudgedAd {
    pub text: String,
    /// Number of characters, as `1,234`.
    pub characters: String,
    /// Number of invisible characters among them.
    pub hidden: usize,
    pub medium: String,
    pub published_on: Option<String>,
    pub version: u32,
}

/// Who decided, and on which day.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Decided {
    /// Role and name; `None` when no person decided.
    pub by: Option<String>,
    pub on: String,
}

/// The violations of one claim.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Finding {
    pub number: usize,
    /// The words of the claim.
    pub words: String,
    /// The reasons.
    pub reasons: Vec<Reason>,
    pub change: Option<Change>,
}

/// One reason.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Reason {
    /// The level: `법령 위반 · 비교 광고`.
    pub level: String,
    pub article: String,
    pub why: String,
    /// The numbers of its sources, as `[1] [2]`; empty without a confirmed source.
    pub sources: String,
}

/// A suggested wording.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Change {
    pub before: String,
    pub after: String,
    pub why: String,
}

/// A source of a finding.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Source {
    pub number: usize,
    pub article: String,
    /// The kind of source: 법령, 심의기준 or 판례.
    pub source: String,
    /// When it came into force: `시행 2024. 1. 1.`
    pub in_force: String,
    pub version: String,
    /// The quote; only one that was found in the official text, letter by letter.
    pub quote: Option<String>,
}

/// The data of a case from which a letter is made.
pub(super) struct LetterBasis<'a> {
    pub ad: &'a Ad,
    pub version: u32,
    pub result: &'a ReviewResult,
    pub verdict: String,
    pub as_of: Date,
    pub decision: Option<&'a Decision>,
    pub decided_on: Date,
}

impl PaperContent {
    /// Returns the fields that come from the case; number and day are those of a draft.
    pub(super) fn draft(
        kind: PaperKind,
        template: u32,
        case_number: String,
        office: OfficeSettings,
        basis: &LetterBasis<'_>,
    ) -> Self {
        let (findings, cited) = findings(basis.result);
        let sources = cited
            .iter()
            .enumerate()
            .map(|(at, citation)| source(at + 1, &basis.result.citations[*citation]))
            .collect();
        let is_conditional =
            kind == PaperKind::Letter && basis.verdict == Verdict::Conditional.to_string();
        let conditions = match is_conditional {
            true => conditions::draft(basis.result),
            false => Vec::new(),
        };
        let conditions = conditions.into_iter().enumerate();
        let conditions = conditions.map(|(at, it)| format!("{}. {it}", at + 1)).collect();
        let by = basis
            .decision
            .map(|it| format!("{} {}", words::role(it.reviewer.role), it.reviewer.name));
        Self {
            template,
            kind,
            id: String::new(),
            number: None,
            issued_on: String::new(),
            issued_at: 0,
            office,
            recipient: basis.ad.advertiser.clone().filter(|name| !name.trim().is_empty()),
            ad_number: basis.ad.id.clone(),
            case_number,
            ad: JudgedAd {
                text: basis.ad.text.clone(),
                characters: grouped(basis.ad.text.chars().count()),
                hidden: count_hidden(&basis.ad.text),
                medium: basis.ad.medium.as_ref().map_or("밝히지 않음", words::medium).to_owned(),
                published_on: basis.ad.published_on.map(day),
                version: basis.version,
            },
            as_of: day(basis.as_of),
            verdict: basis.verdict.clone(),
            decided: Decided { by, on: day(basis.decided_on) },
            note: match (kind, basis.decision) {
                (PaperKind::Notice, Some(decision)) => decision.note.trim().to_owned(),
                _ => String::new(),
            },
            conditions,
            findings,
            sources,
        }
    }
}

/// Formats a day as offices write it: `2026. 11. 22.`
pub(crate) fn day(day: Date) -> String {
    format!("{}. {}. {}.", day.year(), day.month(), day.day())
}

/// Returns the findings by claim, in the order of each claim's first finding, and the cited sources in the
/// order of their first use.
fn findings(result: &ReviewResult) -> (Vec<Finding>, Vec<usize>) {
    let mut cited: Vec<usize> = Vec::new();
    let mut findings: Vec<(&ClaimId, Finding)> = Vec::new();
    for violation in &result.violations {
        let mut numbers = Vec::new();
        for at in &violation.citations {
            if !result.citations.get(*at).is_some_and(|it| it.status.is_confirmed()) {
                continue;
            }
            let place = cited.iter().position(|it| it == at).unwrap_or_else(|| {
                cited.push(*at);
                cited.len() - 1
            });
            numbers.push(format!("[{}]", place + 1));
        }
        let reason = reason(violation, numbers.join(" "));
        match findings.iter_mut().find(|(claim, _)| **claim == violation.claim_id) {
            Some((_, finding)) => finding.reasons.push(reason),
            None => {
                let number = findings.len() + 1;
                let finding = finding(result, &violation.claim_id, number, reason);
                findings.push((&violation.claim_id, finding));
            }
        }
    }
    (findings.into_iter().map(|(_, finding)| finding).collect(), cited)
}

fn reason(it: &Violation, sources: String) -> Reason {
    let level = match it.level {
        Level::Statute => "법령 위반",
        Level::Standard => "심의기준 위반",
    };
    Reason {
        level: format!("{level} · {}", it.kind.label()),
        article: it.article.clone(),
        why: it.rationale.clone(),
        sources,
    }
}

fn finding(result: &ReviewResult, id: &ClaimId, number: usize, reason: Reason) -> Finding {
    let claim = result.claims.iter().find(|claim| claim.id == *id);
    let suggestion = result.suggestions.iter().find(|change| change.claim_id == *id);
    Finding {
        number,
        words: claim.map_or_else(|| "(주장을 찾을 수 없음)".to_owned(), |claim| claim.text.clone()),
        reasons: vec![reason],
        change: suggestion.map(|change| Change {
            before: change.before.clone(),
            after: change.after.clone(),
            why: change.why.clone(),
        }),
    }
}

fn source(number: usize, citation: &Citation) -> Source {
    let began = if citation.kind == DocumentKind::Precedent { "선고" } else { "시행" };
    let official = citation.status == CitationStatus::Verified && !citation.digest;
    Source {
        number,
        article: citation.article.clone(),
        source: words::source(citation.kind).to_owned(),
        in_force: match citation.effective_from {
            Some(from) => format!("{began} {}", day(from)),
            None => format!("{began}일 모름"),
        },
        version: citation.version.clone(),
        quote: official.then(|| citation.quote.clone()),
    }
}
