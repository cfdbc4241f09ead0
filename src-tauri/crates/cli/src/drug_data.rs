//! Drug data that is followed and updated: `simui corpus drugs …`

use simui_api::types::{
    DrugServiceView, DrugUpdate, DrugUpdateReport, DrugUpdates, UpdateDrugs, UpdateObstacle,
    UpdateState,
};
use simui_api::{Desk, ErrorCode};

use crate::args::drug_data::{DrugDataCommand, FollowServices, UpdateServices};
use crate::error::CliError;
use crate::outbound::change;
use crate::output::Output;
use crate::progress::cancelled_by_ctrl_c;
use crate::update::{describe_import, describe_state, watch_update};

pub async fn run(desk: &Desk, command: DrugDataCommand, out: Output) -> Result<(), CliError> {
    match command {
        DrugDataCommand::List => {}
        DrugDataCommand::Follow(FollowServices { services, signed }) => {
            change(desk, signed, |it| it.drug_data.extend(services)).await?;
        }
        DrugDataCommand::Unfollow(command) => unfollow(desk, command).await?,
        DrugDataCommand::Update(command) => return update(desk, command, out).await,
    }
    out.result(&desk.drug_updates().await?, describe_services);
    Ok(())
}

async fn unfollow(desk: &Desk, command: FollowServices) -> Result<(), CliError> {
    let FollowServices { services, signed } = command;
    let now = desk.drug_updates().await?.services;
    let mut keys = Vec::new();
    for name in services {
        let named = |it: &&DrugServiceView| it.followed && (it.key == name || it.name == name);
        let Some(service) = now.iter().find(named) else {
            return Err(CliError::refused(
                ErrorCode::DrugServiceNotFollowed,
                &[("name", &name)],
                format!(
                    "service {name:?} is not followed; `simui corpus drugs list` shows which are"
                ),
            ));
        };
        keys.push(service.key.clone());
    }
    change(desk, signed, |it| it.drug_data.retain(|key| !keys.contains(key))).await?;
    Ok(())
}

async fn update(desk: &Desk, command: UpdateServices, out: Output) -> Result<(), CliError> {
    let UpdateServices { services, check, everything, reviewer } = command;
    let (bar, watch) = watch_update(desk);
    let work = desk.update_drugs(UpdateDrugs { services, check, everything, reviewer });
    let done = cancelled_by_ctrl_c(work, || desk.cancel_update()).await;
    watch.abort();
    bar.finish_and_clear();
    let report = done?;
    out.result(&report, describe_report);
    let failed = report.services.iter().filter(|it| it.state == UpdateState::Failed).count();
    if failed > 0 {
        return Err(CliError::refused(
            ErrorCode::DrugDataNotFetched,
            &[("failed", &failed), ("total", &report.services.len())],
            format!(
                "{failed} of {} services could not be fetched; see the reasons above and run the update again",
                report.services.len()
            ),
        ));
    }
    Ok(())
}

fn describe_report(report: &DrugUpdateReport) -> String {
    let mut text: String = report.services.iter().map(describe_update).collect();
    text += &describe_import(report.imported.as_ref());
    if report.cancelled {
        text += "중단했습니다. 받은 쪽은 남아 있으며 다음 갱신에서 이어집니다.\n";
    }
    text
}

fn describe_update(update: &DrugUpdate) -> String {
    let DrugUpdate { name, rows, new_pages, unchanged_pages, gone_pages, problem, .. } = update;
    let scope = match update.since {
        Some(day) => format!("{day}부터 바뀐 {rows}행"),
        None => format!("모두 {rows}행"),
    };
    let mut text = format!(
        "{}\t{name}\t{scope}\t새 쪽 {new_pages}, 그대로 {unchanged_pages}\t{problem}\n",
        describe_state(update.state)
    );
    if *gone_pages > 0 {
        text += &format!(
            "    → 목록이 짧아져 {gone_pages}쪽이 없어졌습니다. 그 쪽에서 가져온 문서는 남아 있습니다.\n"
        );
    }
    text
}

fn describe_services(updates: &DrugUpdates) -> String {
    let mut text = format!("받는 곳: {}\n", updates.host);
    for service in &updates.services {
        let sign = if service.followed { "받음" } else { "-" };
        let state = match (service.interrupted, service.complete) {
            (Some(part), _) => format!("{}/{}쪽까지 받음", part.done, part.total),
            (None, Some(day)) => format!("{day}, {}행", service.rows.unwrap_or(0)),
            (None, None) => String::new(),
        };
        text += &format!("{sign}\t{}\t{}\t{state}\n", service.key, service.name);
        if service.large {
            text += "    → 행이 아주 많아 받는 데 오래 걸리고 질문마다 느려집니다. 성분별 표만 있어도 제품의 성분으로 찾습니다.\n";
        }
    }
    for obstacle in &updates.obstacles {
        let words = match obstacle {
            UpdateObstacle::Off => "외부 연결이 꺼져 있습니다: `simui outbound on`",
            UpdateObstacle::Host => "받는 곳이 허용되지 않았습니다: `simui outbound allow`",
            UpdateObstacle::Key => "data.go.kr의 인증키가 없습니다: `simui keys set data.go.kr`",
            UpdateObstacle::Keyring => "키링에 물어볼 수 없습니다: `simui doctor`",
            UpdateObstacle::Laws | UpdateObstacle::Services => {
                "받을 자료를 고르지 않았습니다: `simui corpus drugs follow`"
            }
        };
        text += &format!("    → {words}\n");
    }
    text
}
