//! Checks the text of a file and its findings.

use simui_domain::DocumentKind;

use super::{reading, words};

/// Reads a guideline and checks its text and the beginnings of its findings, in order.
pub fn check(path: &str, bytes: Vec<u8>, expected: &str, findings: &[(&str, &str)]) {
    let read = reading(path, bytes, Some(DocumentKind::Guideline))
        .unwrap_or_else(|it| panic!("{path}: {it:?}"));
    assert_eq!(words(&read), expected, "{path}");
    let found: Vec<(&str, &str)> =
        read.findings.iter().map(|it| (it.place.as_str(), it.reason.as_str())).collect();
    assert_eq!(found.len(), findings.len(), "{path} {found:#?}");
    for ((place, reason), (at, part)) in found.iter().zip(findings) {
        assert!(
            place == at && reason.contains(part),
            "{path}: {place:?} {reason:?} is not {at:?} {part:?}"
        );
    }
}

/// Checks that a file is rejected for the given reason.
pub fn refused(path: &str, bytes: Vec<u8>, part: &str) {
    let finding = reading(path, bytes, Some(DocumentKind::Guideline)).unwrap_err();
    assert!(finding.reason.contains(part), "{path}: {finding:?}");
}
