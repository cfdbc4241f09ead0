//! The parts of a question that asks several things: each is answered, or named as unanswered.

use simui_search::analysis::Analyser;

use super::{Paragraph, choice};
use crate::knowledge::{Intent, Knowledge};
use crate::passage::Passage;
use crate::query::question::{Question, asks_leave};
use crate::text::wording::Wording;

/// Most sentences that are added for a part.
const MAX_ADDED: usize = 2;

/// The intent of a question for leave, which is a part of its own only where the part has no other.
const LEAVE: &str = "contraindication";

/// A part of a question.
struct Part<'q, 'k> {
    /// Its words.
    text: &'q str,
    /// What it wants to know and the parts before it do not.
    intents: Vec<&'k Intent>,
}

/// The parts of a question that want to know something else than those before them; fewer than two are
/// none.
fn parts<'q, 'k>(question: &'q Question, knowledge: &'k Knowledge) -> Vec<Part<'q, 'k>> {
    let mut parts: Vec<Part<'q, 'k>> = Vec::new();
    for text in split(&question.text, &knowledge.joiners) {
        let wording = Wording::new(text);
        let is_new = |intent: &&Intent| {
            question.asks(&intent.id)
                && intent.id != LEAVE
                && wording.has_any(&intent.words)
                && !parts.iter().any(|part| part.intents.iter().any(|known| known.id == intent.id))
        };
        let mut intents: Vec<&Intent> = knowledge.intents.iter().filter(is_new).collect();
        if intents.is_empty() && question.asks(LEAVE) && asks_leave(text) {
            intents.extend(knowledge.intent(LEAVE));
        }
        if !intents.is_empty() {
            parts.push(Part { text, intents });
        }
    }
    if parts.len() < 2 { Vec::new() } else { parts }
}

/// Whether a question asks several things, each in a part of its own.
pub(super) fn has_parts(question: &Question, knowledge: &Knowledge) -> bool {
    !parts(question, knowledge).is_empty()
}

/// The questions of a text, parted by question marks, ends of sentences and words that begin another.
fn split<'t>(text: &'t str, joiners: &[String]) -> Vec<&'t str> {
    let mut found = Vec::new();
    for sentence in text.split(['?', '!', '.', '\n']) {
        let mut start = 0;
        for (at, _) in sentence.match_indices(' ') {
            let rest = &sentence[at + 1..];
            let first = rest.split_whitespace().next();
            if joiners.iter().any(|it| first == Some(it.as_str())) {
                found.push(&sentence[start..at]);
                start = at + 1;
            }
        }
        found.push(&sentence[start..]);
    }
    found.into_iter().map(str::trim).filter(|it| !it.is_empty()).collect()
}

/// Whether a paragraph answers a part: by its heading, or by a sentence with a cue word. A sentence on a
/// food answers only a part that names one.
fn answers(
    paragraph: &Paragraph,
    part: &Part<'_, '_>,
    question: &Question,
    passages: &[Passage],
    knowledge: &Knowledge,
) -> bool {
    let heading = passages.get(paragraph.passage).map_or("", |it| it.heading.as_str());
    let foods = question.foods(knowledge);
    let wording = Wording::new(part.text);
    let names_food = foods.iter().any(|it| it.is_named_in(&wording));
    let is_own = |it: &&String| names_food || !foods.iter().any(|food| food.is_mentioned_in(it));
    part.intents.iter().any(|intent| {
        let headed = intent.headings.first().is_some_and(|it| heading.contains(it.as_str()));
        let has_cue = |it: &String| intent.telling.iter().any(|cue| it.contains(cue.as_str()));
        paragraph.sentences.iter().filter(is_own).any(|it| headed || has_cue(it))
    })
}

/// The paragraphs of an answer, with sentences for each part that they leave out.
pub(super) fn with_parts(
    mut paragraphs: Vec<Paragraph>,
    question: &Question,
    passages: &[Passage],
    knowledge: &Knowledge,
    analyser: &Analyser,
) -> Vec<Paragraph> {
    for part in parts(question, knowledge) {
        let is_answer = |it: &Paragraph| answers(it, &part, question, passages, knowledge);
        if paragraphs.iter().any(is_answer) {
            continue;
        }
        let ids = part.intents.iter().map(|it| it.id.clone()).collect();
        let alone = Question { intents: ids, ..question.clone() };
        let found = choice::paragraphs(&alone, &part.intents, passages, knowledge, analyser);
        let mut left = MAX_ADDED;
        for mut paragraph in found.into_iter().filter(is_answer) {
            let is_new = |it: &String| !paragraphs.iter().any(|known| known.sentences.contains(it));
            paragraph.sentences.retain(is_new);
            paragraph.sentences.truncate(left);
            left -= paragraph.sentences.len();
            if !paragraph.sentences.is_empty() {
                paragraphs.push(paragraph);
            }
        }
    }
    paragraphs
}

/// The gaps of the parts that no paragraph answers.
pub(super) fn unanswered(
    question: &Question,
    paragraphs: &[Paragraph],
    passages: &[Passage],
    knowledge: &Knowledge,
) -> Vec<String> {
    let parts = parts(question, knowledge);
    let is_silent = |part: &&Part<'_, '_>| {
        !paragraphs.iter().any(|it| answers(it, part, question, passages, knowledge))
    };
    let gap = |part: &Part<'_, '_>| {
        format!("질문의 ‘{}’ 부분에 답할 내용은 등록된 문서에서 찾지 못했습니다.", part.text)
    };
    parts.iter().filter(is_silent).map(gap).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_parted_into_its_questions() {
        for (text, expected) in [
            (
                "먹어도 되나요? 같이 먹으면 안 되는 건요?",
                &["먹어도 되나요", "같이 먹으면 안 되는 건요"][..],
            ),
            (
                "언제 먹어요 그리고 보관은 어떻게 해요",
                &["언제 먹어요", "그리고 보관은 어떻게 해요"],
            ),
            ("타이레놀 먹어도 되나요", &["타이레놀 먹어도 되나요"]),
        ] {
            assert_eq!(split(text, &["그리고".to_owned()]), expected, "{text}");
        }
    }
}
