//! Everything a letter says, before it is drawn. This is what is stored when it is issued: letters are printed again for
//! years, so a field that comes later needs `#[serde(default)]`.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use simui_domain::{
    Ad, Citation, CitationStatus, ClaimId, Decision, DocumentKind, Level, ReviewResult, Violation,
};
use simui_store::PaperKind;

use crate::report::text::{count_hidden, grouped};
use crate::report::words;
use crate::types::OfficeSettings;

/// A letter in fields; its template prints them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct PaperContent {
    /// The edition of the template it was issued with.
    pub template: u32,
    /// Which.
    pub kind: PaperKind,
    /// Its id; empty while it is a draft.
    pub id: String,
    /// 문서번호; `None` while it is a draft.
    pub number: Option<String>,
    /// The day it was issued, in Korea.
    pub issued_on: String,
    /// The same in seconds since 1970.
    pub issued_at: i64,
    /// The office as it was that day.
    pub office: OfficeSettings,
    /// 광고주.
    pub recipient: Option<String>,
    /// The sender's own number.
    pub ad_number: Option<String>,
    /// Ours.
    pub case_number: String,
    /// The wording that was judged.
    pub ad: JudgedAd,
    /// The day whose law was applied.
    pub as_of: String,
    /// 판정.
    pub verdict: String,
    /// Whose decision it is.
    pub decided: Decided,
    /// What the reviewer writes to the advertiser; only in a notice.
    pub note: String,
    /// What stands in the way.
    pub findings: Vec<Finding>,
    /// What that rests on.
    pub sources: Vec<Source>,
}

/// The wording that was judged.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct JudgedAd {
    pub text: String,
    /// How long, `1,234`.
    pub characters: String,
    /// How many of them cannot be seen.
    pub hidden: usize,
    pub medium: String,
    pub published_on: Option<String>,
    pub version: u32,
}

/// Whose decision it is, and of when.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Decided {
    /// Role and name; `None` when no person decided.
    pub by: Option<String>,
    pub on: String,
}

/// What stands in the way of a claim.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Finding {
    pub number: usize,
    /// The claim.
    pub words: String,
    /// Why it does.
    pub reasons: Vec<Reason>,
    pub change: Option<Change>,
}

/// One reason.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Reason {
    /// `법령 위반 · 비교 광고`.
    pub level: String,
    pub article: String,
    pub why: String,
    /// `[1] [2]`; empty without a confirmed source.
    pub sources: String,
}

/// How it could read instead.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Change {
    pub before: String,
    pub after: String,
    pub why: String,
}

/// What a finding rests on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Source {
    pub number: usize,
    pub article: String,
    /// 법령, 심의기준 or 판례.
    pub source: String,
    /// `시행 2024. 1. 1.`
    pub in_force: String,
    pub version: String,
    /// Only what was compared with the official text, letter by letter.
    pub quote: Option<String>,
}

/// What a letter tells of the case.
pub(super) struct Told<'a> {
    pub ad: &'a Ad,
    pub version: u32,
    pub result: &'a ReviewResult,
    pub verdict: String,
    pub as_of: Date,
    pub decision: Option<&'a Decision>,
    pub decided_on: Date,
}

impl PaperContent {
    /// The fields that come from the case; those of the issue are still a draft's.
    pub(super) fn draft(
        kind: PaperKind,
        template: u32,
        case_number: String,
        office: OfficeSettings,
        told: &Told<'_>,
    ) -> Self {
        let (findings, cited) = findings(told.result);
        let sources = cited
            .iter()
            .enumerate()
            .map(|(at, citation)| source(at + 1, &told.result.citations[*citation]))
            .collect();
        let by = told
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
            recipient: told.ad.advertiser.clone().filter(|name| !name.trim().is_empty()),
            ad_number: told.ad.id.clone(),
            case_number,
            ad: JudgedAd {
                text: told.ad.text.clone(),
                characters: grouped(told.ad.text.chars().count()),
                hidden: count_hidden(&told.ad.text),
                medium: told.ad.medium.as_ref().map_or("밝히지 않음", words::medium).to_owned(),
                published_on: told.ad.published_on.map(day),
                version: told.version,
            },
            as_of: day(told.as_of),
            verdict: told.verdict.clone(),
            decided: Decided { by, on: day(told.decided_on) },
            note: match (kind, told.decision) {
                (PaperKind::Notice, Some(decision)) => decision.note.trim().to_owned(),
                _ => String::new(),
            },
            findings,
            sources,
        }
    }
}

/// `2026. 11. 22.`, as offices write it.
pub(crate) fn day(day: Date) -> String {
    format!("{}. {}. {}.", day.year(), day.month(), day.day())
}

/// The findings by claim, in the order of the claims' first finding, and which citations they rest on, in the order of
/// their first use.
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
