//! Splits Korean text into sentences: at a full stop, at the end of a line, or after a final ending.

use std::ops::Range;

use simui_korean::hangul::final_consonant;

use super::reply::Reply;
use crate::lexicon::{ClassId, ClassSet};
use crate::normalise::{Gap, Normalised};

/// A sentence, or a line without a predicate: letters `from..to`.
#[derive(Debug, Clone, Default)]
pub struct Sentence {
    /// First letter.
    pub from: usize,
    /// One past the last.
    pub to: usize,
    /// True when the sentence is a question.
    pub question: bool,
    /// True when it ends as people speak (걸어요, 걷더라고요), not as clinics write.
    pub in_speech: bool,
    /// What the next sentence says of it.
    pub reply: Option<Reply>,
    /// The range of its hits in [`super::Reading::hits`].
    pub hits: Range<usize>,
    /// The index of its hits: each class with the position of the hit in the sentence.
    pub by_class: Vec<(ClassId, u32)>,
    /// The classes that occur in it.
    pub classes: ClassSet,
}

/// Endings that finish a sentence even when only white space follows.
const FINAL_ENDINGS: &[&str] = &[
    "습니다",
    "니다",
    "세요",
    "어요",
    "아요",
    "해요",
    "예요",
    "에요",
    "네요",
    "지요",
    "까요",
    "나요",
    "군요",
    "거든요",
    "고요",
    "답니다",
    "랍니다",
    "하죠",
    "이죠",
    "셔요",
    "십시오",
    "드려요",
    "려요",
];
/// Endings of a question.
const QUESTION_ENDINGS: &[&str] =
    &["까요", "나요", "까", "는가", "은가", "인가요", "가요", "을까", "니까", "냐"];
/// Longest sentence, in letters; text without punctuation is cut there at a word.
const LONGEST_SENTENCE: usize = 400;

pub(crate) fn split(normal: &Normalised) -> Vec<Sentence> {
    let letters = &normal.letters;
    let mut sentences = Vec::new();
    let mut from = 0;
    for at in 1..=letters.len() {
        let Some(next) = letters.get(at) else {
            push(normal, from, at, &mut sentences);
            break;
        };
        let ends = match next.gap {
            Gap::Break => true,
            Gap::Space | Gap::Comma | Gap::Strong => {
                at - from >= LONGEST_SENTENCE
                    || ends_with(normal, from, at, FINAL_ENDINGS) && !normal.opens_bracket(at)
            }
            _ => false,
        };
        if ends {
            push(normal, from, at, &mut sentences);
            from = at;
        }
    }
    sentences
}

fn push(normal: &Normalised, from: usize, to: usize, sentences: &mut Vec<Sentence>) {
    if from >= to {
        return;
    }
    let letters = &normal.letters;
    let until = letters.get(to).map_or(normal.glyphs.len(), |next| next.glyph);
    let after = &normal.glyphs[letters[to - 1].glyph + 1..until];
    let marked = after.iter().take(4).any(|glyph| glyph.ch == '?');
    // 입니까 asks, 습니다 does not. An ending without a question mark counts only at the end of the sentence.
    let asks = ends_with(normal, from, to, QUESTION_ENDINGS)
        && !ends_with(normal, from, to, &["니다", "만나요", "빛나요", "일어나요"])
        && !gives_reason(normal, from, to);
    sentences.push(Sentence { from, to, question: marked || asks, ..Sentence::default() });
}

/// Number of the final consonant ㅂ.
const B: u32 = 17;

/// Whether the sentence ends in a reason (없으니까요) and not in a formal question (없습니까).
fn gives_reason(normal: &Normalised, from: usize, to: usize) -> bool {
    let length = match ["니까", "니까요"].iter().find(|it| ends_with(normal, from, to, &[**it]))
    {
        Some(ending) => ending.chars().count(),
        None => return false,
    };
    let before = (to - from > length).then(|| normal.letters[to - length - 1].ch);
    before.is_some_and(|ch| final_consonant(ch) != Some(B))
}

fn ends_with(normal: &Normalised, from: usize, to: usize, endings: &[&str]) -> bool {
    let tail: String =
        normal.letters[to.saturating_sub(5).max(from)..to].iter().map(|letter| letter.ch).collect();
    endings.iter().any(|ending| tail.ends_with(ending))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a panic is the report of a failed test")]

    use super::*;
    use crate::normalise::{Characters, normalise};

    fn check(text: &str, expected: &[&str]) {
        let normal = normalise(text, &Characters::builtin().unwrap());
        let found: Vec<String> = split(&normal)
            .into_iter()
            .map(|s| format!("{}{}", normal.words(s.from, s.to), if s.question { "?" } else { "" }))
            .collect();
        assert_eq!(found, expected, "{text:?}");
    }

    #[test]
    fn sentences_end_where_korean_ones_do() {
        check("", &[]);
        check(
            "하늘치과. 주차 가능. 문의 031-000-0000",
            &["하늘치과", "주차 가능", "문의 031 000 0000"],
        );
        check("진료합니다 저희는 설명드립니다", &["진료합니다", "저희는 설명드립니다"]);
        check("고민되세요? 오세요!", &["고민되세요?", "오세요"]);
        check("통증이 없으니까요", &["통증이 없으니까요"]);
        check("통증이 없습니까", &["통증이 없습니까?"]);
        check("정말 안 아플까요\n네", &["정말 안 아플까요?", "네"]);
        check("\"좋아졌어요\"라고 말했다", &["좋아졌어요라고 말했다"]);
        check("2023.5.1. 개원", &["202351", "개원"]);
        check("• 첫째\n• 둘째", &["첫째", "둘째"]);
        check("3.5배 빠릅니다", &["3.5배 빠릅니다"]);
        check("생길 수 있습니다(약 3%). 네", &["생길 수 있습니다 약 3%", "네"]);
    }
}
