//! Finds the sex of a person: 남자, 여성, 할머니, 65/M.

use std::sync::LazyLock;

use regex::Regex;

use super::Fact;
use crate::slots::demographic::Kind;
use crate::text::boundary::is_particle;
use crate::text::cue::{begins, contains};
use crate::text::letters::{Text, is_hangul};
use crate::text::numbers::pattern;

/// Korean words for males and females.
static KOREAN: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(남자아이|남자\s아이|남자애|남성|남자|남환|남아|남잡니다|남자임|남학생|남고생|남중생|남대생|아저씨|할아버지|남)|(여자아이|여자\s아이|여자애|여성|여자|여환|여아|여잡니다|여자임|여학생|여고생|여중생|여대생|아주머니|아줌마|할머니|여)",
    )
});
/// English words for males and females.
static ENGLISH: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"\b(?:(male|man|boy|gentleman)|(female|woman|girl|lady))\b"));
/// The letters M and F beside an age or after `sex`.
static LETTER: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\b\d{1,3}\s?/?\s?([mf])\b|\b([mf])\s?/\s?\d{1,3}\b|\bsex\s?:?\s?([mf])\b|\b\d{1,3}\s?-?\s?(?:y/?o|yo|yrs?|y)\s?/?\s?([mf])\b",
    )
});

/// All words for a sex, as facts.
pub(super) fn sexes(text: &Text) -> Vec<Fact> {
    let mut facts = Vec::new();
    for found in KOREAN.captures_iter(&text.string) {
        let Some(word_match) = found.get(0) else { continue };
        let (start, end) = (text.at_byte(word_match.start()), text.at_byte(word_match.end()));
        let one = end - start == 1;
        // 남 and 여 alone count only in a note: 65세 남, 남/65.
        let note =
            text.string[..word_match.start()].trim_end().ends_with(['세', '살', '/', ':', '대'])
                || text.string[word_match.end()..].trim_start().starts_with('/');
        let before = text
            .before(start)
            .is_none_or(|it| !is_hangul(it) || matches!(it, '세' | '살' | '대' | '월'));
        // 기침이 남아 있어요: a verb.
        let left = word_match.as_str() == "남아"
            && text.string[word_match.end()..].trim_start().starts_with(['있', '서', '돌', '계']);
        if !left && before && stands_alone(&text.string[word_match.end()..], one) && (!one || note)
        {
            let kind = if found.get(1).is_some() { Kind::Male } else { Kind::Female };
            facts.push(Fact { start, end, kind });
        }
    }
    for found in text.latin(&ENGLISH) {
        let Some(word_match) = found.get(0) else { continue };
        let (start, end) = (text.at_byte(word_match.start()), text.at_byte(word_match.end()));
        let kind = if found.get(1).is_some() { Kind::Male } else { Kind::Female };
        facts.push(Fact { start, end, kind });
    }
    for found in text.latin(&LETTER) {
        let Some(letter) = (1..=4).find_map(|it| found.get(it)) else { continue };
        let at = text.at_byte(letter.start());
        let after = text.get(at + 1);
        // 101.3 F is a temperature.
        let before = text.slice(at.saturating_sub(16), at);
        let decimal = before
            .trim_end_matches([' ', '°'])
            .rsplit_once('.')
            .is_some_and(|it| !it.1.is_empty() && it.1.chars().all(|it| it.is_ascii_digit()));
        let degrees = decimal || contains(before, &["temp", "bt", "체온", "fever"]);
        // F/31 is an age and a sex, M/F a choice.
        let slashed = after == Some('/') && !text.get(at + 2).is_some_and(|it| it.is_ascii_digit());
        if !degrees && text.capitals(at, at + 1) && !slashed && after != Some('%') {
            let kind = if letter.as_str() == "m" { Kind::Male } else { Kind::Female };
            facts.push(Fact { start: at, end: at + 1, kind });
        }
    }
    facts
}

/// Whether a word for a sex is not part of a longer noun such as 여자친구, 남성호르몬 or 여성용.
fn stands_alone(after: &str, one: bool) -> bool {
    let run: String = after.chars().take_while(|it| is_hangul(*it)).collect();
    let mut rest = run.as_str();
    rest = rest.strip_prefix('분').unwrap_or(rest);
    rest = rest.strip_prefix("환자").unwrap_or(rest);
    if one {
        return rest.is_empty() || rest.starts_with("환");
    }
    rest.is_empty()
        || is_particle(rest)
        || begins(
            rest,
            &["입니", "이에", "이고", "인데", "예요", "이었", "으로", "고요", "구요", "임"],
        )
}
