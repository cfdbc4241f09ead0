//! Measures the rules on labelled advertisements.
//!
//! ```sh
//! cargo run -p simui-review --example evaluate_ads -- [--half odd|even] [--quiet] [--trace] \
//!     [--rules FOLDER [--without PACK.toml]] FILE…
//! ```
//!
//! FILE: labelled advertisements (`tests/labelled`). Prints the recall of `must` kinds, unexpected kinds an
//! advertisement, the share of acceptable verdicts, a table by kind, the precision of the suspicions, and
//! (not with `--quiet`) every miss and false alarm. A suspicion is right where its kind is one of `must` or
//! `may`.
//!
//! - `--half` takes every second line only: develop on one half, measure on the other.
//! - `--trace` prints what was found in every advertisement.
//! - `--rules` reads packs, lexicons and weights from a folder like `rules/` instead of those compiled in, so
//!   that a rule can be tried without building.
//! - `--without PACK.toml` leaves a pack out.
#![allow(clippy::print_stdout, reason = "a measuring tool prints its measures")]

use std::collections::BTreeMap;
use std::error::Error;
use std::path::Path;
use std::time::Instant;

use jiff::civil::{Date, date};
use simui_domain::{Verdict, ViolationKind};
use simui_review::finding::ExceptionTrial;
use simui_review::normalise::Characters;
use simui_review::rules::wording::{Thresholds, Weights};
use simui_review::rules::{AdContext, Detector, Examination, LexiconFile, RulePack, Tables};
use simui_review::verdict::{verdict_for, worst_case};
use simui_search::analysis::{Analyser, Dictionary};

#[derive(Default)]
struct Tally {
    expected: usize,
    found: usize,
    unexpected: usize,
}

#[path = "../tests/labelled/mod.rs"]
mod labelled;

use labelled::Labelled;

const TODAY: Date = date(2026, 11, 21);

fn main() -> Result<(), Box<dyn Error>> {
    let mut files = Vec::new();
    let (mut half, mut quiet, mut trace, mut rules) = (None, false, false, None);
    let mut without = None;
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--half" => half = arguments.next(),
            "--rules" => rules = arguments.next(),
            "--without" => without = arguments.next(),
            "--quiet" => quiet = true,
            "--trace" => trace = true,
            file => files.push(file.to_owned()),
        }
    }
    let analyser = match Dictionary::locate(None).and_then(|found| Analyser::open(&found)) {
        Ok(analyser) => analyser,
        Err(error) => {
            println!("without a dictionary: {error}");
            Analyser::without_dictionary()
        }
    };
    let detector = match rules {
        Some(folder) => detector_of(Path::new(&folder), without.as_deref(), analyser)?,
        None => Detector::builtin(analyser)?,
    };
    let mut ads: Vec<Labelled> = Vec::new();
    for file in &files {
        for (index, ad) in labelled::read(Path::new(file))?.into_iter().enumerate() {
            let wanted = match half.as_deref() {
                Some("odd") => index % 2 == 0,
                Some("even") => index % 2 == 1,
                _ => true,
            };
            if wanted {
                ads.push(ad);
            }
        }
    }
    let mut tallies: BTreeMap<ViolationKind, Tally> = BTreeMap::new();
    let mut unconfirmed_ads = 0usize;
    let (mut suspected_ads, mut suspicions, mut right) = (0usize, 0usize, 0usize);
    let (mut judged, mut acceptable, mut spent) = (0usize, 0usize, Vec::new());
    for labelled in &ads {
        let as_of = labelled.ad.published_on.unwrap_or(TODAY);
        let context = AdContext { ad: &labelled.ad, as_of, technologies: &[] };
        let started = Instant::now();
        let examination = detector.examine(&context);
        spent.push(started.elapsed().as_secs_f64() * 1e3);
        let mut complaints = Vec::new();
        let mut kinds: Vec<_> = examination.findings.iter().map(|it| it.kind).collect();
        kinds.sort_unstable();
        kinds.dedup();
        for kind in &labelled.must {
            let tally = tallies.entry(*kind).or_default();
            tally.expected += 1;
            if kinds.contains(kind) {
                tally.found += 1;
            } else {
                complaints.push(format!("missed {kind}"));
            }
        }
        for kind in &kinds {
            if !labelled.must.contains(kind) && !labelled.may.contains(kind) {
                tallies.entry(*kind).or_default().unexpected += 1;
                complaints.push(format!("unexpected {kind}"));
            }
        }
        let suspected = examination.suspicions.iter().map(|it| it.kind);
        let is_right =
            |kind: &ViolationKind| labelled.must.contains(kind) || labelled.may.contains(kind);
        suspicions += examination.suspicions.len();
        right += suspected.filter(is_right).count();
        suspected_ads += usize::from(!examination.suspicions.is_empty());
        let verdict_of = |settled: bool| {
            let counted = examination.findings.iter().filter(|it| !(settled && it.unsettled));
            verdict_for(counted.map(|it| it.severity).collect())
        };
        let verdict = worst_case(verdict_of(false), verdict_of(true));
        let unconfirmed = |it: &[ExceptionTrial]| it.iter().any(|trial| trial.unconfirmed);
        unconfirmed_ads += usize::from(
            examination.findings.iter().any(|it| unconfirmed(&it.exceptions))
                || examination.cleared.iter().any(|it| unconfirmed(&it.exceptions)),
        );
        if !labelled.verdict.is_empty() {
            judged += 1;
            if labelled.verdict.contains(&verdict) {
                acceptable += 1;
            } else {
                complaints.push(format!("verdict {verdict}, not {}", names(&labelled.verdict)));
            }
        }
        if trace || !quiet && !complaints.is_empty() {
            println!("{} {}", labelled.id, complaints.join("; "));
            println!("    {}", labelled.ad.text.replace('\n', " ⏎ "));
            report(&examination, trace);
        }
    }
    let sum = |of: fn(&Tally) -> usize| tallies.values().map(of).sum::<usize>();
    println!("kind   must  found  recall  unexpected");
    for (kind, tally) in &tallies {
        let recall = ratio(tally.found, tally.expected);
        println!(
            "{:<5} {:>5} {:>6} {recall:>7.3} {:>11}",
            kind.to_string(),
            tally.expected,
            tally.found,
            tally.unexpected
        );
    }
    spent.sort_by(f64::total_cmp);
    println!(
        "{} ads: recall {:.3} ({}/{}), unexpected {:.3} an ad ({}), verdict acceptable {:.3} ({acceptable}/{judged}), \
         median {:.2} ms, slowest {:.2} ms; {unconfirmed_ads} have an assertion that a person must check",
        ads.len(),
        ratio(sum(|it| it.found), sum(|it| it.expected)),
        sum(|it| it.found),
        sum(|it| it.expected),
        ratio(sum(|it| it.unexpected), ads.len()),
        sum(|it| it.unexpected),
        ratio(acceptable, judged),
        spent.get(spent.len() / 2).copied().unwrap_or_default(),
        spent.last().copied().unwrap_or_default(),
    );
    println!(
        "{suspicions} suspicions in {suspected_ads} ads, {right} of them right: precision {:.3}",
        ratio(right, suspicions)
    );
    Ok(())
}

