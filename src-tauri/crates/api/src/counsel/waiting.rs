//! Questions whose askers wait, so that one of them can be given up.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::Notify;

use crate::types::{AskRequest, AskResponse, CancelAsk};
use crate::{ApiError, Desk};

/// Who waits, by the asker's own id.
#[derive(Default)]
pub(super) struct Waiting(Mutex<BTreeMap<String, Arc<Notify>>>);

impl Waiting {
    fn change<T>(&self, change: impl FnOnce(&mut BTreeMap<String, Arc<Notify>>) -> T) -> T {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// No longer waits when it is dropped, however the question ends.
struct Asker<'a> {
    id: String,
    gives_up: Arc<Notify>,
    waiting: &'a Waiting,
}

impl<'a> Asker<'a> {
    fn of(id: String, waiting: &'a Waiting) -> Self {
        let gives_up = Arc::new(Notify::new());
        waiting.change(|all| all.insert(id.clone(), gives_up.clone()));
        Self { id, gives_up, waiting }
    }
}

impl Drop for Asker<'_> {
    fn drop(&mut self) {
        self.waiting.change(|all| {
            // Somebody else may wait under the same id by now.
            if all.get(&self.id).is_some_and(|it| Arc::ptr_eq(it, &self.gives_up)) {
                all.remove(&self.id);
            }
        });
    }
}

impl Desk {
    /// Answers a pharmacist's question from the desk's drug documents; stops where [`Desk::cancel_ask`] says so.
    pub async fn ask(&self, request: AskRequest) -> Result<AskResponse, ApiError> {
        let Some(id) = request.ask_id.clone() else { return self.answer(request).await };
        let asker = Asker::of(id, &self.counsel.waiting);
        tokio::select! {
            biased;
            () = asker.gives_up.notified() => Err(ApiError::Invalid(
                "the question was given up before its answer; nothing of it is kept".to_owned(),
            )),
            answer = Box::pin(self.answer(request)) => answer,
        }
    }

    /// Gives up the question that is being answered under this id, with all the work on it. One that has its answer, or
    /// that nobody asked, is no error: the two may cross.
    pub fn cancel_ask(&self, request: &CancelAsk) {
        let waits = self.counsel.waiting.change(|all| all.get(&request.ask_id).cloned());
        if let Some(gives_up) = waits {
            gives_up.notify_one();
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
        // Nobody asks yet: the next question is answered all the same.
        cancel();
        assert!(desk.ask(question(Some("1"))).await.is_ok());
        // The question waits for the database when it is given up.
        let (answer, ()) = tokio::join!(desk.ask(question(Some("1"))), async { cancel() });
        let refused = answer.unwrap_err().to_string();
        assert!(refused.starts_with("the question was given up"), "{refused}");
        assert_eq!(desk.asked(AskedRequest::default()).await.unwrap().total, 1);
        // Another one is not touched by it.
        let (other, ()) = tokio::join!(desk.ask(question(Some("2"))), async { cancel() });
        assert!(other.is_ok());
        assert!(desk.ask(question(None)).await.is_ok());
        desk.counsel.waiting.change(|all| assert!(all.is_empty()));
    }
}
