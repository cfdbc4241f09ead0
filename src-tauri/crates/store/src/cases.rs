//! Cases, and the versions of their advertisements.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::json;
use simui_domain::{
    Ad, CaseId, CaseStatus, Decision, Handling, InterruptId, InterruptReason, Medium, ReviewResult,
    RunId, Signature, Verdict,
};
use simui_flow::{Failure, Parent, RunRecord};
use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqliteConnection};
use ts_rs::TS;

use crate::audit::Entry;
use crate::columns::{corrupt, date, from_word, json_from, json_text, stamp, time, word};
use crate::decisions::Notice;
use crate::handling::{OPEN_QUESTION, handling_from};
use crate::journal::insert_run;
use crate::obstacle::CaseObstacle;
use crate::{Database, StoreError};

/// One version of an advertisement.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct AdVersion {
    /// Number of the version: 1, 2, 3, …
    pub version: u32,
    /// The run that reviewed it.
    pub run_id: RunId,
    /// The advertisement.
    pub ad: Ad,
    /// When it was received.
    #[ts(type = "string")]
    pub received_at: Timestamp,
}

/// The question that a case waits for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct OpenQuestion {
    /// The id that an answer must name.
    pub interrupt_id: InterruptId,
    /// Why a person must decide.
    pub reasons: Vec<InterruptReason>,
    /// Who works on it and until when.
    pub handling: Handling,
    /// When it was opened.
    #[ts(type = "string")]
    pub opened_at: Timestamp,
}

/// A case with its advertisement, result, decisions and state.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Case {
    /// Its id.
    pub id: CaseId,
    /// Its state.
    pub status: CaseStatus,
    /// The run of the current version.
    pub run_id: RunId,
    /// Every version of the advertisement, the oldest first; never empty.
    pub versions: Vec<AdVersion>,
    /// The result for the current version, once there is one.
    pub result: Option<ReviewResult>,
    /// The open question, while a person must decide.
    pub question: Option<OpenQuestion>,
    /// People's decisions, the oldest first.
    pub decisions: Vec<Decision>,
    /// 네 눈 원칙: signatures on its questions, the oldest first.
    pub signatures: Vec<Signature>,
    /// Requests to the advertiser, the oldest first.
    pub notices: Vec<Notice>,
    /// The final verdict, once there is one.
    pub final_verdict: Option<Verdict>,
    /// When the verdict became final.
    #[ts(type = "string | null")]
    pub finalized_at: Option<Timestamp>,
    /// Whether a person decided on the current version.
    pub human_reviewed: bool,
    /// Why the run failed, if it did.
    pub failure: Option<Failure>,
    /// When the first version was received.
    #[ts(type = "string")]
    pub created_at: Timestamp,
    /// When the case last changed.
    #[ts(type = "string")]
    pub updated_at: Timestamp,
}

impl Case {
    /// The current version of the advertisement.
    pub fn ad(&self) -> Option<&Ad> {
        self.versions.last().map(|version| &version.ad)
    }
}

impl Database {
    /// Stores an advertisement as a new case with its first version and its run, in one transaction.
    /// Resume the run to review it.
    pub async fn create_case(
        &self,
        case: &CaseId,
        ad: &Ad,
        run: &RunRecord,
    ) -> Result<(), StoreError> {
        self.create_case_from(case, ad, run, None).await.map(drop)
    }

