//! Decodes bytes to text, the only entrance for all text: UTF-8 with or without a byte order mark, UTF-16,
//! and EUC-KR/CP949 of Korean offices. Hangul in single letters (NFD, from macOS) is composed.

mod lines;

use std::borrow::Cow;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{EUC_KR, Encoding, UTF_8, UTF_16BE, UTF_16LE};
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

pub use self::lines::{TextLine, TextLines};
use crate::reading::Finding;

/// Decodes bytes to NFC text with line breaks `\n` and without a byte order mark.
///
/// # Errors
/// A finding about the whole text, or about its first unreadable line: binary data, or an encoding that does
/// not fit.
pub fn decode_text(bytes: &[u8]) -> Result<String, Finding> {
    let text = decode_as_written(bytes)?;
    Ok(match composed(&text) {
        Cow::Owned(composed) => composed,
        Cow::Borrowed(_) => text,
    })
}

/// Decodes bytes without composing letters: for advertisements and utterances, whose offsets must match the
/// sender's text.
///
/// # Errors
/// The errors of [`decode_text`].
pub fn decode_as_written(bytes: &[u8]) -> Result<String, Finding> {
    let encoding = encoding(bytes)?;
    let (text, wrong) = encoding.decode_with_bom_removal(bytes);
    if wrong {
        let line = first_wrong_line(&text);
        return Err(Finding::new(
            format!("line {line}"),
            format!(
                "{}로 읽을 수 없는 글자가 있습니다. UTF-8로 저장하여 다시 가져오십시오.",
                encoding.name()
            ),
        ));
    }
    let text = text.into_owned();
    Ok(if text.contains('\r') { text.replace("\r\n", "\n").replace('\r', "\n") } else { text })
}

/// Decodes a file that must not be empty.
pub(crate) fn text_of_file(bytes: &[u8]) -> Result<String, Finding> {
    let text = decode_text(bytes)?;
    if text.trim().is_empty() {
        return Err(Finding::whole_file("빈 파일입니다. 온전한 파일로 다시 가져오십시오."));
    }
    Ok(text)
}

/// Composes a text to NFC: 가 is one character. Text is compared, counted and quoted only in this form.
pub fn composed(text: &str) -> Cow<'_, str> {
    if text.is_ascii() || is_nfc_quick(text.chars()) == IsNormalized::Yes {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.nfc().collect())
}

fn encoding(bytes: &[u8]) -> Result<&'static Encoding, Finding> {
    if let Some((encoding, _)) = Encoding::for_bom(bytes) {
        return Ok(encoding);
    }
    if std::str::from_utf8(bytes).is_ok() && !bytes.contains(&0) {
        return Ok(UTF_8);
    }
    if bytes.contains(&0) {
        return utf16(bytes).ok_or_else(|| {
            Finding::whole_file("글이 아닌 이진 자료입니다. 텍스트 파일로 바꾸어 가져오십시오.")
        });
    }
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(bytes, true);
    // Without a byte order mark, old Korean files are CP949; UTF-8 with a broken byte is still UTF-8.
    let guessed = detector.guess(Some(b"kr"), Utf8Detection::Allow);
    Ok(if mostly_utf8(bytes) || guessed == UTF_8 { UTF_8 } else { EUC_KR })
}

/// Detects UTF-16 without a byte order mark: in the right byte order most letters are Korean or ASCII.
fn utf16(bytes: &[u8]) -> Option<&'static Encoding> {
    if !bytes.len().is_multiple_of(2) {
        return None;
    }
    let usual = |encoding: &'static Encoding| {
        let (text, wrong) = encoding.decode_without_bom_handling(bytes);
        let unlike_text = |c: char| c.is_control() && !matches!(c, '\n' | '\r' | '\t');
        if wrong || text.contains(unlike_text) {
            return None;
        }
        let letters = text.chars();
        let usual =
            letters.filter(|c| c.is_ascii() || matches!(c, '가'..='힣' | 'ᄀ'..='ᇿ')).count();
        (usual * 2 > text.chars().count()).then_some((usual, encoding))
    };
    let both = [usual(UTF_16LE), usual(UTF_16BE)];
    both.into_iter().flatten().max_by_key(|(usual, _)| *usual).map(|(_, encoding)| encoding)
}

