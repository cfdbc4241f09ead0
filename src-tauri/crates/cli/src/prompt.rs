//! Prompts of chat models: `simui models prompt …`.

use simui_api::Desk;
use simui_api::types::{
    ChatPrompt, PromptLine, PromptLineKind, PromptTrial, ResetPrompt, SetPrompt, TryPrompt,
};

use crate::args::prompt::PromptCommand;
use crate::error::CliError;
use crate::incoming;
use crate::output::Output;
use simui_api::ErrorCode;

pub async fn run(desk: &Desk, command: PromptCommand, out: Output) -> Result<(), CliError> {
    match command {
        PromptCommand::List => {
            let prompts = desk.chat_prompts().await?;
            out.result(&prompts, |prompts| prompts.iter().map(describe_prompt).collect());
        }
        PromptCommand::Show { name, changes } => {
            let found = desk.chat_prompts().await?.into_iter().find(|it| it.name == name);
            let found = found.ok_or_else(|| {
                CliError::refused(
                    ErrorCode::PromptNotFound,
                    &[("name", &name)],
                    format!("there is no prompt {name:?}; `simui models prompt list` names them"),
                )
            })?;
            out.result(
                &found,
                |it| if changes { differences(&it.changes) } else { it.text.clone() },
            );
        }
        PromptCommand::Try { name, file, ask, reviewer } => {
            let text = file.as_deref().map(incoming::file).transpose()?;
            let trial = desk.try_prompt(TryPrompt { name, text, ask, reviewer }).await?;
            if !trial.problem.is_empty() {
                return Err(CliError::Check(trial.problem));
            }
            out.result(&trial, describe_trial);
        }
        PromptCommand::Set { name, file, signed } => {
            let request = SetPrompt {
                name,
                text: incoming::file(&file)?,
                over: None,
                reviewer: signed.reviewer,
            };
            out.result(&desk.set_prompt(request).await?, describe_prompt);
        }
        PromptCommand::Reset { name, signed } => {
            let request = ResetPrompt { name, reviewer: signed.reviewer };
            out.result(&desk.reset_prompt(request).await?, describe_prompt);
        }
    }
    Ok(())
}

fn describe_prompt(prompt: &ChatPrompt) -> String {
    let origin = match (prompt.own, prompt.left_out.is_empty()) {
        (false, _) => "프로그램의 말".to_owned(),
        (true, true) => "고친 말".to_owned(),
        (true, false) => format!("고친 말을 쓰지 않음: {}", prompt.left_out),
    };
    format!("{}\t{}\t{}\t{origin}\n", prompt.name, prompt.version, prompt.sha256)
}

fn differences(changes: &[PromptLine]) -> String {
    let sign = |kind| match kind {
        PromptLineKind::Same => ' ',
        PromptLineKind::Removed => '-',
        PromptLineKind::Added => '+',
    };
    changes.iter().map(|it| format!("{} {}\n", sign(it.kind), it.text)).collect()
}

fn describe_trial(trial: &PromptTrial) -> String {
    let mut text =
        format!("{}\n\n{}\n\n≈ {} 토큰\n", trial.system.trim(), trial.user.trim(), trial.tokens);
    if let Some(answer) = &trial.answer {
        text += &format!("\n{} ({:.0} ms)\n", answer.model, answer.ms);
        text += if answer.problem.is_empty() { &answer.response } else { &answer.problem };
        text.push('\n');
    }
    text
}
