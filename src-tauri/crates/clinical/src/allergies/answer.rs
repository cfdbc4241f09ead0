//! Reads a substance that answers a question about allergies: 약 알레르기요? 페니실린이요. 못 먹는 거요? 복숭아요.

use crate::lexicon::Slot;
use crate::mentions::mention::{Mention, overlapping};
use crate::text::clauses::Clauses;
use crate::text::cue::contains;
use crate::text::letters::Text;
use crate::text::words::ALLERGY;

/// The words of the question if the sentence of the substance `at` names only substances and the sentence
/// before asks about allergies.
pub(crate) fn answered_question(
    text: &Text,
    clauses: &Clauses,
    mentions: &[Mention],
    at: usize,
) -> Option<std::ops::Range<usize>> {
    let own = clauses.word_at(mentions[at].start);
    let sentence = clauses.sentence(own);
    let asked = clauses.sentence(sentence.start.checked_sub(1)?);
    let answers = asks_for_allergies(text, clauses, mentions, asked.clone())
        && sentence.clone().all(|index| {
            let word = clauses.words[index];
            let string = text.slice(word.start, word.end);
            has_substance(mentions, word.start, word.end) || ALLERGY.fillers.has(string)
        });
    answers.then_some(asked)
}

/// Whether a sentence is a short question about allergies that names no substance: 알레르기요?, 알러지는?, 못 먹는 거요?
fn asks_for_allergies(
    text: &Text,
    clauses: &Clauses,
    mentions: &[Mention],
    sentence: std::ops::Range<usize>,
) -> bool {
    let (Some(first), Some(last)) =
        (clauses.words.get(sentence.start), clauses.words.get(sentence.end.wrapping_sub(1)))
    else {
        return false;
    };
    let string = text.slice(first.start, last.end);
    let cue = contains(string, &["알레르기", "알러지", "앨러지", "allerg"])
        || (contains(string, &["못 먹는", "못먹는", "안 맞는", "안맞는"]));
    let topic = string.ends_with(['요', '는', '은'])
        || clauses.questions[first.sentence]
        || sentence.len() <= 2;
    cue && topic && sentence.len() <= 8 && !has_substance(mentions, first.start, last.end)
}

/// Whether a drug or an allergen is mentioned in a range.
fn has_substance(mentions: &[Mention], start: usize, end: usize) -> bool {
    overlapping(mentions, start, end)
        .iter()
        .any(|it| matches!(it.slot, Slot::Medication | Slot::Allergen))
}

/// Whether the sentence of a substance, or the next, denies that its effect is an allergy: 우유 먹으면 설사해요.
/// 알레르기는 아니래요.
pub(crate) fn denied_after(
    text: &Text,
    clauses: &Clauses,
    mentions: &[Mention],
    at: usize,
) -> bool {
    let own = clauses.word_at(mentions[at].end - 1);
    let sentence = clauses.sentence(own);
    let next = clauses.sentence(sentence.end.min(clauses.words.len().saturating_sub(1)));
    let word = |it: usize| text.slice(clauses.words[it].start, clauses.words[it].end);
    (own + 1..next.end.max(sentence.end)).any(|index| {
        let allergy =
            ["알레르기", "알러지", "앨러지"].iter().find_map(|cue| word(index).strip_prefix(cue));
        let particle = allergy.map(|rest| rest.trim_start_matches(['성', '반', '응']));
        let topic =
            particle.is_some_and(|it| matches!(it, "" | "는" | "은" | "가" | "이" | "까지는"));
        topic
            && clauses.sentence(index).contains(&(index + 1))
            && ["아니", "아닌", "아녜", "아닙"].iter().any(|no| word(index + 1).starts_with(no))
    })
}

/// Whether a later clause of the sentence says that the allergy is over: 어릴 때 있었는데 지금은 없어졌어요, 이제 먹어도 괜찮아요.
pub(crate) fn is_outgrown(text: &Text, clauses: &Clauses, mention: &Mention) -> bool {
    let own = clauses.word_at(mention.end - 1);
    let sentence = clauses.sentence(own);
    let words: Vec<&str> = (own + 1..sentence.end)
        .map(|it| text.slice(clauses.words[it].start, clauses.words[it].end))
        .collect();
    let now = words.iter().any(|word| {
        ["지금", "이제", "요즘", "현재", "커서", "크면서", "크고", "점점"]
            .iter()
            .any(|now| word.starts_with(now))
    });
    let over = |word: &str| {
        [
            "없어졌",
            "없어진",
            "사라졌",
            "괜찮아졌",
            "나았",
            "없대",
            "없어요",
            "없습",
            "괜찮아",
            "괜찮",
            "먹어요",
            "먹을 수",
            "잘 먹",
            "먹습",
        ]
        .iter()
        .any(|over| word.starts_with(over))
    };
    let last = words.iter().copied().position(over).unwrap_or(0);
    let before = words.get(..last).unwrap_or_default();
    // 우유 알레르기가 있었지만 다 나았어요: the past tense replaces 지금.
    let was = words.iter().take(2).any(|it| it.starts_with("있었") || it.starts_with("심했"));
    let now =
        now || was && words.iter().any(|it| it.starts_with("나았") || it.starts_with("없어졌"));
    now && words.iter().copied().any(over) && !before.contains(&"못") && !before.contains(&"안")
}