    /// Stores an advertisement from a file as a new case, see [`Database::create_case`]. `from` is the
    /// SHA-256 of the file and the number of the advertisement in it, from 1. Returns `false` and stores
    /// nothing if that advertisement is already a case.
    pub async fn create_case_from(
        &self,
        case: &CaseId,
        ad: &Ad,
        run: &RunRecord,
        from: Option<(&str, u32)>,
    ) -> Result<bool, StoreError> {
        let mut write = self.write().await?;
        insert_run(&mut write, run, &self.owner.id).await?;
        sqlx::query(
            "INSERT INTO cases (id, external_id, status, version, run_id, human_reviewed, \
             created_at, updated_at) VALUES (?1, ?2, ?3, 1, ?4, 0, ?5, ?5)",
        )
        .bind(case.as_str())
        .bind(&ad.id)
        .bind(word(&CaseStatus::Running)?)
        .bind(run.id.as_str())
        .bind(stamp(run.created_at))
        .execute(&mut *write)
        .await?;
        insert_version(&mut write, case, 1, ad, run).await?;
        if let Some((sha256, number)) = from {
            let taken = sqlx::query(
                "INSERT INTO intake_ads (sha256, number, case_id) VALUES (?, ?, ?) \
                 ON CONFLICT (sha256, number) DO NOTHING",
            )
            .bind(sha256)
            .bind(number)
            .bind(case.as_str())
            .execute(&mut *write)
            .await?;
            if taken.rows_affected() == 0 {
                return Ok(false);
            }
        }
        write.commit().await?;
        Ok(true)
    }

    /// Stores the new version of an advertisement that the advertiser was asked for. `run`, which must be
    /// about the case, becomes the case's run and a child of the previous one. Returns the number of the
    /// version.
    pub async fn add_ad_version(
        &self,
        case: &CaseId,
        ad: &Ad,
        run: &RunRecord,
    ) -> Result<u32, StoreError> {
        let mut write = self.write_durably().await?;
        let row = sqlx::query(
            "SELECT c.status, c.version, c.run_id, r.steps FROM cases c \
             JOIN runs r ON r.id = c.run_id WHERE c.id = ?",
        )
        .bind(case.as_str())
        .fetch_optional(&mut *write)
        .await?;
        let row = row.ok_or_else(|| StoreError::UnknownCase(case.clone()))?;
        let status: CaseStatus = from_word("cases.status", row.get("status"))?;
        if status != CaseStatus::AwaitingRevision {
            let problem = CaseObstacle::NoRevisionRequested(row.get("status"));
            return Err(StoreError::Case { case: case.clone(), problem });
        }
        let version = row.get::<u32, _>("version") + 1;
        let parent = Parent {
            run_id: RunId(row.get("run_id")),
            seq: row.get::<i64, _>("steps").unsigned_abs(),
        };
        let run = RunRecord { parent: Some(parent), ..run.clone() };
        insert_run(&mut write, &run, &self.owner.id).await?;
        insert_version(&mut write, case, version, ad, &run).await?;
        sqlx::query(
            "UPDATE cases SET status = ?, version = ?, run_id = ?, final_verdict = NULL, \
             finalized_at = NULL, human_reviewed = 0, updated_at = ? WHERE id = ?",
        )
        .bind(word(&CaseStatus::Running)?)
        .bind(version)
        .bind(run.id.as_str())
        .bind(stamp(run.created_at))
        .bind(case.as_str())
        .execute(&mut *write)
        .await?;
        let details = json!({ "version": version, "run": run.id });
        write
            .audit(Entry {
                at: run.created_at,
                actor: "system",
                action: "ad_version_added",
                subject: case.as_str(),
                details,
            })
            .await?;
        write.commit().await?;
        Ok(version)
    }

