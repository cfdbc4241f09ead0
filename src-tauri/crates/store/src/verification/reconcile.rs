//! Compares rows with the record log in both directions.

use std::collections::{BTreeSet, HashMap};

use futures::future::try_join_all;
use simui_domain::CaseId;
use sqlx::{AssertSqlSafe, Row, SqliteConnection};

use super::faults::{AuditFault, AuditFaultKind, MOST_FAULTS, RecordName, fault};
use crate::columns::json_text;
use crate::records::{Chain, GroupState, Groups, KINDS, Kind, Last, group_states, kind};
use crate::{Database, StoreError};

/// How a group differs from its bound state; `None` if it does not.
fn difference(now: Option<&GroupState>, last: Option<&Last>) -> Option<AuditFaultKind> {
    match (now, last) {
        (Some(now), Some(last)) if *now == last.state => None,
        (Some(_), Some(_)) => Some(AuditFaultKind::RecordChanged),
        (Some(_), None) => Some(AuditFaultKind::RecordAdded),
        (None, Some(_)) => Some(AuditFaultKind::RecordMissing),
        (None, None) => None,
    }
}

fn fault_of(
    chain: &Chain,
    kind: &Kind,
    group: &str,
    now: Option<&GroupState>,
    how: AuditFaultKind,
) -> Option<AuditFault> {
    let last = chain.last(kind.name, group);
    let rows = |of: Option<&GroupState>| of.map_or(0, |it| it.rows);
    let (bound, present) = (rows(last.map(|it| &it.state)), rows(now));
    let (name, tables) = (kind.name, kind.table_names());
    let what = match how {
        AuditFaultKind::RecordAdded => "was never written by the desk".to_owned(),
        AuditFaultKind::RecordMissing => "is gone".to_owned(),
        _ if bound != present => format!("has {present} rows, and {bound} were written"),
        _ => "is not what was written".to_owned(),
    };
    let seq = last.map_or(chain.audit, |last| last.audit);
    let fault = fault(seq, how, format!("{name} {group} ({tables}) {what}"))?;
    Some(AuditFault { record: Some(name_of(kind, group)), ..fault })
}

fn name_of(kind: &Kind, group: &str) -> RecordName {
    RecordName {
        kind: kind.name.to_owned(),
        shown: kind.title.to_owned(),
        id: group.to_owned(),
        tables: kind.table_names(),
    }
}

impl Database {
    /// Compares the rows of these groups, or of all, with the chain. Groups that differ are compared a
    /// second time together with the end of the chain, so that concurrent writes are not reported as
    /// faults.
    pub(crate) async fn reconcile(
        &self,
        chain: &mut Chain,
        only: Option<&Groups>,
    ) -> Result<Vec<AuditFault>, StoreError> {
        let before: &Chain = chain;
        let comparisons = KINDS.iter().map(|kind| self.suspects(before, kind, only));
        let suspects: Groups = try_join_all(comparisons).await?.into_iter().flatten().collect();
        let mut snapshot = self.readers.begin().await?;
        if chain.advance(&mut snapshot, &self.anchor).await?.is_some() {
            // The caller of `advance` reports a fault of the chain itself.
            return Ok(Vec::new());
        }
        let mut faults = Vec::new();
        for kind in KINDS {
            let Some(groups) = suspects.get(kind.name) else { continue };
            let now = self.group_states_in(&mut snapshot, kind, groups).await?;
            for group in groups {
                let (now, last) = (now.get(group), chain.last(kind.name, group));
                // Rows without a group are always an addition.
                let how = match group.is_empty() {
                    true => Some(AuditFaultKind::RecordAdded),
                    false => difference(now, last),
                };
                faults.extend(how.and_then(|how| fault_of(chain, kind, group, now, how)));
                if faults.len() >= MOST_FAULTS {
                    return Ok(faults);
                }
            }
        }
        Ok(faults)
    }

