//! Handling of waiting cases: who works on them, who they are assigned to, their priority and due date.

use jiff::{SignedDuration, Timestamp};
use serde_json::json;
use simui_domain::{
    Assignment, CaseClaim, CaseId, Clock, ConfidenceBand, Handling, LastSignature, Priority,
    ReviewResult, Reviewer, ReviewerId, Role, ViolationKind,
};
use sqlx::Row;
use sqlx::sqlite::SqliteRow;

use crate::audit::Entry;
use crate::columns::{corrupt, from_word, stamp, time, word};
use crate::obstacle::CaseObstacle;
use crate::reviewers::decider;
use crate::settings::work_settings;
use crate::write::Write;
use crate::{Database, StoreError};

/// Query of a case's open question with the columns that [`handling_from`] reads.
pub(crate) const OPEN_QUESTION: &str = "SELECT q.*, w.id AS assigned_id, w.name AS assigned_name, \
     w.role AS assigned_role, h.id AS claimed_id, h.name AS claimed_name, h.role AS claimed_role, \
     s.act AS signed_act, s.reviewer AS signed_by FROM queue q \
     LEFT JOIN reviewers w ON w.id = q.assigned_to LEFT JOIN reviewers h ON h.id = q.claimed_by \
     LEFT JOIN signatures s ON s.interrupt_id = q.interrupt_id AND s.number = \
     (SELECT MAX(number) FROM signatures l WHERE l.interrupt_id = q.interrupt_id) \
     WHERE q.case_id = ? AND q.state = 'open'";

impl Database {
    /// Claims an open case for `by` alone, or extends the claim, for the minutes that the settings give.
    /// If several people try at the same time, one of them gets it.
    pub async fn claim_case(
        &self,
        clock: &Clock,
        case: &CaseId,
        by: &Reviewer,
    ) -> Result<CaseClaim, StoreError> {
        let now = clock.now();
        let mut write = self.write().await?;
        let by = decider(&mut write, by.id.as_str()).await?;
        refuse_if_claimed(&mut write, case, &by, now).await?;
        let minutes = work_settings(&mut write).await?.claim_minutes;
        let until = now
            .checked_add(SignedDuration::from_mins(i64::from(minutes)))
            .unwrap_or(Timestamp::MAX);
        let before: Option<Option<String>> =
            sqlx::query_scalar("SELECT claimed_by FROM queue WHERE case_id = ? AND state = 'open'")
                .bind(case.as_str())
                .fetch_optional(&mut *write)
                .await?;
        let taken = sqlx::query(
            "UPDATE queue SET claimed_by = ?, claimed_until = ? WHERE case_id = ? AND state = 'open'",
        )
        .bind(by.id.as_str())
        .bind(stamp(until))
        .bind(case.as_str())
        .execute(&mut *write)
        .await?;
        if taken.rows_affected() == 0 {
            return Err(not_waiting(case));
        }
        // Extending a claim every few minutes is not audited.
        if before.flatten().as_deref() != Some(by.id.as_str()) {
            audited(&mut write, now, &by, "case_claimed", case, json!({ "until": until })).await?;
        }
        write.commit().await?;
        Ok(CaseClaim { by, until })
    }

    /// Releases a claim: one's own, or as an administrator anybody's.
    pub async fn release_case(
        &self,
        clock: &Clock,
        case: &CaseId,
        by: &Reviewer,
    ) -> Result<(), StoreError> {
        let now = clock.now();
        let mut write = self.write().await?;
        let Some(claim) = claim_of(&mut write, case).await?.filter(|it| it.until > now) else {
            let problem = CaseObstacle::ClaimedByNobody;
            return Err(StoreError::Case { case: case.clone(), problem });
        };
        let own = claim.by.id == by.id;
        if !own && by.role != Role::Administrator {
            let problem = CaseObstacle::ClaimedByOther { by: claim.by.name, until: claim.until };
            return Err(StoreError::Case { case: case.clone(), problem });
        }
        sqlx::query(
            "UPDATE queue SET claimed_by = NULL, claimed_until = NULL WHERE case_id = ? AND state = 'open'",
        )
        .bind(case.as_str())
        .execute(&mut *write)
        .await?;
        let action = if own { "case_released" } else { "claim_broken" };
        audited(&mut write, now, by, action, case, json!({ "of": claim.by.id })).await?;
        write.commit().await
    }

