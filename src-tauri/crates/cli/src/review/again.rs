//! `simui review affected` and `simui review rerun`: finished cases under changed law or rules.

use jiff::civil::Date;
use serde_json::json;
use simui_api::Desk;
use simui_api::types::{
    AffectedCases, AffectedRequest, ChangedGround, ClaimChangeKind, Rereview, RereviewRequest,
};
use simui_domain::CaseId;

use crate::error::CliError;
use crate::output::{Output, complain};
use crate::words;

/// Lists the finished cases whose law or rules have changed.
pub async fn affected(
    desk: &Desk,
    law: Option<String>,
    pack: Option<String>,
    out: Output,
) -> Result<(), CliError> {
    let found = desk.affected_cases(AffectedRequest { law, pack }).await?;
    out.result(&found, describe_affected);
    Ok(())
}

/// Reviews cases again. A case that fails is reported, and the others are still reviewed.
pub async fn rerun(
    desk: &Desk,
    cases: Vec<String>,
    affected: bool,
    as_of: Option<Date>,
    out: Output,
) -> Result<(), CliError> {
    let cases: Vec<CaseId> = if affected {
        let found = desk.affected_cases(AffectedRequest::default()).await?;
        found.cases.into_iter().map(|case| case.case_id).collect()
    } else {
        cases.into_iter().map(CaseId).collect()
    };
    let (total, mut failed) = (cases.len(), 0);
    for case_id in cases {
        match desk.rereview(RereviewRequest { case_id: case_id.clone(), as_of }).await {
            Ok(again) => out.result(&again, side_by_side),
            Err(error) => {
                failed += 1;
                complain(&words::of_desk(&error));
                out.line(
                    &json!({ "case_id": case_id, "status": "failed", "error": error.to_string() }),
                );
            }
        }
    }
    if failed > 0 { Err(CliError::Batch { failed, total }) } else { Ok(()) }
}

fn describe_affected(found: &AffectedCases) -> String {
    let mut text = format!(
        "끝난 사건 {}건 가운데 {}건의 근거가 지금은 다릅니다.\n",
        found.checked,
        found.cases.len()
    );
    for case in &found.cases {
        let name = case.external_id.as_deref().unwrap_or(case.case_id.as_str());
        text += &format!("{}\t{name}\t{}\t{} 기준\n", case.case_id, case.final_verdict, case.as_of);
        for ground in &case.grounds {
            text += &format!("\t{}\n", describe_ground(ground));
        }
    }
    text
}

fn describe_ground(ground: &ChangedGround) -> String {
    let or_none = |version: &Option<String>| version.clone().unwrap_or_else(|| "없음".to_owned());
    match ground {
        ChangedGround::Pack { was, now } => {
            let id = was.as_ref().or(now.as_ref()).map(|it| it.id.as_str()).unwrap_or_default();
            let version = |pack: &Option<simui_domain::AppliedPack>| {
                or_none(&pack.as_ref().map(|it| it.version.clone()))
            };
            format!("규칙 묶음 {id}: {} → {}", version(was), version(now))
        }
        ChangedGround::Source { article, was, now } => {
            format!("저장된 원문 {article}: {was} → {}", or_none(now))
        }
        ChangedGround::Law { article, was, now } => {
            format!("법령 개정 {article}: {was} → {}", or_none(now))
        }
    }
}

fn side_by_side(again: &Rereview) -> String {
    let mut text = format!(
        "{}\t{} 기준\t{} → {}\t확신도 {:.2} → {:.2}\t확정 판정 {}\n",
        again.case_id,
        again.as_of,
        again.before.verdict,
        again.after.verdict,
        again.before.confidence.0,
        again.after.confidence.0,
        again.final_verdict
    );
    for violation in &again.violations {
        let sign = match violation.change {
            ClaimChangeKind::Removed => "-",
            ClaimChangeKind::Added => "+",
            ClaimChangeKind::Kept => "=",
        };
        text +=
            &format!("\t{sign} {} {} “{}”\n", violation.kind, violation.article, violation.claim);
    }
    text
}