/// Returns whether invalid UTF-8 was meant to be UTF-8: few bytes are wrong, or most belong to complete
/// syllables, of which CP949 produces one in a hundred by chance. Decoded as CP949, such a text would
/// silently become other words.
fn mostly_utf8(bytes: &[u8]) -> bool {
    let beyond_ascii = bytes.iter().filter(|byte| !byte.is_ascii()).count();
    let (mut wrong, mut syllables) = (0, 0);
    for chunk in bytes.utf8_chunks() {
        wrong += chunk.invalid().len();
        syllables += chunk.valid().chars().filter(|c| matches!(c, '가'..='힣')).count();
    }
    wrong * 20 < beyond_ascii || syllables * 3 * 2 > beyond_ascii
}

fn first_wrong_line(decoded: &str) -> usize {
    decoded.split('\u{FFFD}').next().unwrap_or_default().matches('\n').count() + 1
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]
    use proptest::prelude::*;

    use super::*;

    fn check(bytes: &[u8], expected: &str) {
        assert_eq!(decode_text(bytes).unwrap(), expected);
    }

    #[test]
    fn korean_encodings_are_told_apart() {
        let words = "제1조(목적) 이 법은 국민의 건강을 보호한다.\n① 똠방각하";
        check(words.as_bytes(), words);
        check(&[b"\xEF\xBB\xBF", words.as_bytes()].concat(), words);
        let (cp949, _, lost) = EUC_KR.encode(words);
        assert!(!lost);
        check(&cp949, words);
        let utf16 = |be: bool| -> Vec<u8> {
            let units = words.encode_utf16();
            units
                .flat_map(|unit| if be { unit.to_be_bytes() } else { unit.to_le_bytes() })
                .collect()
        };
        check(&[&b"\xFF\xFE"[..], &utf16(false)].concat(), words);
        check(&[&b"\xFE\xFF"[..], &utf16(true)].concat(), words);
        check(&utf16(false), words);
        check(&utf16(true), words);
        // The syllable 가 contains a zero byte.
        let subject: Vec<u8> =
            "의사가".encode_utf16().chain([10]).flat_map(u16::to_le_bytes).collect();
        check(&subject, "의사가\n");
        check("가\r\n나\r다".as_bytes(), "가\n나\n다");
        let decomposed: String = words.nfd().collect();
        assert_ne!(decomposed, words);
        check(decomposed.as_bytes(), words);
        let marked: Vec<u8> = decomposed.encode_utf16().flat_map(u16::to_le_bytes).collect();
        check(&[&b"\xFF\xFE"[..], &marked].concat(), words);
    }

    #[test]
    fn what_is_no_text_is_refused() {
        let refused =
            |bytes: &[u8], place: &str| assert_eq!(text_of_file(bytes).unwrap_err().place, place);
        refused(b"", "");
        refused(b" \n\t", "");
        refused(b"\x00\x01\x02\x00\x00\x03", "");
        let mut broken = "가나다라\n마바사아".repeat(9).into_bytes();
        broken.insert(20, 0xFF);
        refused(&broken, "line 2");
        // A short line of UTF-8 that contains CP949 is neither.
        refused("{\"text\":\"가\u{0}\"}".as_bytes(), "");
        let mixed = [&b"{\"text\":\""[..], "최고의".as_bytes(), b"\xB0\xA1\"}"].concat();
        refused(&mixed, "line 1");
    }

    proptest! {
        #[test]
        fn a_text_in_single_letters_is_the_text(text in "[가-힣a-zé①㎎Ω樂\\n\\t .,0-9]{1,60}") {
            let decomposed: String = text.nfd().collect();
            prop_assert_eq!(decode_text(decomposed.as_bytes()), decode_text(text.as_bytes()));
        }

        #[test]
        fn any_text_comes_through_in_any_form(text in any::<String>()) {
            let apart: String = text.nfd().collect();
            let (as_it_is, apart) = (decode_text(text.as_bytes()), decode_text(apart.as_bytes()));
            if let Ok(read) = &as_it_is {
                prop_assert!(read.nfc().eq(read.chars()));
            }
            prop_assert_eq!(as_it_is, apart);
        }
    }
}
