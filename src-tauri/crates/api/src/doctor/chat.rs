//! Checks chat models: which role each plays, and what prevents it.

use simui_inference::gguf::BUILT_IN;

use super::check;
use crate::types::{DoctorCheck, DoctorState};
use crate::{ApiError, Desk};

impl Desk {
    pub(super) async fn check_chat(&self) -> Result<DoctorCheck, ApiError> {
        let settings = self.chat_settings().await?.settings;
        if settings.endpoints.is_empty() {
            let remedy = "none is needed; `simui models chat endpoint` adds one";
            let here = if BUILT_IN { "built in" } else { "not built in" };
            let detail = format!("rules only; models in this process: {here}");
            return Ok(check("chat", DoctorState::Ok, detail, remedy));
        }
        let state = self.chat_state().await?;
        let (mut details, mut remedies) = (Vec::new(), Vec::new());
        for (endpoint, set) in state.endpoints.iter().zip(&settings.endpoints) {
            let plays = |choice: &crate::types::ChatChoice| choice.endpoint == endpoint.name;
            let roles = settings.roles.iter().filter(|role| plays(&role.choice));
            let roles: Vec<String> =
                roles.map(|role| format!("{} by {}", role.role, role.choice.model)).collect();
            let roles = if roles.is_empty() { "no role".to_owned() } else { roles.join(", ") };
            details.push(format!("{} ({}): {roles}", endpoint.name, set.address));
            if !endpoint.obstacle.is_empty() {
                remedies.push(format!("{}: {}", endpoint.name, endpoint.obstacle));
            }
        }
        let state = match remedies.is_empty() {
            true => DoctorState::Ok,
            false => DoctorState::Degraded,
        };
        Ok(check("chat", state, details.join("; "), remedies.join("; ")))
    }
}
