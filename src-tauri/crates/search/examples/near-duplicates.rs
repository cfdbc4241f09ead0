//! Measures how many edited copies are found: `cargo run --release -p simui-search --example
//! near-duplicates`
//!
//! Of the labelled advertisements in `tests/corpora/ads` and the articles of the statutes in
//! `../shared/corpora` 1,000 texts of at least 60 letters are copied, and a share of their words is edited:
//! left out, exchanged with the next, doubled, or replaced by a word of another text. Prints for each share
//! how many copies share a band with their original and have the similarity to be shown, how many other
//! texts do, and the time of a search.
#![allow(clippy::print_stdout, reason = "an example prints")]

mod common;

use std::time::Instant;

use common::{Outcome, lines, repository, shared, statutes};
use simui_search::near_duplicate::{Bands, NEAR, Shingles};

const COPIES: usize = 1_000;
/// Least letters of a copied text.
const LEAST: usize = 60;

fn main() -> Outcome<()> {
    let mut texts: Vec<String> = Vec::new();
    for file in std::fs::read_dir(repository("tests/corpora/ads"))? {
        let found = lines(&file?.path())?;
        texts.extend(found.iter().filter_map(|line| Some(line["ad"]["text"].as_str()?.to_owned())));
    }
    let ads = texts.len();
    match statutes::read(&shared().join("corpora/statutes/kr")) {
        Ok(articles) => texts.extend(articles.into_iter().map(|it| it.text)),
        Err(error) => println!("skipped: the statutes are not there ({error})"),
    }
    let started = Instant::now();
    let shingles: Vec<Shingles> = texts.iter().map(|text| Shingles::of(text)).collect();
    let mut bands = Bands::default();
    shingles.iter().enumerate().for_each(|(number, text)| bands.add(number, text));
    let each = started.elapsed() / texts.len().max(1) as u32;
    println!("{} texts, {ads} of them advertisements; {each:.1?} a text to add", texts.len());

    let long: Vec<usize> = (0..texts.len()).filter(|&it| is_long(&texts[it])).collect();
    let step = (long.len() / COPIES).max(1);
    // Advertisements come first, so that all long ones are copied; articles fill up.
    let (of_ads, of_law): (Vec<usize>, Vec<usize>) = long.iter().partition(|&&it| it < ads);
    let copied = of_ads.into_iter().chain(of_law.into_iter().step_by(step)).take(COPIES);
    let copied: Vec<usize> = copied.collect();
    let mut random = Random(1);
    for percent in [5, 10, 20, 30] {
        let (mut candidate, mut found, mut others) = (0, 0, 0);
        let mut times = Vec::new();
        for &original in &copied {
            let copy = edited(&texts[original], percent, &texts, &mut random);
            let asked = Instant::now();
            let copy = Shingles::of(&copy);
            let candidates = bands.candidates(&copy);
            let near: Vec<usize> = candidates
                .iter()
                .copied()
                .filter(|&it| copy.similarity(&shingles[it]) >= NEAR)
                .collect();
            times.push(asked.elapsed());
            candidate += usize::from(candidates.contains(&original));
            found += usize::from(near.contains(&original));
            let same = |it: usize| shingles[it].similarity(&shingles[original]) >= NEAR;
            others += near.iter().filter(|&&it| !same(it)).count();
        }
        times.sort_unstable();
        println!(
            "  {percent} % of the words edited: {found} of {} found ({candidate} share a band), {others} others; median {:.1?}",
            copied.len(),
            times[times.len() / 2]
        );
    }
    Ok(())
}

fn is_long(text: &str) -> bool {
    text.chars().filter(|c| c.is_alphanumeric()).count() >= LEAST
}

/// Returns the text with a share of its words edited, at least one.
fn edited(text: &str, percent: usize, texts: &[String], random: &mut Random) -> String {
    let mut words: Vec<&str> = text.split_whitespace().collect();
    for _ in 0..(words.len() * percent).div_ceil(100) {
        let at = random.below(words.len());
        match random.below(4) {
            0 if words.len() > 1 => drop(words.remove(at)),
            1 if at + 1 < words.len() => words.swap(at, at + 1),
            2 => words.insert(at, words[at]),
            _ => {
                let other: Vec<&str> =
                    texts[random.below(texts.len())].split_whitespace().collect();
                if !other.is_empty() {
                    words[at] = other[random.below(other.len())];
                }
            }
        }
    }
    words.join(" ")
}

/// Numbers that look random, always the same.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 33) as usize % end.max(1)
    }
}