    /// Assigns an open case to a person, or with `None` to nobody.
    pub async fn assign(
        &self,
        clock: &Clock,
        case: &CaseId,
        to: Option<&ReviewerId>,
        by: &ReviewerId,
    ) -> Result<(), StoreError> {
        let by = self.reviewer(by.as_str()).await?;
        let mut write = self.write().await?;
        let to = match to {
            Some(id) => Some(decider(&mut write, id.as_str()).await?.id),
            None => None,
        };
        let how = if to.is_some() { Assignment::Hand } else { Assignment::Nobody };
        let given = sqlx::query(
            "UPDATE queue SET assigned_to = ?, assignment = ? WHERE case_id = ? AND state = 'open'",
        )
        .bind(to.as_ref().map(ReviewerId::as_str))
        .bind(word(&how)?)
        .bind(case.as_str())
        .execute(&mut *write)
        .await?;
        if given.rows_affected() == 0 {
            return Err(not_waiting(case));
        }
        audited(&mut write, clock.now(), &by, "case_assigned", case, json!({ "to": to })).await?;
        write.commit().await
    }

    /// Sets the priority of an open case and its due date: `due`, or else the date that the settings give
    /// for the priority.
    pub async fn prioritise(
        &self,
        clock: &Clock,
        case: &CaseId,
        priority: Priority,
        due: Option<Timestamp>,
        by: &Reviewer,
    ) -> Result<(), StoreError> {
        let mut write = self.write().await?;
        let opened: Option<String> =
            sqlx::query_scalar("SELECT opened_at FROM queue WHERE case_id = ? AND state = 'open'")
                .bind(case.as_str())
                .fetch_optional(&mut *write)
                .await?;
        let opened = opened.ok_or_else(|| not_waiting(case))?;
        let opened = time("queue.opened_at", &opened)?;
        let settings = work_settings(&mut write).await?;
        let due_at = due.unwrap_or_else(|| settings.due_hours.due(priority, opened));
        sqlx::query(
            "UPDATE queue SET priority = ?, due_at = ?, due_by_hand = ? \
             WHERE case_id = ? AND state = 'open'",
        )
        .bind(rank(priority))
        .bind(stamp(due_at))
        .bind(due.is_some())
        .bind(case.as_str())
        .execute(&mut *write)
        .await?;
        let details = json!({ "priority": priority, "due": due_at, "by_hand": due.is_some() });
        audited(&mut write, clock.now(), by, "case_prioritised", case, details).await?;
        write.commit().await
    }
}

/// Values that the queue's row for a new question takes over, as the columns hold them.
pub(crate) struct QueueValues {
    pub priority: i64,
    pub due_at: String,
    pub due_by_hand: bool,
    pub assigned_to: Option<String>,
    pub assignment: String,
}

/// Values for a question that is asked again, after a redraft or a reopening: it keeps the person,
/// priority and due date of the previous one. An unassigned question whose confidence is in the band that
/// needs an expert (below .70) goes to an expert.
pub(crate) async fn inherited_values(
    write: &mut Write<'_>,
    case: &CaseId,
    at: Timestamp,
    result: Option<&ReviewResult>,
) -> Result<QueueValues, StoreError> {
    let settings = work_settings(write).await?;
    let before = sqlx::query(
        "SELECT q.priority, q.due_at, q.due_by_hand, r.id AS assigned_to FROM queue q \
         LEFT JOIN reviewers r ON r.id = q.assigned_to AND r.disabled_at IS NULL \
         WHERE q.case_id = ? ORDER BY q.rowid DESC LIMIT 1",
    )
    .bind(case.as_str())
    .fetch_optional(&mut **write)
    .await?;
    let priority = match &before {
        Some(row) => priority_from(row.get("priority"))?,
        None => Priority::default(),
    };
    let by_hand = before.as_ref().filter(|row| row.get("due_by_hand"));
    let due_at = by_hand.and_then(|row| row.get::<Option<String>, _>("due_at"));
    let mut values = QueueValues {
        priority: rank(priority),
        due_by_hand: due_at.is_some(),
        due_at: due_at.unwrap_or_else(|| stamp(settings.due_hours.due(priority, at))),
        assigned_to: before.as_ref().and_then(|row| row.get("assigned_to")),
        assignment: String::new(),
    };
    let unsure = result.filter(|it| it.confidence.band() == ConfidenceBand::Expert);
    let how = match (&values.assigned_to, unsure) {
        (Some(_), _) => Assignment::Hand,
        (None, None) => Assignment::Nobody,
        (None, Some(result)) => {
            let kinds: Vec<ViolationKind> = result.violations.iter().map(|it| it.kind).collect();
            values.assigned_to = expert_for(write, &kinds).await?;
            let found = values.assigned_to.is_some();
            let details = json!({ "to": values.assigned_to, "kinds": kinds });
            let action = if found { "expert_assigned" } else { "no_expert" };
            let subject = case.as_str();
            write.audit(Entry { at, actor: "system", action, subject, details }).await?;
            if found { Assignment::Expert } else { Assignment::NoExpert }
        }
    };
    values.assignment = word(&how)?;
    Ok(values)
}

