//! Finds the parts of a text that take back what was said before: 자렐토 아니고 릭시아나예요; 아니, 16주예요;
//! 제가 잘못 말했어요.

use super::Correction;
use crate::text::clauses::Clauses;
use crate::text::cue::contains;
use crate::text::letters::Text;
use crate::text::words::{PEOPLE, STANDING};

/// The corrections of a text, in its order. One that denies begins with the denied word, the others are
/// sentences that are no questions.
pub(crate) fn corrections(text: &Text, clauses: &Clauses) -> Vec<Correction> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < clauses.words.len() {
        let sentence = clauses.sentence(at);
        if let Some(first) = first_taken_back(text, clauses, &sentence) {
            // 아 아니래요. 임신 아니래요: an interruption alone leads to the sentence that corrects.
            let word = |it: usize| text.slice(clauses.words[it].start, clauses.words[it].end);
            let leads = |at: usize| {
                STANDING.interrupts.contains(&word(at)) || PEOPLE.exclamations.contains(&word(at))
            };
            let end = match sentence.clone().all(leads) && sentence.end < clauses.words.len() {
                true => clauses.sentence(sentence.end).end,
                false => sentence.end,
            };
            let (from, to) = (clauses.words[first].start, clauses.words[end - 1].end);
            let (start, end) = text.original(from, to);
            found.push(Correction { start, end });
        }
        at = sentence.end.max(at + 1);
    }
    found
}

/// The word of a sentence from which on it corrects.
fn first_taken_back(
    text: &Text,
    clauses: &Clauses,
    sentence: &std::ops::Range<usize>,
) -> Option<usize> {
    let word = |it: usize| text.slice(clauses.words[it].start, clauses.words[it].end);
    if clauses.questions.get(clauses.words[sentence.start].sentence) == Some(&true) {
        return None;
    }
    // 고혈압이 아니라 저혈압이에요: the word before is the denied one, and the right one follows.
    let denied = (sentence.start + 1..sentence.end.saturating_sub(1))
        .find(|it| STANDING.puts_right.contains(&word(*it)))
        .map(|it| it - 1);
    // 아, 아니 16주예요: an exclamation may precede.
    let first = (sentence.start..sentence.end.min(sentence.start + 2))
        .find(|it| !matches!(word(*it), "아" | "어" | "앗"));
    let interrupts = first.is_some_and(|it| STANDING.interrupts.contains(&word(it)));
    let from = clauses.words[sentence.start].start;
    let words = text.slice(from, clauses.words[sentence.end - 1].end);
    if interrupts || contains(words, &STANDING.was_mistaken) {
        return Some(sentence.start);
    }
    denied
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

    use crate::Extractor;

    #[test]
    fn a_correction_begins_with_the_denied_word_or_its_sentence() {
        let extractor = Extractor::shipped().unwrap();
        let check = |text: &str, expected: Option<&str>| {
            let found = extractor.extract(text).unwrap().corrections;
            let words = found
                .first()
                .map(|it| text.chars().skip(it.start).take(it.end - it.start).collect::<String>());
            assert_eq!(words.as_deref(), expected, "{text}");
        };
        check("당뇨 있어요. 아 자렐토 아니고 릭시아나예요", Some("자렐토 아니고 릭시아나예요"));
        check("14kg이 아니라 11kg이에요", Some("14kg이 아니라 11kg이에요"));
        check("아니, 16주예요", Some("아니, 16주예요"));
        check("아 아니 16주예요. 고혈압도 있어요", Some("아 아니 16주예요"));
        check("제가 잘못 말했어요. 와파린이에요", Some("제가 잘못 말했어요"));
        check("혈압약 말고 당뇨약도 먹어요", None);
        check("아니 왜 혈압약을 먹는데도 높아요?", None);
        check("고혈압은 없어요", None);
        check("천식은 아니라고 했어요", None);
        check("혈압약을 착각해서 두 번 먹었어요", None);
        check("당뇨는 아니고요", None);
        check("아니에요. 신장은 정상이래요", Some("아니에요. 신장은 정상이래요"));
        check("아 아니래요 임신 아니래요", Some("아 아니래요 임신 아니래요"));
    }
}
