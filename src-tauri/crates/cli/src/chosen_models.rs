//! The installed models that searches use: `simui models use` and `simui models calibrate`.

use std::sync::atomic::{AtomicBool, Ordering};

use simui_api::Desk;
use simui_api::types::{Calibration, ChangeSettings, ModelRole, SearchModels, SettingsView};

use crate::args::models::{CalibrateCommand, UseCommand};
use crate::error::CliError;
use crate::progress::{bar, cancelled_by_ctrl_c};
use simui_api::ErrorCode;

/// The name that removes the model of a role.
const NONE: &str = "none";

pub async fn choose(
    desk: &Desk,
    command: UseCommand,
) -> Result<SettingsView<SearchModels>, CliError> {
    let view = desk.search_models().await?;
    let UseCommand { role: Some(role), name: Some(name), reviewer: Some(reviewer) } = command
    else {
        return Ok(view);
    };
    let id = Some(name).filter(|name| name != NONE);
    let (mut settings, revision) = (view.settings, view.revision);
    match role {
        ModelRole::Encoder => settings.encoder = id,
        ModelRole::Reranker => settings.reranker = id,
        // The command line does not offer this role here.
        ModelRole::Chat => {}
    }
    Ok(desk.set_search_models(ChangeSettings { settings, revision, reviewer }).await?)
}

pub fn describe_models(view: &SettingsView<SearchModels>) -> String {
    let SearchModels { encoder, reranker, offline_minimum, offline_out_of_scope } = &view.settings;
    let mut text = format!(
        "인코더\t{}\n순위 모델\t{}\n",
        encoder.as_deref().unwrap_or("없음 (함께 들어 있는 임베딩)"),
        reranker.as_deref().unwrap_or("없음 (함께 들어 있는 재정렬)")
    );
    if let Some(minimum) = offline_minimum {
        text += &format!("함께 들어 있는 재정렬의 최저 점수\t{minimum:.4}\n");
    }
    if let Some(score) = offline_out_of_scope {
        text += &format!("함께 들어 있는 재정렬의 범위 밖 점수\t{score:.4}\n");
    }
    if encoder.is_some() {
        text += "    → 벡터는 창이 뒤에서 만듭니다. 명령줄에서는 simui corpus embed\n";
    }
    text
}

pub async fn calibrate(desk: &Desk, command: CalibrateCommand) -> Result<Calibration, CliError> {
    let CalibrateCommand { name, set, scope, save, reviewer } = command;
    let (bar, stopped) = (bar("보정 {bar:30} {pos}/{len} {eta}"), AtomicBool::new(false));
    let report_progress = |done: u32, of: u32| {
        bar.set_length(of.into());
        bar.set_position(done.into());
        !stopped.load(Ordering::Relaxed)
    };
    let calibrating = async {
        match (&set, &scope) {
            (Some(set), _) => Ok(desk.calibrate(&name, set, report_progress).await?),
            (None, Some(file)) => Ok(desk.calibrate_scope(&name, file, report_progress).await?),
            (None, None) => Err(CliError::refused(
                ErrorCode::OptionsIncomplete,
                &[("option", &"--set, --scope")],
                "calibrate: give --set or --scope".to_owned(),
            )),
        }
    };
    let found = cancelled_by_ctrl_c(calibrating, || stopped.store(true, Ordering::Relaxed)).await;
    bar.finish_and_clear();
    match reviewer.filter(|_| save) {
        Some(reviewer) => Ok(desk.keep_threshold(found?, reviewer).await?),
        None => Ok(found?),
    }
}

pub fn describe_calibration(found: &Calibration) -> String {
    let Calibration { id, queries, hits, relevant, threshold, .. } = found;
    let mut text = format!(
        "{id}: 질의 {queries}개의 결과 {hits}건(맞는 것 {relevant}건)에서 점수 {threshold:.4}부터\n\
         정밀도 {:.3}, 재현율 {:.3}, Youden의 J {:.3}\n",
        found.precision, found.recall, found.youden_j
    );
    if found.saved {
        text += match found.what.as_str() {
            "out_of_scope" => "저장됨: 약사 질의의 범위 밖 판단에 쓰임\n",
            _ => "저장됨: 프로필이 최저 점수를 두는 검색에 쓰임\n",
        };
    }
    text
}
