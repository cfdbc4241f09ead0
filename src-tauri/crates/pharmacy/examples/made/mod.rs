//! Questions made of the patterns under `training/`.

use std::collections::BTreeMap;

use simui_pharmacy::knowledge::Knowledge;

/// Questions made of patterns, each with its section: its own, or that of the heading above it.
pub fn patterns(
    text: &str,
    of_each: usize,
    knowledge: &Knowledge,
    random: &mut Random,
) -> Vec<(String, Option<String>)> {
    let mut lists: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    let mut made = Vec::new();
    let spoken: Vec<&str> = knowledge.names.spoken().collect();
    let mut above: Option<&str> = None;
    for line in text.lines().filter(|it| !it.is_empty()) {
        if line.starts_with('#') {
            above = line.strip_prefix("## ").or(above);
            continue;
        }
        if let Some((name, words)) = line.split_once(" = ") {
            lists.insert(name, words.split('|').map(str::to_owned).collect());
            continue;
        }
        let (pattern, section) = match line.split_once("  # ") {
            Some((pattern, section)) => (pattern, Some(section.to_owned())),
            None => (line, above.map(str::to_owned)),
        };
        for _ in 0..of_each {
            let question = one(pattern, &lists, &spoken, random);
            made.push((question, section.clone()));
        }
    }
    made
}

/// One question of a pattern: its alternatives first, then its lists.
fn one(
    pattern: &str,
    lists: &BTreeMap<&str, Vec<String>>,
    spoken: &[&str],
    random: &mut Random,
) -> String {
    let mut text = pattern.to_owned();
    while let Some((before, rest)) = text.split_once('[') {
        let Some((alternatives, after)) = rest.split_once(']') else { break };
        let alternatives: Vec<&str> = alternatives.split('|').collect();
        text = format!("{before}{}{after}", alternatives[random.below(alternatives.len())]);
    }
    while let Some((before, rest)) = text.split_once('{') {
        let Some((name, after)) = rest.split_once('}') else { break };
        let word = match lists.get(name) {
            Some(words) => words[random.below(words.len())].clone(),
            None => a_name(spoken, random),
        };
        text = format!("{before}{word}{after}");
    }
    let text = text.trim().to_owned();
    // People leave spaces out, and ask with and without a mark.
    let text = if random.below(7) == 0 { text.replace(' ', "") } else { text };
    if random.below(4) == 0 { text + "?" } else { text }
}

/// A name of the dictionary, or the beginning of one with the end of another: there are more drugs than names in it.
fn a_name(spoken: &[&str], random: &mut Random) -> String {
    let (one, other) = (spoken[random.below(spoken.len())], spoken[random.below(spoken.len())]);
    if random.below(4) > 0 {
        return one.to_owned();
    }
    let half = one.chars().count() / 2;
    one.chars().take(half.max(1)).chain(other.chars().skip(other.chars().count() / 2)).collect()
}

/// xorshift: the same order on every machine.
pub struct Random(pub u64);

impl Random {
    /// A number from 0 to before `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        // Less than `bound`, so it fits.
        (self.0 % bound.max(1) as u64) as usize
    }
}
