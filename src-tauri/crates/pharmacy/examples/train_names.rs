//! Fits the weights by which a word looks like the name of a drug and writes `rules/name_likeness.toml`.
//!
//! Run in the folder of this crate: `train_names rules/name_likeness.toml training/*.txt`. Names are those
//! of the table of drugs of `simui-clinical`; other words are those of the files that no name is part of.
//! Every fifth name and word measures weights that were fitted to the rest; the written weights are fitted
//! to all.
#![allow(clippy::print_stdout, reason = "a training tool prints its measures")]

use std::collections::BTreeSet;
use std::error::Error;

use simui_korean::particles::{Place, of};
use simui_pharmacy::knowledge::Knowledge;
use simui_pharmacy::names::NameLikeness;

/// Every so many-th word measures.
const FOLDS: usize = 5;
/// Fewest syllables of a name that other words are searched for.
const SHORTEST: usize = 3;

fn main() -> Result<(), Box<dyn Error>> {
    let paths: Vec<String> = std::env::args().skip(1).collect();
    let [out, files @ ..] = paths.as_slice() else {
        return Err("usage: train_names OUT.toml FILES…".into());
    };
    let knowledge = Knowledge::shipped()?;
    let is_hangul = |word: &str| word.chars().all(|it| ('가'..='힣').contains(&it));
    let names: BTreeSet<&str> =
        knowledge.names.all_spellings().filter(|it| is_hangul(it)).collect();
    let long: Vec<&str> =
        names.iter().copied().filter(|it| it.chars().count() >= SHORTEST).collect();
    let mut others: BTreeSet<String> = BTreeSet::new();
    for file in files {
        let text = std::fs::read_to_string(file)?;
        let words = text.split(|it: char| !('가'..='힣').contains(&it));
        for word in words.filter(|it| it.chars().count() > 1) {
            let word = without_particle(word);
            if !long.iter().any(|it| word.contains(it)) {
                others.insert(word.to_owned());
            }
        }
    }
    let held = |at: usize| at.is_multiple_of(FOLDS);
    let part = |of: &[&'_ str], held_back: bool| -> Vec<String> {
        let all = of.iter().enumerate().filter(|(at, _)| held(*at) == held_back);
        all.map(|(_, it)| (*it).to_owned()).collect()
    };
    let names: Vec<&str> = names.into_iter().collect();
    let others: Vec<&str> = others.iter().map(String::as_str).collect();
    let (known, rest) = (part(&names, false), part(&others, false));
    let fitted =
        NameLikeness::fit(known.iter().map(String::as_str), rest.iter().map(String::as_str));
    for least in [0.0, 0.25, 0.5, 0.75, 1.0] {
        let share = |words: Vec<String>| {
            let long: Vec<&String> = words.iter().filter(|it| it.chars().count() > 2).collect();
            let above = long.iter().filter(|it| fitted.of(it) > least).count();
            above as f64 / long.len().max(1) as f64
        };
        let (found, wrong) = (share(part(&names, true)), share(part(&others, true)));
        println!("above {least}: {found:.3} of the names, {wrong:.3} of the other words");
    }
    let all = NameLikeness::fit(names.iter().copied(), others.iter().copied());
    let head = "# Log odds of syllables in names of drugs against other words; written by examples/train_names.rs.\n";
    std::fs::write(out, format!("{head}{}", all.to_toml()))?;
    println!("{} names, {} other words", names.len(), others.len());
    Ok(())
}

/// A word without a particle at its end, if two syllables are left.
fn without_particle(word: &str) -> &str {
    let rest = of(Place::UnknownName).iter().find_map(|it| word.strip_suffix(it));
    rest.filter(|it| it.chars().count() > 1).unwrap_or(word)
}
