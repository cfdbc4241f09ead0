//! 구성요건: a rule of elements fires where one sentence, or two neighbouring ones, fill all of them, in any
//! order and at any distance: who was treated, how, and with what result.

use super::pack::Within;
use super::triggers::Trigger;
use crate::claims::{Reading, Sentence};
use crate::lexicon::ClassSet;
use crate::pattern::{Match, Pattern};

/// One element of a rule.
#[derive(Debug, Clone)]
pub(super) struct RuleElement {
    /// What it is called in a rationale: 치료 결과.
    pub label: String,
    pub patterns: Vec<Pattern>,
}

/// The words that fill an element.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Filled {
    /// The place of the element in its rule.
    pub element: usize,
    /// The words as ranges of letters, in reading order.
    pub words: Vec<(usize, usize)>,
}

/// Returns the places where all `elements` are filled: the last one in a sentence, each other one by the
/// words nearest to it in that sentence, or with [`Within::Paragraph`] in a neighbouring one where that
/// sentence is spoken. No word fills two elements.
pub(super) fn find(
    elements: &[RuleElement],
    within: Within,
    reading: &Reading<'_>,
) -> Vec<Trigger> {
    let Some((core, others)) = elements.split_last() else { return Vec::new() };
    let mut found = Vec::new();
    for (number, sentence) in reading.sentences.iter().enumerate() {
        if !is_possible(core, &sentence.classes) {
            continue;
        }
        let around = around(number, within, reading);
        if !others.iter().all(|it| around.iter().any(|near| is_possible(it, &near.classes))) {
            continue;
        }
        let candidates: Vec<Vec<Match>> = others
            .iter()
            .map(|it| around.iter().flat_map(|near| matches(it, reading, near)).collect())
            .collect();
        for anchor in matches(core, reading, sentence) {
            found.extend(combine(reading, &candidates, anchor));
        }
    }
    found
}

fn is_possible(element: &RuleElement, classes: &ClassSet) -> bool {
    element.patterns.iter().any(|it| it.is_possible(classes))
}

/// Returns the sentence with its neighbours, as far as `within` reaches.
fn around<'r>(number: usize, within: Within, reading: &'r Reading<'_>) -> &'r [Sentence] {
    match within {
        // What is written, and not spoken, is an account only where one sentence has all of it.
        Within::Paragraph if reading.sentences[number].in_speech => {
            &reading.sentences[reading.neighbours(number)]
        }
        _ => &reading.sentences[number..=number],
    }
}

fn matches(element: &RuleElement, reading: &Reading<'_>, sentence: &Sentence) -> Vec<Match> {
    let possible = element.patterns.iter().filter(|it| it.is_possible(&sentence.classes));
    possible.flat_map(|it| it.find(reading, reading.words_in(sentence))).collect()
}

/// Adds to `anchor` the nearest words for every other element; `None` where one of them has none left.
fn combine(reading: &Reading<'_>, candidates: &[Vec<Match>], anchor: Match) -> Option<Trigger> {
    let mut filled = vec![Filled { element: candidates.len(), words: anchor.words.clone() }];
    for (element, candidates) in candidates.iter().enumerate() {
        if !reading.budget.spend(candidates.len()) {
            return None;
        }
        let free = candidates
            .iter()
            .filter(|it| !filled.iter().any(|by| share_letters(&by.words, &it.words)));
        let nearest = free.min_by_key(|it| (distance(reading, it, &anchor), it.start))?;
        filled.push(Filled { element, words: nearest.words.clone() });
    }
    filled.sort_by_key(|it| it.element);
    let mut words: Vec<_> = filled.iter().flat_map(|it| it.words.iter().copied()).collect();
    words.sort_unstable();
    let start = words.first()?.0;
    let end = words.iter().map(|it| it.1).max()?;
    Some(Trigger { found: Match { start, end, from: start, to: end, words }, filled })
}

fn share_letters(one: &[(usize, usize)], other: &[(usize, usize)]) -> bool {
    one.iter().any(|a| other.iter().any(|b| a.0 < b.1 && b.0 < a.1))
}

fn distance(reading: &Reading<'_>, one: &Match, other: &Match) -> usize {
    if one.end <= other.start {
        reading.distance(one.end, other.start)
    } else {
        reading.distance(other.end, one.start)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a panic is the report of a failed test")]

    use jiff::civil::date;
    use simui_domain::Ad;
    use simui_search::analysis::Analyser;

    use crate::normalise::Characters;
    use crate::rules::{AdContext, Detector, RulePack, builtin_lexicons};

    const PACK: &str = r#"
        id = "t"
        version = "1"
        title = "t"
        [[element]]
        name = "person"
        label = "사람"
        patterns = ['"아버지|손님"']
        [[element]]
        name = "result"
        label = "결과"
        patterns = ['"호롱불|손님"']
        [[rule]]
        id = "one"
        title = "t"
        kind = "V2"
        level = "standard"
        severity = "low"
        articles = []
        elements = ["person", "result"]
        within = "WITHIN"
        rationale = "{words}."
        query = ""
    "#;

    fn check(within: &str, text: &str, expected: Option<&str>) {
        let pack = RulePack::parse("t.toml", &PACK.replace("WITHIN", within)).unwrap();
        let (characters, analyser) =
            (Characters::builtin().unwrap(), Analyser::without_dictionary());
        let detector = Detector::new(&[pack], &builtin_lexicons(), characters, analyser).unwrap();
        let ad = Ad { text: text.to_owned(), ..Ad::default() };
        let context = AdContext { ad: &ad, as_of: date(2026, 1, 1), technologies: &[] };
        let found = detector.examine(&context).findings;
        let rationale = found.first().map(|it| it.rationale.as_str());
        assert_eq!(rationale, expected, "{within}: {text}");
    }

    #[test]
    fn all_elements_are_filled_by_words_of_their_own() {
        for (within, text, expected) in [
            (
                "sentence",
                "아버지는 어제 호롱불을 켰다",
                Some("‘아버지’ ‘호롱불’. 요건: 사람 ‘아버지’, 결과 ‘호롱불’."),
            ),
            (
                "sentence",
                "호롱불을 켠 사람은 아버지다",
                Some("‘호롱불’ ‘아버지다’. 요건: 사람 ‘아버지다’, 결과 ‘호롱불’."),
            ),
            ("sentence", "손님이 왔다", None),
            ("sentence", "아버지가 왔다. 호롱불을 켰다.", None),
            (
                "paragraph",
                "아버지가 왔어요. 호롱불을 켰어요.",
                Some("‘아버지’ ‘호롱불’. 요건: 사람 ‘아버지’, 결과 ‘호롱불’."),
            ),
            ("paragraph", "아버지가 왔다. 호롱불을 켰다.", None),
            ("paragraph", "아버지가 왔어요. 문을 닫았어요. 호롱불을 켰어요.", None),
        ] {
            check(within, text, expected);
        }
    }
}
