//! Priorities, due dates and the other settings of work.

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::Verdict;

/// Priority of a case.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, TS,
)]
#[serde(rename_all = "snake_case")]
pub enum Priority {
    /// 긴급.
    Urgent,
    /// 높음.
    High,
    /// 보통.
    #[default]
    Normal,
    /// 낮음.
    Low,
}

impl Priority {
    /// All priorities, the most urgent first.
    pub const ALL: [Priority; 4] =
        [Priority::Urgent, Priority::High, Priority::Normal, Priority::Low];
}

/// 기한: hours from the question to its due date, by priority.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct DueHours {
    /// 긴급.
    pub urgent: u32,
    /// 높음.
    pub high: u32,
    /// 보통.
    pub normal: u32,
    /// 낮음.
    pub low: u32,
}

impl Default for DueHours {
    fn default() -> Self {
        Self { urgent: 4, high: 24, normal: 72, low: 168 }
    }
}

impl DueHours {
    /// Due date of a case whose question was opened at `from`.
    pub fn due(&self, priority: Priority, from: Timestamp) -> Timestamp {
        let hours = match priority {
            Priority::Urgent => self.urgent,
            Priority::High => self.high,
            Priority::Normal => self.normal,
            Priority::Low => self.low,
        };
        // Only a date beyond the year 9999 overflows.
        from.checked_add(SignedDuration::from_hours(i64::from(hours))).unwrap_or(Timestamp::MAX)
    }
}

/// 네 눈 원칙: decisions that need a second person.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum SecondReview {
    /// None, so that a desk with one reviewer can finish its cases.
    #[default]
    Off,
    /// Decisions that would finish a case with a critical violation.
    Critical,
}

/// 자동 확정: verdicts that may become final without a person.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum AutomaticFinish {
    /// 허용 only.
    #[default]
    Allowed,
    /// 허용 and 조건부허용.
    AllowedAndConditional,
    /// Every verdict except 보류.
    SourceRule,
}

impl AutomaticFinish {
    /// All values, the strictest first.
    pub const ALL: [AutomaticFinish; 3] = [
        AutomaticFinish::Allowed,
        AutomaticFinish::AllowedAndConditional,
        AutomaticFinish::SourceRule,
    ];

    /// Whether a verdict may become final without a person, if there is no other reason for one.
    pub fn allows(self, verdict: Verdict) -> bool {
        match verdict {
            Verdict::Allowed => true,
            Verdict::Conditional => self != AutomaticFinish::Allowed,
            Verdict::Denied => self == AutomaticFinish::SourceRule,
            Verdict::Hold => false,
        }
    }

    /// Name in the settings: `allowed`, `allowed_and_conditional`, `source_rule`.
    pub fn as_str(self) -> &'static str {
        match self {
            AutomaticFinish::Allowed => "allowed",
            AutomaticFinish::AllowedAndConditional => "allowed_and_conditional",
            AutomaticFinish::SourceRule => "source_rule",
        }
    }

    /// Description in Korean.
    pub fn label(self) -> &'static str {
        match self {
            AutomaticFinish::Allowed => "허용만",
            AutomaticFinish::AllowedAndConditional => "허용·조건부허용",
            AutomaticFinish::SourceRule => "보류가 아닌 모든 판정",
        }
    }
}

/// Settings for the work of several people, made by administrators.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct WorkSettings {
    /// Duration of a claim in minutes, unless it is renewed.
    pub claim_minutes: u32,
    /// Minutes without activity after which a signed-in person must sign in again.
    pub session_idle_minutes: u32,
    /// 기한 by priority, in hours.
    pub due_hours: DueHours,
    /// 네 눈 원칙: decisions that need a second person.
    pub second_review: SecondReview,
    /// 자동 확정: verdicts that may become final without a person.
    pub automatic_finish: AutomaticFinish,
    /// One in this many of the cases completed without a person is drawn for a check; 0 draws none.
    pub check_one_in: u32,
    /// 감시 폴더: new files in it are taken in while the window or the server runs.
    pub watched_folder: Option<String>,
    /// Whether the window asks for attention in the task bar when a case starts to wait.
    pub notify: bool,
}

impl Default for WorkSettings {
    fn default() -> Self {
        Self {
            claim_minutes: 30,
            session_idle_minutes: 30,
            due_hours: DueHours::default(),
            second_review: SecondReview::Off,
            automatic_finish: AutomaticFinish::Allowed,
            check_one_in: 10,
            watched_folder: None,
            notify: true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_set_is_the_default() {
        let set: Result<WorkSettings, _> =
            serde_json::from_str(r#"{"claim_minutes":5,"due_hours":{"high":1}}"#);
        let due_hours = DueHours { high: 1, ..DueHours::default() };
        let expected = WorkSettings { claim_minutes: 5, due_hours, ..WorkSettings::default() };
        assert_eq!(set.ok(), Some(expected));
    }

    #[test]
    fn what_may_become_final_without_a_person() {
        use AutomaticFinish::*;
        use Verdict::{Allowed as Permit, Conditional, Denied, Hold};
        let check = |set: AutomaticFinish, allowed: &[Verdict]| {
            let all = [Permit, Conditional, Denied, Hold];
            let found: Vec<_> = all.into_iter().filter(|it| set.allows(*it)).collect();
            assert_eq!(found, allowed, "{set:?}");
            assert_eq!(serde_json::to_value(set).ok(), Some(set.as_str().into()));
        };
        check(Allowed, &[Permit]);
        check(AllowedAndConditional, &[Permit, Conditional]);
        check(SourceRule, &[Permit, Conditional, Denied]);
        assert_eq!(AutomaticFinish::default(), Allowed);
    }

    #[test]
    fn the_more_pressing_the_sooner() {
        let due = |priority| DueHours::default().due(priority, Timestamp::UNIX_EPOCH);
        assert!(Priority::ALL.is_sorted_by(|a, b| a < b && due(*a) < due(*b)));
        let far = DueHours { low: u32::MAX, ..DueHours::default() };
        assert_eq!(far.due(Priority::Low, Timestamp::MAX), Timestamp::MAX);
    }
}
