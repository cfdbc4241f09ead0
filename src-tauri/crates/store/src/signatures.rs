//! 네 눈 원칙: signatures on a question before it is answered. The rule itself is [`simui_domain::signing`].

use serde_json::{Value, json};
use simui_domain::{
    Action, CaseId, Clock, DecisionId, InterruptId, Reviewer, ReviewerId, SecondReview, Signature,
    SignatureAct, Signed, Verdict, signing,
};
use simui_flow::Answer;
use sqlx::Row;
use sqlx::sqlite::SqliteRow;

use crate::audit::Entry;
use crate::columns::{corrupt, from_word, json_from, json_text, stamp, time, word};
use crate::decision_input::DecisionInput;
use crate::handling::refuse_if_claimed;
use crate::obstacle::CaseObstacle;
use crate::records::recorded;
use crate::reviewers::decider;
use crate::settings::work_settings;
use crate::signed_rows::signed_digest;
use crate::write::Write;
use crate::{Database, StoreError};

/// Query of everything that a person signed with one signature, for [`signed_digest`].
pub(crate) const SIGNATURE: &str = "SELECT id, case_id, interrupt_id, act, reviewer_id, reviewer, \
     role, signed_at, COALESCE(verdict, '') AS verdict, note, payload FROM signatures WHERE id = ?";

/// A signature to be added.
#[derive(Debug, Clone, PartialEq)]
pub struct NewSignature {
    /// The case.
    pub case: CaseId,
    /// Its open question.
    pub interrupt: InterruptId,
    /// Kind of signature.
    pub act: SignatureAct,
    /// For a decision: its action.
    pub action: Option<Action>,
    /// The verdict that would become final.
    pub verdict: Option<Verdict>,
    /// The reviewer's note.
    pub note: String,
    /// For a decision: the complete answer.
    pub payload: Value,
}

impl Database {
    /// Outcome of a signature without storing it; an error if it would be refused.
    pub async fn would_sign(
        &self,
        new: &NewSignature,
        by: &Reviewer,
    ) -> Result<Signed, StoreError> {
        let mut write = self.write().await?;
        next(&mut write, new, by).await
    }

    /// Stores a signature that does not answer the question yet. Somebody else must continue, so the
    /// signer's claim and assignment end.
    pub async fn sign(
        &self,
        clock: &Clock,
        new: &NewSignature,
        by: &Reviewer,
    ) -> Result<(), StoreError> {
        let now = clock.now();
        let mut write = self.write_durably().await?;
        let by = decider(&mut write, by.id.as_str()).await?;
        refuse_if_claimed(&mut write, &new.case, &by, now).await?;
        let Signed::Kept(act) = next(&mut write, new, &by).await? else {
            return Err(refused(&new.case, CaseObstacle::NoSecondSignature));
        };
        insert(&mut write, clock.new_id(), new, act, &by, now).await?;
        sqlx::query(
            "UPDATE queue SET claimed_by = NULL, claimed_until = NULL, \
             assignment = CASE WHEN assigned_to = ?1 THEN '' ELSE assignment END, \
             assigned_to = CASE WHEN assigned_to = ?1 THEN NULL ELSE assigned_to END \
             WHERE interrupt_id = ?2",
        )
        .bind(by.id.as_str())
        .bind(new.interrupt.as_str())
        .execute(&mut *write)
        .await?;
        sqlx::query("UPDATE cases SET updated_at = ? WHERE id = ?")
            .bind(stamp(now))
            .bind(new.case.as_str())
            .execute(&mut *write)
            .await?;
        write.commit().await
    }

    /// The signatures on the questions of a case, in the order in which they were recorded.
    pub async fn signatures(&self, case: &CaseId) -> Result<Vec<Signature>, StoreError> {
        let order = recorded("signature", "s.id");
        let sql = format!("SELECT * FROM signatures s WHERE case_id = ? ORDER BY {order}, rowid");
        let rows = sqlx::query(sqlx::AssertSqlSafe(sql))
            .bind(case.as_str())
            .fetch_all(&self.readers)
            .await?;
        rows.iter().map(signature_from).collect()
    }

    /// The answer that was signed first and waits for a second signature.
    pub async fn first_signature(
        &self,
        interrupt: &InterruptId,
    ) -> Result<Option<Value>, StoreError> {
        let mut write = self.write().await?;
        first_payload(&mut write, interrupt).await
    }
}

/// Checks an answer before it is stored: whether it is allowed, and whether a person who agrees signs
/// exactly the decision that was signed first. Stores the last signature with it.
pub(crate) async fn answered(
    write: &mut Write<'_>,
    case: &CaseId,
    interrupt: &InterruptId,
    answer: &Answer,
    input: &DecisionInput,
    by: &Reviewer,
    clock: &Clock,
) -> Result<(), StoreError> {
    let new = NewSignature {
        case: case.clone(),
        interrupt: interrupt.clone(),
        act: input.signed_as.unwrap_or(SignatureAct::Sign),
        action: Some(input.action),
        verdict: input.verdict,
        note: input.signature_note.clone().unwrap_or_else(|| input.note.clone()),
        payload: answer.payload.clone(),
    };
    let act = match next(write, &new, by).await? {
        Signed::Answer(None) => return Ok(()),
        Signed::Answer(Some(act)) => act,
        Signed::Kept(_) => {
            return Err(refused(case, CaseObstacle::SecondSignatureNeeded));
        }
    };
    if act == SignatureAct::Agree {
        let mut given = answer.payload.clone();
        if let Some(object) = given.as_object_mut() {
            object.remove("signed_as");
            object.remove("signature_note");
        }
        if first_payload(write, interrupt).await? != Some(given) {
            return Err(refused(case, CaseObstacle::SignedOtherwise));
        }
    }
    insert(write, clock.new_id(), &new, act, by, answer.at).await
}

