//! Finds the words of a query in a text, and the excerpt that holds most of them.

use std::cmp::Reverse;

use simui_domain::Span;

use crate::analysis::Terms;

/// An excerpt of a text and the matched words. Offsets are characters of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Snippet {
    /// The excerpt: at most [`LONGEST`] characters, starting at a word.
    pub span: Span,
    /// Matched words in order, without overlaps; also those outside `span`.
    pub matches: Vec<Span>,
}

/// Length of an excerpt in characters.
const LONGEST: usize = 160;
/// Most characters of context before the first matched word.
const BEFORE: usize = 20;

impl Snippet {
    /// Finds the words of `terms` in `text`: nouns wherever they stand, verbs by their stem.
    pub fn of(terms: &Terms, text: &str) -> Self {
        let mut found = places(&words(terms), text);
        // Of overlapping matches the earlier, then the longer one is kept.
        found.kept.dedup_by(|next, last| next.0.start < last.0.end);
        found.snippet()
    }

    /// Finds the bigrams of `terms` in `text`, for a hit that has no word of them; neighbouring ones are one
    /// match.
    pub fn of_bigrams(terms: &Terms, text: &str) -> Self {
        let mut pairs: Vec<String> = Vec::new();
        for pair in terms.bigrams.iter().filter(|pair| pair.chars().nth(1).is_some()) {
            if !pairs.contains(pair) {
                pairs.push(pair.clone());
            }
        }
        let mut found = places(&pairs, text);
        found.kept.dedup_by(|next, last| {
            let overlap = next.0.start < last.0.end;
            if overlap {
                last.0.end = last.0.end.max(next.0.end);
            }
            overlap
        });
        found.snippet()
    }
}

/// The places of words in a text.
struct Places {
    letters: Vec<char>,
    /// Number of words that were looked for.
    words: usize,
    /// Each place with the index of its word.
    kept: Vec<(Span, usize)>,
}

impl Places {
    fn snippet(self) -> Snippet {
        let span = densest(&self.kept, self.words, &self.letters);
        Snippet { span, matches: self.kept.into_iter().map(|(span, _)| span).collect() }
    }
}

/// Finds all places of words in a text, in order; of those with the same start the longest first.
fn places(words: &[String], text: &str) -> Places {
    let letters: Vec<char> = text.chars().collect();
    // Folding keeps the number of characters.
    let folded: String = letters.iter().map(|&letter| fold(letter)).collect();
    let mut found: Vec<(Span, usize)> = Vec::new();
    for (number, word) in words.iter().enumerate() {
        let mut places = folded.match_indices(word.as_str()).peekable();
        let (mut byte, mut start) = (0, 0);
        let length = if places.peek().is_some() { word.chars().count() } else { 0 };
        for (at, _) in places {
            start += folded[byte..at].chars().count();
            byte = at;
            found.push((Span { start, end: start + length }, number));
        }
    }
    found.sort_unstable_by_key(|(span, _)| (span.start, Reverse(span.end)));
    Places { letters, words: words.len(), kept: found }
}

/// Returns the distinct words to match: verbs without 다, and no lone syllables, which occur in too many
/// words.
fn words(terms: &Terms) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for term in &terms.morphemes {
        let stem = term.strip_suffix('다').filter(|stem| stem.chars().nth(1).is_some());
        let word = stem.unwrap_or(term);
        if word.chars().nth(1).is_some() && !words.iter().any(|other| other == word) {
            words.push(word.to_owned());
        }
    }
    words
}

/// Returns the excerpt with most different words; of equal ones the first.
fn densest(found: &[(Span, usize)], words: usize, letters: &[char]) -> Span {
    let mut best = (0, 0);
    for (at, (first, _)) in found.iter().enumerate() {
        let mut seen = vec![false; words];
        let within = found[at..].iter().take_while(|(span, _)| span.end <= first.start + LONGEST);
        within.for_each(|&(_, word)| seen[word] = true);
        let count = seen.iter().filter(|seen| **seen).count();
        if count > best.0 {
            best = (count, first.start);
        }
    }
    let from = best.1.saturating_sub(BEFORE);
    let start = match letters[from..best.1].iter().position(|letter| letter.is_whitespace()) {
        _ if from == 0 => 0,
        Some(space) => from + space + 1,
        None => best.1,
    };
    Span { start, end: letters.len().min(start + LONGEST) }
}

fn fold(letter: char) -> char {
    let mut lower = letter.to_lowercase();
    match (lower.next(), lower.next()) {
        (Some(only), None) => only,
        _ => letter,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn terms(words: &[&str]) -> Terms {
        Terms { morphemes: words.iter().map(|it| (*it).to_owned()).collect(), ..Terms::default() }
    }

    fn check(words: &[&str], text: &str, expected: &[&str]) {
        let snippet = Snippet::of(&terms(words), text);
        let letters: Vec<char> = text.chars().collect();
        let found: Vec<String> =
            snippet.matches.iter().map(|it| letters[it.start..it.end].iter().collect()).collect();
        assert_eq!(found, expected, "{words:?} in {text}");
    }

    #[test]
    fn words_are_found_as_they_are_written() {
        check(&["광고", "금지"], "의료광고를 금지한다.", &["광고", "금지"]);
        check(&["의료광고", "의료", "광고"], "의료광고의 의료", &["의료광고", "의료"]);
        check(&["보장하다"], "완치를 보장하여", &["보장하"]);
        check(&["mri"], "MRI 검사", &["MRI"]);
        check(&["법"], "법과 방법", &[]);
        check(&["없는말"], "본문", &[]);
    }

    #[test]
    fn neighbouring_bigrams_are_one_match() {
        let check = |bigrams: &[&str], text: &str, expected: &[&str]| {
            let bigrams = bigrams.iter().map(|it| (*it).to_owned()).collect();
            let snippet = Snippet::of_bigrams(&Terms { bigrams, ..Terms::default() }, text);
            let letters: Vec<char> = text.chars().collect();
            let found = snippet.matches.iter().map(|it| letters[it.start..it.end].iter().collect());
            assert_eq!(found.collect::<Vec<String>>(), expected, "{text}");
        };
        check(&["의료", "료광", "광고"], "의료광고와 의료", &["의료광고", "의료"]);
        check(&["의료", "약"], "약과 의료", &["의료"]);
        check(&["없음"], "본문", &[]);
    }

    #[test]
    fn the_snippet_is_where_most_words_are() {
        let text = format!("광고. {} 광고를 금지하고 벌금을 물린다.", "가나다 ".repeat(100));
        let snippet = Snippet::of(&terms(&["광고", "금지", "벌금"]), &text);
        let excerpt: String = text
            .chars()
            .skip(snippet.span.start)
            .take(snippet.span.end - snippet.span.start)
            .collect();
        assert!(excerpt.contains("벌금") && excerpt.starts_with("가나다"), "{excerpt}");
    }

    proptest! {
        #[test]
        fn spans_are_in_the_text_and_apart(
            words in prop::collection::vec("[가-나a-c]{1,4}", 0..6),
            text in "[가-나a-cA-C ]{0,400}",
        ) {
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let snippet = Snippet::of(&terms(&words), &text);
            let length = text.chars().count();
            prop_assert!(snippet.span.start <= snippet.span.end && snippet.span.end <= length);
            prop_assert!(snippet.matches.iter().all(|it| it.start < it.end && it.end <= length));
            prop_assert!(snippet.matches.windows(2).all(|it| it[0].end <= it[1].start));
        }
    }
}
