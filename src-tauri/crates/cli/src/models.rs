//! Models: `simui models …`.

use indicatif::{ProgressBar, ProgressStyle};
use simui_api::Desk;
use simui_api::types::{
    AddModel, AddedModel, ChangeSettings, DeskEvent, ModelCheck, ModelRequest, ModelState,
    ModelView, OnnxRuntime,
};

use crate::args::models::{ModelsCommand, RuntimeCommand};
use crate::chat;
use crate::chosen_models;
use crate::error::CliError;
use crate::output::Output;
use crate::progress::{cancelled_by_ctrl_c, watching};
use crate::prompt;
use simui_api::ErrorCode;

pub async fn run(desk: &Desk, command: ModelsCommand, out: Output) -> Result<(), CliError> {
    match command {
        ModelsCommand::List => {
            out.result(&desk.models().await?, |models| models.iter().map(describe_model).collect());
        }
        ModelsCommand::Verify { name } => return verify(desk, name, out).await,
        ModelsCommand::Add { folder, id, reviewer } => {
            let request = AddModel { folder: folder.display().to_string(), id, reviewer };
            out.result(&desk.add_model(request).await?, describe_added);
        }
        ModelsCommand::Remove { name, reviewer } => {
            let models = desk.remove_model(ModelRequest { id: name, reviewer }).await?;
            out.result(&models, |models| models.iter().map(describe_model).collect());
        }
        ModelsCommand::Download { name, reviewer } => {
            out.result(&download(desk, ModelRequest { id: name, reviewer }).await?, describe_added);
        }
        ModelsCommand::Use(command) => {
            out.result(
                &chosen_models::choose(desk, command).await?,
                chosen_models::describe_models,
            );
        }
        ModelsCommand::Calibrate(command) => {
            let found = chosen_models::calibrate(desk, command).await?;
            out.result(&found, chosen_models::describe_calibration);
        }
        ModelsCommand::Chat(command) => return chat::run(desk, command, out).await,
        ModelsCommand::Prompt(command) => return prompt::run(desk, command, out).await,
        ModelsCommand::Runtime(command) => {
            out.result(&runtime(desk, command).await?, describe_runtime)
        }
    }
    Ok(())
}

async fn verify(desk: &Desk, name: Option<String>, out: Output) -> Result<(), CliError> {
    let names = match name {
        Some(name) => vec![name],
        None => {
            let is_installed = |model: &ModelView| model.state != ModelState::Missing;
            desk.models().await?.into_iter().filter(is_installed).map(|model| model.id).collect()
        }
    };
    let mut checks: Vec<ModelCheck> = Vec::new();
    for id in names {
        checks.push(desk.verify_model(ModelRequest { id, reviewer: None }).await?);
    }
    out.result(&checks, |checks| {
        let words = |check: &ModelCheck| match check.intact {
            true => format!("{}\t이상 없음\n", check.id),
            false => format!("{}\t손상\t{}\n", check.id, check.problem),
        };
        checks.iter().map(words).collect()
    });
    match checks.into_iter().find(|check| !check.intact) {
        Some(damaged) => Err(CliError::refused(
            ErrorCode::ModelUnusable,
            &[("model", &damaged.id)],
            damaged.problem,
        )),
        None => Ok(()),
    }
}

async fn download(desk: &Desk, request: ModelRequest) -> Result<AddedModel, CliError> {
    let bar = ProgressBar::new(0);
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {bytes}/{total_bytes} {wide_msg}") {
        bar.set_style(style);
    }
    let watched_bar = bar.clone();
    let watch = watching(desk, move |event| {
        if let DeskEvent::ModelDownload { progress } = event {
            watched_bar.set_length(progress.total.unwrap_or(progress.received));
            watched_bar.set_position(progress.received);
            watched_bar.set_message(progress.file);
        }
    });
    let done = cancelled_by_ctrl_c(desk.download_model(request), || desk.cancel_download()).await;
    watch.abort();
    bar.finish_and_clear();
    Ok(done?)
}

async fn runtime(desk: &Desk, command: RuntimeCommand) -> Result<OnnxRuntime, CliError> {
    let RuntimeCommand { library, provider, reviewer } = command;
    let changes = library.is_some() || provider.is_some();
    if let Some(reviewer) = reviewer.filter(|_| changes) {
        let mut view = desk.onnx_settings().await?;
        // An empty text removes a setting.
        view.settings.library = library.or(view.settings.library);
        view.settings.provider = provider.or(view.settings.provider);
        let (settings, revision) = (view.settings, view.revision);
        desk.set_onnx_settings(ChangeSettings { settings, revision, reviewer }).await?;
    }
    Ok(desk.onnx_runtime().await?)
}

fn describe_model(model: &ModelView) -> String {
    let state = match model.state {
        ModelState::Installed => "설치됨",
        ModelState::Missing => "없음",
        ModelState::Damaged => "손상",
    };
    let size = model.size.map(|bytes| format!("{:.1} MB", bytes as f64 / 1e6)).unwrap_or_default();
    let used = if model.used { "\t검색에 쓰임" } else { "" };
    let mut text =
        format!("{}\t{state}\t{size}\t{}\t{}{used}\n", model.id, model.licence, model.name);
    for problem in &model.problems {
        text += &format!("    → {problem}\n");
    }
    text
}

fn describe_added(added: &AddedModel) -> String {
    let mut text = describe_model(&added.model);
    if !added.unchecked.is_empty() {
        text += &format!(
            "    → SHA-256이 알려지지 않아 온 그대로 받음: {}\n",
            added.unchecked.join(", ")
        );
    }
    text
}

fn describe_runtime(runtime: &OnnxRuntime) -> String {
    let Some(library) = &runtime.library else { return runtime.problem.clone() };
    let version = runtime.version.as_deref().unwrap_or_default();
    let mut text = format!("{version} {library}\n{}\n", runtime.build).trim_start().to_owned();
    for trial in &runtime.providers {
        let mark = if trial.taken { "✓" } else { "✕" };
        text += &format!("{mark} {}: {}\n", trial.provider, trial.reason);
    }
    text
}
