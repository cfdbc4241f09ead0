//! Outbound connections: `simui outbound …`.

use simui_api::Desk;
use simui_api::types::{
    ChangeSettings, OutboundEntry, OutboundLogRequest, OutboundSettings, SettingsView,
};

use crate::args::outbound::{OutboundCommand, WebLinksCommand};
use crate::args::signature::Signed;
use crate::error::CliError;
use crate::output::Output;
use simui_api::ErrorCode;

pub async fn run(desk: &Desk, command: OutboundCommand, out: Output) -> Result<(), CliError> {
    let view = match command {
        OutboundCommand::Show => desk.outbound_settings().await?,
        OutboundCommand::Log { limit, kind, words, failed, before } => {
            let request = OutboundLogRequest { limit: Some(limit), kind, words, failed, before };
            out.result(&desk.outbound_log(request).await?, |entries| {
                entries.iter().map(describe_entry).collect()
            });
            return Ok(());
        }
        OutboundCommand::WebLinks(command) => return web_links(desk, command, out).await,
        OutboundCommand::On(signed) => change(desk, signed, |it| it.enabled = true).await?,
        OutboundCommand::Off(signed) => change(desk, signed, |it| it.enabled = false).await?,
        OutboundCommand::Allow { host, signed } => {
            change(desk, signed, |it| it.hosts.push(host)).await?
        }
        OutboundCommand::Deny { host, signed } => deny(desk, signed, &host).await?,
        OutboundCommand::Proxy { address, signed } => {
            change(desk, signed, |it| it.proxy = unless_none(address)).await?
        }
        OutboundCommand::LawService { address, signed } => {
            change(desk, signed, |it| it.law_service = unless_none(address)).await?
        }
        OutboundCommand::DrugService { address, signed } => {
            change(desk, signed, |it| it.drug_service = unless_none(address)).await?
        }
    };
    out.result(&view, describe_settings);
    Ok(())
}

/// Changes the current settings in the name of the person who signs.
pub async fn change(
    desk: &Desk,
    signed: Signed,
    change: impl FnOnce(&mut OutboundSettings),
) -> Result<SettingsView<OutboundSettings>, CliError> {
    let SettingsView { mut settings, revision, .. } = desk.outbound_settings().await?;
    change(&mut settings);
    let reviewer = signed.reviewer;
    let request = ChangeSettings { settings, revision, reviewer };
    Ok(desk.set_outbound_settings(request).await?)
}

async fn web_links(desk: &Desk, command: WebLinksCommand, out: Output) -> Result<(), CliError> {
    let mut view = desk.ask_settings().await?;
    if let (Some(state), Some(reviewer)) = (command.state, command.reviewer) {
        let mut settings = view.settings;
        settings.web_links = state == "on";
        settings.web_key = !command.no_key;
        if let Some(address) = command.address {
            settings.web_service = Some(address).filter(|it| it != "default");
        }
        let revision = view.revision;
        view = desk.set_ask_settings(ChangeSettings { settings, revision, reviewer }).await?;
    }
    out.result(&view, |view| {
        let state = if view.settings.web_links { "켜짐" } else { "꺼짐" };
        let service = view.settings.web_service.as_deref().unwrap_or("https://api.tavily.com");
        let key = if view.settings.web_key { "키: tavily" } else { "키 없음" };
        format!("웹 참고 링크: {state}\n검색 서비스: {service}, {key}\n")
    });
    Ok(())
}

async fn deny(
    desk: &Desk,
    signed: Signed,
    host: &str,
) -> Result<SettingsView<OutboundSettings>, CliError> {
    let host = host.trim().to_lowercase();
    let allowed = desk.outbound_settings().await?.settings.hosts;
    // A mistyped name must not leave the host allowed without an error.
    if !allowed.contains(&host) {
        let allowed = if allowed.is_empty() { "none".to_owned() } else { allowed.join(", ") };
        let message = format!("host {host:?} is not allowed as it is; allowed: {allowed}");
        return Err(CliError::refused(ErrorCode::HostNotAllowed, &[("host", &host)], message));
    }
    change(desk, signed, |it| it.hosts.retain(|allowed| *allowed != host)).await
}

fn describe_entry(entry: &OutboundEntry) -> String {
    let role = entry.role.as_deref().unwrap_or("-");
    let digest = entry.sha256.as_deref().map_or("-", |it| it.get(..12).unwrap_or(it));
    let masked: Vec<String> =
        entry.masked.iter().map(|(kind, count)| format!("{kind} {count}")).collect();
    let masked = if masked.is_empty() { "-".to_owned() } else { masked.join(", ") };
    let end = if entry.worked { "ok" } else { &entry.problem };
    let OutboundEntry { seq, at, action, place, sent, .. } = entry;
    format!("{seq}\t{at:.0}\t{action}\t{place}\t{role}\t{sent} B\t{digest}\t{masked}\t{end}\n")
}

fn unless_none(text: String) -> Option<String> {
    (text != "none").then_some(text)
}

fn describe_settings(view: &SettingsView<OutboundSettings>) -> String {
    let SettingsView { settings, changed_by, changed_at, .. } = view;
    let state =
        if settings.enabled { "켜짐" } else { "꺼짐: 아무것도 내보내지 않습니다" };
    let or = |text: &Option<String>, other: &str| text.clone().unwrap_or_else(|| other.to_owned());
    let hosts =
        if settings.hosts.is_empty() { "없음".to_owned() } else { settings.hosts.join(", ") };
    let mut text = format!(
        "외부 연결: {state}\n허용한 호스트: {hosts}\n프록시: {}\n법령 서비스: {}\n의약품 자료 서비스: {}\n",
        or(&settings.proxy, "없음"),
        or(&settings.law_service, "law.go.kr"),
        or(&settings.drug_service, "data.go.kr"),
    );
    if let (Some(by), Some(at)) = (changed_by, changed_at) {
        text += &format!("마지막 변경: {} {at:.0}\n", by.name);
    }
    text
}
