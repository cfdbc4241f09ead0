//! Adds one case to an audit pack.

use serde_json::{Value, json};
use simui_domain::CaseId;
use simui_store::PaperKind;

use super::archive::Files;
use super::sources::Sources;
use crate::audit::sha256;
use crate::papers::{document_of, drawn_html, drawn_pdf, trail_of};
use crate::report::Fonts;
use crate::report::compose;
use crate::report::compose::case_file::{self, Trail};
use crate::{ApiError, Desk};
use simui_domain::korean_day;

/// Adds a case: its JSON, wordings, reports and letters. `log` is the result of the check of the audit log.
pub async fn add(
    desk: &Desk,
    folder: &str,
    id: &CaseId,
    log: &str,
    sources: &mut Sources,
    files: &mut Files,
) -> Result<(), ApiError> {
    let mut trail = trail_of(desk, id, log).await?;
    leave_out_suspicions(&mut trail);
    let mut versions = Vec::new();
    for version in &trail.case.versions {
        let path = format!("{folder}/ad-{}.txt", version.version);
        versions.push(json!({
            "version": version.version, "received_at": version.received_at, "run_id": version.run_id,
            "text": path, "sha256": sha256(version.ad.text.as_bytes()),
        }));
        files.add(&path, version.ad.text.clone().into_bytes())?;
    }
    let case = json!({
        "id": id,
        "status": trail.case.status,
        "verdict": trail.case.final_verdict,
        "finalized_at": trail.case.finalized_at,
        "human_reviewed": trail.case.human_reviewed,
        "versions": versions,
        "decisions": decisions(desk, &trail).await?,
        "papers": papers(desk, folder, &trail, files).await?,
        "citations": citations(desk, &trail, sources).await?,
        "view": trail.view,
        "results": trail.results.iter().map(|(version, result)| json!({ "version": version, "result": result }))
            .collect::<Vec<_>>(),
        "checkpoints": trail.events.checkpoints,
        "notices": trail.notices,
    });
    files.add_json(&format!("{folder}/case.json"), &case)?;
    let now = desk.clock.now();
    let drawn = [
        ("report", compose::document(&trail.view, now)),
        ("case-file", case_file::document(&trail, now)),
    ];
    // Without a Korean font, only the HTML pages are added; the pack is made all the same.
    let printable = Fonts::locate(None).is_ok();
    for (name, document) in drawn {
        files.add(&format!("{folder}/{name}.html"), drawn_html(&document)?)?;
        if printable {
            files.add(&format!("{folder}/{name}.pdf"), drawn_pdf(&document)?)?;
        }
    }
    Ok(())
}

/// Leaves out what the wording model suspects: it is for the person who decides, and no part of the case's
/// record.
fn leave_out_suspicions(trail: &mut Trail) {
    let view = [&mut trail.view.result, &mut trail.view.final_result];
    let results = trail.results.iter_mut().map(|(_, result)| result);
    for result in view.into_iter().chain(results).flatten() {
        result.suspicions.clear();
    }
}

/// Returns each person's signed decision, with the fields that its hash covers.
async fn decisions(desk: &Desk, trail: &Trail) -> Result<Vec<Value>, ApiError> {
    let mut decisions = Vec::new();
    for decision in &trail.case.decisions {
        decisions.push(json!({
            "id": decision.id,
            "action": decision.action,
            "reviewer": decision.reviewer.name,
            "decided_at": decision.decided_at,
            "verdict": decision.verdict,
            "signed": desk.database.signed(&decision.id).await?,
        }));
    }
    Ok(decisions)
}

/// Adds the letters as they were issued.
async fn papers(
    desk: &Desk,
    folder: &str,
    trail: &Trail,
    files: &mut Files,
) -> Result<Vec<Value>, ApiError> {
    let mut papers = Vec::new();
    for (at, paper) in trail.papers.iter().enumerate() {
        let kind = match paper.kind {
            PaperKind::Letter => "letter",
            PaperKind::Notice => "notice",
        };
        let page = format!("{folder}/{kind}-{}.html", at + 1);
        files.add(&page, drawn_html(&document_of(&paper.content)?)?)?;
        papers.push(json!({
            "id": paper.id, "kind": kind, "number": paper.number_text, "issued_at": paper.issued_at, "page": page,
            "issued": desk.database.issued(&paper.id).await?,
        }));
    }
    Ok(papers)
}

/// Returns every citation of every version and of the final result, with the place of its quote in a source
/// of the pack.
async fn citations(
    desk: &Desk,
    trail: &Trail,
    sources: &mut Sources,
) -> Result<Vec<Value>, ApiError> {
    let mut all = Vec::new();
    for (number, result) in &trail.results {
        let Some(result) = result else { continue };
        let version = trail.case.versions.iter().find(|it| it.version == *number);
        let day =
            version.map(|it| it.ad.published_on.unwrap_or_else(|| korean_day(it.received_at)));
        for (at, citation) in result.citations.iter().enumerate() {
            let place = sources.place(desk, citation, day).await?;
            all.push(json!({
                "version": number, "number": at + 1, "article": citation.article, "quote": citation.quote,
                "status": citation.status, "digest": citation.digest, "effective_from": citation.effective_from,
                "as_of": day, "source": place,
            }));
        }
    }
    Ok(all)
}
