//! Checks the settings of chat models before they are stored.

use std::collections::BTreeSet;

use simui_inference::outbound::Request;

use crate::ApiError;
use crate::desk::chat_models::{check_file, is_local_address, wrong};
use crate::types::{ChatEndpoint, ChatPreset, ChatRole, ChatSettings};

/// Longest time limit of a role, in seconds: two models and their retries fit into a node's time.
const LONGEST_S: u32 = 150;

/// Returns the settings without superfluous spaces, or an error when they are unusable or contain a password.
pub(super) fn normalise(mut settings: ChatSettings) -> Result<ChatSettings, ApiError> {
    let mut names = BTreeSet::new();
    for endpoint in &mut settings.endpoints {
        endpoint.name = endpoint.name.trim().to_owned();
        endpoint.address = endpoint.address.trim().trim_end_matches('/').to_owned();
        check_endpoint(endpoint)?;
        if !names.insert(endpoint.name.clone()) {
            return Err(wrong(&format!("endpoint {:?} is there twice", endpoint.name)));
        }
    }
    let mut played = BTreeSet::new();
    for role in &mut settings.roles {
        for choice in std::iter::once(&mut role.choice).chain(&mut role.fallback) {
            choice.model = choice.model.trim().to_owned();
        }
        check_role(role, &names)?;
        if !played.insert(role.role) {
            return Err(wrong(&format!("the role {} is there twice", role.role)));
        }
    }
    if !(1..=16).contains(&settings.at_once) {
        return Err(wrong("1 to 16 calls may run at a time"));
    }
    Ok(settings)
}

fn check_endpoint(endpoint: &ChatEndpoint) -> Result<(), ApiError> {
    let name = &endpoint.name;
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if name.is_empty() || name.len() > 40 || !name.chars().all(plain) {
        return Err(wrong(&format!(
            "endpoint {name:?}: a name has 1 to 40 small letters, digits and `-`"
        )));
    }
    if endpoint.preset == ChatPreset::Gguf {
        return check_file(endpoint);
    }
    let address = &endpoint.address;
    let has_scheme = address.starts_with("http://") || address.starts_with("https://");
    if !has_scheme || address.contains(['@', '?', '#']) || Request::get(address).is_err() {
        return Err(wrong(&format!(
            "endpoint {name}: this is no address; write it like http://127.0.0.1:11434/v1, without a key"
        )));
    }
    if endpoint.key && address.starts_with("http://") && !is_local_address(address) {
        return Err(wrong(&format!(
            "endpoint {name}: a key is not sent over an unencrypted connection; use https"
        )));
    }
    Ok(())
}

fn check_role(role: &ChatRole, endpoints: &BTreeSet<String>) -> Result<(), ApiError> {
    let refuse = |problem: String| Err(wrong(&format!("role {}: {problem}", role.role)));
    for choice in std::iter::once(&role.choice).chain(&role.fallback) {
        if !endpoints.contains(&choice.endpoint) {
            return refuse(format!("there is no endpoint {:?}; add it first", choice.endpoint));
        }
        if choice.model.is_empty() || choice.model.chars().count() > 200 {
            return refuse("the model's name has 1 to 200 characters".to_owned());
        }
    }
    if role.temperature.is_some_and(|it| !(0.0..=2.0).contains(&it)) {
        return refuse("the temperature is 0 to 2".to_owned());
    }
    if !(64..=32_768).contains(&role.most_tokens) {
        return refuse("an answer has 64 to 32768 tokens".to_owned());
    }
    if !(1..=LONGEST_S).contains(&role.timeout_s) {
        return refuse(format!("it may take 1 to {LONGEST_S} seconds"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{ChatChoice, ChatPreset};
    use simui_domain::ThinkingRole;

    fn usual() -> ChatSettings {
        let endpoint = ChatEndpoint {
            name: "local".into(),
            preset: ChatPreset::Ollama,
            address: "http://127.0.0.1:11434/v1/".into(),
            key: false,
        };
        let choice = ChatChoice { endpoint: "local".into(), model: " small ".into() };
        let role = ChatRole::new(ThinkingRole::Classification, choice);
        ChatSettings { endpoints: vec![endpoint], roles: vec![role], ..ChatSettings::default() }
    }

    fn check(change: impl FnOnce(&mut ChatSettings), refused: &str) {
        let mut settings = usual();
        change(&mut settings);
        let outcome = normalise(settings).err().map(|it| it.to_string()).unwrap_or_default();
        assert!(outcome.contains(refused) && outcome.is_empty() == refused.is_empty(), "{outcome}");
    }

    #[test]
    fn only_usable_settings_are_kept() {
        check(|_| {}, "");
        check(|it| it.endpoints[0].name = "my server".into(), "a name has");
        check(|it| it.endpoints.push(it.endpoints[0].clone()), "is there twice");
        for address in ["127.0.0.1:11434", "ftp://a.kr", "https://me@a.kr", "https://a.kr/v1?key=x"]
        {
            check(|it| it.endpoints[0].address = address.into(), "no address");
        }
        check(
            |settings| {
                settings.endpoints[0].key = true;
                settings.endpoints[0].address = "http://10.0.0.5/v1".into();
            },
            "unencrypted",
        );
        let file = |address: &'static str| {
            move |settings: &mut ChatSettings| {
                settings.endpoints[0].preset = ChatPreset::Gguf;
                settings.endpoints[0].address = address.into();
            }
        };
        check(file("model:small"), "");
        check(file("/models/small.gguf"), "");
        for address in
            ["small.gguf", "/models/small.bin", "model:", "model:../x", "http://a.kr/x.gguf"]
        {
            check(file(address), "write the whole path");
        }
        check(
            |settings| {
                file("/models/small.gguf")(settings);
                settings.endpoints[0].key = true;
            },
            "wants no key",
        );
        check(|it| it.roles[0].choice.endpoint = "other".into(), "no endpoint \"other\"");
        check(|it| it.roles[0].choice.model = " ".into(), "model's name");
        check(|it| it.roles.push(it.roles[0].clone()), "is there twice");
        check(|it| it.roles[0].temperature = Some(2.5), "temperature");
        check(|it| it.roles[0].temperature = Some(f64::NAN), "temperature");
        check(|it| it.roles[0].most_tokens = 1, "64 to 32768");
        check(|it| it.roles[0].timeout_s = 151, "1 to 150 seconds");
        check(|it| it.at_once = 0, "1 to 16 calls");
        let kept = normalise(usual()).unwrap_or_default();
        assert_eq!(kept.endpoints[0].address, "http://127.0.0.1:11434/v1");
        assert_eq!(kept.roles[0].choice.model, "small");
        assert!(is_local_address("http://localhost:1/v1"));
        assert!(!is_local_address("https://api.openai.com/v1"));
    }
}
