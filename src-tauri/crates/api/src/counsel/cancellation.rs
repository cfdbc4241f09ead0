//! Cancellation of questions that are being answered.

use std::sync::Arc;

use tokio::sync::Notify;

use crate::desk::counsel::RunningQuestions;
use crate::faults::ErrorCode;
use crate::types::{AskRequest, AskResponse, CancelAsk};
use crate::{ApiError, Desk};

/// Registers a running question and removes it when dropped, however the question ends.
struct RunningQuestion<'a> {
    id: String,
    cancelled: Arc<Notify>,
    running_questions: &'a RunningQuestions,
}

impl<'a> RunningQuestion<'a> {
    fn of(id: String, running_questions: &'a RunningQuestions) -> Self {
        let cancelled = Arc::new(Notify::new());
        running_questions.change(|all| all.insert(id.clone(), cancelled.clone()));
        Self { id, cancelled, running_questions }
    }
}

impl Drop for RunningQuestion<'_> {
    fn drop(&mut self) {
        self.running_questions.change(|all| {
            // Another question may use the same id by now.
            if all.get(&self.id).is_some_and(|it| Arc::ptr_eq(it, &self.cancelled)) {
                all.remove(&self.id);
            }
        });
    }
}

impl Desk {
    /// Answers a pharmacist's question from the desk's drug documents. [`Desk::cancel_ask`] cancels it.
    pub async fn ask(&self, request: AskRequest) -> Result<AskResponse, ApiError> {
        let Some(id) = request.ask_id.clone() else { return self.answer(request).await };
        let running = RunningQuestion::of(id, &self.counsel.running_questions);
        tokio::select! {
            biased;
            () = running.cancelled.notified() => Err(ApiError::invalid(
                ErrorCode::QuestionCancelled,
                &[],
                "the question was given up before its answer; nothing of it is kept".to_owned(),
            )),
            answer = Box::pin(self.answer(request)) => answer,
        }
    }

    /// Cancels the running question with this id and all work on it. An unknown or finished question is no
    /// error, because request and answer may cross.
    pub fn cancel_ask(&self, request: &CancelAsk) {
        let waits = self.counsel.running_questions.change(|all| all.get(&request.ask_id).cloned());
        if let Some(cancelled) = waits {
            cancelled.notify_one();
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

    use super::*;
    use crate::OpenDesk;
    use crate::types::AskedRequest;

    fn question(ask_id: Option<&str>) -> AskRequest {
        let ask_id = ask_id.map(str::to_owned);
        AskRequest { question: "타이레놀 용법".to_owned(), ask_id, ..AskRequest::default() }
    }

    #[tokio::test]
    async fn who_gives_up_gets_no_answer_and_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let data_dir = Some(folder.path().join("desk"));
        let audit_key = crate::KeyPlace::File;
        let opening = OpenDesk { data_dir, audit_key, ..OpenDesk::from_environment() };
        let desk = Desk::open(opening).await.unwrap();
        let cancel = || desk.cancel_ask(&CancelAsk { ask_id: "1".to_owned() });
        // Without a running question, the next one is answered all the same.
        cancel();
        assert!(desk.ask(question(Some("1"))).await.is_ok());
        // The question waits for the database when it is cancelled.
        let (answer, ()) = tokio::join!(desk.ask(question(Some("1"))), async { cancel() });
        let refused = answer.unwrap_err().to_string();
        assert!(refused.starts_with("the question was given up"), "{refused}");
        assert_eq!(desk.asked(AskedRequest::default()).await.unwrap().total, 1);
        // Other questions are not affected.
        let (other, ()) = tokio::join!(desk.ask(question(Some("2"))), async { cancel() });
        assert!(other.is_ok());
        assert!(desk.ask(question(None)).await.is_ok());
        desk.counsel.running_questions.change(|all| assert!(all.is_empty()));
    }
}
