//! Laws that are followed and updated: `simui corpus update`, `follow`, …

use indicatif::ProgressBar;
use simui_api::Desk;
use simui_api::types::{
    DeskEvent, FindLaws, FollowedLaw, FoundLaws, ImportReport, LawUpdateReport, LawUpdates,
    UpdateLaws, UpdateObstacle, UpdateState,
};

use crate::args::followed::{FollowCommand, FollowedCommand, UpdateCommand};
use crate::error::CliError;
use crate::outbound::change;
use crate::output::Output;
use crate::progress::{bar, cancelled_by_ctrl_c, watching};
use simui_api::ErrorCode;
use tokio::task::JoinHandle;

pub async fn run(desk: &Desk, command: FollowedCommand, out: Output) -> Result<(), CliError> {
    match command {
        FollowedCommand::Update(command) => return update(desk, command, out).await,
        FollowedCommand::Follow(FollowCommand { laws, collection, signed }) => {
            let new = laws.into_iter().map(|title| FollowedLaw { collection, title });
            change(desk, signed, |it| it.laws.extend(new)).await?;
            out.result(&desk.law_updates().await?, describe_followed);
        }
        FollowedCommand::Unfollow(FollowCommand { laws, collection, signed }) => {
            unfollow(desk, FollowCommand { laws, collection, signed }).await?;
            out.result(&desk.law_updates().await?, describe_followed);
        }
        FollowedCommand::Followed => out.result(&desk.law_updates().await?, describe_followed),
        FollowedCommand::Find { words, collection, page } => {
            let request = FindLaws { collection, words, page: Some(page) };
            out.result(&desk.find_laws(request).await?, describe_found);
        }
    }
    Ok(())
}

async fn unfollow(desk: &Desk, command: FollowCommand) -> Result<(), CliError> {
    let FollowCommand { laws, collection, signed } = command;
    let now = desk.outbound_settings().await?.settings.laws;
    let is_law =
        |law: &FollowedLaw, title: &String| law.collection == collection && law.title == *title;
    if let Some(unknown) = laws.iter().find(|title| !now.iter().any(|law| is_law(law, title))) {
        return Err(CliError::refused(
            ErrorCode::LawNotFollowed,
            &[("title", unknown)],
            format!(
                "law {unknown:?} is not followed in this collection; `simui corpus followed` lists them"
            ),
        ));
    }
    change(desk, signed, |it| it.laws.retain(|law| !laws.iter().any(|title| is_law(law, title))))
        .await?;
    Ok(())
}

async fn update(desk: &Desk, command: UpdateCommand, out: Output) -> Result<(), CliError> {
    let UpdateCommand { laws, check, reviewer } = command;
    let (bar, watch) = watch_update(desk);
    let work = desk.update_laws(UpdateLaws { laws, check, reviewer });
    let done = cancelled_by_ctrl_c(work, || desk.cancel_update()).await;
    watch.abort();
    bar.finish_and_clear();
    let report = done?;
    out.result(&report, describe_report);
    let failed = report.laws.iter().filter(|law| law.state == UpdateState::Failed).count();
    if failed > 0 {
        return Err(CliError::refused(
            ErrorCode::LawsNotFetched,
            &[("failed", &failed), ("total", &report.laws.len())],
            format!(
                "{failed} of {} laws could not be fetched; see the reasons above and run the update again",
                report.laws.len()
            ),
        ));
    }
    Ok(())
}

/// Shows the progress of an update and of the import after it, until the task is aborted.
pub fn watch_update(desk: &Desk) -> (ProgressBar, JoinHandle<()>) {
    let bar = bar("{bar:30} {pos}/{len} {wide_msg}");
    let watched_bar = bar.clone();
    let watch = watching(desk, move |event| match event {
        DeskEvent::LawUpdate { progress } | DeskEvent::DrugUpdate { progress } => {
            watched_bar.set_length(progress.total.into());
            watched_bar.set_position(progress.done.into());
            watched_bar.set_message(progress.title);
        }
        DeskEvent::Import { progress } => {
            watched_bar.set_length(progress.files_total);
            watched_bar.set_position(progress.files_done);
            watched_bar.set_message(progress.path);
        }
        _ => {}
    });
    (bar, watch)
}

/// Returns the Korean word for a result.
pub fn describe_state(state: UpdateState) -> &'static str {
    match state {
        UpdateState::New => "새 판",
        UpdateState::Unchanged => "그대로",
        UpdateState::Failed => "실패",
    }
}

/// Returns a line about the import of fetched files; empty when there was none.
pub fn describe_import(imported: Option<&ImportReport>) -> String {
    imported.map_or(String::new(), |imported| {
        format!(
            "저장: 문서 {}건, 조문 {}건 (격리 {}건)\n",
            imported.documents,
            imported.articles,
            imported.quarantined.len()
        )
    })
}

fn describe_report(report: &LawUpdateReport) -> String {
    let mut text = String::new();
    for law in &report.laws {
        let state = describe_state(law.state);
        text += &format!(
            "{state}\t{}\t새로 {}, 그대로 {}\t{}\n",
            law.title, law.new, law.unchanged, law.problem
        );
    }
    text += &describe_import(report.imported.as_ref());
    if report.cancelled {
        text += "중단했습니다. 받은 파일은 남아 있으며 다음 갱신에서 이어집니다.\n";
    }
    text
}

fn describe_followed(updates: &LawUpdates) -> String {
    let mut text = format!("받는 곳: {}\n", updates.host);
    for view in &updates.laws {
        let newest = view.newest.map(|date| date.to_string()).unwrap_or_default();
        text += &format!("{}\t저장된 판 {}건\t{newest}\n", view.law.title, view.versions);
    }
    for obstacle in &updates.obstacles {
        let words = match obstacle {
            UpdateObstacle::Off => "외부 연결이 꺼져 있습니다: `simui outbound on`",
            UpdateObstacle::Host => "받는 곳이 허용되지 않았습니다: `simui outbound allow`",
            UpdateObstacle::Key => "law.go.kr의 인증키가 없습니다: `simui keys set law.go.kr`",
            UpdateObstacle::Keyring => "키링에 물어볼 수 없습니다: `simui doctor`",
            UpdateObstacle::Laws | UpdateObstacle::Services => {
                "갱신할 법령이 없습니다: `simui corpus follow`"
            }
        };
        text += &format!("    → {words}\n");
    }
    text
}

fn describe_found(found: &FoundLaws) -> String {
    let mut text = format!("모두 {}건\n", found.total);
    for law in &found.laws {
        text += &format!("{}\t시행 {}\t공포 {}\n", law.title, law.effective, law.announced);
    }
    text
}
