//! Chat models: `simui models chat …`.

use simui_api::Desk;
use simui_api::types::{
    ChangeSettings, ChatChoice, ChatEndpoint, ChatRole, ChatSettings, ChatState, ChatTest,
    SettingsView, TestChat, usual_address,
};

use crate::args::chat::{ChatCommand, EndpointCommand, RoleCommand};
use crate::args::signature::Signed;
use crate::error::CliError;
use crate::output::Output;
use simui_api::ErrorCode;

pub async fn run(desk: &Desk, command: ChatCommand, out: Output) -> Result<(), CliError> {
    match command {
        ChatCommand::Show => {}
        ChatCommand::Endpoint(command) => endpoint(desk, command).await?,
        ChatCommand::Remove { name, signed } => {
            change(desk, signed, |settings| {
                let before = settings.endpoints.len();
                settings.endpoints.retain(|it| it.name != name);
                settings.roles.retain(|it| it.choice.endpoint != name);
                for role in &mut settings.roles {
                    role.fallback = role.fallback.take().filter(|it| it.endpoint != name);
                }
                match settings.endpoints.len() < before {
                    true => Ok(()),
                    false => Err(CliError::refused(
                        ErrorCode::ChatEndpointNotFound,
                        &[("name", &name)],
                        format!(
                            "there is no chat endpoint {name:?}; `simui models chat show` lists them"
                        ),
                    )),
                }
            })
            .await?;
        }
        ChatCommand::Role(command) => role(desk, command).await?,
        ChatCommand::Limits { tokens_per_day, at_once, signed } => {
            change(desk, signed, |settings| {
                if let Some(tokens) = tokens_per_day {
                    settings.tokens_per_day = Some(tokens).filter(|&tokens| tokens > 0);
                }
                settings.at_once = at_once.unwrap_or(settings.at_once);
                Ok(())
            })
            .await?;
        }
        ChatCommand::Test { name, model, reviewer } => {
            let request = TestChat { endpoint: name, model, reviewer };
            out.result(&desk.test_chat(request).await?, describe_test);
            return Ok(());
        }
        ChatCommand::Prompts { name } => return prompts(desk, name, out).await,
    }
    let view = desk.chat_settings().await?;
    let state = desk.chat_state().await?;
    out.result(&serde_json::json!({ "set": view, "state": state }), |_| {
        describe_settings(&view, &state)
    });
    Ok(())
}

async fn prompts(desk: &Desk, name: Option<String>, out: Output) -> Result<(), CliError> {
    let mut all = desk.chat_prompts().await?;
    let Some(name) = name else {
        out.result(&all, |all| {
            all.iter().map(|it| format!("{}\t{}\t{}\n", it.name, it.version, it.sha256)).collect()
        });
        return Ok(());
    };
    all.retain(|it| it.name == name);
    let found = all.pop().ok_or_else(|| {
        CliError::refused(
            ErrorCode::PromptNotFound,
            &[("name", &name)],
            format!("there is no prompt {name:?}; `simui models chat prompts` lists them"),
        )
    })?;
    out.result(&found, |it| it.text.clone());
    Ok(())
}

async fn endpoint(desk: &Desk, command: EndpointCommand) -> Result<(), CliError> {
    let EndpointCommand { name, preset, address, key, signed } = command;
    let address =
        address.or_else(|| usual_address(preset).map(str::to_owned)).ok_or_else(|| {
            CliError::refused(
                ErrorCode::OptionsIncomplete,
                &[("option", &"--address")],
                format!(
                    "chat endpoint {name}: it needs --address: a URL, or for gguf a file or model:ID"
                ),
            )
        })?;
    let fresh = ChatEndpoint { name: name.trim().to_owned(), preset, address, key };
    change(desk, signed, |settings| {
        settings.endpoints.retain(|it| it.name != fresh.name);
        settings.endpoints.push(fresh);
        Ok(())
    })
    .await
}