    /// The groups of a kind that differ from the chain in the first comparison.
    async fn suspects(
        &self,
        chain: &Chain,
        kind: &'static Kind,
        only: Option<&Groups>,
    ) -> Result<Option<(&'static str, BTreeSet<String>)>, StoreError> {
        let mut suspects = BTreeSet::new();
        match only {
            Some(only) => {
                let Some(groups) = only.get(kind.name) else { return Ok(None) };
                let mut reader = self.readers.acquire().await?;
                let now = self.group_states_in(&mut reader, kind, groups).await?;
                suspects.extend(
                    groups
                        .iter()
                        .filter(|group| {
                            difference(now.get(*group), chain.last(kind.name, group)).is_some()
                        })
                        .cloned(),
                );
            }
            None => {
                let mut reader = self.readers.acquire().await?;
                let now =
                    group_states(&mut reader, &self.anchor, &[kind], None).await?.into_kind(kind);
                let present = now.iter().filter(|(group, state)| {
                    difference(Some(state), chain.last(kind.name, group)).is_some()
                });
                suspects.extend(present.map(|(group, _)| group.clone()));
                let gone = chain.groups(kind.name).filter(|group| !now.contains_key(*group));
                suspects.extend(gone.cloned());
            }
        }
        Ok((!suspects.is_empty()).then_some((kind.name, suspects)))
    }

    async fn group_states_in(
        &self,
        connection: &mut SqliteConnection,
        kind: &'static Kind,
        groups: &BTreeSet<String>,
    ) -> Result<HashMap<String, GroupState>, StoreError> {
        let only = json_text(&HashMap::from([(kind.name, groups)]))?;
        let present = group_states(connection, &self.anchor, &[kind], Some(&only)).await?;
        Ok(present.into_kind(kind))
    }

    /// Refuses a case whose rows differ from the record log, so that nothing of it leaves the desk.
    /// Compares everything stored of the case and the accounts of those who decided.
    pub async fn require_reconciled(&self, case: &CaseId) -> Result<(), StoreError> {
        let mut chain = self.chain.lock().await;
        let mut reader = self.readers.acquire().await?;
        let refused =
            |what: &str| StoreError::Unreconciled { case: case.clone(), what: what.to_owned() };
        if chain.advance(&mut reader, &self.anchor).await?.is_some() {
            return Err(refused("기록의 사슬"));
        }
        let groups = groups_of_case(&mut reader, case, &chain).await?;
        drop(reader);
        match self.reconcile(&mut chain, Some(&groups)).await?.into_iter().next() {
            None => Ok(()),
            Some(fault) => {
                let title = fault.record.map_or_else(String::new, |record| record.shown);
                Err(refused(&title))
            }
        }
    }

    /// Compares the index of last digests, on which everything except verification relies, with the
    /// chain, and the number of rows of each kind with the number bound. `with_index` includes the index.
    /// Reads one snapshot of the database.
    pub(crate) async fn index_faults(
        &self,
        snapshot: &mut SqliteConnection,
        chain: &Chain,
        with_index: bool,
    ) -> Result<Vec<AuditFault>, StoreError> {
        let mut faults = Vec::new();
        let mut damaged = |what: String| {
            faults.extend(fault(chain.audit, AuditFaultKind::RecordLogDamaged, what));
        };
        if with_index {
            let rows = sqlx::query("SELECT kind, grp, digest, rows, seq FROM record_digests")
                .fetch_all(&mut *snapshot)
                .await?;
            let mut counted = 0;
            for row in &rows {
                let (kind, group): (&str, &str) = (row.get("kind"), row.get("grp"));
                let same = chain.last(kind, group).is_some_and(|last| {
                    row.get::<&str, _>("digest") == last.state.digest
                        && row.get::<i64, _>("rows").unsigned_abs() == last.state.rows
                        && row.get::<i64, _>("seq").unsigned_abs() == last.seq
                });
                if !same {
                    damaged(format!(
                        "record_digests of {kind} {group} is not what record_log says"
                    ));
                }
                counted += 1;
            }
            if counted != chain.group_count() {
                let all = chain.group_count();
                damaged(format!("record_digests has {counted} rows, and record_log says {all}"));
            }
        }
        let steps = sqlx::query(
            "SELECT id FROM runs r WHERE steps <> \
             (SELECT COALESCE(MAX(seq), 0) FROM steps s WHERE s.run_id = r.id)",
        )
        .fetch_all(&mut *snapshot)
        .await?;
        for row in steps.iter().take(MOST_FAULTS) {
            let id: &str = row.get("id");
            let text = format!("run {id} (runs) does not end with its last step");
            faults.extend(fault(chain.audit, AuditFaultKind::RecordChanged, text));
        }
        for kind in KINDS {
            let mut rows = 0;
            for table in kind.tables {
                let sql = format!("SELECT COUNT(*) FROM {}", table.name);
                let n: i64 =
                    sqlx::query_scalar(AssertSqlSafe(sql)).fetch_one(&mut *snapshot).await?;
                rows += n.unsigned_abs();
            }
            let bound: u64 = chain.of_kind(kind.name).map(|(_, last)| last.state.rows).sum();
            if rows != bound {
                let (name, tables) = (kind.name, kind.table_names());
                let text =
                    format!("{name} ({tables}): {rows} rows are stored, {bound} were written");
                let how = match rows > bound {
                    true => AuditFaultKind::RecordAdded,
                    false => AuditFaultKind::RecordMissing,
                };
                let counted = fault(chain.audit, how, text);
                let record = Some(name_of(kind, ""));
                faults.extend(counted.map(|fault| AuditFault { record, ..fault }));
            }
        }
        Ok(faults)
    }
}