async fn next(
    write: &mut Write<'_>,
    new: &NewSignature,
    by: &Reviewer,
) -> Result<Signed, StoreError> {
    let case = &new.case;
    let critical: Option<i64> = sqlx::query_scalar(
        "SELECT COALESCE(r.critical, 0) FROM queue q LEFT JOIN results r ON r.run_id = q.run_id \
         WHERE q.interrupt_id = ? AND q.case_id = ? AND q.state = 'open'",
    )
    .bind(new.interrupt.as_str())
    .bind(case.as_str())
    .fetch_optional(&mut **write)
    .await?;
    let critical = critical.ok_or_else(|| refused(case, CaseObstacle::NoSuchQuestion))? > 0;
    let settings = work_settings(write).await?;
    let ends = matches!(new.action, Some(Action::Approve | Action::Modify));
    let two = settings.second_review == SecondReview::Critical && critical && ends;
    let so_far = acts(write, &new.interrupt).await?;
    signing(&so_far, new.act, by, two)
        .map_err(|refusal| refused(case, CaseObstacle::Signature(refusal)))
}

async fn acts(
    write: &mut Write<'_>,
    interrupt: &InterruptId,
) -> Result<Vec<(SignatureAct, ReviewerId)>, StoreError> {
    let rows = sqlx::query(
        "SELECT act, reviewer_id FROM signatures WHERE interrupt_id = ? ORDER BY number",
    )
    .bind(interrupt.as_str())
    .fetch_all(&mut **write)
    .await?;
    rows.iter()
        .map(|row| {
            let act = from_word("signatures.act", row.get("act"))?;
            Ok((act, ReviewerId(row.get("reviewer_id"))))
        })
        .collect()
}

async fn first_payload(
    write: &mut Write<'_>,
    interrupt: &InterruptId,
) -> Result<Option<Value>, StoreError> {
    let payload: Option<String> = sqlx::query_scalar(
        "SELECT payload FROM signatures WHERE interrupt_id = ? AND act = 'sign' \
         ORDER BY number DESC LIMIT 1",
    )
    .bind(interrupt.as_str())
    .fetch_optional(&mut **write)
    .await?;
    payload.map(|text| json_from("signatures.payload", &text)).transpose()
}

async fn insert(
    write: &mut Write<'_>,
    id: DecisionId,
    new: &NewSignature,
    act: SignatureAct,
    by: &Reviewer,
    at: jiff::Timestamp,
) -> Result<(), StoreError> {
    let (act, payload) = (word(&act)?, json_text(&new.payload)?);
    sqlx::query(
        "INSERT INTO signatures (id, case_id, interrupt_id, number, act, reviewer_id, reviewer, \
         role, signed_at, verdict, note, payload) \
         SELECT ?1, ?2, ?3, COALESCE(MAX(number), 0) + 1, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11 \
         FROM signatures WHERE interrupt_id = ?3",
    )
    .bind(id.as_str())
    .bind(new.case.as_str())
    .bind(new.interrupt.as_str())
    .bind(&act)
    .bind(by.id.as_str())
    .bind(&by.name)
    .bind(word(&by.role)?)
    .bind(stamp(at))
    .bind(new.verdict.map(Verdict::as_str))
    .bind(&new.note)
    .bind(&payload)
    .execute(&mut **write)
    .await?;
    let row = sqlx::query(SIGNATURE).bind(id.as_str()).fetch_one(&mut **write).await?;
    let details = json!({
        "signature": id, "act": act, "verdict": new.verdict, "sha256": signed_digest(&row),
    });
    let (actor, subject) = (by.id.as_str(), new.case.as_str());
    write.audit(Entry { at, actor, action: "signature", subject, details }).await
}

fn signature_from(row: &SqliteRow) -> Result<Signature, StoreError> {
    let verdict: Option<&str> = row.get("verdict");
    let parse =
        |text: &str| text.parse::<Verdict>().map_err(|_| corrupt("signatures.verdict", text));
    Ok(Signature {
        act: from_word("signatures.act", row.get("act"))?,
        reviewer: Reviewer {
            id: ReviewerId(row.get("reviewer_id")),
            name: row.get("reviewer"),
            role: from_word("signatures.role", row.get("role"))?,
        },
        signed_at: time("signatures.signed_at", row.get("signed_at"))?,
        verdict: verdict.map(parse).transpose()?,
        note: row.get("note"),
    })
}

fn refused(case: &CaseId, problem: CaseObstacle) -> StoreError {
    StoreError::Case { case: case.clone(), problem }
}
