//! Settings of pharmacists' questions.

use simui_inference::outbound::{Policy, Request};

use crate::faults::ErrorCode;
use crate::types::{AskSettings, ChangeSettings, SettingsView};
use crate::{ApiError, Desk};

/// The subject of these settings.
pub(crate) const SUBJECT: &str = "ask";

/// The keyring's name of the search service's key.
pub(crate) const WEB_KEY: &str = "tavily";

impl Desk {
    /// Returns the settings.
    pub async fn ask_settings(&self) -> Result<SettingsView<AskSettings>, ApiError> {
        self.settings(SUBJECT).await
    }

    /// Changes the settings, signed by an administrator.
    pub async fn set_ask_settings(
        &self,
        mut change: ChangeSettings<AskSettings>,
    ) -> Result<SettingsView<AskSettings>, ApiError> {
        change.settings = normalise(change.settings)?;
        self.change_settings(SUBJECT, change).await
    }
}

/// Returns the settings without superfluous spaces, or an error when they are unusable or contain a password.
fn normalise(mut settings: AskSettings) -> Result<AskSettings, ApiError> {
    if settings.keep_days > 3650 {
        return Err(ApiError::invalid(
            ErrorCode::RetentionTooLong,
            &[("longest", &3650)],
            "questions are kept for at most 3650 days".to_owned(),
        ));
    }
    let address = settings.web_service.take().unwrap_or_default();
    let address = address.trim().trim_end_matches('/');
    if address.is_empty() {
        return Ok(settings);
    }
    let has_scheme = address.starts_with("http://") || address.starts_with("https://");
    let request =
        Request::get(address).ok().filter(|_| has_scheme && !address.contains(['@', '?', '#']));
    let Some(request) = request else {
        return Err(ApiError::invalid(
            ErrorCode::AddressUnreadable,
            &[],
            "web links: this is no address; write it like https://api.tavily.com, without a key"
                .to_owned(),
        ));
    };
    if settings.web_key && address.starts_with("http://") && !Policy::default().allows(&request) {
        return Err(ApiError::invalid(
            ErrorCode::KeyUnencrypted,
            &[],
            "web links: a key is not sent over an unencrypted connection; use https".to_owned(),
        ));
    }
    settings.web_service = Some(address.to_owned());
    Ok(settings)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(address: &str, key: bool, kept: Result<Option<&str>, &str>) {
        let web_service = Some(address.to_owned());
        let settings = AskSettings { web_service, web_key: key, ..AskSettings::default() };
        match (normalise(settings), kept) {
            (Ok(settings), Ok(kept)) => assert_eq!(settings.web_service.as_deref(), kept),
            (Err(error), Err(why)) => assert!(error.to_string().contains(why), "{error}"),
            (outcome, _) => assert!(kept.is_err() && outcome.is_err(), "{address}: {outcome:?}"),
        }
    }

    #[test]
    fn only_usable_addresses_are_kept() {
        check(" https://api.tavily.com/ ", true, Ok(Some("https://api.tavily.com")));
        check("  ", true, Ok(None));
        check("http://127.0.0.1:8000", true, Ok(Some("http://127.0.0.1:8000")));
        check("http://10.0.0.5:8000", false, Ok(Some("http://10.0.0.5:8000")));
        check("http://10.0.0.5:8000", true, Err("unencrypted"));
        for address in ["api.tavily.com", "ftp://a.kr", "https://me@a.kr", "https://a.kr/?key=x"] {
            check(address, true, Err("no address"));
        }
    }
}
