//! Parses the name of a coverage into comparable parts, and measures how similar two names are.

use std::collections::BTreeSet;

use simui_korean::hangul::jamo;

use super::fold::fold;
use super::rules::{Resolution, Rules};
use super::trigram::{jaccard, trigrams};

/// Weight of having operation classes (1~5종) in both names: few coverages of a company have them.
const CLASSES_WEIGHT: f64 = 0.25;

/// The parsed name of a coverage.
#[derive(Debug, Clone)]
pub(crate) struct Name {
    /// The whole name, folded.
    pub full: String,
    /// The name without brackets, numbering and words that every name has, with uniform endings:
    /// `암진단`.
    pub core: String,
    /// Content of its brackets that limits what is covered.
    pub brackets: String,
    full_trigrams: Vec<u64>,
    core_trigrams: Vec<u64>,
    jamo_trigrams: Vec<u64>,
    bracket_trigrams: Vec<u64>,
    /// Sorted indices of the field terms in the name.
    terms: Vec<u64>,
    /// Percentages in the name, as digits: 3 and 100 of 상해후유장해(3~100%).
    percentages: BTreeSet<String>,
    /// Whether the name has operation classes: 질병수술비(1~5종).
    pub has_classes: bool,
}

impl Name {
    pub(crate) fn new(rules: &Rules, name: &str) -> Self {
        let full = fold(name);
        let (has_classes, without) = without_classes(&full);
        let (outside, inside) = parted(&without);
        let inside: Vec<String> = inside
            .into_iter()
            .filter(|it| !rules.names.noise.iter().any(|noise| noise.is_match(it)))
            .collect();
        let mut core = reduced(rules, &outside);
        let mut brackets = inside.join(" ");
        // 기본계약(상해사망): the name stands in the bracket.
        if rules.names.generic.contains(&outside) || core.is_empty() {
            core = reduced(rules, &brackets.replace(' ', ""));
            brackets.clear();
        }
        let terms = rules.names.terms.find_iter(&full);
        let mut terms: Vec<u64> = terms.map(|it| u64::from(it.pattern().as_u32())).collect();
        terms.sort_unstable();
        terms.dedup();
        Self {
            full_trigrams: trigrams(&full),
            core_trigrams: trigrams(&core),
            jamo_trigrams: trigrams(&jamo(&core)),
            bracket_trigrams: trigrams(&brackets),
            terms,
            percentages: percentages(&full),
            has_classes,
            full,
            core,
            brackets,
        }
    }

    /// Whether cancer subtypes occur only in the brackets: 암진단비(유사암제외) is not named after 유사암.
    pub(crate) fn brackets_name_a_kind(&self, rules: &Rules) -> bool {
        !rules.subtypes.words.is_match(&self.core)
    }

    /// Returns the similarity of two names, 0 to 1.
    ///
    /// It is the larger of `pg_trgm`'s similarity of the whole names and a weighted mean of four
    /// parts: trigrams of the core, field terms, jamo of the core (for typing errors), and brackets
    /// where both names have some. Where only one name has a bracket or operation classes, a small
    /// weight without a score lowers the mean.
    pub(crate) fn similarity(&self, other: &Self, by: &Resolution) -> f64 {
        if self.full == other.full {
            return 1.0;
        }
        let full = jaccard(&self.full_trigrams, &other.full_trigrams);
        let core = if self.core == other.core && !self.core.is_empty() {
            1.0
        } else {
            jaccard(&self.core_trigrams, &other.core_trigrams)
        };
        let w = &by.weights;
        let typed = jaccard(&self.jamo_trigrams, &other.jamo_trigrams);
        // One typing error in a word of four syllables leaves more than half of its jamo trigrams;
        // unrelated words share few.
        let typed = if typed >= 0.4 { typed } else { 0.0 };
        let terms = jaccard(&self.terms, &other.terms);
        let mut sum = w.core * core.max(typed * 0.9) + w.terms * terms + w.jamo * typed;
        let mut weight = w.core + w.terms + w.jamo;
        match (self.has_classes, other.has_classes) {
            (true, true) => {
                sum += CLASSES_WEIGHT;
                weight += CLASSES_WEIGHT;
            }
            (false, false) => {}
            _ => weight += 0.02,
        }
        match (self.brackets.is_empty(), other.brackets.is_empty()) {
            (false, false) => {
                sum += w.brackets * jaccard(&self.bracket_trigrams, &other.bracket_trigrams);
                weight += w.brackets;
            }
            (true, true) => {}
            _ => weight += 0.02,
        }
        // Names that share no more than a bracket or a field term are not similar.
        let parts = if core == 0.0 && typed == 0.0 { sum / weight * 0.5 } else { sum / weight };
        let similar = full.max(parts).min(0.999);
        // 상해후유장해(80%이상) insures another event than 상해후유장해(3~100%).
        let stated = !self.percentages.is_empty() && !other.percentages.is_empty();
        if stated && self.percentages != other.percentages { similar * 0.7 } else { similar }
    }
}

/// Whether a folded name has operation classes, and the name without them. Matches 1-5종, 1종-5종, and
/// 1종5종 (from 1종부터 5종까지).
pub(crate) fn without_classes(folded: &str) -> (bool, String) {
    let chars: Vec<char> = folded.chars().collect();
    let is_class = |at: usize| chars.get(at).is_some_and(|c| ('1'..='9').contains(c));
    let is = |at: usize, c: char| chars.get(at) == Some(&c);
    for at in 0..chars.len() {
        let before = at.checked_sub(1).and_then(|it| chars.get(it));
        if !is_class(at) || before.is_some_and(char::is_ascii_digit) {
            continue;
        }
        let mut next = at + 1;
        next += usize::from(is(next, '종'));
        let joined = is(next, '-') || is(next - 1, '종');
        next += usize::from(is(next, '-'));
        if joined && is_class(next) && is(next + 1, '종') {
            let rest = chars.iter().take(at).chain(chars.iter().skip(next + 2));
            return (true, rest.collect::<String>().replace("()", ""));
        }
    }
    (false, folded.to_owned())
}

