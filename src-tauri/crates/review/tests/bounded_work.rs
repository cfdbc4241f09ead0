//! Work grows linearly with the length of an advertisement, whatever it consists of: the words of every class
//! and the examples of every rule, repeated with and without spaces. The tests compare counted words, not
//! time.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a panic is the report of a failed test"
)]

use std::collections::BTreeMap;

use jiff::civil::date;
use simui_domain::Ad;
use simui_review::rules::{AdContext, Detector, RulePack, builtin_lexicons};
use simui_search::analysis::Analyser;

/// Length of the shorter text, in letters: longer than any stretch that is examined as a whole.
const SHORT: usize = 1_500;

/// Factor by which work may exceed twice that of half the text: its last stretch may be cut elsewhere.
const SLACK: f64 = 1.3;

/// Number of words that any text may cost, whatever its length.
const BASE_COST: usize = 3_000;

/// A budget that no text of these lengths exhausts; the bound of the rules is not tested here.
const BUDGET: usize = 1 << 40;

fn work(detector: &Detector, unit: &str, letters: usize) -> usize {
    let length = unit.chars().count().max(1);
    let ad = Ad { text: unit.repeat(letters.div_ceil(length)), ..Ad::default() };
    let context = AdContext { ad: &ad, as_of: date(2026, 11, 21), technologies: &[] };
    detector.cost(&context, BUDGET)
}

/// Fails when doubling the text, twice, costs more than linear growth allows.
fn check(detector: &Detector, unit: &str) -> Result<(), String> {
    let short = work(detector, unit, SHORT);
    let long = work(detector, unit, 2 * SHORT);
    let grown = |from: usize, to: usize| to as f64 > 2.0 * SLACK * from as f64 + BASE_COST as f64;
    if grown(short, long) {
        let longest = work(detector, unit, 4 * SHORT);
        if grown(long, longest) {
            return Err(format!("{unit:?}: {short}, {long}, {longest} words"));
        }
    }
    Ok(())
}

fn check_all(units: &[String]) {
    let detector = Detector::builtin(Analyser::without_dictionary()).unwrap();
    let threads = std::thread::available_parallelism().map_or(1, |it| it.get());
    let wrong: Vec<String> = std::thread::scope(|scope| {
        let part = |units: &'_ [String]| {
            let results = units.iter().map(|unit| check(&detector, unit));
            results.filter_map(Result::err).collect::<Vec<_>>()
        };
        let parts = units.chunks(units.len().div_ceil(threads));
        let running: Vec<_> = parts.map(|units| scope.spawn(move || part(units))).collect();
        running.into_iter().flat_map(|it| it.join().unwrap()).collect()
    });
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), units.len(), wrong.join("\n"));
}

/// Returns one word of each class of the lexicon.
fn words_of_classes() -> BTreeMap<String, String> {
    let mut words = BTreeMap::new();
    for file in builtin_lexicons() {
        let classes: toml::Table = toml::from_str(&file.text).unwrap();
        for (name, class) in classes {
            let lists = ["words", "predicates"].iter().filter_map(|key| class.get(key)?.as_array());
            let all: Vec<&str> = lists.flatten().filter_map(|word| word.as_str()).collect();
            if let Some(word) = all.get(all.len() / 2) {
                words.insert(name, word.trim_matches(['^', '$', ' ']).to_owned());
            }
        }
    }
    words
}

#[test]
fn the_words_of_every_class_take_work_that_grows_with_the_text() {
    let words = words_of_classes();
    assert!(words.len() > 100, "{}", words.len());
    let units: Vec<String> =
        words.values().flat_map(|word| [word.clone(), format!("{word} ")]).collect();
    check_all(&units);
}

#[test]
fn the_examples_of_every_rule_take_work_that_grows_with_the_text() {
    let mut units = BTreeMap::new();
    for pack in RulePack::builtin().unwrap() {
        for example in pack.examples().into_iter().filter(|example| example.fires) {
            let together: String = example.text.chars().filter(|c| c.is_alphanumeric()).collect();
            units
                .entry(example.rule)
                .or_insert_with(|| vec![together, format!("{} ", example.text)]);
        }
    }
    let units: Vec<String> = units.into_values().flatten().collect();
    assert!(units.len() > 100, "{}", units.len());
    check_all(&units);
}

#[test]
fn a_text_without_spaces_is_reported_as_unread() {
    let detector = Detector::builtin(Analyser::without_dictionary()).unwrap();
    let ad = Ad { text: "최고의병원".repeat(20_000), ..Ad::default() };
    let context = AdContext { ad: &ad, as_of: date(2026, 11, 21), technologies: &[] };
    assert!(detector.examine(&context).unread);
}

/// A wording that is denied hundreds of times, and then once is not.
#[test]
fn a_violation_after_many_cleared_triggers_is_found_or_reported_as_unread() {
    let detector = Detector::builtin(Analyser::without_dictionary()).unwrap();
    let examine = |text: String| {
        let ad = Ad { text, ..Ad::default() };
        let context = AdContext { ad: &ad, as_of: date(2026, 11, 21), technologies: &[] };
        let examined = detector.examine(&context);
        (examined.unread, examined.findings.iter().any(|it| it.rule.contains("superlative")))
    };
    let denied = "국내 최고라는 광고는 의심하십시오.\n";
    assert_eq!(examine(denied.repeat(20)), (false, false));
    let behind = |times: usize| format!("{}국내 최고의 병원입니다.", denied.repeat(times));
    assert_eq!(examine(behind(20)), (false, true));
    let (unread, found) = examine(behind(400));
    assert!(unread || found);
}
