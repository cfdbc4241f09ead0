//! Court decisions about wording: quotations are read from the shared decisions at run time and judged by the
//! outcome of each decision. None of them is stored here.
#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "a test stops at the first surprise, and says what it skips"
)]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use jiff::civil::date;
use regex::Regex;
use simui_corpus::{SourceFile, decision_summary, read};
use simui_domain::{Ad, Clock, CourtOutcome, Level};
use simui_review::finding::Finding;
use simui_review::rules::{AdContext, Detector};
use simui_search::analysis::{Analyser, Dictionary};

fn corpora() -> Option<PathBuf> {
    let root = std::env::var_os("SIMUI_SHARED").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../../shared"),
        PathBuf::from,
    );
    let folder = root.join("corpora");
    if folder.join("precedents/md").exists() {
        return Some(folder);
    }
    eprintln!("skipped: {} is absent", folder.display());
    None
}

/// Returns the words in quotation marks that a court attributes to an advertisement, not to a law, a party or
/// itself.
fn advertised(body: &str) -> BTreeSet<String> {
    let quotation = Regex::new(r#"[“"]([^”"\n]{8,240})[”"]|[‘]([^’\n]{8,240})[’]"#).unwrap();
    let spoken_of = Regex::new(r"문구|게재|표현|내용|기재|제목|글|홍보|라고|설명|광고").unwrap();
    let of_the_law = Regex::new(
        r"광고|의료인|의료법|의료기관이|임상경력|진료 ?방법|현혹|규정|심의|허위|과장|거짓|법률|헌법|조항|처벌|위반|청구인|피고인|공소외|본인부담금 할인|의약품|우려|치료경험담|하는 것$|하는 경우$|하는 행위|제\d+[조호항]|\d{4}\. ?\d+\.|증$|법$|말한다|의미하는|내포한|국민은|의 (?:미)?발생$|경우$|서비스$|금액$|^많다",
    )
    .unwrap();
    // A quotation that breaks off within a sentence was judged only together with the rest.
    let broken_off = Regex::new(
        r"^(이 사건|에 |이라|[가-힣]?는 )|(서|고|며|면|여|에|와|과|를|을|의|은|는|도|한다)$",
    )
    .unwrap();
    let mut found = BTreeSet::new();
    for quoted in quotation.captures_iter(body) {
        let whole = quoted.get(0).unwrap();
        let words = quoted.get(1).or(quoted.get(2)).unwrap().as_str().trim();
        let after: String = body[whole.end()..].chars().take(45).collect();
        let before: String = body[..whole.start()].chars().rev().take(60).collect();
        let before: String = before.chars().rev().collect();
        let about_ad = spoken_of.is_match(&after) || spoken_of.is_match(&before);
        let whole_words = words.contains(' ') && !broken_off.is_match(words);
        if about_ad && whole_words && !of_the_law.is_match(words) {
            found.insert(words.to_owned());
        }
    }
    found
}

/// Returns the letters of `words`: quotations of two decisions differ in spacing and commas.
fn letters(words: &str) -> String {
    words.chars().filter(|it| it.is_alphanumeric()).collect()
}

/// Removes wording that a decision of the other outcome quotes too: one court reversed another, or the
/// context decided.
fn uncontested(wordings: BTreeSet<(bool, String)>) -> Vec<(bool, String)> {
    let contested = |(unlawful, words): &(bool, String)| {
        wordings.iter().filter(|(other, _)| other != unlawful).any(|(_, other)| {
            let (own, other) = (letters(words), letters(other));
            own.contains(&other) || other.contains(&own)
        })
    };
    wordings.iter().filter(|it| !contested(it)).cloned().collect()
}

/// Returns every advertised wording, and whether its advertisement was held unlawful.
fn decided(corpora: &Path) -> Vec<(bool, String)> {
    let clock = Clock::new(|| "2026-11-21T00:00:00Z".parse().unwrap(), |_| uuid::Uuid::now_v7());
    let mut wordings = BTreeSet::new();
    for folder in ["precedents/md", "constitutional"] {
        for entry in std::fs::read_dir(corpora.join(folder)).unwrap() {
            let path = entry.unwrap().path();
            let bytes = std::fs::read(&path).unwrap();
            let source = SourceFile { path: path.display().to_string(), bytes };
            let imported = read(&source, None, &clock).into_only().unwrap().imported;
            let body = &imported.document.body;
            let unlawful = match decision_summary(body, &imported.articles).outcome {
                Some(CourtOutcome::Unlawful) => true,
                Some(CourtOutcome::Lawful) => false,
                // The decision judged a norm, or does not state its outcome.
                _ => continue,
            };
            wordings.extend(advertised(body).into_iter().map(|words| (unlawful, words)));
        }
    }
    uncontested(wordings)
}

fn findings(detector: &Detector, text: &str) -> Vec<Finding> {
    let ad = Ad { text: text.to_owned(), ..Ad::default() };
    let context = AdContext { ad: &ad, as_of: date(2026, 11, 21), technologies: &[] };
    detector.examine(&context).findings
}

/// Least share of unlawful wording that rules must find. Wording that decisions of both outcomes quote is not
/// counted, and neither is what the wording model only suspects.
const UNLAWFUL_FOUND: f64 = 0.60;

#[test]
fn unlawful_wording_is_found_and_cleared_wording_is_not_called_a_violation_of_the_law() {
    let Some(corpora) = corpora() else { return };
    let analyser = Dictionary::locate(None).and_then(|found| Analyser::open(&found));
    let detector =
        Detector::builtin(analyser.unwrap_or_else(|_| Analyser::without_dictionary())).unwrap();
    let (mut unlawful, mut found, mut cleared, mut called) = (0u32, 0u32, 0u32, 0u32);
    for (is_unlawful, words) in decided(&corpora) {
        let findings = findings(&detector, &words);
        let rules: Vec<&str> = findings.iter().map(|it| it.rule.as_str()).collect();
        let mark = if is_unlawful { "unlawful" } else { "cleared" };
        eprintln!("{mark}: {words} {rules:?}");
        if is_unlawful {
            unlawful += 1;
            found += u32::from(!findings.is_empty());
        } else {
            cleared += 1;
            called += u32::from(findings.iter().any(|it| it.level == Level::Statute));
        }
    }
    let rate = |part: u32, whole: u32| f64::from(part) / f64::from(whole.max(1));
    let (hit, mistaken) = (rate(found, unlawful), rate(called, cleared));
    eprintln!(
        "unlawful wording found {hit:.3} ({found} of {unlawful}), cleared called unlawful {mistaken:.3} ({called} of {cleared})"
    );
    assert!(
        unlawful >= 4 && cleared >= 10,
        "{unlawful} and {cleared}: the decisions are read otherwise"
    );
    assert!(hit >= UNLAWFUL_FOUND, "{found} of {unlawful} unlawful wordings found");
    assert!(
        mistaken <= 0.30,
        "{called} of {cleared} cleared wordings called a violation of the law"
    );
}
