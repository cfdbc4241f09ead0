//! Finds values without a name, whose unit or scale implies the measure: 70kg 성인, 38.2도라서, 10점 만점에 7점.

use std::sync::LazyLock;

use regex::Regex;

use super::measures::{Value, read};
use crate::lexicon::Lexicon;
use crate::text::clauses::Clauses;
use crate::text::cue::contains;
use crate::text::letters::{Text, is_hangul};
use crate::text::numbers::{pattern, value};

/// A weight or a height.
static BODY_SIZE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(\d{1,3}(?:\.\d{1,2})?|(?:백|[이삼사오육칠팔구]?[백십])[일이삼사오육칠팔구십]*(?:\s?점\s?[영일이삼사오육칠팔구])?)\s?(kg|킬로그램|킬로|키로|cm|센티|센치)",
    )
});

/// Weights and heights without a name: `70kg 성인`, `175cm`.
pub(crate) fn body_sizes(text: &Text, lexicon: &Lexicon, values: &[Value]) -> Vec<Value> {
    let mut found = Vec::new();
    for it in BODY_SIZE.captures_iter(&text.string) {
        let (Some(value_match), Some(unit)) = (it.get(0), it.get(2)) else { continue };
        let (start, end) = (text.at_byte(value_match.start()), text.at_byte(value_match.end()));
        let weight = matches!(unit.as_str(), "kg" | "킬로그램" | "킬로" | "키로");
        let kind = if weight { "weight" } else { "height" };
        let Some(measure) = lexicon.measures.iter().position(|it| it.kind == kind) else {
            continue;
        };
        let free = text
            .before(start)
            .is_none_or(|it| !matches!(it, '/' | '.' | '~' | '-') && !it.is_ascii_alphanumeric())
            && (text.chars[start].is_ascii_digit()
                || text.before(start).is_none_or(|it| !is_hangul(it)));
        let after =
            text.get(end).is_none_or(|it| !matches!(it, '/' | '당') && !it.is_ascii_alphanumeric());
        // wt loss 4kg is a change.
        let near = text.slice(start.saturating_sub(8), start);
        let changed = contains(near, &["loss", "gain", "감소", "증가", "lost"]);
        let free = free && !changed;
        let overlaps = values.iter().any(|it| it.start < end && start < it.end);
        if !free || !after || overlaps {
            continue;
        }
        if let Some(mut value) = read(text, &lexicon.measures[measure], start)
            && (if weight { value.value >= 2.0 } else { value.value >= 45.0 })
        {
            value.measure = measure;
            value.named = false;
            found.push(value);
        }
    }
    found
}

/// A temperature of a body.
static BODY_TEMPERATURE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"((?:3[5-9]|4[0-2])(?:\.\d{1,2})?|삼십[오육칠팔구](?:\s?점\s?[일이삼사오육칠팔구])?|사십[일이]?(?:\s?점\s?[일이삼사오육칠팔구])?)\s?(?:도|°c)|((?:9[5-9]|10[0-7])(?:\.\d)?)\s?°f",
    )
});
/// A score of pain out of ten.
static PAIN: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"10점\s?(?:만점|중)(?:에서?|으로|의|중에?)?\s?(10|\d)\s?점?|\b(10|\d)\s?/\s?10\b")
});

/// Temperatures and scores of pain without a name: 38.2도라서, 101°F, 10점 만점에 7점.
pub(crate) fn unnamed_values(
    text: &Text,
    clauses: &Clauses,
    lexicon: &Lexicon,
    values: &[Value],
) -> Vec<Value> {
    let mut found = Vec::new();
    // Words of the same sentence, at most 60 letters away.
    let about = |at: usize, words: &[&str]| {
        let sentence = clauses.sentence(clauses.word_at(at));
        let from = clauses.words.get(sentence.start).map_or(0, |it| it.start);
        let to = clauses.words.get(sentence.end.saturating_sub(1)).map_or(0, |it| it.end);
        let near = text.slice(from.max(at.saturating_sub(60)).min(at), to.min(at + 60).max(at));
        words.iter().any(|it| near.contains(it))
    };
    let weather = ["온도", "날씨", "기온", "소주", "각도", "실내", "물을", "보관", "냉장"];
    let hurts = ["통증", "아프", "아파", "pain", "두통", "치통", "요통", "쑤"];
    let likely = |kind: &str, at: usize| match kind {
        "temperature" => !about(at, &weather),
        _ => about(at, &hurts),
    };
    let kinds = [("temperature", &*BODY_TEMPERATURE), ("pain_score", &*PAIN)];
    for (kind, shape) in kinds {
        let Some(measure) = lexicon.measures.iter().position(|it| it.kind == kind) else {
            continue;
        };
        for it in shape.captures_iter(&text.string) {
            let (Some(value_match), Some(number)) = (it.get(0), it.get(1).or(it.get(2))) else {
                continue;
            };
            let (start, end) = (text.at_byte(value_match.start()), text.at_byte(value_match.end()));
            let at = text.at_byte(number.start());
            let free = text
                .before(start)
                .is_none_or(|it| !it.is_ascii_alphanumeric() && !matches!(it, '.' | '-' | '/'));
            if !free
                || !likely(kind, start)
                || values.iter().any(|it| it.start < end && start < it.end)
            {
                continue;
            }
            let read = if kind == "temperature" {
                read(text, &lexicon.measures[measure], at)
            } else {
                None
            };
            if kind == "temperature" && read.is_none() {
                continue;
            }
            let value = read.as_ref().map(|it| it.value).or_else(|| value(number.as_str()));
            let Some(value) = value else { continue };
            found.push(Value {
                measure,
                value,
                upper: None,
                converted: read.as_ref().is_some_and(|it| it.converted),
                unit: true,
                named: false,
                start,
                end: read.map_or(end, |it| it.end),
                number: at,
            });
        }
    }
    found
}
