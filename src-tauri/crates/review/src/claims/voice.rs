//! Who speaks, as far as endings and quotation marks show it.

use super::reading::Grammar;
use super::sentence::Sentence;
use crate::normalise::{Gap, Normalised, final_consonant};
use crate::rules::{ClassId, Hit};

/// Number of the final consonant ㅆ.
const SS: u32 = 20;
/// What may follow a past stem at the end of a sentence.
const FINAL: &[&str] = &[
    "습니다", "어요", "네요", "다", "음", "지요", "죠", "거든요", "더라고요", "더라구요", "더군요", "답니다", "는데요",
    "어", "네", "지", "구요", "고요", "는걸요", "던", "거든", "더라", "나봐요", "습니당", "어용", "슴다", "음요",
];
/// Endings of speech.
const SPOKEN: &[&str] = &["어요", "아요", "해요", "네요", "예요", "에요", "돼요", "더라고요", "더라구요", "거든요", "져요", "대요", "자요", "봐요", "줘요", "와요", "려요"];

pub(super) fn hits(normal: &Normalised, sentences: &[Sentence], grammar: &Grammar) -> Vec<Hit> {
    let mut hits = Vec::new();
    for sentence in sentences {
        predicates(normal, sentence, grammar, &mut hits);
    }
    quotations(normal, grammar.quoted, &mut hits);
    hits
}

fn predicates(normal: &Normalised, sentence: &Sentence, grammar: &Grammar, hits: &mut Vec<Hit>) {
    let letters = &normal.letters;
    let mut word = sentence.from;
    while word < sentence.to {
        let end = (word + 1..sentence.to)
            .find(|&at| letters[at].gap > Gap::Soft)
            .unwrap_or(sentence.to);
        let past = (word..end).find(|&at| {
            final_consonant(letters[at].ch) == Some(SS) && !matches!(letters[at].ch, '있' | '겠')
        });
        if let Some(at) = past {
            hits.push(Hit { class: grammar.past, start: at, end, value: 0.0 });
            let rest: String = letters[at + 1..end].iter().map(|letter| letter.ch).collect();
            if FINAL.contains(&rest.as_str()) || end == sentence.to && rest.ends_with(['요', '다']) {
                hits.push(Hit { class: grammar.past_final, start: at, end, value: 0.0 });
            }
        }
        let tail: String = letters[end.saturating_sub(4).max(word)..end].iter().map(|l| l.ch).collect();
        if end == sentence.to && SPOKEN.iter().any(|ending| tail.ends_with(ending)) {
            hits.push(Hit { class: grammar.spoken, start: word, end, value: 0.0 });
        }
        word = end;
    }
}

/// Letters between a pair of quotation marks in one line, at most 300 of them.
fn quotations(normal: &Normalised, class: ClassId, hits: &mut Vec<Hit>) {
    let mut open: Option<(char, usize)> = None;
    let mut letter = 0;
    for (index, glyph) in normal.glyphs.iter().enumerate() {
        while normal.letters.get(letter).is_some_and(|it| it.glyph < index) {
            letter += 1;
        }
        match (glyph.ch, open) {
            ('\n', _) => open = None,
            (c, Some((close, from))) if c == close => {
                if from < letter && letter - from <= 300 {
                    hits.push(Hit { class, start: from, end: letter, value: 0.0 });
                }
                open = None;
            }
            ('"', None) => open = Some(('"', letter)),
            ('“', None) => open = Some(('”', letter)),
            ('\'', None) => open = Some(('\'', letter)),
            ('‘', None) => open = Some(('’', letter)),
            ('「', None) => open = Some(('」', letter)),
            _ => {}
        }
    }
}
