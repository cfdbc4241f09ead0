//! The outbound log: audit entries about calls and questions to models, for anybody at the desk to read.

use std::collections::{BTreeMap, HashMap};

use serde_json::Value;
use simui_store::AuditEntry;

use crate::types::{OutboundEntry, OutboundKind, OutboundLogRequest};
use crate::{ApiError, Desk};

const CALL: &str = "outbound_call";
const QUESTION: &str = "chat_call";
const WEB_SEARCH: &str = "web_search";
/// Number of newest audit entries that are searched; older ones are in the exported log.
const SEARCHED_ENTRIES: u32 = 50_000;
/// Most entries of an answer.
const MAX_ENTRIES: u32 = 10_000;

impl Desk {
    /// Lists what left, or tried to leave, the machine, and what chat models were asked, the newest first.
    pub async fn outbound_log(
        &self,
        request: OutboundLogRequest,
    ) -> Result<Vec<OutboundEntry>, ApiError> {
        let limit = request.limit.unwrap_or(100).clamp(1, MAX_ENTRIES);
        let entries =
            self.database.audit_of_actions([CALL, QUESTION, WEB_SEARCH], SEARCHED_ENTRIES).await?;
        let masked = masked_by_digest(&entries);
        let words = request.words.as_deref().map(|it| it.trim().to_lowercase()).unwrap_or_default();
        let wanted = |entry: &OutboundEntry| {
            request.kind.is_none_or(|kind| kind == entry.kind)
                && !(request.failed && entry.worked)
                && request.before.is_none_or(|before| entry.seq < before)
                && (words.is_empty() || searchable_text(entry).to_lowercase().contains(&words))
        };
        let entries = entries.into_iter().map(|entry| to_entry(entry, &masked)).filter(wanted);
        Ok(entries.take(usize::try_from(limit).unwrap_or(usize::MAX)).collect())
    }
}

type Masked = BTreeMap<String, u32>;

/// Number of masked identifiers of each question to a model, by the SHA-256 of its request.
fn masked_by_digest(entries: &[AuditEntry]) -> HashMap<String, Masked> {
    let masked_entry = |entry: &AuditEntry| {
        let digest = entry.details.get("request_sha256")?.as_str().filter(|it| !it.is_empty())?;
        Some((digest.to_owned(), masked_in(&entry.details)))
    };
    entries.iter().filter(|entry| entry.action == QUESTION).filter_map(masked_entry).collect()
}

fn masked_in(details: &Value) -> Masked {
    let counts = details.get("masked").and_then(Value::as_object).into_iter().flatten();
    let counts = counts
        .filter_map(|(kind, count)| Some((kind.clone(), u32::try_from(count.as_u64()?).ok()?)));
    counts.collect()
}

fn to_entry(entry: AuditEntry, masked: &HashMap<String, Masked>) -> OutboundEntry {
    let AuditEntry { seq, at, action, subject, details, .. } = entry;
    let text = |name: &str| details.get(name).and_then(Value::as_str).unwrap_or_default();
    let digest = |name: &str| Some(text(name).to_owned()).filter(|it| !it.is_empty());
    let (kind, place, sha256, worked) = match action.as_str() {
        CALL => {
            let status = details.get("status").and_then(Value::as_u64);
            let worked = text("problem").is_empty() && status.is_some_and(|it| it < 400);
            (OutboundKind::Call, format!("{subject}{}", text("path")), digest("sha256"), worked)
        }
        WEB_SEARCH => (OutboundKind::WebSearch, subject.clone(), None, true),
        _ => {
            let place = format!("{} {}", text("endpoint"), text("model"));
            let worked = details.get("answered").and_then(Value::as_bool).unwrap_or(false);
            (OutboundKind::Question, place.trim().to_owned(), digest("request_sha256"), worked)
        }
    };
    let masked_in_question =
        || sha256.as_ref().and_then(|it| masked.get(it)).cloned().unwrap_or_default();
    OutboundEntry {
        role: digest("role"),
        sent: details.get("sent").and_then(Value::as_u64).unwrap_or(0),
        masked: if kind == OutboundKind::Call { masked_in_question() } else { masked_in(&details) },
        problem: problem(&details, worked),
        seq,
        at,
        action,
        subject,
        kind,
        place,
        sha256,
        worked,
        details,
    }
}

fn problem(details: &Value, worked: bool) -> String {
    let message = details.get("problem").and_then(Value::as_str).unwrap_or_default();
    match (worked, message.is_empty(), details.get("status").and_then(Value::as_u64)) {
        (true, ..) => String::new(),
        (false, false, _) => message.to_owned(),
        (false, true, Some(status)) => format!("HTTP {status}"),
        (false, true, None) => "no usable answer".to_owned(),
    }
}

/// The text of an entry that a search for words covers.
fn searchable_text(entry: &OutboundEntry) -> String {
    let role = entry.role.as_deref().unwrap_or_default();
    format!(
        "{} {role} {} {} {}",
        entry.place,
        entry.subject,
        entry.problem,
        entry.sha256.as_deref().unwrap_or_default()
    )
}
