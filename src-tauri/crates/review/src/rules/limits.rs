//! Limits of a rule pack: enough for any law, and a bound for a hostile file.
//!
//! Patterns are no regular expressions: each tries a bounded number of words (`matching.rs`). So time grows
//! with the number of patterns and the length of an advertisement, and both are limited.

use toml::Spanned;

use super::check::Problem;
use super::pack::{ExamplesFile, RuleFile, RulePack};

/// Largest pack, in bytes. The largest of the program has 51,000.
pub const LONGEST_PACK: usize = 400_000;
const MAX_RULES: usize = 200;
const MAX_PATTERNS: usize = 4_000;
/// Largest number of words in quotation marks, in all patterns together.
const MAX_LITERALS: usize = 30_000;
/// Largest number of elements of one pattern.
const MAX_ELEMENTS: usize = 10;
const LONGEST_PATTERN: usize = 8_000;
const MAX_EXAMPLES: usize = 1_000;
const LONGEST_EXAMPLE: usize = 2_000;

/// Largest number of words that the patterns of all packs may examine on texts made of a pack's own words,
/// and on all its examples together. The packs of the program stay well below.
pub(super) const MAX_COST: usize = 3_000_000;

/// Number of patterns that are tried on a text made for them, the longest first.
const TRIED_PATTERNS: usize = 40;
/// Number of words of such a text.
const TEXT_WORDS: usize = 240;

/// Returns texts that cost the patterns of the pack as much as possible: all words of a pattern but the last
/// over and over, with the last word only before them, so that every candidate is tried.
pub(super) fn costliest_texts(pack: &RulePack) -> Vec<String> {
    let mut patterns: Vec<&str> = patterns(pack).map(|it| it.get_ref().as_str()).collect();
    patterns.sort_by_key(|pattern| std::cmp::Reverse(elements(pattern)));
    let texts = patterns.into_iter().take(TRIED_PATTERNS).filter_map(|pattern| {
        let groups: Vec<&str> = pattern.split('"').skip(1).step_by(2).collect();
        let (last, before) = groups.split_last()?;
        let bare = |word: &str| word.trim_matches(['^', '$', ' ']).to_owned();
        let words: Vec<String> =
            before.iter().flat_map(|group| group.split('|')).map(bare).collect();
        let again = words.iter().cycle().take(if words.is_empty() { 0 } else { TEXT_WORDS });
        let text = again.fold(bare(last.split('|').next()?), |text, word| text + " " + word);
        Some(text)
    });
    texts.collect()
}

fn quoted(pattern: &str) -> impl Iterator<Item = &str> {
    pattern.split('"').skip(1).step_by(2).flat_map(|words| words.split('|'))
}

/// Returns where the pack exceeds the limits, with the line.
pub(super) fn exceeded_limits(pack: &RulePack) -> Vec<Problem> {
    let content = &pack.content;
    let mut problems = Vec::new();
    let most = |what: &str, count: usize, limit: usize| {
        let message = format!("{count} {what} are too many, at most {limit}; divide the pack");
        (count > limit).then_some(Problem { line: 1, message })
    };
    let patterns: Vec<&Spanned<String>> = patterns(pack).collect();
    let literals = patterns.iter().map(|it| literals(it.get_ref())).sum();
    problems.extend(most("rules", content.rule.len(), MAX_RULES));
    problems.extend(most("patterns", patterns.len(), MAX_PATTERNS));
    problems.extend(most("words in quotation marks", literals, MAX_LITERALS));
    for pattern in patterns {
        let (text, line) = (pattern.get_ref(), pack.line(pattern.span().start));
        let length = text.chars().count();
        if length > LONGEST_PATTERN {
            let message =
                format!("a pattern of {length} characters, at most {LONGEST_PATTERN}; divide it");
            problems.push(Problem { line, message });
        } else if elements(text) > MAX_ELEMENTS {
            let message =
                format!("a pattern of {} words, at most {MAX_ELEMENTS}; divide it", elements(text));
            problems.push(Problem { line, message });
        }
    }
    let examples: Vec<_> = content.rule.iter().flat_map(texts).collect();
    problems.extend(most("examples", examples.len(), MAX_EXAMPLES));
    for example in examples {
        let length = example.get_ref().chars().count();
        if length > LONGEST_EXAMPLE {
            let line = pack.line(example.span().start);
            let message =
                format!("an example of {length} characters, at most {LONGEST_EXAMPLE}; shorten it");
            problems.push(Problem { line, message });
        }
    }
    problems
}

fn patterns(pack: &RulePack) -> impl Iterator<Item = &Spanned<String>> {
    let content = &pack.content;
    let phrases = content.phrase.iter().flat_map(|it| &it.patterns);
    let exceptions = content.exception.iter().flat_map(|it| &it.patterns);
    let slots = content.slot.iter().flat_map(|it| &it.patterns);
    let elements = content.element.iter().flat_map(|it| &it.patterns);
    let rules = content.rule.iter().flat_map(|rule| {
        let required = rule.require.iter().flat_map(|it| &it.patterns);
        rule.patterns.iter().chain(required).chain(rule.modifier.iter().flat_map(|it| &it.patterns))
    });
    phrases.chain(exceptions).chain(slots).chain(elements).chain(rules)
}

fn texts(rule: &RuleFile) -> impl Iterator<Item = &Spanned<String>> {
    let ExamplesFile { fires, silent } = &rule.examples;
    fires.iter().chain(silent)
}

/// Returns the number of words in quotation marks.
fn literals(pattern: &str) -> usize {
    quoted(pattern).count()
}

/// Returns the number of elements of a pattern: classes in braces, words in quotation marks, and figures.
fn elements(pattern: &str) -> usize {
    let mut quoted = false;
    let mut count = 0;
    for c in pattern.chars() {
        match c {
            '"' => {
                quoted = !quoted;
                count += usize::from(quoted);
            }
            '{' | '#' if !quoted => count += 1,
            _ => {}
        }
    }
    count
}