/// Returns the numbers of a folded name that are percentages, including the lower end of a range.
fn percentages(folded: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut parts: Vec<&str> = folded.split('%').collect();
    parts.pop();
    for part in parts {
        let digits = |c: char| c.is_ascii_digit() || c == '.' || c == '-';
        let run = part.rfind(|c| !digits(c)).map_or(part, |at| part.get(at..).unwrap_or_default());
        let numbers = run.split(|c: char| !c.is_ascii_digit() && c != '.');
        found.extend(numbers.filter(|it| !it.is_empty()).map(str::to_owned));
    }
    found
}

/// Splits a name into the text outside brackets and the content of each outermost bracket.
fn parted(folded: &str) -> (String, Vec<String>) {
    let (mut outside, mut inside) = (String::new(), Vec::new());
    let mut open = 0usize;
    let mut content = String::new();
    for c in folded.chars() {
        match c {
            '(' => {
                if open > 0 {
                    content.push(' ');
                }
                open += 1;
            }
            ')' if open > 0 => {
                open -= 1;
                if open == 0 {
                    inside.push(std::mem::take(&mut content));
                }
            }
            ')' => {}
            c if open > 0 => content.push(c),
            c => outside.push(c),
        }
    }
    if !content.is_empty() {
        inside.push(content);
    }
    (outside, inside)
}

/// Returns a name without numbering and common words, in uniform words.
fn reduced(rules: &Rules, outside: &str) -> String {
    let names = &rules.names;
    let mut core = outside.to_owned();
    loop {
        let before = core.len();
        // Ⅱ, iii: editions. They stand at the end of the name, or behind 진단 in 진단Ⅱ담보.
        core = core.trim_end_matches(['i', 'v', '·', ',', '-', ':']).to_owned();
        core = without_edition(&core).to_owned();
        for word in &names.drop {
            if core.len() > word.len() {
                core = core.strip_prefix(word.as_str()).unwrap_or(&core).to_owned();
                core = core.strip_suffix(word.as_str()).unwrap_or(&core).to_owned();
            }
        }
        if core.len() == before {
            break;
        }
    }
    for (from, to) in &names.same {
        // Only the longest form that occurs is replaced, because its uniform form may contain a
        // shorter one.
        if core.contains(from.as_str()) && !core.contains(to.as_str()) {
            core = core.replacen(from.as_str(), to, 1);
            break;
        }
        if core.starts_with(from.as_str()) && from.len() > to.len() {
            core = core.replacen(from.as_str(), to, 1);
            break;
        }
    }
    for (from, to) in &names.endings {
        if let Some(stem) = core.strip_suffix(from.as_str()) {
            core = format!("{}{to}", stem.trim_end_matches(['i', 'v']));
            break;
        }
    }
    core
}

/// Removes a letter behind 특약 or 담보, which is an edition: 소액암진단특약h.
fn without_edition(core: &str) -> &str {
    let stem = core.strip_suffix(|c: char| c.is_ascii_lowercase()).unwrap_or(core);
    if stem.ends_with("특약") || stem.ends_with("담보") { stem } else { core }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]
    use super::*;

    fn core(name: &str) -> String {
        Name::new(&Rules::shipped().unwrap(), name).core
    }

    #[test]
    fn names_of_one_coverage_have_one_core() {
        for name in [
            "암진단비(유사암제외)",
            "일반암진단비Ⅱ",
            "암(4대유사암제외)진단비",
            "암진단Ⅱ(유사암제외)담보",
            "암진단비Ⅱ(유사암제외)",
            "암진단시 담보",
            "무배당 암진단특약H",
        ] {
            assert_eq!(core(name), "암진단", "{name}");
        }
        for name in
            ["보통약관(상해사망)", "기본계약(상해사망)", "일반상해사망[기본계약]", "상해사망(기본)"]
        {
            assert_eq!(core(name), "상해사망", "{name}");
        }
        for name in ["허혈심장질환진단담보", "허혈성심질환진단비", "허혈성심장질환 진단비"]
        {
            assert_eq!(core(name), "허혈성심장질환진단", "{name}");
        }
    }

    #[test]
    fn similarity_is_a_measure() {
        let rules = Rules::shipped().unwrap();
        let of = |a: &str, b: &str| {
            Name::new(&rules, a).similarity(&Name::new(&rules, b), &rules.resolution)
        };
        let names = [
            "암진단비",
            "유사암진단비",
            "암수술비(유사암제외)",
            "뇌졸증진단비",
            "뇌졸중진단비",
            "",
            "(유사암)",
        ];
        for a in names {
            for b in names {
                let similar = of(a, b);
                assert!(
                    (0.0..=1.0).contains(&similar) && (similar - of(b, a)).abs() < 1e-12,
                    "{a} {b}"
                );
            }
        }
        assert!(of("암진단비", "암진단비(유사암제외)") > 0.9);
        assert!(of("암진단비", "유사암진단비") < 0.6);
        assert!(of("상해후유장해(3-100%)", "일반상해후유장해(80%이상)") < 0.8);
        assert!(of("상해후유장해(3-100%)", "일반상해후유장해(3%~100%)") > 0.8);
        assert!(of("당뇨병진단비(당화혈색소6.5%이상)", "당뇨병진단비(당화혈색소7.5%이상)") < 0.8);
        assert!(of("뇌졸증진단비", "뇌졸중진단비") > 0.5, "{}", of("뇌졸증진단비", "뇌졸중진단비"));
    }
}
