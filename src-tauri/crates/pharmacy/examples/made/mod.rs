//! Makes questions of the patterns under `training/`.

use std::collections::BTreeMap;

use simui_pharmacy::knowledge::Knowledge;

/// Makes `of_each` questions of every pattern in `text`, each with its section: that of the pattern's own
/// label, or of the heading above it.
pub fn patterns(
    text: &str,
    of_each: usize,
    knowledge: &Knowledge,
    random: &mut Random,
) -> Vec<(String, Option<String>)> {
    let mut lists: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    let mut made = Vec::new();
    let spellings: Vec<&str> = knowledge.names.all_spellings().collect();
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
            let question = make_question(pattern, &lists, &spellings, random);
            made.push((question, section.clone()));
        }
    }
    made
}

/// Makes one question of a pattern: chooses its alternatives, then fills in its lists.
fn make_question(
    pattern: &str,
    lists: &BTreeMap<&str, Vec<String>>,
    spellings: &[&str],
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
            None => drug_name(spellings, random),
        };
        text = format!("{before}{word}{after}");
    }
    let text = text.trim().to_owned();
    // People leave spaces out, and ask with and without a question mark.
    let text = if random.below(7) == 0 { text.replace(' ', "") } else { text };
    if random.below(4) == 0 { text + "?" } else { text }
}

/// A name of the dictionary, or the beginning of one with the end of another, for drugs that the dictionary
/// lacks.
fn drug_name(spellings: &[&str], random: &mut Random) -> String {
    let (one, other) =
        (spellings[random.below(spellings.len())], spellings[random.below(spellings.len())]);
    if random.below(4) > 0 {
        return one.to_owned();
    }
    let half = one.chars().count() / 2;
    one.chars().take(half.max(1)).chain(other.chars().skip(other.chars().count() / 2)).collect()
}

/// A xorshift generator: the same numbers on every machine. The seed must not be 0.
pub struct Random(pub u64);

impl Random {
    /// A number from 0 up to, but not including, `bound`; 0 if `bound` is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        // Less than `bound`, so it fits.
        (self.0 % bound.max(1) as u64) as usize
    }
}
