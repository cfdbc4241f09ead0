//! Repeats alerts for dangers to life that earlier turns described, for the hours set in `[earlier]` of
//! `memory.toml`, because no turn has told that the danger is over.

use jiff::Timestamp;
use simui_clinical::Severity;
use simui_patient::{MemoryRules, ago};
use simui_pharmacy::knowledge::Knowledge;
use simui_pharmacy::query::matter::danger;

use super::conflicts::{Alert, Recorded};
use super::facts::TurnTopic;
use super::wording::{Words, fill};

/// Number of earlier turns that a turn is read with.
pub const EARLIER_TURNS: u32 = 8;

/// Most characters of a turn that an alert quotes.
const MAX_QUOTE: usize = 40;

/// A turn before the present one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EarlierTurn {
    /// The time of the turn.
    pub at: Timestamp,
    /// The text of the turn.
    pub text: String,
    /// Whether the turn is part of the record. Turns apart from it (plain mode, a greeting) are only searched
    /// for dangers.
    pub remembered: bool,
    /// The word for the only person of whom the turn spoke, if that is not the patient.
    pub about: Option<String>,
    /// What the turn was about.
    pub topic: TurnTopic,
}

/// A danger to life that a text describes, by its words or by what somebody has.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Danger {
    /// Id of the emergency or safety rule.
    pub rule: String,
    /// The fixed text.
    pub advice: String,
}

impl Danger {
    /// The danger that the words of a text describe.
    pub fn of_words(text: &str, knowledge: &Knowledge) -> Option<Self> {
        let found = danger(text, knowledge)?;
        Some(Self { rule: found.id.clone(), advice: found.advice.clone() })
    }
}

/// Alerts for the dangers of earlier turns that this turn (`text`) does not describe itself: each once,
/// latest first. `history` has the earlier turns, oldest first; `find` finds the dangers of a text that are
/// not known to be over.
pub(super) fn dangers(
    text: &str,
    history: &[EarlierTurn],
    find: &dyn Fn(&str) -> Vec<Danger>,
    now: Timestamp,
    memory: &MemoryRules,
    words: &Words,
) -> Vec<Alert> {
    let mut known: Vec<String> = find(text).into_iter().map(|it| it.rule).collect();
    let mut alerts = Vec::new();
    for earlier in history.iter().rev() {
        if now.duration_since(earlier.at).as_hours() >= memory.danger_hours() {
            break;
        }
        for found in find(&earlier.text) {
            if known.contains(&found.rule) {
                continue;
            }
            known.push(found.rule.clone());
            let ago = ago(now, earlier.at);
            alerts.push(Alert {
                rule: found.rule,
                severity: Severity::Emergency,
                text: fill(&words.danger_before, &[("ago", &ago), ("says", &found.advice)]),
                source: words.source_record.clone(),
                drug: None,
                recorded: Some(Recorded { shown: quote(&earlier.text), said_at: earlier.at }),
            });
        }
    }
    alerts
}

/// The alert for a danger that only the words of a turn and of those before it (`context`) describe together:
/// 타이레놀 먹었어요. / 30알이요.
pub(super) fn danger_of_talk(
    text: &str,
    context: &str,
    knowledge: &Knowledge,
    words: &Words,
) -> Option<Alert> {
    let found = |text: &str| Danger::of_words(text, knowledge);
    let talk = format!("{context}. {text}");
    let new = found(&talk).filter(|_| !context.is_empty())?;
    let is_known = [context, text].iter().any(|it| found(it).is_some_and(|it| it.rule == new.rule));
    (!is_known).then(|| Alert {
        rule: new.rule,
        severity: Severity::Emergency,
        text: new.advice,
        source: words.source_record.clone(),
        drug: None,
        recorded: None,
    })
}

/// The beginning of a turn in quotation marks.
pub(super) fn quote(text: &str) -> String {
    let text = text.trim();
    match text.char_indices().nth(MAX_QUOTE) {
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
    use crate::safety::Safety;

    /// Compares the alerts of a turn, `text`, with `expected`. `before` has the earlier turns, each with its
    /// age in minutes.
    fn check(before: &[(i64, &str)], text: &str, expected: &[&str]) {
        let now: Timestamp = "2026-03-02T09:00:00Z".parse().unwrap();
        let earlier = |(minutes, text): &(i64, &str)| EarlierTurn {
            at: now - SignedDuration::from_mins(*minutes),
            text: (*text).to_owned(),
            remembered: false,
            about: None,
            topic: TurnTopic::default(),
        };
        let history: Vec<EarlierTurn> = before.iter().map(earlier).collect();
        let (knowledge, rules) = (Knowledge::shipped().unwrap(), Rules::shipped().unwrap());
        let memory = MemoryRules::shipped().unwrap();
        let extractor = simui_clinical::Extractor::shipped().unwrap();
        let safety = Safety::shipped(extractor.lexicon()).unwrap();
        let find = |text: &str| {
            let read = safety.warnings(&extractor.extract(text).unwrap()).into_iter();
            let read = read.filter(|it| it.severity == Severity::Emergency);
            let read = read.map(|it| Danger { rule: it.rule, advice: it.text });
            Danger::of_words(text, knowledge).into_iter().chain(read).collect()
        };
        let alerts = dangers(text, &history, &find, now, &memory, &rules.words);
        let found: Vec<&str> = alerts.iter().map(|it| it.rule.as_str()).collect();
        assert_eq!(found, expected, "{before:?} {text}");
        assert!(alerts.iter().all(|it| it.severity == Severity::Emergency), "{alerts:?}");
    }

    #[test]
    fn a_danger_is_repeated_for_a_day() {
        const HEART: &str = "가슴이 쥐어짜듯 아파요";
        for (before, text, expected) in [
            (&[(30, HEART)][..], "타이레놀 먹어도 돼요?", &["crushing_chest_pain"][..]),
            (&[(1439, HEART)], "타이레놀 먹어도 돼요?", &["crushing_chest_pain"]),
            (&[(1440, HEART)], "타이레놀 먹어도 돼요?", &[]),
            (&[(30, HEART)], "아직도 가슴이 쥐어짜듯 아파요", &[]),
            // What was over when it was told is no danger; what happened this morning may be one.
            (&[(30, "예전에 세파클러 먹고 아나필락시스 온 적 있어요")], "박트림 먹어도 돼요?", &[]),
            (&[(30, "오늘 아침에 정신을 잃었었어요")], "박트림 먹어도 돼요?", &["unconscious"]),
            (
                &[(40, "타이레놀 30알 먹었어요"), (30, HEART)],
                "안녕하세요",
                &["crushing_chest_pain", "overdose"],
            ),
            (&[(40, HEART), (30, HEART)], "감사합니다", &["crushing_chest_pain"]),
            (&[(30, "콧물이 나요")], "무슨 약이 좋아요?", &[]),
        ] {
            check(before, text, expected);
        }
    }

    #[test]
    fn a_long_turn_is_quoted_in_part() {
        assert_eq!(quote(" 가슴이 아파요 "), "“가슴이 아파요”");
        assert_eq!(quote(&"가".repeat(50)).chars().count(), MAX_QUOTE + 3);
    }
}
