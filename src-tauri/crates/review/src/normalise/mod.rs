//! Removes the disguises of an advertisement's text, and keeps the way back to every offset of the original.
//!
//! Advertisers write around word lists: full-width letters, zero-width characters, `제 일 안 전`, `최★고`, `1OO%`,
//! 最高, Cyrillic look-alikes, loose jamo. [`normalise`] undoes that in linear time. Every character of the
//! result has the place of the original characters that it stands for.

mod characters;
mod glyphs;
mod letters;
mod markup;

pub use characters::Characters;
pub use glyphs::Glyph;
pub use letters::{Gap, Letter};

use simui_domain::Span;

/// The text of an advertisement without its disguises.
#[derive(Debug, Clone, Default)]
pub struct Normalised {
    /// All visible characters in reading order: letters, punctuation, spaces.
    pub glyphs: Vec<Glyph>,
    /// The characters that words consist of: Hangul, Latin, digits, `%`, `+`, `→`.
    pub letters: Vec<Letter>,
    /// Runs of characters that a reader cannot see, as spans of the original.
    pub hidden: Vec<Span>,
    /// True when some words were longer than any real word and were cut: a rule may miss what stands across a
    /// cut.
    pub has_cut_words: bool,
}

/// Returns the visible characters of `text`, read like those of an advertisement: composed, in lower case,
/// Hanja and look-alikes resolved.
pub(crate) fn visible(text: &str, characters: &Characters) -> impl Iterator<Item = char> + use<> {
    glyphs::read(text, characters).0.into_iter().map(|glyph| glyph.ch)
}

/// Removes the disguises of `text`. Offsets count Unicode scalar values of `text`.
pub fn normalise(text: &str, characters: &Characters) -> Normalised {
    let (glyphs, hidden) = glyphs::read(text, characters);
    let (letters, has_cut_words) = letters::read(&glyphs);
    Normalised { glyphs, letters, hidden, has_cut_words }
}

impl Normalised {
    /// Returns the span of the original that `letters[from..to]` stand for; an empty span at 0 for an empty
    /// range.
    pub fn span(&self, from: usize, to: usize) -> Span {
        match (self.letters.get(from), to.checked_sub(1).and_then(|last| self.letters.get(last))) {
            (Some(first), Some(last)) if from < to => Span { start: first.start, end: last.end },
            _ => Span { start: 0, end: 0 },
        }
    }

    /// Whether a bracket opens directly before letter `at`: what it encloses belongs to the words before it.
    pub fn opens_bracket(&self, at: usize) -> bool {
        let before = self.letters.get(at).and_then(|letter| letter.glyph.checked_sub(1));
        before.and_then(|it| self.glyphs.get(it)).is_some_and(|glyph| glyph.ch == '(')
    }