async fn role(desk: &Desk, command: RoleCommand) -> Result<(), CliError> {
    let RoleCommand { roles, off, endpoint, model, temperature, signed, .. } = &command;
    let temperature = match temperature.as_str() {
        "default" => None,
        number => Some(number.parse::<f64>().map_err(|_| {
            CliError::refused(
                ErrorCode::OptionsIncomplete,
                &[("option", &"--temperature")],
                format!("temperature {number:?}: it is 0 to 2, or `default`"),
            )
        })?),
    };
    let fallback = command.fallback.as_deref().map(choice).transpose()?;
    let choice = ChatChoice {
        endpoint: endpoint.clone().unwrap_or_default(),
        model: model.clone().unwrap_or_default(),
    };
    let signed = Signed { reviewer: signed.reviewer.clone() };
    change(desk, signed, |settings| {
        settings.roles.retain(|it| !roles.0.contains(&it.role));
        if !*off {
            settings.roles.extend(roles.0.iter().map(|&role| {
                let usual = ChatRole::new(role, choice.clone());
                ChatRole {
                    temperature,
                    most_tokens: command.most_tokens.unwrap_or(usual.most_tokens),
                    timeout_s: command.timeout.unwrap_or(usual.timeout_s),
                    tokens_per_day: command.tokens_per_day,
                    fallback: fallback.clone(),
                    ..usual
                }
            }));
            settings.roles.sort_by_key(|it| it.role);
        }
        Ok(())
    })
    .await
}

fn choice(text: &str) -> Result<ChatChoice, CliError> {
    // The name of a model may contain slashes.
    let (endpoint, model) = text.split_once('/').ok_or_else(|| {
        CliError::refused(
            ErrorCode::OptionsIncomplete,
            &[("option", &"--fallback")],
            format!("fallback {text:?}: write it as ENDPOINT/MODEL"),
        )
    })?;
    Ok(ChatChoice { endpoint: endpoint.to_owned(), model: model.to_owned() })
}

/// Changes the current settings in the name of the person who signs.
async fn change(
    desk: &Desk,
    signed: Signed,
    change: impl FnOnce(&mut ChatSettings) -> Result<(), CliError>,
) -> Result<(), CliError> {
    let SettingsView { mut settings, revision, .. } = desk.chat_settings().await?;
    change(&mut settings)?;
    let reviewer = signed.reviewer;
    desk.set_chat_settings(ChangeSettings { settings, revision, reviewer }).await?;
    Ok(())
}

fn describe_settings(view: &SettingsView<ChatSettings>, state: &ChatState) -> String {
    let settings = &view.settings;
    if settings.endpoints.is_empty() {
        return "채팅 모델을 쓰지 않습니다. 규칙만으로 심의합니다.\n".to_owned();
    }
    let mut text = String::new();
    for (endpoint, seen) in settings.endpoints.iter().zip(&state.endpoints) {
        let place = if seen.local { "이 컴퓨터" } else { "바깥" };
        text += &format!("{}\t{}\t{place}\n", endpoint.name, endpoint.address);
        if !seen.obstacle.is_empty() {
            text += &format!("    → {}\n", seen.obstacle);
        }
    }
    for role in &settings.roles {
        let ChatChoice { endpoint, model } = &role.choice;
        text += &format!("{}\t{endpoint}/{model}\t{}초\n", role.role.label(), role.timeout_s);
    }
    for used in &state.used_today {
        text += &format!("오늘 {}\t{}회\t{} 토큰\n", used.role, used.calls, used.tokens);
    }
    text
}

fn describe_test(test: &ChatTest) -> String {
    let mark = |works: bool| if works { "✓" } else { "✕" };
    let latency =
        test.latency_ms.map_or_else(|| "목록 없음".to_owned(), |ms| format!("{ms:.0} ms"));
    let context =
        test.context_tokens.map_or_else(|| "알려 주지 않음".to_owned(), |it| it.to_string());
    format!(
        "{} {}\n응답 시간\t{latency}\n{} 스트리밍\t{}\n{} 형식에 맞춘 답\t{}\n문맥 길이\t{context}\n모델\t{}\n",
        test.endpoint,
        test.model,
        mark(test.streaming.works),
        test.streaming.detail,
        mark(test.structured.works),
        test.structured.detail,
        test.models.join(", ")
    )
}
