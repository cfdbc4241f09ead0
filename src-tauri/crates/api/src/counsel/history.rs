//! Stored questions: kept with masked identifiers, listed, opened and deleted.

use jiff::ToSpan;
use serde_json::Value;
use simui_domain::{DocumentKind, ModelCall, Reviewer, ReviewerId};
use simui_inference::masking::Mask;
use simui_store::{AskedFilter, AskedQuestion, Feedback};

use crate::faults::ErrorCode;
use crate::known_names::KnownPatients;
use crate::types::{
    AnswerStatus, AskResponse, AskedPage, AskedRequest, AskedSummary, AskedView, FeedbackView,
    GiveFeedback, OfAsked,
};
use crate::{ApiError, Desk};

/// Most questions of one page.
const MOST: u32 = 500;

/// Fields that are not masked: text stored or published elsewhere, and the desk's own ids, whose digits may
/// look like an identifier. None of it comes from the asker.
const UNMASKED_FIELDS: [&str; 5] = ["asked_id", "citations", "dur", "engine", "web_links"];

impl Desk {
    /// Stores a question with its answer, and deletes those that are older than the settings allow.
    pub(super) async fn keep(
        &self,
        id: &str,
        asker: Option<&Reviewer>,
        question: &str,
        response: &AskResponse,
        calls: &[ModelCall],
        days: u32,
    ) -> Result<(), ApiError> {
        let known = KnownPatients::of(&self.database).await?;
        let named = known.named_in([question]);
        let mut mask = Mask::over([question]).with_known_names(known.names.clone());
        let question = mask.hide(question);
        let written = |error| {
            ApiError::invalid(
                ErrorCode::Internal,
                &[],
                format!("question {id}: {error}; report this"),
            )
        };
        let mut response_kept = serde_json::to_value(response).map_err(written)?;
        mask_value(&mut response_kept, &mut mask);
        let calls: Vec<ModelCall> = calls.iter().map(|it| masked_call(it, &mut mask)).collect();
        let calls = serde_json::to_value(calls).map_err(written)?;
        let now = self.clock.now();
        let asked = AskedQuestion {
            id: id.to_owned(),
            asked_at: now,
            asked_by: asker.map(|it| it.id.clone()),
            question,
            status: status(response).to_owned(),
            response: response_kept,
            calls,
            feedback: None,
        };
        Ok(self.database.keep_question(&asked, &named, before(now, days)).await?)
    }

    /// Deletes stored questions that are older than the settings allow.
    pub(crate) async fn forget_old_questions(&self) -> Result<(), ApiError> {
        let days = self.ask_settings().await?.settings.keep_days;
        Ok(self.database.forget_questions(before(self.clock.now(), days)).await?)
    }

    /// Returns a page of stored questions.
    pub async fn asked(&self, request: AskedRequest) -> Result<AskedPage, ApiError> {
        self.forget_old_questions().await?;
        let filter = AskedFilter {
            words: request.words.as_deref().unwrap_or_default().trim(),
            with_feedback: request.with_feedback,
            limit: request.limit.unwrap_or(50).min(MOST),
            offset: request.offset,
        };
        let (total, rows) = self.database.asked_questions(filter).await?;
        let mut questions = Vec::new();
        for row in rows {
            questions.push(self.asked_summary(&row).await?);
        }
        Ok(AskedPage { total: u32::try_from(total).unwrap_or(u32::MAX), questions })
    }

    /// Returns a stored question with its answer.
    pub async fn asked_question(&self, request: OfAsked) -> Result<AskedView, ApiError> {
        let row = self.database.asked_question(&request.id).await?;
        let row = row.ok_or_else(|| missing(&request.id))?;
        let read = |error| {
            ApiError::invalid(
                ErrorCode::RecordOfOtherVersion,
                &[],
                format!(
                    "question {}: {error}; it is from another version of the program",
                    request.id
                ),
            )
        };
        Ok(AskedView {
            summary: self.asked_summary(&row).await?,
            response: serde_json::from_value(row.response).map_err(read)?,
            model_calls: serde_json::from_value(row.calls).map_err(read)?,
        })
    }

