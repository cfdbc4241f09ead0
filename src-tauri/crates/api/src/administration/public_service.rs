//! Public services that the desk fetches from: what prevents a call, and the client that may make it.

use simui_inference::outbound::{Outbound, Request, Secret};

use crate::desk::outbound::{Calls, policy};
use crate::types::{KeyState, OutboundSettings, UpdateObstacle};
use crate::{ApiError, Desk};

/// Where a public service is reached, and the key that it takes.
#[derive(Debug, Clone, Copy)]
pub(super) struct PublicService<'a> {
    /// Base address in the settings, of the service itself or of a mirror.
    pub base: &'a str,
    /// Host of the service itself.
    pub host: &'a str,
    /// Name of its key in the key store.
    pub key: &'static str,
}

impl PublicService<'_> {
    /// Returns the host of the base address, with its port.
    pub(super) fn place(&self) -> &str {
        let rest = self.base.split_once("://").map_or(self.base, |(_, rest)| rest);
        rest.split('/').next().unwrap_or(rest)
    }

    /// Whether the key is sent to the base address: only to the service itself over HTTPS, never to a mirror.
    pub(super) fn takes_key(&self) -> bool {
        let rest = self.base.strip_prefix("https://").and_then(|it| it.strip_prefix(self.host));
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    }
}

impl Desk {
    /// Returns what prevents calls to a service: the main switch, its host, its key.
    pub(super) async fn obstacles_to(
        &self,
        service: PublicService<'_>,
        settings: &OutboundSettings,
    ) -> Result<Vec<UpdateObstacle>, ApiError> {
        let mut obstacles = Vec::new();
        if !settings.enabled {
            obstacles.push(UpdateObstacle::Off);
        }
        if !policy(settings)?.allows(&Request::get(service.base)?) {
            obstacles.push(UpdateObstacle::Host);
        }
        if service.takes_key() {
            match self.has_key(service.key).await?.state {
                KeyState::Stored => {}
                KeyState::Absent => obstacles.push(UpdateObstacle::Key),
                KeyState::Unknown => obstacles.push(UpdateObstacle::Keyring),
            }
        }
        Ok(obstacles)
    }

    /// Returns a client that may call a service, its key, and the recorder of its calls. The key is empty
    /// for a mirror. An error, before anything is sent, when the settings do not allow the host.
    pub(super) async fn access_to(
        &self,
        service: PublicService<'_>,
        settings: &OutboundSettings,
        actor: String,
    ) -> Result<(Outbound, Secret, Calls), ApiError> {
        let (outbound, calls) = self.outbound(settings, actor)?;
        outbound.check(&Request::get(service.base)?)?;
        let key = if service.takes_key() { self.key(service.key).await? } else { Secret::new("") };
        Ok((outbound, key, calls))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(base: &str, place: &str, takes_key: bool) {
        let service = PublicService { base, host: "www.law.go.kr", key: "law.go.kr" };
        assert_eq!((service.place(), service.takes_key()), (place, takes_key), "{base}");
    }

    #[test]
    fn a_key_goes_to_its_service_alone() {
        check("https://www.law.go.kr/DRF", "www.law.go.kr", true);
        check("https://www.law.go.kr", "www.law.go.kr", true);
        check("https://www.law.go.kr:8443/DRF", "www.law.go.kr:8443", false);
        check("http://www.law.go.kr/DRF", "www.law.go.kr", false);
        check("https://www.law.go.kr.evil.kr/DRF", "www.law.go.kr.evil.kr", false);
        check("http://127.0.0.1:8000/DRF", "127.0.0.1:8000", false);
    }
}