    /// Returns `letters[from..to]` as text, words separated by one space.
    pub fn words(&self, from: usize, to: usize) -> String {
        let mut words = String::new();
        for (index, letter) in self.letters[from..to].iter().enumerate() {
            if index > 0 && letter.gap > Gap::Soft {
                words.push(' ');
            }
            words.push(letter.ch);
        }
        words
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a panic is the report of a failed test")]

    use proptest::prelude::*;

    use super::*;

    fn table() -> Characters {
        Characters::builtin().unwrap()
    }

    /// Compares the letters of `text`, with a space at the end of each word, with `expected`.
    fn check(text: &str, expected: &str) {
        let normalised = normalise(text, &table());
        assert_eq!(normalised.words(0, normalised.letters.len()), expected, "{text:?}");
    }

    #[test]
    fn disguises_come_off() {
        check("ＮＯ．１ 치과", "no1 치과");
        check("N0.1 치과", "n0.1 치과");
        check("1OO% 완치", "100% 완치");
        check("l00 % 완치", "100 % 완치");
        check("１００％", "100%");
        check("💯 만족", "100% 만족");
        check("제 일 안 전 한 라 식", "제일안전한라식");
        check("1 0 0 % 만족", "100 % 만족");
        check("NO . 1 치과", "no 1 치과");
        check("최.고의 의료진", "최고의 의료진");
        check("최★고", "최고");
        check("완❤️치", "완치");
        check("부.작.용 없는", "부작용 없는");
        check("부.작.용. 0% 필.러", "부작용 0% 필러");
        check("부.작.용.0%", "부작용0%");
        check("지역 ❷등급", "지역 2등급");
        check("⑩0% 만족", "100% 만족");
        check("전국 ①위 병원", "전국 1위 병원");
        check("①위 병원", "1위 병원");
        check("最高의 실력", "최고의 실력");
        check("완\u{200b}치\u{ad}율", "완치율");
        check("ㅊㅚㄱㅗ", "최고");
        check("완치", "완치");
        check("ﾎ", "ホ");
        check("최고오오오", "최고");
        check("최최최고", "최고");
        check("Сosmetiс", "cosmetic");
        check("3.5배 1,000명", "3.5배 1000명");
    }

    #[test]
    fn markup_is_read_as_it_is_shown() {
        check("<p>국내 <b>최</b>고</p><p>안내</p>", "국내 최고 안내");
        check("최<!-- -->고의&nbsp;병원<br>", "최고의 병원");
        let text = "<b>국내 최고</b> 병원";
        let normalised = normalise(text, &table());
        assert_eq!(normalised.span(0, 4).slice(text), Some("국내 최고"));
        let unseen = "<i style='display:none'>완치</i> 안내";
        assert_eq!(normalise(unseen, &table()).hidden.len(), 1);
    }

    #[test]
    fn ordinary_text_is_left_alone() {
        check("치과. 평일 진료", "치과 평일 진료");
        check("태반·태아 세포", "태반 태아 세포");
        check("한 번 더 생각하세요", "한 번 더 생각하세요");
        check("①검사 ②수술", "검사 수술");
        check("검진: ①위 ②대장", "검진 위 대장");
        check("①위\n②대장", "위 대장");
        check("치료가 끝. 내일 또 오세요", "치료가 끝 내일 또 오세요");
        check("ㅋㅋㅋ", "ㅋㅋㅋ");
        check("031-000-0000", "031 000 0000");
        check("2l 용기", "2l 용기");
        check("", "");
    }

    #[test]
    fn hidden_characters_are_reported() {
        let hidden = |text: &str| normalise(text, &table()).hidden;
        assert_eq!(hidden("완\u{200b}\u{200b}치"), [Span { start: 1, end: 3 }]);
        assert_eq!(hidden("\u{202e}치완"), [Span { start: 0, end: 1 }]);
        assert_eq!(hidden("a\u{e0041}"), [Span { start: 1, end: 2 }]);
        assert_eq!(hidden("👩\u{200d}⚕\u{fe0f} 의사"), [], "an emoji is no disguise");
        assert_eq!(hidden("두 줄\r\n입니다\t끝"), []);
    }

    #[test]
    fn words_longer_than_any_word_are_cut_and_reported() {
        let check = |text: &str, words: usize, cut: bool| {
            let normalised = normalise(text, &table());
            let last = normalised.letters.last().map_or(0, |letter| letter.word + 1);
            assert_eq!((last, normalised.has_cut_words), (words, cut), "{} bytes", text.len());
        };
        check(&"최고의병원".repeat(40), 1, false);
        check(&"최고의병원".repeat(41), 2, true);
        check(&"최고의병원".repeat(1000), 25, true);
        check(&"최고의병원 ".repeat(1000), 1000, false);
        // Lone syllables are joined to one word first.
        check(&"최 고 병 원 ".repeat(51), 2, true);
    }

    #[test]
    fn a_megabyte_is_read_in_linear_time() {
        let text = "제 일 안 전 ㅊㅚ고 1OO% \u{200b}e\u{301}".repeat(30_000);
        let normalised = normalise(&text, &table());
        assert!(normalised.letters.len() > 200_000);
    }

    proptest! {
        #[test]
        fn every_glyph_has_its_place(text in "\\PC{0,40}|[가-힣a-z0-9 .·%★\u{200b}\u{301}ᄀ-ᇿㄱ-ㅣ]{0,40}") {
            let length = text.chars().count();
            let normalised = normalise(&text, &table());
            let mut last = 0;
            for glyph in &normalised.glyphs {
                prop_assert!(glyph.start < glyph.end && glyph.end <= length);
                prop_assert!(glyph.start >= last, "in reading order");
                last = glyph.start;
            }
            for letter in &normalised.letters {
                prop_assert!(letter.start < letter.end && letter.end <= length);
            }
            for span in &normalised.hidden {
                prop_assert!(span.slice(&text).is_some());
            }
        }
    }
}
