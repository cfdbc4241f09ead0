//! Feedback on answers as an evaluation set: exported, and asked again.

use simui_evaluate::Rate;

use super::history::status;
use crate::types::{
    AgreementReport, AskRequest, AskResponse, AskedRequest, FeedbackVerdict, JudgedQuestion,
    OpenQuestion,
};
use crate::{ApiError, Desk};

impl Desk {
    /// Lists every question with feedback, the oldest first.
    pub async fn judged_questions(&self) -> Result<Vec<JudgedQuestion>, ApiError> {
        let mut judged = Vec::new();
        loop {
            let offset = u32::try_from(judged.len()).unwrap_or(u32::MAX);
            let request =
                AskedRequest { with_feedback: true, limit: Some(500), offset, words: None };
            let page = self.asked(request).await?;
            if page.questions.is_empty() {
                judged.reverse();
                return Ok(judged);
            }
            for summary in page.questions {
                let question = self
                    .asked_question(crate::types::OfAsked {
                        id: summary.id.clone(),
                        reviewer: None,
                    })
                    .await?;
                let Some(feedback) = summary.feedback else { continue };
                judged.push(JudgedQuestion {
                    id: summary.id,
                    text: summary.question,
                    verdict: feedback.verdict,
                    status: summary.status,
                    first: first(&question.response),
                    title: feedback.title,
                    section: feedback.section,
                    note: feedback.note,
                });
            }
        }
    }

    /// Asks questions with feedback again and counts the answers that satisfy it. Stores nothing.
    pub async fn agreement(
        &self,
        judged: &[JudgedQuestion],
        mut progress: impl FnMut(usize),
    ) -> Result<AgreementReport, ApiError> {
        let mut outcomes = Vec::new();
        let mut open = Vec::new();
        for (done, question) in judged.iter().enumerate() {
            let request = AskRequest {
                question: question.text.clone(),
                not_kept: true,
                ..AskRequest::default()
            };
            let response = self.ask(request).await?;
            let agrees = agrees(question, &response);
            outcomes.push((question.verdict, agrees));
            if !agrees {
                open.push(OpenQuestion {
                    id: question.id.clone(),
                    text: question.text.clone(),
                    verdict: question.verdict,
                    status: status(&response).to_owned(),
                    first: first(&response),
                });
            }
            progress(done + 1);
        }
        let of = |verdict| {
            let of_verdict = outcomes.iter().filter(move |(it, _)| *it == verdict);
            (verdict, Rate::over(of_verdict.map(|(_, agrees)| *agrees)))
        };
        Ok(AgreementReport {
            agreement: Rate::over(outcomes.iter().map(|(_, agrees)| *agrees)),
            by_verdict: FeedbackVerdict::ALL.into_iter().map(of).collect(),
            open,
        })
    }
}

/// Whether a present answer satisfies the feedback. A helpful answer must have stayed the same; a wrong
/// section must no longer come first, and the named right one must; a wrong scope must have changed; missing
/// information must be found.
fn agrees(judged: &JudgedQuestion, now: &AskResponse) -> bool {
    let (status, first) = (status(now), first(now));
    let inside = |status: &str| status != "out_of_scope";
    match judged.verdict {
        FeedbackVerdict::Helpful => status == judged.status && first == judged.first,
        FeedbackVerdict::WrongSection => {
            let named = |wanted: &str, found: &str| wanted.is_empty() || wanted == found;
            let named_one = !judged.section.is_empty() || !judged.title.is_empty();
            let moved = named_one || first != judged.first;
            moved && named(&judged.title, &first.0) && named(&judged.section, &first.1)
        }
        FeedbackVerdict::WrongScope => inside(status) != inside(&judged.status),
        FeedbackVerdict::Missing => status == "answered" && first != judged.first,
    }
}

/// Returns the document and section that come first.
fn first(response: &AskResponse) -> (String, String) {
    let first = response.citations.iter().min_by_key(|it| it.n);
    first.map(|it| (it.title.clone(), it.section.clone())).unwrap_or_default()
}
