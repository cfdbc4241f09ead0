//! Tests the rules for each provision of the law: 의료법 제56조제2항 item by item, 제3항, 제57조, 제58조, 제27조제3항, 시행령
//! 제23조.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stderr,
    reason = "a panic is the report of a failed test"
)]

use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::date;
use serde_json::{Value, json};
use simui_domain::{Ad, ViolationKind};
use simui_review::rules::{AdContext, Detector, Examination};
use simui_search::analysis::{Analyser, Dictionary};

/// The expected result for one advertisement.
enum Expected {
    Found(ViolationKind),
    NotFound(ViolationKind),
    /// Found, but unsettled: no violation if a person confirms what the advertiser asserts.
    Unsettled(ViolationKind),
    /// Not found by a rule, but suspected by the wording model: a person looks.
    Suspected(ViolationKind),
    /// Whether a notice mentions the 사전심의 that the medium needs.
    Approval(bool),
}

struct Case {
    provision: &'static str,
    ad: Ad,
    expected: Expected,
}

fn cases() -> Vec<Case> {
    let lines = include_str!("cases/law_coverage.txt").lines();
    lines.filter(|line| !line.starts_with('#')).map(case).collect()
}

fn case(line: &'static str) -> Case {
    let parts: Vec<&str> = line.split(" | ").collect();
    let [provision, expected, text, rest @ ..] = parts.as_slice() else { panic!("{line}") };
    let mut ad: Value = rest.first().map_or(json!({}), |it| serde_json::from_str(it).unwrap());
    ad["text"] = json!(text);
    let expected = match expected.split_once(' ') {
        Some(("+", kind)) => Expected::Found(kind.parse().unwrap()),
        Some(("-", kind)) => Expected::NotFound(kind.parse().unwrap()),
        Some(("=", kind)) => Expected::Suspected(kind.parse().unwrap()),
        Some(("?", kind)) => Expected::Unsettled(kind.parse().unwrap()),
        _ => Expected::Approval(*expected == "~"),
    };
    Case { provision, ad: serde_json::from_value(ad).unwrap(), expected }
}

fn detector() -> Detector {
    let analyser = Dictionary::locate(None).and_then(|found| Analyser::open(&found));
    Detector::builtin(analyser.unwrap_or_else(|error| {
        eprintln!("without a dictionary: {error}");
        Analyser::without_dictionary()
    }))
    .unwrap()
}

fn holds(expected: &Expected, found: &Examination) -> bool {
    let has = |kind: ViolationKind| found.findings.iter().any(|it| it.kind == kind);
    match *expected {
        Expected::Found(kind) => has(kind),
        Expected::NotFound(kind) => !has(kind),
        Expected::Unsettled(kind) => {
            let mut of_kind = found.findings.iter().filter(|it| it.kind == kind);
            has(kind) && of_kind.all(|it| it.unsettled)
        }
        Expected::Suspected(kind) => found.suspicions.iter().any(|it| it.kind == kind),
        Expected::Approval(asked) => {
            found.notices.iter().any(|it| it.contains("사전심의 대상")) == asked
        }
    }
}

#[test]
fn every_provision_is_found_where_it_is_broken_and_only_there() {
    let detector = detector();
    let mut wrong = Vec::new();
    let cases = cases();
    for case in &cases {
        let as_of = case.ad.published_on.unwrap_or(date(2026, 11, 21));
        let context = AdContext { ad: &case.ad, as_of, technologies: &[] };
        let found = detector.examine(&context);
        if !holds(&case.expected, &found) {
            let rules: Vec<&str> = found.findings.iter().map(|it| it.rule.as_str()).collect();
            wrong.push(format!("{}: {} {rules:?}", case.provision, case.ad.text));
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}

/// Every provision has at least two advertisements that break it and two that do not.
#[test]
fn no_provision_is_left_out() {
    let mut counts: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for case in cases() {
        let count = counts.entry(case.provision).or_default();
        match case.expected {
            Expected::Found(_) | Expected::Suspected(_) | Expected::Approval(true) => count.0 += 1,
            Expected::NotFound(_) | Expected::Unsettled(_) | Expected::Approval(false) => {
                count.1 += 1;
            }
        }
    }
    let items = (1..=14).map(|item| format!("56-2-{item}"));
    let more = ["56-3-1", "D23-1-2a", "D23-1-2b", "D23-1-13", "27-3", "57-1", "57-3", "57-8", "58"];
    let wanted: BTreeSet<String> = items.chain(more.map(str::to_owned)).collect();
    for provision in &wanted {
        let (broken, kept) = counts.get(provision.as_str()).copied().unwrap_or_default();
        assert!(broken >= 2 && kept >= 2, "{provision}: {broken} and {kept}");
    }
}
