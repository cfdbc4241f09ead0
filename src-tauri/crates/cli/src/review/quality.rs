//! Quality: checks of samples, disagreements, and reopening a case.

use simui_api::types::{CheckRequest, DisagreementList, RedraftRequest, ReopenRequest};
use simui_domain::{CaseId, DisagreementKind, QualityCheck, Verdict};

use crate::args::work::CaseSigned;

pub fn check(
    case: CaseSigned,
    agrees: bool,
    verdict: Option<Verdict>,
    note: String,
) -> CheckRequest {
    CheckRequest { case_id: CaseId(case.case), agrees, verdict, note, reviewer: case.reviewer }
}

pub fn redraft(case: CaseSigned) -> RedraftRequest {
    RedraftRequest { case_id: CaseId(case.case), reviewer: case.reviewer }
}

pub fn reopen(case: CaseSigned, note: String) -> ReopenRequest {
    ReopenRequest { case_id: CaseId(case.case), note, reviewer: case.reviewer }
}

pub fn checks(checks: &[QualityCheck]) -> String {
    let line = |check: &QualityCheck| {
        let found = match &check.found {
            None => "점검 대기".to_owned(),
            Some(found) if found.agrees => format!("동의: {}", found.reviewer.name),
            Some(found) => format!("이의: {} {}", found.reviewer.name, found.note),
        };
        let excerpt = check.excerpt.replace('\n', " ");
        format!("{}\t{}\t{found}\t{excerpt}\n", check.case_id, check.desk_verdict)
    };
    checks.iter().map(line).collect()
}

pub fn disagreements(list: &DisagreementList) -> String {
    let counts = list.counts;
    let mut text = format!(
        "데스크와 사람 {} · 첫 서명과 두 번째 {} · 표본 점검 {} · 남은 것 {}\n",
        counts.desk, counts.second, counts.check, counts.open
    );
    for entry in &list.entries {
        let with = match entry.kind {
            DisagreementKind::Desk => "데스크",
            DisagreementKind::Check => "완료된 사건",
            DisagreementKind::Second => entry.with.as_deref().unwrap_or_default(),
        };
        let verdict = |verdict: Option<Verdict>| verdict.map_or("-", Verdict::as_str);
        text += &format!(
            "{}\t{} ↔ {with}\t{} → {}\t{}\n",
            entry.case_id,
            entry.by,
            verdict(entry.before),
            verdict(entry.after),
            entry.note.replace('\n', " ")
        );
    }
    text
}