    /// Deletes a stored question with its feedback: one's own, or anybody's as an administrator.
    pub async fn forget_question(&self, request: OfAsked) -> Result<(), ApiError> {
        let by = self.actor(request.reviewer.as_deref()).await?;
        let asked = self.database.asked_question(&request.id).await?;
        let asked = asked.ok_or_else(|| missing(&request.id))?;
        self.permit_own("forget_question", asked.asked_by.as_ref()).await?;
        match self.database.forget_question(&request.id, self.clock.now(), &by).await? {
            true => Ok(()),
            false => Err(missing(&request.id)),
        }
    }

    /// Stores feedback on an answer.
    pub async fn give_feedback(&self, request: GiveFeedback) -> Result<AskedSummary, ApiError> {
        let GiveFeedback { id, verdict, title, section, note, reviewer } = request;
        let by = match reviewer {
            Some(name) => Some(self.signer(&name).await?.id),
            None => self.acting().await?.map(|account| account.reviewer.id),
        };
        let line = |text: String| -> String {
            let words: Vec<&str> = text.split_whitespace().collect();
            words.join(" ").chars().take(1000).collect()
        };
        let known = KnownPatients::of(&self.database).await?;
        let note = line(note);
        let named = known.named_in([note.as_str()]);
        let note = Mask::over([note.as_str()]).with_known_names(known.names.clone()).hide(&note);
        let feedback = Feedback {
            given_at: self.clock.now(),
            given_by: by,
            verdict: verdict.as_str().to_owned(),
            title: line(title),
            section: line(section),
            note,
        };
        let asked = self.asked_question(OfAsked { id: id.clone(), reviewer: None }).await?;
        let is_cited = asked.response.citations.iter().any(|citation| {
            citation.title == feedback.title
                && (feedback.section.is_empty() || citation.section == feedback.section)
        });
        if !is_cited {
            self.check_place(&feedback.title, &feedback.section).await?;
        }
        if !self.database.keep_feedback(&id, &feedback, &named).await? {
            return Err(missing(&id));
        }
        let row = self.database.asked_question(&id).await?.ok_or_else(|| missing(&id))?;
        self.asked_summary(&row).await
    }

    /// Checks that an answer can cite the named place. Other feedback would make an evaluation set that
    /// nothing can satisfy.
    async fn check_place(&self, title: &str, section: &str) -> Result<(), ApiError> {
        let documents = self.database.documents().await?;
        let named: Vec<_> = documents
            .into_iter()
            .filter(|it| it.kind == DocumentKind::Drug && (title.is_empty() || it.title == title))
            .collect();
        if !title.is_empty() && named.is_empty() {
            return Err(ApiError::invalid(
                ErrorCode::DrugDocumentNotFound,
                &[("title", &title)],
                format!(
                    "no drug document of this desk is called {title:?}; write its title as a citation shows it, or say `missing` where \
                 the desk has none"
                ),
            ));
        }
        if section.is_empty() {
            return Ok(());
        }
        for document in &named {
            let chunks = self.database.chunks_of_document(&document.id).await?;
            if chunks.iter().any(|it| it.chunk.label == section) {
                return Ok(());
            }
        }
        let place = if title.is_empty() { "any drug document" } else { title };
        Err(ApiError::invalid(
            ErrorCode::DrugSectionNotFound,
            &[("section", &section)],
            format!("{place} has no section {section:?}; write its heading as a citation shows it"),
        ))
    }