    /// The case with this id; `None` if there is none.
    pub async fn case(&self, id: &CaseId) -> Result<Option<Case>, StoreError> {
        let row = sqlx::query(
            "SELECT c.*, r.failure FROM cases c JOIN runs r ON r.id = c.run_id WHERE c.id = ?",
        )
        .bind(id.as_str())
        .fetch_optional(&self.readers)
        .await?;
        let Some(row) = row else { return Ok(None) };
        let run_id = RunId(row.get("run_id"));
        let status: CaseStatus = from_word("cases.status", row.get("status"))?;
        let mut result = self.result(&run_id).await?;
        if let Some(result) = &mut result {
            // The status in the result dates from its last question.
            result.status = status;
        }
        let failure: Option<&str> = row.get("failure");
        let verdict: Option<&str> = row.get("final_verdict");
        let finalized_at: Option<&str> = row.get("finalized_at");
        let verdict_from =
            |text: &str| text.parse().map_err(|_| corrupt("cases.final_verdict", text));
        Ok(Some(Case {
            id: id.clone(),
            status,
            run_id,
            versions: self.ad_versions(id).await?,
            result,
            question: self.open_question(id).await?,
            decisions: self.decisions(id).await?,
            signatures: self.signatures(id).await?,
            notices: self.notices(id).await?,
            final_verdict: verdict.map(verdict_from).transpose()?,
            finalized_at: finalized_at.map(|at| time("cases.finalized_at", at)).transpose()?,
            human_reviewed: row.get("human_reviewed"),
            failure: failure.map(|text| json_from("runs.failure", text)).transpose()?,
            created_at: time("cases.created_at", row.get("created_at"))?,
            updated_at: time("cases.updated_at", row.get("updated_at"))?,
        }))
    }

    /// The versions of a case's advertisement, the oldest first.
    pub async fn ad_versions(&self, case: &CaseId) -> Result<Vec<AdVersion>, StoreError> {
        let rows = sqlx::query(
            "SELECT v.*, c.external_id FROM ad_versions v JOIN cases c ON c.id = v.case_id \
             WHERE v.case_id = ? ORDER BY v.version",
        )
        .bind(case.as_str())
        .fetch_all(&self.readers)
        .await?;
        rows.iter().map(version_from).collect()
    }

    async fn open_question(&self, case: &CaseId) -> Result<Option<OpenQuestion>, StoreError> {
        let row =
            sqlx::query(OPEN_QUESTION).bind(case.as_str()).fetch_optional(&self.readers).await?;
        let Some(row) = row else { return Ok(None) };
        let Some(handling) = handling_from(&row)? else { return Ok(None) };
        Ok(Some(OpenQuestion {
            interrupt_id: InterruptId(row.get("interrupt_id")),
            reasons: json_from("queue.reasons", row.get("reasons"))?,
            handling,
            opened_at: time("queue.opened_at", row.get("opened_at"))?,
        }))
    }
}

async fn insert_version(
    connection: &mut SqliteConnection,
    case: &CaseId,
    version: u32,
    ad: &Ad,
    run: &RunRecord,
) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO ad_versions (case_id, version, run_id, text, medium, advertiser, \
         published_on, access_restricted, evidence, approval, received_at) \
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    )
    .bind(case.as_str())
    .bind(version)
    .bind(run.id.as_str())
    .bind(&ad.text)
    .bind(ad.medium.clone().map(String::from))
    .bind(&ad.advertiser)
    .bind(ad.published_on.map(|date| date.to_string()))
    .bind(ad.access_restricted)
    .bind(json_text(&ad.evidence)?)
    .bind(ad.approval.as_ref().map(json_text).transpose()?)
    .bind(stamp(run.created_at))
    .execute(connection)
    .await?;
    Ok(())
}

fn version_from(row: &SqliteRow) -> Result<AdVersion, StoreError> {
    let approval: Option<&str> = row.get("approval");
    Ok(AdVersion {
        version: row.get("version"),
        run_id: RunId(row.get("run_id")),
        ad: Ad {
            id: row.get("external_id"),
            text: row.get("text"),
            medium: row.get::<Option<String>, _>("medium").map(Medium::from),
            advertiser: row.get("advertiser"),
            published_on: date("ad_versions.published_on", row.get("published_on"))?,
            access_restricted: row.get("access_restricted"),
            evidence: json_from("ad_versions.evidence", row.get("evidence"))?,
            approval: approval.map(|text| json_from("ad_versions.approval", text)).transpose()?,
        },
        received_at: time("ad_versions.received_at", row.get("received_at"))?,
    })
}
