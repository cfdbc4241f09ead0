//! The history of a case's runs: checkpoints, replay and forks.

use simui_domain::{CaseId, ModelCall, RunId};
use simui_flow::{StepKind, Timings};
use simui_review::graph::{ReviewState, result_of};
use simui_review::roles::RECORDED;

use crate::faults::ErrorCode;
use crate::types::{
    AdVersion, CaseEvents, Checkpoint, CompareRuns, ForkRequest, PacksOfVersion, Replay,
};
use crate::{ApiError, Desk};

impl Desk {
    /// Returns the history of a case, oldest first.
    pub async fn case_events(&self, id: &CaseId) -> Result<CaseEvents, ApiError> {
        let case = self.stored_case(id).await?;
        let (mut checkpoints, mut packs, mut model_calls) = (Vec::new(), Vec::new(), Vec::new());
        for version in &case.versions {
            checkpoints.extend(self.checkpoints(&version.run_id).await?);
            model_calls.extend(Box::pin(self.model_calls(&version.run_id)).await?);
            if let Some(result) = self.database.result(&version.run_id).await? {
                packs.push(PacksOfVersion { version: version.version, packs: result.packs });
            }
        }
        for (run, _) in self.database.reopenings(id).await? {
            checkpoints.extend(self.checkpoints(&run).await?);
            model_calls.extend(Box::pin(self.model_calls(&run)).await?);
        }
        let versions = case.versions.into_iter().map(|version| AdVersion {
            version: version.version,
            ad: version.ad,
            submitted_at: version.received_at,
        });
        Ok(CaseEvents {
            checkpoints,
            decisions: case.decisions,
            versions: versions.collect(),
            packs,
            model_calls,
        })
    }

    /// Returns the calls of chat models that the run's nodes recorded. No call is repeated.
    async fn model_calls(&self, run: &RunId) -> Result<Vec<ModelCall>, ApiError> {
        let recordings = self.engine.recordings(run).await?;
        let texts = recordings.iter().filter_map(|recording| recording.outputs.get(RECORDED));
        let mut calls: Vec<ModelCall> =
            texts.filter_map(|text| serde_json::from_str::<Option<_>>(text).ok()?).collect();
        calls.sort_by_key(|call| call.at);
        Ok(calls)
    }

    async fn checkpoints(&self, run: &RunId) -> Result<Vec<Checkpoint>, ApiError> {
        let number = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
        let checkpoints = self.engine.checkpoints(run).await?;
        Ok(checkpoints
            .into_iter()
            .map(|checkpoint| Checkpoint {
                run_id: run.clone(),
                seq: number(checkpoint.seq),
                node: checkpoint.node,
                answer: checkpoint.kind == StepKind::Answer,
                at: checkpoint.at,
                ms: checkpoint.ms,
                bytes: number(checkpoint.size as u64),
            })
            .collect())
    }

    /// Folds a case's run again from its recorded steps and compares every choice of an edge. No node runs.
    pub async fn replay(&self, id: &CaseId) -> Result<Replay, ApiError> {
        let run_id = self.known_run(id).await?;
        let replay = self.engine.replay(&run_id).await?;
        Ok(Replay {
            run_id,
            steps: u32::try_from(replay.steps).unwrap_or(u32::MAX),
            consistent: replay.mismatches.is_empty(),
            mismatches: replay
                .mismatches
                .iter()
                .map(|m| format!("{} {}: {} → {}", m.seq, m.node, m.recorded, m.present))
                .collect(),
            verdict: replay.state.draft.map(|draft| draft.verdict),
        })
    }

    /// Runs again from a checkpoint with an edited state, beside the original. The case itself is not
    /// changed.
    pub async fn fork(&self, request: ForkRequest) -> Result<CompareRuns, ApiError> {
        let original = self.known_run(&request.case_id).await?;
        self.refresh().await?;
        let state = self.engine.state_at(&original, u64::from(request.at)).await?;
        // The edit may change neither the day nor the settings of automatic finish.
        let edited = self.as_of_now(edit(&state, &request.edit)?).await?;
        let fork = self.engine.fork(&original, u64::from(request.at), &edited).await?;
        let stop = self.engine.resume(&fork).await?;
        let differences = self.engine.compare(&original, &fork).await?;
        let text = |value: &Option<serde_json::Value>| {
            value.as_ref().map(ToString::to_string).unwrap_or_default()
        };
        Ok(CompareRuns {
            original,
            fork,
            result: result_of(&stop.state, &Timings::default()),
            differences: differences
                .iter()
                .map(|d| (d.path.clone(), text(&d.left), text(&d.right)))
                .collect(),
        })
    }
}

/// Returns the state with a JSON merge patch applied.
fn edit(state: &ReviewState, patch: &serde_json::Value) -> Result<ReviewState, ApiError> {
    let unfit = |error: serde_json::Error| {
        ApiError::invalid(
            ErrorCode::EditMalformed,
            &[],
            format!("edit: {error}; give only fields the state has"),
        )
    };
    let mut value = serde_json::to_value(state).map_err(unfit)?;
    merge(&mut value, patch);
    serde_json::from_value(value).map_err(unfit)
}

/// Applies a merge patch as RFC 7396 defines it.
fn merge(target: &mut serde_json::Value, patch: &serde_json::Value) {
    let serde_json::Value::Object(patch) = patch else {
        *target = patch.clone();
        return;
    };
    if !target.is_object() {
        *target = serde_json::Value::Object(serde_json::Map::new());
    }
    let Some(target) = target.as_object_mut() else { return };
    for (key, value) in patch {
        if value.is_null() {
            target.remove(key);
        } else {
            merge(target.entry(key.clone()).or_insert(serde_json::Value::Null), value);
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::merge;

    fn check(mut target: Value, patch: Value, expected: Value) {
        merge(&mut target, &patch);
        assert_eq!(target, expected, "{patch}");
    }

    #[test]
    fn merges_as_rfc_7396_says() {
        check(json!({"a":"b"}), json!({"a":"c"}), json!({"a":"c"}));
        check(json!({"a":"b"}), json!({"b":"c"}), json!({"a":"b","b":"c"}));
        check(json!({"a":"b"}), json!({"a":null}), json!({}));
        check(json!({"a":["b"]}), json!({"a":"c"}), json!({"a":"c"}));
        check(json!({"a":{"b":"c"}}), json!({"a":{"b":"d","c":null}}), json!({"a":{"b":"d"}}));
        check(json!([1, 2]), json!({"a":"b"}), json!({"a":"b"}));
        check(json!({}), json!({"a":{"b":{"c":null}}}), json!({"a":{"b":{}}}));
    }
}
