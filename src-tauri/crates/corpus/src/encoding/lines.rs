//! Reads a text of any size line by line, decoding each line separately.

use std::io::{self, BufRead, Chain, Cursor, Read};

use encoding_rs::{UTF_16BE, UTF_16LE};

use super::{composed, decode_as_written};
use crate::reading::Finding;

/// A line that is not blank.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextLine {
    /// Line number, from 1; blank lines count.
    pub number: usize,
    /// Text in NFC (unless [`TextLines::as_written`]), trimmed.
    ///
    /// # Errors
    /// The reason why the line cannot be decoded; the following lines are still read.
    pub text: Result<String, Finding>,
}

/// Iterator over the lines of a text in any encoding of [`super::decode_text`]. The first bytes decide on
/// UTF-16; other encodings are detected line by line, so that lines in different encodings do not affect each
/// other.
#[derive(Debug)]
pub struct TextLines<R> {
    reader: Chain<Cursor<Vec<u8>>, R>,
    units: Units,
    number: usize,
    longest: usize,
    as_written: bool,
}

/// The unit of characters, which decides how a line break is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Units {
    Bytes,
    LittleEndian,
    BigEndian,
}

impl<R: BufRead> TextLines<R> {
    /// Starts reading lines. A line of more than `longest` bytes is returned as an error.
    ///
    /// # Errors
    /// When the reader fails.
    pub fn new(mut reader: R, longest: usize) -> io::Result<Self> {
        let mut head = Vec::new();
        reader.by_ref().take(4).read_to_end(&mut head)?;
        let (units, mark) = match head.as_slice() {
            [0xFF, 0xFE, ..] => (Units::LittleEndian, 2),
            [0xFE, 0xFF, ..] => (Units::BigEndian, 2),
            // Without a byte order mark: lines of JSON begin with an ASCII character.
            [letter, 0, ..] if *letter != 0 => (Units::LittleEndian, 0),
            [0, letter, ..] if *letter != 0 => (Units::BigEndian, 0),
            _ => (Units::Bytes, 0),
        };
        head.drain(..mark);
        Ok(Self {
            reader: Cursor::new(head).chain(reader),
            units,
            number: 0,
            longest,
            as_written: false,
        })
    }

    /// Switches to text as it was written, without NFC; see [`super::decode_as_written`].
    pub fn as_written(self) -> Self {
        Self { as_written: true, ..self }
    }

    /// Returns the bytes of the next line without its break, `None` at the end; the flag is `false` where it
    /// was too long.
    fn bytes(&mut self) -> io::Result<Option<(Vec<u8>, bool)>> {
        let mut line = Vec::new();
        let mut complete = true;
        loop {
            // Space for the longest line and its break.
            let room = (self.longest + 2).saturating_sub(line.len()) as u64;
            if self.reader.by_ref().take(room).read_until(b'\n', &mut line)? == 0 {
                break;
            }
            if line.ends_with(b"\n") && self.is_break(&mut line)? {
                let fits = line.len() <= self.longest;
                return Ok(Some((line, complete && fits)));
            }
            if line.len() > self.longest {
                complete = false;
                // Keeps the parity of the offset, which identifies a line break in UTF-16.
                line.drain(..line.len() - line.len() % 2);
            }
        }
        Ok((!line.is_empty() || !complete).then_some((line, complete)))
    }

    /// Returns whether the byte `\n` at the end is a line break, which is then removed, or half a character
    /// of UTF-16.
    fn is_break(&mut self, line: &mut Vec<u8>) -> io::Result<bool> {
        let even = line.len().is_multiple_of(2);
        match self.units {
            Units::Bytes => line.truncate(line.len() - 1),
            Units::LittleEndian if !even => {
                let mut half = Vec::new();
                self.reader.by_ref().take(1).read_to_end(&mut half)?;
                if half.first().is_some_and(|half| *half != 0) {
                    line.extend(half);
                    return Ok(false);
                }
                line.truncate(line.len() - 1);
            }
            Units::BigEndian if even && line.iter().rev().nth(1) == Some(&0) => {
                line.truncate(line.len() - 2);
            }
            Units::LittleEndian | Units::BigEndian => return Ok(false),
        }
        Ok(true)
    }

    fn text(&self, bytes: &[u8], complete: bool) -> Result<String, Finding> {
        if !complete {
            return Err(Finding::whole_file(format!(
                "{}바이트보다 긴 줄입니다(longer than {} bytes). 나누어 다시 주십시오.",
                self.longest, self.longest
            )));
        }
        let encoding = match self.units {
            Units::Bytes => return decode_as_written(bytes),
            Units::LittleEndian => UTF_16LE,
            Units::BigEndian => UTF_16BE,
        };
        let (text, wrong) = encoding.decode_without_bom_handling(bytes);
        if wrong {
            return Err(Finding::whole_file(format!(
                "{}로 읽을 수 없는 글자가 있습니다. UTF-8로 저장하여 다시 주십시오.",
                encoding.name()
            )));
        }
        Ok(text.into_owned())
    }
}