fn detector_of(
    folder: &Path,
    without: Option<&str>,
    analyser: Analyser,
) -> Result<Detector, Box<dyn Error>> {
    let read = |folder: &Path| -> Result<Vec<LexiconFile>, Box<dyn Error>> {
        let mut files = Vec::new();
        for entry in std::fs::read_dir(folder)? {
            let path = entry?.path();
            if path.extension().is_some_and(|it| it == "toml") {
                let text = std::fs::read_to_string(&path)?;
                files.push(LexiconFile { file: path.display().to_string(), text });
            }
        }
        files.sort_by(|a, b| a.file.cmp(&b.file));
        Ok(files)
    };
    let text = |name: &str| std::fs::read_to_string(folder.join(name));
    let packs = read(folder)?;
    let wanted = |file: &&LexiconFile| {
        // Packs begin with their id, the tables of the same folder with a comment.
        file.text.starts_with("id = ")
            && without.is_none_or(|without| !file.file.ends_with(without))
    };
    let packs: Vec<_> = packs
        .iter()
        .filter(wanted)
        .map(|it| RulePack::parse(&it.file, &it.text))
        .collect::<Result<_, _>>()?;
    let characters = Characters::parse("characters.toml", &text("characters.toml")?)?;
    let lexicons = read(&folder.join("lexicon"))?;
    let [stances, figures] = [text("stances.toml")?, text("figures.toml")?];
    let [entities, titles] = [text("entities.toml")?, text("titles.toml")?];
    let tables =
        Tables { stances: &stances, figures: &figures, entities: &entities, titles: &titles };
    let detector = Detector::with_tables(&packs, &lexicons, &tables, characters, analyser)?;
    let weights = std::fs::read(folder.join("wording.bin"))?;
    let weights = Weights::from_bytes(&weights).ok_or("wording.bin is damaged")?;
    Ok(detector.with_wording(weights, Thresholds::parse(&text("suspicions.toml")?)?))
}

fn ratio(part: usize, whole: usize) -> f64 {
    if whole == 0 { 1.0 } else { part as f64 / whole as f64 }
}

fn names(verdicts: &[Verdict]) -> String {
    verdicts.iter().map(|it| it.as_str()).collect::<Vec<_>>().join("|")
}

fn report(examination: &Examination, everything: bool) {
    for finding in &examination.findings {
        let claim = examination.claims.iter().find(|it| it.id == finding.claim_id);
        println!(
            "    + {} {:?} {:?} {} | {} | {}",
            finding.kind,
            finding.level,
            finding.severity,
            finding.rule,
            claim.map_or("?", |it| it.text.as_str()),
            finding.rationale
        );
    }
    for it in &examination.suspicions {
        println!("    ? {} {:.2} {}", it.kind, it.probability, it.text);
    }
    for cleared in &examination.cleared {
        let why: Vec<_> = cleared.exceptions.iter().map(|it| it.name.as_str()).collect();
        println!("    - {} {} cleared by {}", cleared.kind, cleared.rule, why.join(", "));
    }
    if everything {
        for claim in &examination.claims {
            println!("    {} {:?}", claim.id, claim.text);
        }
    }
}
