//! Collects the messages of a table reader by reason, so that thousands of rows with the same fault give one
//! finding.

use std::collections::HashMap;

use crate::reading::Finding;

/// Maximum number of places listed per reason. For the rest only the count is given.
const MOST_PLACES: usize = 12;
/// Maximum number of different reasons reported. A file with more is damaged throughout.
const MOST_REASONS: usize = 300;

/// Reasons in the order in which they were first added.
#[derive(Debug, Clone, Default)]
pub(super) struct Notes {
    reasons: Vec<Reason>,
    known: HashMap<String, usize>,
    omitted: usize,
}

#[derive(Debug, Clone)]
struct Reason {
    reason: String,
    places: Vec<String>,
    count: usize,
}

impl Notes {
    /// Records a reason at a place.
    pub(super) fn add(&mut self, place: impl Into<String>, reason: impl Into<String>) {
        let (place, reason) = (place.into(), reason.into());
        let index = match self.known.get(&reason) {
            Some(index) => *index,
            None if self.reasons.len() == MOST_REASONS => {
                self.omitted += 1;
                return;
            }
            None => {
                self.known.insert(reason.clone(), self.reasons.len());
                self.reasons.push(Reason { reason, places: Vec::new(), count: 0 });
                self.reasons.len() - 1
            }
        };
        if let Some(entry) = self.reasons.get_mut(index) {
            entry.count += 1;
            if entry.places.len() < MOST_PLACES {
                entry.places.push(place);
            }
        }
    }

    /// One finding per reason.
    pub(super) fn into_findings(self) -> Vec<Finding> {
        let mut findings: Vec<Finding> = self
            .reasons
            .into_iter()
            .map(|entry| {
                let more = entry.count - entry.places.len();
                let mut place = entry.places.join(", ");
                if more > 0 {
                    place.push_str(&format!(" 외 {more}곳"));
                }
                Finding::new(place, entry.reason)
            })
            .collect();
        if self.omitted > 0 {
            findings.push(Finding::whole_file(format!(
                "그 밖에 {}건이 더 있습니다. 위의 것을 고치고 다시 가져오십시오.",
                self.omitted
            )));
        }
        findings
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::indexing_slicing, reason = "a failed index is a failed test")]
    use super::*;

    #[test]
    fn one_finding_a_reason() {
        let mut notes = Notes::default();
        (1..=20).for_each(|line| notes.add(format!("line {line}"), "빈 이름"));
        notes.add("line 7", "틀린 날짜");
        let findings = notes.into_findings();
        assert_eq!(findings.len(), 2);
        assert!(findings[0].place.starts_with("line 1, line 2, "));
        assert!(findings[0].place.ends_with("line 12 외 8곳"), "{}", findings[0].place);
        assert_eq!(findings[1].place, "line 7");
    }

    #[test]
    fn reasons_are_bounded() {
        let mut notes = Notes::default();
        (0..1_000).for_each(|n| notes.add("", format!("까닭 {n}")));
        let findings = notes.into_findings();
        assert_eq!(findings.len(), MOST_REASONS + 1);
        assert!(findings[MOST_REASONS].reason.contains("700건"));
    }
}
