//! Saying on the desktop that a case waits: how many wait, and nothing of what they are about.

use std::sync::PoisonError;

use jiff::SignedDuration;

use crate::Desk;
use crate::types::DeskEvent;

/// A batch of advertisements is one interruption, not a thousand.
const PAUSE: SignedDuration = SignedDuration::from_mins(1);

impl Desk {
    /// Tells the shell, where administrators want that. That it fails must not fail the review.
    pub(super) async fn say_it_waits(&self) {
        if !self.resident || !self.is_time_to_say() {
            return;
        }
        let now = self.clock.now();
        let wanted = self.work().await.is_ok_and(|settings| settings.notify);
        if let (true, Ok(counts)) = (wanted, self.database.case_counts(None, now).await) {
            self.tell(DeskEvent::CaseWaiting { waiting: counts.open });
        }
    }

    fn is_time_to_say(&self) -> bool {
        let now = self.clock.now();
        let mut told = self.intake.told_at.lock().unwrap_or_else(PoisonError::into_inner);
        if told.is_some_and(|at| now.duration_since(at) < PAUSE) {
            return false;
        }
        *told = Some(now);
        true
    }
}