impl<R: BufRead> Iterator for TextLines<R> {
    type Item = io::Result<TextLine>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let (bytes, complete) = match self.bytes() {
                Ok(line) => line?,
                Err(error) => return Some(Err(error)),
            };
            self.number += 1;
            let text = match self.text(&bytes, complete) {
                // A byte order mark inside: files were concatenated.
                Ok(text) => {
                    let text = text.trim_start_matches('\u{FEFF}').trim();
                    Ok(if self.as_written { text.to_owned() } else { composed(text).into_owned() })
                }
                Err(finding) => Err(Finding { place: String::new(), ..finding }),
            };
            if text.as_ref().is_ok_and(String::is_empty) {
                continue;
            }
            return Some(Ok(TextLine { number: self.number, text }));
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]
    use proptest::prelude::*;
    use unicode_normalization::UnicodeNormalization;

    use super::*;

    /// The lines with their numbers, and `!` for a line that cannot be read.
    fn read(bytes: &[u8], longest: usize) -> Vec<(usize, String)> {
        let lines = TextLines::new(bytes, longest).unwrap().map(Result::unwrap);
        lines.map(|line| (line.number, line.text.unwrap_or_else(|_| "!".to_owned()))).collect()
    }

    fn utf16(text: &str, little: bool) -> Vec<u8> {
        let unit = |unit: u16| if little { unit.to_le_bytes() } else { unit.to_be_bytes() };
        text.encode_utf16().flat_map(unit).collect()
    }

    fn check(bytes: &[u8], expected: &[(usize, &str)]) {
        let expected: Vec<_> =
            expected.iter().map(|(at, text)| (*at, (*text).to_owned())).collect();
        assert_eq!(read(bytes, 1 << 20), expected, "{bytes:X?}");
    }

    #[test]
    fn every_encoding_gives_the_same_lines() {
        // 뀊 is 0A B0 in little endian and ਊ is 0A 0A in either order: the bytes of a line break inside
        // letters.
        let text = "{\"text\":\"뀊뀊 ਊ 최고\"}\r\n\n{\"text\":\"각\"}\n";
        let lines = [(1, "{\"text\":\"뀊뀊 ਊ 최고\"}"), (3, "{\"text\":\"각\"}")];
        check(text.as_bytes(), &lines);
        check(&["\u{FEFF}", text].concat().into_bytes(), &lines);
        check(text.nfd().collect::<String>().as_bytes(), &lines);
        for little in [true, false] {
            check(&utf16(text, little), &lines);
            check(&utf16(&format!("\u{FEFF}{text}"), little), &lines);
            check(&utf16(text.trim_end(), little), &lines);
        }
        let (cp949, _, _) =
            encoding_rs::EUC_KR.encode("{\"text\":\"똠방각하\"}\n{\"text\":\"최고\"}");
        check(&cp949, &[(1, "{\"text\":\"똠방각하\"}"), (2, "{\"text\":\"최고\"}")]);
        check(b"", &[]);
        check(b"\xEF\xBB\xBF", &[]);
        check(b"\xFF\xFE", &[]);
    }

    #[test]
    fn a_bad_line_fails_alone() {
        check(b"{\"a\":1}\n\xFF\xFF\n{\"a\":2}", &[(1, "{\"a\":1}"), (2, "!"), (3, "{\"a\":2}")]);
        let lines_of = |text: &str, longest: usize| read(text.as_bytes(), longest);
        assert_eq!(lines_of("가가가가\n12\n", 6), [(1, "!".to_owned()), (2, "12".to_owned())]);
        assert_eq!(lines_of("1234567\n", 6), [(1, "!".to_owned())]);
        assert_eq!(
            lines_of("123456\n123456", 6),
            [(1, "123456".to_owned()), (2, "123456".to_owned())]
        );
        let long = utf16("{\"가가가가\"\n{}\n", true);
        assert_eq!(read(&long, 8), [(1, "!".to_owned()), (2, "{}".to_owned())]);
    }

    proptest! {
        #[test]
        fn utf16_and_utf8_give_the_same_lines(text in "\\{[가-힣਀-૿\\n a-z]{0,40}") {
            let lines = read(text.as_bytes(), 1 << 10);
            for little in [true, false] {
                prop_assert_eq!(&read(&utf16(&text, little), 1 << 10), &lines);
            }
            prop_assert_eq!(read(text.nfd().collect::<String>().as_bytes(), 1 << 10), lines);
        }
    }
}
