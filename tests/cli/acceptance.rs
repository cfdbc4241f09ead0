//! Reviews the labelled examples on the real law: checks findings, verdicts, and that every quote is in its
//! source.

use std::collections::HashSet;

use crate::common::{Desk, shared};
use serde_json::Value;
use simui_tests::corpora::{self, Figures};

fn strings(value: &Value) -> Vec<&str> {
    value.as_array().unwrap().iter().map(|item| item.as_str().unwrap()).collect()
}

/// The results that the product promises: shares of the kinds found and of acceptable verdicts, and the
/// greatest number of unexpected kinds an advertisement.
const GOAL: [(&str, f64); 3] = [("recall", 0.95), ("verdict", 0.95), ("unexpected", 0.10)];

/// Reviews labelled advertisements and checks offsets and citations; `show` prints the mistakes.
fn measure(desk: &Desk, name: &str, cases: &[Value], show: bool) -> Figures {
    let ads: Vec<Value> = cases
        .iter()
        .map(|case| {
            let mut ad = case["ad"].clone();
            ad["id"] = case["id"].clone();
            ad
        })
        .collect();
    let results = desk.review(&ads);
    assert_eq!(results.len(), cases.len());
    let (mut wanted, mut found, mut unexpected, mut judged, mut acceptable) = (0, 0, 0, 0, 0);
    for (case, result) in cases.iter().zip(&results) {
        let violations = result["violations"].as_array().unwrap();
        let kinds: HashSet<&str> = violations.iter().map(|v| v["kind"].as_str().unwrap()).collect();
        let (must, may) = (strings(&case["must"]), strings(&case["may"]));
        wanted += must.len();
        found += must.iter().filter(|kind| kinds.contains(**kind)).count();
        let surprises: Vec<_> =
            kinds.iter().filter(|kind| !must.contains(kind) && !may.contains(kind)).collect();
        unexpected += surprises.len();
        let verdicts = strings(&case["verdict"]);
        let verdict = result["verdict"].as_str().unwrap();
        let fits = verdicts.is_empty() || verdicts.contains(&verdict);
        judged += 1;
        acceptable += usize::from(fits);
        let is_wrong =
            must.iter().any(|kind| !kinds.contains(kind)) || !surprises.is_empty() || !fits;
        if show && is_wrong {
            eprintln!(
                "{name} {}: {kinds:?} {verdict}, must {must:?}, {}",
                case["id"], case["ad"]["text"]
            );
        }
        check_offsets(case["ad"]["text"].as_str().unwrap(), result);
        check_citations(result);
    }
    let recall = found as f64 / wanted.max(1) as f64;
    let surprise = f64::from(unexpected as u32) / cases.len() as f64;
    let agreement = f64::from(acceptable as u32) / f64::from(judged as u32);
    vec![("recall", recall), ("verdict", agreement), ("unexpected", surprise)]
}

fn check_offsets(text: &str, result: &Value) {
    for claim in result["claims"].as_array().unwrap() {
        let at = |key: &str| usize::try_from(claim[key].as_u64().unwrap()).unwrap();
        let slice: String = text.chars().skip(at("start")).take(at("end") - at("start")).collect();
        assert_eq!(claim["text"], slice, "{claim}");
    }
}

/// Every violation rests on a citation, every citation is verified, and statutes are quoted from
/// the official text.
fn check_citations(result: &Value) {
    for violation in result["violations"].as_array().unwrap() {
        assert!(!violation["citations"].as_array().unwrap().is_empty(), "{violation}");
    }
    for citation in result["citations"].as_array().unwrap() {
        assert_eq!(citation["status"], "VERIFIED", "{citation}");
        if citation["kind"] == "statute" {
            assert_eq!(citation["digest"], false, "{citation}");
        }
    }
}

#[test]
fn labelled_advertisements_on_the_real_law() {
    let Some(law) = shared("corpora/statutes/kr/의료법") else { return };
    let Some(examples) = shared("examples/ads_dev.jsonl") else { return };
    let desk = Desk::new();
    desk.run(&["corpus", "import", law.to_str().unwrap(), "--kind", "statute"]).succeeded();
    let shared = measure(&desk, "ads_dev", &corpora::lines(&examples).unwrap(), true);
    for ((name, figure), (_, bound)) in shared.iter().zip(GOAL) {
        let is_kept = if *name == "unexpected" { *figure <= bound } else { *figure >= bound };
        assert!(is_kept, "ads_dev: {name} {figure:.3}");
    }
    let below = corpora::run("ads", "review", |set| {
        Ok(measure(&desk, &set.path, &set.lines("")?, set.read))
    });
    assert!(below.is_empty(), "{below:#?}");
}

#[test]
fn quotes_match_the_law() {
    let Some(law) = shared("corpora/statutes/kr/의료법/법률.md") else { return };
    let desk = Desk::new();
    desk.run(&["corpus", "import", law.to_str().unwrap()]).succeeded();
    let verify = |quote: &str, article: &str| {
        desk.run(&["corpus", "verify", quote, "--article", article]).succeeded().json()["status"]
            .clone()
    };
    assert_eq!(
        verify("객관적인 사실을 과장하는 내용의 광고", "의료법 제56조제2항제8호"),
        "VERIFIED"
    );
    assert_eq!(
        verify("객관적인 사실을 과장하는 내용의 광고", "의료법 제56조제2항제3호"),
        "MISATTRIBUTED"
    );
    assert_eq!(
        verify("객관적인 사실을 과장하지 않는 내용의 광고", "의료법 제56조제2항제8호"),
        "NOT_FOUND"
    );
    assert_eq!(
        verify("객관적인사실을 과장하는 내용의 광고", "의료법 제56조제2항제8호"),
        "REPAIRED"
    );
}
