use jiff::Timestamp;
use simui_domain::Clock;
use uuid::Uuid;

/// Returns the machine's clock, with UUIDv7 ids.
pub fn system_clock() -> Clock {
    Clock::new(Timestamp::now, |_| Uuid::now_v7())
}
