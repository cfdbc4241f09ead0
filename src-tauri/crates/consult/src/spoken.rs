//! Alerts for dangers to life that earlier turns named. Each is repeated for the hours that `[earlier]` of `memory.toml` sets,
//! because nobody has said that it is over.

use jiff::Timestamp;
use simui_clinical::Severity;
use simui_patient::{MemoryRules, ago};
use simui_pharmacy::knowledge::Knowledge;
use simui_pharmacy::query::question::danger;

use super::conflicts::{Alert, Recorded};
use super::wording::{Words, filled};

/// Characters of a turn that an alert quotes.
const QUOTED: usize = 40;

/// A turn that was kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spoken {
    /// When.
    pub at: Timestamp,
    /// What was said.
    pub text: String,
    /// Whether it is part of the record; what was said apart from it (plain mode, a greeting) is not looked back on, but a
    /// danger is one wherever it was said.
    pub remembered: bool,
}

/// The dangers of earlier turns that this one (`text`) does not speak of itself, each once, the last first.
pub(super) fn dangers(
    text: &str,
    history: &[Spoken],
    now: Timestamp,
    memory: &MemoryRules,
    knowledge: &Knowledge,
    words: &Words,
) -> Vec<Alert> {
    let mut told: Vec<&str> = danger(text, knowledge).iter().map(|it| it.id.as_str()).collect();
    let mut alerts = Vec::new();
    for spoken in history.iter().rev() {
        if now.duration_since(spoken.at).as_hours() >= memory.danger_hours() {
            break;
        }
        let Some(found) = danger(&spoken.text, knowledge) else { continue };
        if told.contains(&found.id.as_str()) {
            continue;
        }
        told.push(&found.id);
        let ago = ago(now, spoken.at);
        alerts.push(Alert {
            rule: found.id.clone(),
            severity: Severity::Emergency,
            text: filled(&words.danger_before, &[("ago", &ago), ("says", &found.says)]),
            source: words.source_record.clone(),
            drug: None,
            recorded: Some(Recorded { shown: quoted(&spoken.text), said_at: spoken.at }),
        });
    }
    alerts
}

fn quoted(text: &str) -> String {
    let text = text.trim();
    match text.char_indices().nth(QUOTED) {
        Some((end, _)) => format!("“{}…”", &text[..end]),
        None => format!("“{text}”"),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

    use jiff::SignedDuration;

    use super::*;
    use crate::rules::Rules;

    /// Said before, so many minutes ago each; this turn; the dangers that are said again.
    fn check(before: &[(i64, &str)], text: &str, expected: &[&str]) {
        let now: Timestamp = "2026-03-02T09:00:00Z".parse().unwrap();
        let spoken = |(minutes, text): &(i64, &str)| Spoken {
            at: now - SignedDuration::from_mins(*minutes),
            text: (*text).to_owned(),
            remembered: false,
        };
        let history: Vec<Spoken> = before.iter().map(spoken).collect();
        let (knowledge, rules) = (Knowledge::shipped().unwrap(), Rules::shipped().unwrap());
        let memory = MemoryRules::shipped().unwrap();
        let alerts = dangers(text, &history, now, &memory, knowledge, &rules.words);
        let found: Vec<&str> = alerts.iter().map(|it| it.rule.as_str()).collect();
        assert_eq!(found, expected, "{before:?} {text}");
        assert!(alerts.iter().all(|it| it.severity == Severity::Emergency), "{alerts:?}");
    }

    #[test]
    fn a_danger_is_said_again_for_a_day() {
        const HEART: &str = "가슴이 쥐어짜듯 아파요";
        for (before, text, expected) in [
            (&[(30, HEART)][..], "타이레놀 먹어도 돼요?", &["heart_stroke"][..]),
            (&[(1439, HEART)], "타이레놀 먹어도 돼요?", &["heart_stroke"]),
            (&[(1440, HEART)], "타이레놀 먹어도 돼요?", &[]),
            (&[(30, HEART)], "아직도 가슴이 쥐어짜듯 아파요", &[]),
            (
                &[(40, "타이레놀 30알 먹었어요"), (30, HEART)],
                "안녕하세요",
                &["heart_stroke", "overdose"],
            ),
            (&[(40, HEART), (30, HEART)], "감사합니다", &["heart_stroke"]),
            (&[(30, "콧물이 나요")], "무슨 약이 좋아요?", &[]),
        ] {
            check(before, text, expected);
        }
    }

    #[test]
    fn a_long_turn_is_quoted_in_part() {
        assert_eq!(quoted(" 가슴이 아파요 "), "“가슴이 아파요”");
        assert_eq!(quoted(&"가".repeat(50)).chars().count(), QUOTED + 3);
    }
}
