use simui_domain::ThinkingRole;
use simui_flow::{Context, NodeError};

use super::{Thinking, Thought};
use crate::library::Library;
use crate::state::{ReviewDelta, ReviewState};
use crate::{classify, draft, verify};

/// The rules alone: deterministic, offline.
#[derive(Debug, Clone, Copy)]
pub struct ByRules;

impl Thinking for ByRules {
    fn think<'a>(
        &'a self,
        role: ThinkingRole,
        state: &'a ReviewState,
        library: &'a Library,
        _: &'a Context,
    ) -> Thought<'a> {
        Box::pin(async move {
            match role {
                ThinkingRole::ClaimExtraction => classify::claims(state, library),
                ThinkingRole::Classification => classify::findings(state, library),
                ThinkingRole::Drafting => {
                    let draft = draft::write(state, library).await?;
                    Ok(ReviewDelta::Drafted(Box::new(draft)))
                }
                ThinkingRole::Verification => verify::attack(state, library).await,
                other => {
                    Err(NodeError::new(format!("{other} is no role of a review; report this")))
                }
            }
        })
    }
}