    async fn asked_summary(&self, row: &AskedQuestion) -> Result<AskedSummary, ApiError> {
        let feedback = match &row.feedback {
            None => None,
            Some(feedback) => Some(FeedbackView {
                verdict: serde_json::from_value(Value::String(feedback.verdict.clone())).map_err(
                    |error| {
                        ApiError::invalid(
                            ErrorCode::Internal,
                            &[],
                            format!("feedback of {}: {error}", row.id),
                        )
                    },
                )?,
                title: feedback.title.clone(),
                section: feedback.section.clone(),
                note: feedback.note.clone(),
                at: feedback.given_at,
                by: self.name(feedback.given_by.as_ref()).await?,
            }),
        };
        Ok(AskedSummary {
            id: row.id.clone(),
            at: row.asked_at,
            by: self.name(row.asked_by.as_ref()).await?,
            question: row.question.clone(),
            status: row.status.clone(),
            feedback,
        })
    }

    async fn name(&self, id: Option<&ReviewerId>) -> Result<Option<String>, ApiError> {
        Ok(match id {
            Some(id) => Some(self.database.reviewer(id.as_str()).await?.name),
            None => None,
        })
    }
}

/// Returns the status of an answer in one word.
pub(super) fn status(response: &AskResponse) -> &'static str {
    match (&response.emergency, response.status) {
        (Some(_), _) => "emergency",
        (None, AnswerStatus::Answered) => "answered",
        (None, AnswerStatus::OutOfScope) => "out_of_scope",
        (None, AnswerStatus::Insufficient) => "insufficient",
    }
}

/// Returns the time so many days ago.
fn before(now: jiff::Timestamp, days: u32) -> jiff::Timestamp {
    now.checked_sub((i64::from(days) * 24).hours()).unwrap_or(jiff::Timestamp::MIN)
}

fn missing(id: &str) -> ApiError {
    ApiError::Missing {
        what: "question",
        id: id.chars().take(80).collect(),
        remedy: "`simui ask --history` lists those that are kept",
    }
}

/// Returns a call with masked words. Time, hashes and names stay, because their digits may look like an
/// identifier.
fn masked_call(call: &ModelCall, mask: &mut Mask) -> ModelCall {
    let mut call = call.clone();
    call.response = mask.hide(&call.response);
    call.problem = mask.hide(&call.problem);
    if let Some(answer) = &mut call.answer {
        mask_value(answer, mask);
    }
    call
}

fn mask_value(value: &mut Value, mask: &mut Mask) {
    match value {
        Value::String(text) => *text = mask.hide(text),
        Value::Array(values) => values.iter_mut().for_each(|it| mask_value(it, mask)),
        Value::Object(fields) => {
            let of_the_asker = |name: &String| !UNMASKED_FIELDS.contains(&name.as_str());
            fields
                .iter_mut()
                .filter(|(name, _)| of_the_asker(name))
                .for_each(|(_, it)| mask_value(it, mask));
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

    use serde_json::json;

    use super::*;

    #[test]
    fn what_a_call_says_is_masked_and_what_it_is_known_by_is_not() {
        let call = json!({
            "role": "answering", "endpoint": "02-345-6789", "model": "it",
            "prompt": { "name": "answering", "version": 1, "sha256": "010-1234-5678" },
            "at": "2026-11-22T13:38:24.010123456Z", "ms": 1.0, "request_sha256": "9001011234567", "sent": 0,
            "response": "홍길동님 010-1234-5678", "rounds": 1, "prompt_tokens": 1, "completion_tokens": 1,
            "estimated": false, "masked": {}, "problem": "010-1234-5678", "answer": { "text": ["010-1234-5678"] },
        });
        let call: ModelCall = serde_json::from_value(call).unwrap();
        let kept = masked_call(&call, &mut Mask::over([""]));
        assert_eq!((&kept.at, &kept.prompt), (&call.at, &call.prompt));
        assert_eq!((&kept.endpoint, &kept.request_sha256), (&call.endpoint, &call.request_sha256));
        let texts = [kept.response.clone(), kept.problem.clone(), json!(kept.answer).to_string()];
        for text in texts {
            assert!(!text.contains("1234-5678") && !text.contains("홍길동"), "{text}");
        }
        let read: ModelCall = serde_json::from_value(json!(kept)).unwrap();
        assert_eq!(read, kept);
    }
}
