//! Collects the findings of one answer.

use std::collections::BTreeMap;

use jiff::civil::Date;
use simui_domain::ProvisionPath;

use super::tree::Unread;
use crate::reading::Finding;

/// Returns the note that gives an article or 별표 its first day.
pub(super) fn first_day_note(day: Date) -> String {
    format!("[시행일: {}. {}. {}.]", day.year(), day.month(), day.day())
}

/// Findings, grouped so that frequent ones are reported once.
#[derive(Debug, Default)]
pub(super) struct Notes {
    pub unread: Unread,
    findings: Vec<Finding>,
    /// 조·별표 by a 시행일자 other than the law's.
    other_days: BTreeMap<String, Vec<String>>,
    /// Changes by the source: `제4조의2(이동 전: 4)`.
    changes: Vec<String>,
    /// Places with images instead of text.
    images: Vec<String>,
}

impl Notes {
    pub(super) fn find(&mut self, place: impl Into<String>, reason: impl Into<String>) {
        self.findings.push(Finding::new(place, reason));
    }

    /// Reports text without a place; the finding contains it.
    pub(super) fn quarantine(&mut self, place: &ProvisionPath, why: &str, words: &str) {
        self.find(
            place.to_string(),
            format!("{why} 본문에 넣지 않았습니다. 원문에서 자리를 찾아 고치십시오: {words}"),
        );
    }

    pub(super) fn other_day(&mut self, day: &str, place: String) {
        self.other_days.entry(day.to_owned()).or_default().push(place);
    }

    pub(super) fn change(&mut self, place: &str, what: &str) {
        self.changes.push(format!("{place}({what})"));
    }

    pub(super) fn images(&mut self, place: String, count: usize) {
        if count > 0 {
            self.images.push(format!("{place}({count})"));
        }
    }

    /// Returns all findings, those about the text first.
    pub(super) fn into_findings(self) -> Vec<Finding> {
        let mut findings = self.findings;
        findings.extend(self.unread.findings());
        if !self.images.is_empty() {
            findings.push(Finding::new(
                self.images.join(", "),
                "글 대신 그림이 있습니다. 그림의 글은 찾거나 인용할 수 없으니 원문에서 확인하십시오.",
            ));
        }
        findings.extend(self.other_days.into_iter().map(|(day, places)| {
            Finding::new(
                places.join(", "),
                format!(
                    "시행일자가 {day}로 법령의 시행일자와 다릅니다. 그 날 전후로 어느 글이 시행되는지 확인하십시오."
                ),
            )
        }));
        if !self.changes.is_empty() {
            findings.push(Finding::new(
                self.changes.join(", "),
                "원본이 이번에 바뀌거나 옮겨졌다고 적은 자리입니다. 옛 번호로 한 인용이 있으면 고치십시오.",
            ));
        }
        findings
    }
}
