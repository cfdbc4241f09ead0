//! Settings of outbound calls: what may leave the machine.

use std::collections::BTreeSet;

use simui_inference::datagokr::Service;
use simui_inference::outbound::{Limits, Outbound, Policy, Request};

use crate::desk::outbound::{Calls, jitter, policy};
use crate::faults::ErrorCode;
use crate::types::{ChangeSettings, OutboundSettings, SettingsView};
use crate::{ApiError, Desk};

const SUBJECT: &str = "outbound";

impl Desk {
    /// Returns what may leave the machine, and which laws are fetched.
    pub async fn outbound_settings(&self) -> Result<SettingsView<OutboundSettings>, ApiError> {
        self.settings(SUBJECT).await
    }

    /// Changes the settings, signed by an administrator.
    pub async fn set_outbound_settings(
        &self,
        mut change: ChangeSettings<OutboundSettings>,
    ) -> Result<SettingsView<OutboundSettings>, ApiError> {
        change.settings = normalise(change.settings)?;
        self.change_settings(SUBJECT, change).await
    }

    /// Returns a client that obeys the settings, and the recorder of its calls. `actor` is a reviewer's id or
    /// `system`.
    pub(super) fn outbound(
        &self,
        settings: &OutboundSettings,
        actor: String,
    ) -> Result<(Outbound, Calls), ApiError> {
        if !settings.enabled {
            return Err(ApiError::invalid(
                ErrorCode::OutboundOff,
                &[],
                "outbound: calls are switched off, nothing was sent; an administrator can switch them on in the \
                settings or with `simui outbound on --as NAME`"
                .to_owned(),
            ));
        }
        let (record, calls) = Calls::record(self.database.clone(), self.clock.clone(), actor);
        let client = Outbound::new(policy(settings)?, Limits::default(), jitter, record)?;
        Ok((client, calls))
    }

    /// Returns the actor for the audit log: the named reviewer, else the account that is signed in, else
    /// `system` on a desk without passwords.
    pub(crate) async fn actor(&self, reviewer: Option<&str>) -> Result<String, ApiError> {
        let person = self.named_or_acting(reviewer).await?;
        Ok(person.map_or_else(|| "system".to_owned(), |it| it.id.to_string()))
    }
}

/// Returns the settings without superfluous spaces and repetitions, or an error for an unusable address or a
/// password in one.
fn normalise(settings: OutboundSettings) -> Result<OutboundSettings, ApiError> {
    let trimmed = |text: Option<String>| {
        text.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty())
    };
    let mut seen = BTreeSet::new();
    let hosts: Vec<String> = settings.hosts.iter().map(|host| host.trim().to_lowercase()).collect();
    let hosts = hosts.into_iter().filter(|host| seen.insert(host.clone())).collect();
    let mut seen = BTreeSet::new();
    let mut laws = Vec::new();
    for mut law in settings.laws {
        law.title = law.title.split_whitespace().collect::<Vec<_>>().join(" ");
        if law.title.is_empty() || law.title.chars().count() > 200 {
            return Err(ApiError::invalid(
                ErrorCode::FollowedTitleLength,
                &[],
                "followed law: the title must have 1 to 200 characters; give the full title"
                    .to_owned(),
            ));
        }
        if seen.insert((super::laws::target(law.collection), law.title.clone())) {
            laws.push(law);
        }
    }
    let settings = OutboundSettings {
        enabled: settings.enabled,
        hosts,
        proxy: trimmed(settings.proxy),
        law_service: trimmed(settings.law_service),
        laws,
        drug_service: trimmed(settings.drug_service),
        drug_data: services(&settings.drug_data)?,
    };
    policy(&settings)?;
    if let Some(proxy) = &settings.proxy {
        let has_scheme = proxy.starts_with("http://") || proxy.starts_with("https://");
        // The form of a host has no place for a name and password, which would be stored in the database.
        if !has_scheme || Policy::allowing([proxy]).is_err() {
            return Err(ApiError::invalid(
                ErrorCode::AddressUnreadable,
                &[],
                "proxy: this is no address; write it like http://proxy.office.kr:3128, without a name and password"
                .to_owned(),
            ));
        }
    }
    let mirrors = [
        ("law service", "https://mirror.office.kr/DRF", &settings.law_service),
        ("drug data service", "https://mirror.office.kr", &settings.drug_service),
    ];
    for (what, example, mirror) in mirrors {
        let Some(mirror) = mirror else { continue };
        let has_scheme = mirror.starts_with("http://") || mirror.starts_with("https://");
        if !has_scheme || mirror.contains(['@', '?', '#']) || Request::get(mirror).is_err() {
            return Err(ApiError::invalid(
                ErrorCode::AddressUnreadable,
                &[],
                format!("{what}: this is no address; write it like {example}, without a key"),
            ));
        }
    }
    Ok(settings)
}