/// Every group of a case, including groups whose rows are missing and that only the audit log names.
async fn groups_of_case(
    connection: &mut SqliteConnection,
    case: &CaseId,
    chain: &Chain,
) -> Result<Groups, StoreError> {
    const OF_RUNS: [&str; 4] = ["run", "result", "quality_check", "reopening"];
    const OF_STEPS: [&str; 3] = ["step", "event", "recording"];
    const RUNS: &str = "SELECT id FROM runs WHERE subject = ?1 \
         UNION SELECT run_id FROM cases WHERE id = ?1 \
         UNION SELECT run_id FROM ad_versions WHERE case_id = ?1 \
         UNION SELECT run_id FROM decisions WHERE case_id = ?1 \
         UNION SELECT run_id FROM results WHERE case_id = ?1 \
         UNION SELECT run_id FROM quality_checks WHERE case_id = ?1 \
         UNION SELECT run_id FROM reopenings WHERE case_id = ?1";
    // A question that leads to no run of the case any more is named by what was done about it.
    let questions = format!(
        "SELECT id FROM interrupts WHERE run_id IN ({RUNS}) \
         UNION SELECT interrupt_id FROM queue WHERE case_id = ?1 \
         UNION SELECT interrupt_id FROM decisions WHERE case_id = ?1"
    );
    let named = |what: &str| {
        format!(
            "SELECT details ->> '$.{what}' FROM audit_log WHERE subject = ?1 \
             AND details ->> '$.{what}' IS NOT NULL"
        )
    };
    let queries = [
        ("question", questions.clone()),
        ("queue", questions),
        (
            "decision",
            format!(
                "SELECT id FROM decisions WHERE case_id = ?1 \
                 UNION SELECT decision_id FROM notices WHERE case_id = ?1 UNION {}",
                named("decision")
            ),
        ),
        (
            "signature",
            format!("SELECT id FROM signatures WHERE case_id = ?1 UNION {}", named("signature")),
        ),
        ("paper", format!("SELECT id FROM papers WHERE case_id = ?1 UNION {}", named("paper"))),
        (
            "account",
            "SELECT reviewer_id FROM decisions WHERE case_id = ?1 \
             UNION SELECT reviewer_id FROM signatures WHERE case_id = ?1"
                .to_owned(),
        ),
    ];
    let mut ids = async |sql: String| -> Result<BTreeSet<String>, StoreError> {
        let ids: Vec<String> = sqlx::query_scalar(AssertSqlSafe(sql))
            .bind(case.as_str())
            .fetch_all(&mut *connection)
            .await?;
        Ok(ids.into_iter().collect())
    };
    let runs = ids(RUNS.to_owned()).await?;
    let mut groups = Groups::new();
    for name in ["case", "advertisement"] {
        groups.insert(name, BTreeSet::from([case.to_string()]));
    }
    for name in OF_RUNS {
        groups.insert(name, runs.clone());
    }
    for (name, sql) in queries {
        groups.insert(name, ids(sql).await?);
    }
    // Compared one by one, including missing ones: every group of these runs that the log or a table
    // knows.
    for name in OF_STEPS {
        let Some(kind) = kind(name) else { continue };
        let mut all = BTreeSet::new();
        for run in &runs {
            let prefix = format!("{run}/");
            let of_run = chain.groups(name).filter(|group| group.starts_with(&prefix));
            all.extend(of_run.cloned());
        }
        all.extend(ids(kind.groups_of_runs(RUNS)).await?);
        groups.insert(name, all);
    }
    debug_assert!(groups.keys().all(|name| kind(name).is_some()));
    Ok(groups)
}
