//! Bytes as text: UTF-8 with or without a byte order mark, UTF-16, and EUC-KR/CP949 as Korean offices still write it.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{EUC_KR, Encoding, UTF_8, UTF_16BE, UTF_16LE};

use crate::reading::Finding;

/// The text of a file, with line breaks `\n` and without a byte order mark.
///
/// # Errors
/// A finding about the whole file: empty, binary, or in an encoding that does not fit its bytes.
pub(crate) fn text(bytes: &[u8]) -> Result<String, Finding> {
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
    if text.trim().is_empty() {
        return Err(Finding::whole_file("빈 파일입니다. 온전한 파일로 다시 가져오십시오."));
    }
    Ok(text.replace("\r\n", "\n").replace('\r', "\n"))
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
    // Without a mark, old Korean files are CP949; UTF-8 with a broken byte in it is UTF-8 all the same.
    let guessed = detector.guess(Some(b"kr"), Utf8Detection::Allow);
    Ok(if mostly_utf8(bytes) || guessed == UTF_8 { UTF_8 } else { EUC_KR })
}

/// UTF-16 without a mark: in the right order of bytes most letters are Korean or ASCII.
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
        let usual = text.chars().filter(|c| c.is_ascii() || matches!(c, '가'..='힣')).count();
        (usual * 2 > text.chars().count()).then_some((usual, encoding))
    };
    let both = [usual(UTF_16LE), usual(UTF_16BE)];
    both.into_iter().flatten().max_by_key(|(usual, _)| *usual).map(|(_, encoding)| encoding)
}

/// Whether most bytes beyond ASCII are valid UTF-8.
fn mostly_utf8(bytes: &[u8]) -> bool {
    let wrong: usize = bytes.utf8_chunks().map(|chunk| chunk.invalid().len()).sum();
    let beyond_ascii = bytes.iter().filter(|byte| !byte.is_ascii()).count();
    wrong * 20 < beyond_ascii
}

fn first_wrong_line(decoded: &str) -> usize {
    decoded.split('\u{FFFD}').next().unwrap_or_default().matches('\n').count() + 1
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]
    use super::*;

    fn check(bytes: &[u8], expected: &str) {
        assert_eq!(text(bytes).unwrap(), expected);
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
        // The syllable 가 has a byte of zeros.
        let subject: Vec<u8> =
            "의사가".encode_utf16().chain([10]).flat_map(u16::to_le_bytes).collect();
        check(&subject, "의사가\n");
        check("가\r\n나\r다".as_bytes(), "가\n나\n다");
    }

    #[test]
    fn what_is_no_text_is_refused() {
        let refused = |bytes: &[u8], place: &str| assert_eq!(text(bytes).unwrap_err().place, place);
        refused(b"", "");
        refused(b" \n\t", "");
        refused(b"\x00\x01\x02\x00\x00\x03", "");
        let mut broken = "가나다라\n마바사아".repeat(9).into_bytes();
        broken.insert(20, 0xFF);
        refused(&broken, "line 2");
    }
}
