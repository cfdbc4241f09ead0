//! 답변 생성 by a model: splits a text whose paragraphs end with `[문서 N]` into sentences with their sources.

use std::sync::LazyLock;

use regex::Regex;
use serde_json::json;
use simui_domain::{ModelCall, ThinkingRole};
use simui_flow::{Context, NodeError};

use super::ask::{AskModel, ask_role};
use super::compose::{CitedSentence, paragraphs};
use super::read::{DOCUMENTS, as_inputs, documents, line};
use crate::answer::{Draft, Paragraph};
use crate::pipeline::shelf::Shelf;
use crate::pipeline::state::PharmacyState;
use crate::text::sentence::sentences;

/// Most sentences that are taken from a model's answer.
const MAX_SENTENCES: usize = 30;
/// Most characters of a sentence of a model; longer ones are dropped.
const LONGEST: usize = 400;

/// A reference to one or several documents: `[문서 1]`, `[문서 2, 3]`.
static REFERENCE: LazyLock<Regex> = LazyLock::new(|| {
    #[expect(clippy::expect_used, reason = "a constant pattern that the tests compile")]
    Regex::new(r"\[\s*문서\s*\d+(?:\s*,\s*(?:문서\s*)?\d+)*\s*\]").expect("a valid pattern")
});

/// A model's answer to the question, not yet verified, with its call. Without paragraphs if no model answers,
/// and without a call if there is nothing to answer from. `by_rules` is the draft whose passages the model is
/// shown first.
pub(crate) async fn answer(
    model: &AskModel,
    context: &Context,
    state: &PharmacyState,
    by_rules: &Draft,
    shelf: &Shelf,
) -> Result<(Vec<Paragraph>, Option<ModelCall>), NodeError> {
    let shown = documents(by_rules, &state.passages, DOCUMENTS);
    let Some(question) = state.question.as_ref().filter(|_| !shown.is_empty()) else {
        return Ok((Vec::new(), None));
    };
    let wants = question.intents.iter().filter_map(|it| shelf.knowledge.intent(it));
    let inputs = json!({
        "question": question.text,
        "wants": wants.map(|it| it.korean.as_str()).collect::<Vec<_>>().join(", "),
        "documents": as_inputs(&shown, &state.passages, shelf.passage_chars),
    });
    let call = ask_role(model, context, ThinkingRole::Answering, inputs, None).await?;
    let answer = call.as_ref().and_then(|it| it.answer.as_ref()?.as_str()).unwrap_or_default();
    let cited = cited_sentences(answer).into_iter().map(|(sentence, numbers)| CitedSentence {
        sentence,
        cites: numbers.into_iter().filter_map(|n| shown.get(n.checked_sub(1)?).copied()).collect(),
    });
    Ok((paragraphs(cited.collect(), &state.passages, shelf), call))
}

/// The sentences of a text, each with the document numbers in the reference behind it or behind its
/// paragraph. Advice to see a professional is left out where it cites nothing. At most `MAX_SENTENCES`.
fn cited_sentences(text: &str) -> Vec<(String, Vec<usize>)> {
    let answer = text.rsplit_once("</think>").map_or(text, |(_, answer)| answer);
    let mut cited_sentences: Vec<(String, Vec<usize>)> = Vec::new();
    for row in answer.lines() {
        let mut from = 0;
        for found in REFERENCE.find_iter(row) {
            let numbers = numbers(found.as_str());
            let before = plain(row.get(from..found.start()).unwrap_or_default());
            let new = usable_sentences(&before);
            if new.is_empty() {
                // A reference on its own belongs to the sentences before it that have none yet.
                let last =
                    cited_sentences.iter_mut().rev().take_while(|(_, cited)| cited.is_empty());
                last.for_each(|(_, cited)| cited.clone_from(&numbers));
            }
            cited_sentences.extend(new.into_iter().map(|it| (it, numbers.clone())));
            from = found.end();
        }
        let rest = plain(row.get(from..).unwrap_or_default());
        let uncited = usable_sentences(&rest).into_iter().filter(|it| !is_advice(it));
        cited_sentences.extend(uncited.map(|it| (it, Vec::new())));
    }
    cited_sentences.truncate(MAX_SENTENCES);
    cited_sentences
}

/// The document numbers in a reference: 2 and 3 in `[문서 2, 문서 3]`.
fn numbers(reference: &str) -> Vec<usize> {
    let digits = reference.split(|it: char| !it.is_ascii_digit());
    digits.filter_map(|it| it.parse().ok()).collect()
}

/// `text` without Markdown marks and without punctuation between a reference and the next sentence.
fn plain(text: &str) -> String {
    let text: String = text.chars().filter(|it| !matches!(it, '*' | '`' | '#' | '|')).collect();
    text.trim_start_matches(|it: char| it.is_whitespace() || ".,;".contains(it)).to_owned()
}

/// The sentences of a model's text, each on one line without invisible characters; those over `LONGEST`
/// characters are dropped.
pub fn usable_sentences(text: &str) -> Vec<String> {
    let found = sentences(text).into_iter().filter_map(|it| it.slice(text)).map(line);
    found.filter(|it| it.chars().count() <= LONGEST).collect()
}

/// Whether a sentence advises to see a professional (`전문가와 꼭 상담하세요.`); every answer ends with such a
/// sentence.
fn is_advice(sentence: &str) -> bool {
    sentence.contains("상담") && ["의사", "약사", "전문가"].iter().any(|it| sentence.contains(it))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[(&str, &[usize])]) {
        let found = cited_sentences(text);
        let found: Vec<(&str, &[usize])> =
            found.iter().map(|(it, cited)| (it.as_str(), cited.as_slice())).collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn sentences_come_with_what_they_cite() {
        check(
            "성인은 500 mg을 먹습니다. 하루 4 g까지입니다. [문서 1]",
            &[("성인은 500 mg을 먹습니다.", &[1]), ("하루 4 g까지입니다.", &[1])],
        );
        check(
            "가는 나입니다 [문서 1]. 다는 라입니다 [문서 2, 문서 3].",
            &[("가는 나입니다", &[1]), ("다는 라입니다", &[2, 3])],
        );
        check(
            "- **가는** 나입니다.\n[문서 2]\n\n다는 라입니다.",
            &[("가는 나입니다.", &[2]), ("다는 라입니다.", &[])],
        );
        check(
            "<think>가는 나다. [문서 9]</think>다는 라입니다. [문서 1]\n전문가와 꼭 상담하세요.",
            &[("다는 라입니다.", &[1])],
        );
        check("", &[]);
        let one: (&str, &[usize]) = ("가는 나입니다.", &[1]);
        check(&"가는 나입니다. [문서 1]\n".repeat(500), &[one; MAX_SENTENCES]);
        check(&format!("{}. [문서 1]", "가".repeat(5000)), &[]);
    }
}