/// The expert for one of these kinds with the fewest open cases; with no kinds, the expert for any kind.
async fn expert_for(
    write: &mut Write<'_>,
    kinds: &[ViolationKind],
) -> Result<Option<String>, StoreError> {
    let rows = sqlx::query(
        "SELECT r.id, e.kind, \
         (SELECT COUNT(*) FROM queue q WHERE q.assigned_to = r.id AND q.state = 'open') AS work \
         FROM expertise e JOIN reviewers r ON r.id = e.reviewer_id \
         WHERE r.disabled_at IS NULL AND r.role <> 'pharmacist' ORDER BY work, r.name, r.id",
    )
    .fetch_all(&mut **write)
    .await?;
    for row in &rows {
        let kind: ViolationKind = from_word("expertise.kind", row.get("kind"))?;
        if kinds.is_empty() || kinds.contains(&kind) {
            return Ok(Some(row.get("id")));
        }
    }
    Ok(None)
}

/// Refuses to decide, sign or claim a case that somebody else has claimed.
pub(crate) async fn refuse_if_claimed(
    write: &mut Write<'_>,
    case: &CaseId,
    by: &Reviewer,
    now: Timestamp,
) -> Result<(), StoreError> {
    match claim_of(write, case).await? {
        Some(claim) if claim.by.id != by.id && claim.until > now => {
            let problem = CaseObstacle::Claimed { by: claim.by.name, until: claim.until };
            Err(StoreError::Case { case: case.clone(), problem })
        }
        _ => Ok(()),
    }
}

async fn claim_of(write: &mut Write<'_>, case: &CaseId) -> Result<Option<CaseClaim>, StoreError> {
    let row = sqlx::query(OPEN_QUESTION).bind(case.as_str()).fetch_optional(&mut **write).await?;
    let handling = row.as_ref().map(handling_from).transpose()?.flatten();
    Ok(handling.and_then(|handling| handling.claim))
}

/// Reads the handling from the row of an open question; `None` if no question is open.
pub(crate) fn handling_from(row: &SqliteRow) -> Result<Option<Handling>, StoreError> {
    if row.get::<Option<&str>, _>("interrupt_id").is_none() {
        return Ok(None);
    }
    let moment = |what, column: &str| {
        row.get::<Option<&str>, _>(column).map(|text| time(what, text)).transpose()
    };
    let claim = match (
        person(row, ["claimed_id", "claimed_name", "claimed_role"])?,
        moment("queue.claimed_until", "claimed_until")?,
    ) {
        (Some(by), Some(until)) => Some(CaseClaim { by, until }),
        _ => None,
    };
    let signed = match (row.get::<Option<&str>, _>("signed_act"), row.get("signed_by")) {
        (Some(act), Some(by)) => Some(LastSignature { act: from_word("signatures.act", act)?, by }),
        _ => None,
    };
    Ok(Some(Handling {
        priority: priority_from(row.get("priority"))?,
        due_at: moment("queue.due_at", "due_at")?,
        assigned_to: person(row, ["assigned_id", "assigned_name", "assigned_role"])?,
        assignment: from_word("queue.assignment", row.get("assignment"))?,
        claim,
        signed,
    }))
}

fn person(row: &SqliteRow, [id, name, role]: [&str; 3]) -> Result<Option<Reviewer>, StoreError> {
    let Some(id) = row.get::<Option<String>, _>(id) else { return Ok(None) };
    let role = from_word("reviewers.role", row.get(role))?;
    Ok(Some(Reviewer { id: ReviewerId(id), name: row.get(name), role }))
}

/// Rank of a priority in the database; 0 is the most urgent, so that ascending order is the order of
/// work.
fn rank(priority: Priority) -> i64 {
    Priority::ALL.iter().zip(0..).find(|(it, _)| **it == priority).map_or(0, |(_, rank)| rank)
}

fn priority_from(rank: i64) -> Result<Priority, StoreError> {
    let found = usize::try_from(rank).ok().and_then(|at| Priority::ALL.get(at));
    found.copied().ok_or_else(|| corrupt("queue.priority", &rank.to_string()))
}

fn not_waiting(case: &CaseId) -> StoreError {
    StoreError::Case { case: case.clone(), problem: CaseObstacle::NotWaiting }
}

async fn audited(
    write: &mut Write<'_>,
    at: Timestamp,
    by: &Reviewer,
    action: &'static str,
    case: &CaseId,
    details: serde_json::Value,
) -> Result<(), StoreError> {
    write.audit(Entry { at, actor: by.id.as_str(), action, subject: case.as_str(), details }).await
}
