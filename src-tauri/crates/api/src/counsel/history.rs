//! Questions of before: kept with their identifiers masked, listed, opened and forgotten.

use jiff::ToSpan;
use serde_json::Value;
use simui_domain::{ModelCall, Reviewer, ReviewerId};
use simui_inference::masking::Mask;
use simui_store::{AskedFilter, AskedQuestion, Feedback};

use crate::types::{
    AnswerStatus, AskResponse, AskedPage, AskedRequest, AskedSummary, AskedView, FeedbackView,
    GiveFeedback, OfAsked,
};
use crate::{ApiError, Desk};

/// Most questions of one page.
const MOST: u32 = 500;

/// What stands in the answer as it is stored or published elsewhere: nothing in it is of the asker.
const NOT_OF_THE_ASKER: [&str; 3] = ["citations", "dur", "web_links"];

impl Desk {
    /// Keeps a question with its answer, and deletes those that have been kept long enough.
    pub(super) async fn keep(
        &self,
        id: &str,
        asker: Option<&Reviewer>,
        question: &str,
        response: &AskResponse,
        calls: &[ModelCall],
        days: u32,
    ) -> Result<(), ApiError> {
        let mut mask = Mask::over([question]);
        let question = mask.hide(question);
        let written = |error| ApiError::Invalid(format!("question {id}: {error}; report this"));
        let mut response_kept = serde_json::to_value(response).map_err(written)?;
        let mut calls = serde_json::to_value(calls).map_err(written)?;
        hide(&mut response_kept, &mut mask);
        hide(&mut calls, &mut mask);
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
        Ok(self.database.keep_question(&asked, before(now, days)).await?)
    }

    /// Deletes what has been kept long enough.
    pub(crate) async fn forget_old_questions(&self) -> Result<(), ApiError> {
        let days = self.ask_settings().await?.settings.keep_days;
        Ok(self.database.forget_questions(before(self.clock.now(), days)).await?)
    }

    /// A page of the questions of before.
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

    /// One of them, whole.
    pub async fn asked_question(&self, request: OfAsked) -> Result<AskedView, ApiError> {
        let row = self.database.asked_question(&request.id).await?;
        let row = row.ok_or_else(|| missing(&request.id))?;
        let read = |error| {
            ApiError::Invalid(format!(
                "question {}: {error}; it is from another version of the program",
                request.id
            ))
        };
        Ok(AskedView {
            summary: self.asked_summary(&row).await?,
            response: serde_json::from_value(row.response).map_err(read)?,
            model_calls: serde_json::from_value(row.calls).map_err(read)?,
        })
    }

    /// Deletes one of them with what was thought of it.
    pub async fn forget_question(&self, request: OfAsked) -> Result<(), ApiError> {
        let by = self.actor(request.reviewer.as_deref()).await?;
        match self.database.forget_question(&request.id, self.clock.now(), &by).await? {
            true => Ok(()),
            false => Err(missing(&request.id)),
        }
    }

    /// Keeps what somebody thinks of an answer.
    pub async fn give_feedback(&self, request: GiveFeedback) -> Result<AskedSummary, ApiError> {
        let GiveFeedback { id, verdict, title, section, note, reviewer } = request;
        let by = match reviewer {
            Some(name) => Some(self.signer(&name).await?.id),
            None => None,
        };
        let line = |text: String| -> String {
            let words: Vec<&str> = text.split_whitespace().collect();
            words.join(" ").chars().take(1000).collect()
        };
        let note = Mask::over([note.as_str()]).hide(&line(note));
        let said = Feedback {
            given_at: self.clock.now(),
            given_by: by,
            verdict: verdict.as_str().to_owned(),
            title: line(title),
            section: line(section),
            note,
        };
        if !self.database.keep_feedback(&id, &said).await? {
            return Err(missing(&id));
        }
        let row = self.database.asked_question(&id).await?.ok_or_else(|| missing(&id))?;
        self.asked_summary(&row).await
    }

    async fn asked_summary(&self, row: &AskedQuestion) -> Result<AskedSummary, ApiError> {
        let feedback = match &row.feedback {
            None => None,
            Some(said) => Some(FeedbackView {
                verdict: serde_json::from_value(Value::String(said.verdict.clone())).map_err(
                    |error| ApiError::Invalid(format!("feedback of {}: {error}", row.id)),
                )?,
                title: said.title.clone(),
                section: said.section.clone(),
                note: said.note.clone(),
                at: said.given_at,
                by: self.name(said.given_by.as_ref()).await?,
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

/// An answer in one word.
pub(super) fn status(response: &AskResponse) -> &'static str {
    match (&response.emergency, response.status) {
        (Some(_), _) => "emergency",
        (None, AnswerStatus::Answered) => "answered",
        (None, AnswerStatus::OutOfScope) => "out_of_scope",
        (None, AnswerStatus::Insufficient) => "insufficient",
    }
}

/// So many days ago.
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

fn hide(value: &mut Value, mask: &mut Mask) {
    match value {
        Value::String(text) => *text = mask.hide(text),
        Value::Array(values) => values.iter_mut().for_each(|it| hide(it, mask)),
        Value::Object(fields) => {
            let of_the_asker = |name: &String| !NOT_OF_THE_ASKER.contains(&name.as_str());
            fields
                .iter_mut()
                .filter(|(name, _)| of_the_asker(name))
                .for_each(|(_, it)| hide(it, mask));
        }
        _ => {}
    }
}
