//! Desktop notifications about waiting cases. They give the number of cases and nothing of their contents.

use std::sync::PoisonError;

use jiff::SignedDuration;

use crate::Desk;
use crate::types::DeskEvent;

/// Shortest time between two notifications, so that a batch of advertisements causes a single one.
const MIN_INTERVAL: SignedDuration = SignedDuration::from_mins(1);

impl Desk {
    /// Notifies the shell where the settings demand it. A failure must not fail the review.
    pub(super) async fn notify_waiting(&self) {
        if !self.resident || !self.is_notice_due() {
            return;
        }
        let now = self.clock.now();
        let wanted = self.work().await.is_ok_and(|settings| settings.notify);
        if let (true, Ok(counts)) = (wanted, self.database.case_counts(None, now).await) {
            self.send_event(DeskEvent::CaseWaiting { waiting: counts.open });
        }
    }

    fn is_notice_due(&self) -> bool {
        let now = self.clock.now();
        let mut notified_at =
            self.intake.notified_at.lock().unwrap_or_else(PoisonError::into_inner);
        if notified_at.is_some_and(|at| now.duration_since(at) < MIN_INTERVAL) {
            return false;
        }
        *notified_at = Some(now);
        true
    }
}