/// Returns the keys of these services of drug data, each once and in the order of the services.
fn services(names: &[String]) -> Result<Vec<String>, ApiError> {
    for name in names {
        if Service::named(name.trim()).is_none() {
            return Err(ApiError::invalid(
                ErrorCode::DrugServiceUnknown,
                &[("name", name)],
                format!(
                    "drug data: there is no service {name:?}; `simui corpus drugs list` shows them"
                ),
            ));
        }
    }
    let is_named = |service: &&Service| {
        names.iter().any(|name| [&service.key, &service.name].contains(&&name.trim().to_owned()))
    };
    Ok(Service::all().iter().filter(is_named).map(|service| service.key.clone()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::FollowedLaw;

    fn check(change: impl FnOnce(&mut OutboundSettings), refused: Option<&str>) {
        let mut settings = OutboundSettings::default();
        change(&mut settings);
        let printed = format!("{settings:?}");
        match (normalise(settings), refused) {
            (Ok(_), None) => {}
            (Err(error), Some(why)) => assert!(error.to_string().contains(why), "{error}"),
            (outcome, _) => {
                assert_eq!(outcome.err().map(|it| it.to_string()).as_deref(), refused, "{printed}")
            }
        }
    }

    #[test]
    fn only_usable_addresses_without_passwords_are_kept() {
        check(|_| {}, None);
        check(|it| it.hosts = vec!["www.law.go.kr".into(), "http://10.0.0.5:11434".into()], None);
        for host in ["*", "a.kr/path", "https://name:word@a.kr", ""] {
            check(|it| it.hosts = vec![host.into()], Some("this is no host"));
        }
        check(|it| it.proxy = Some("http://proxy.office.kr:3128".into()), None);
        for proxy in ["http://name:word@proxy.office.kr", "proxy.office.kr", "socks5://a.kr"] {
            check(|it| it.proxy = Some(proxy.into()), Some("proxy: this is no address"));
        }
        check(|it| it.law_service = Some("http://127.0.0.1:8000/DRF".into()), None);
        for service in ["a.kr/DRF", "https://a.kr/DRF?OC=key", "https://name@a.kr/DRF", "ftp://a"] {
            check(
                |it| it.law_service = Some(service.into()),
                Some("law service: this is no address"),
            );
        }
        check(|it| it.drug_service = Some("http://127.0.0.1:8000".into()), None);
        check(
            |it| it.drug_service = Some("https://a.kr?serviceKey=key".into()),
            Some("drug data service: this is no address"),
        );
        check(|it| it.drug_data = vec!["price".into()], Some("there is no service \"price\""));
        check(
            |it| it.laws = vec![FollowedLaw { collection: Default::default(), title: " ".into() }],
            Some("followed law"),
        );
    }

    #[test]
    fn spaces_and_repetitions_go() {
        let law = |title: &str| FollowedLaw { collection: Default::default(), title: title.into() };
        let settings = OutboundSettings {
            hosts: vec![" WWW.law.go.kr".into(), "www.law.go.kr ".into()],
            proxy: Some("  ".into()),
            laws: vec![law("의료법  시행령 "), law("의료법 시행령"), law("의료법")],
            drug_data: vec!["permit".into(), " e약은요".into(), "label".into()],
            ..OutboundSettings::default()
        };
        let kept = normalise(settings).unwrap_or_default();
        assert_eq!(kept.hosts, ["www.law.go.kr"]);
        assert_eq!(kept.proxy, None);
        assert_eq!(kept.laws, [law("의료법 시행령"), law("의료법")]);
        assert_eq!(kept.drug_data, ["label", "permit"]);
    }
}
