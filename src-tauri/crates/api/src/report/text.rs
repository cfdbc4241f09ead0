//! Converts text to words: splits it at line breaks, prints hidden characters by their number, and marks
//! claims.

use std::collections::BTreeMap;

use super::document::{Look, Role, Shape, Tone, Word, Words};

/// A highlighted part of a text with a number at its end. Offsets count Unicode scalar values.
#[derive(Debug, Clone, Copy)]
pub struct Mark {
    /// Start of the part.
    pub start: usize,
    /// End of the part, exclusive.
    pub end: usize,
    /// The colour; where marks overlap, the worst tone is used.
    pub tone: Tone,
    /// The number printed behind it.
    pub number: usize,
}

/// A builder of words.
#[derive(Debug, Default)]
pub struct Phrase {
    words: Words,
}

impl Phrase {
    /// Makes an empty builder.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds plain text.
    pub fn plain(self, text: &str) -> Self {
        self.look(text, Look::default())
    }

    /// Adds bold text.
    pub fn strong(self, text: &str) -> Self {
        self.look(text, Look { strong: true, ..Look::default() })
    }

    /// Adds small grey text.
    pub fn small(self, text: &str) -> Self {
        self.look(text, Look { small: true, ..Look::default() })
    }

    /// Adds bold text in a colour.
    pub fn toned(self, text: &str, tone: Tone) -> Self {
        self.look(text, Look { strong: true, tone: Some(tone), ..Look::default() })
    }

    /// Adds wording that is removed or added.
    pub fn role(self, text: &str, role: Role) -> Self {
        self.look(text, Look { role, ..Look::default() })
    }

    /// Adds text in any style.
    pub fn look(mut self, text: &str, look: Look) -> Self {
        let mut writer = Writer { words: &mut self.words, run: String::new(), look };
        writer.write(text);
        writer.flush();
        self
    }

    /// Adds a shape, which is never separated from what follows.
    pub fn shape(mut self, shape: Shape, tone: Tone) -> Self {
        self.words.push(Word::Shape { shape, tone });
        self
    }

    /// Adds a bar filled to a part in `0.0..=1.0`.
    pub fn bar(mut self, part: f64) -> Self {
        // The cast saturates; the part is clamped before it.
        let percent = (part.clamp(0.0, 1.0) * 100.0).round() as u8;
        self.words.push(Word::Bar { percent });
        self
    }

    /// Starts a new line.
    pub fn line(mut self) -> Self {
        self.words.push(Word::Break);
        self
    }

    /// Returns the words.
    pub fn words(self) -> Words {
        self.words
    }
}

/// Returns plain text as words.
pub fn plain(text: &str) -> Words {
    Phrase::new().plain(text).words()
}

/// Returns a text on one line of at most `limit` characters, with hidden characters by number, for titles and
/// bookmarks.
pub fn one_line(words: &[Word], limit: usize) -> String {
    let texts = words.iter().map(|word| match word {
        Word::Text { text, .. } => text.as_str(),
        Word::Break => " ",
        Word::Shape { .. } | Word::Bar { .. } => "",
    });
    let line: String = texts.collect();
    let line = line.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(limit) {
        None => line,
        Some((at, _)) => format!("{}…", &line[..at]),
    }
}

/// Returns the first `limit` characters of a text, followed by the total number when it is cut.
pub fn excerpt(text: &str, limit: usize) -> String {
    match text.char_indices().nth(limit) {
        None => text.to_owned(),
        Some((at, _)) => format!("{}… (모두 {}자)", &text[..at], grouped(text.chars().count())),
    }
}

/// Formats a number with separators: `12,345`.
pub fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Returns a text with its marks, which may overlap and nest. A mark that exceeds the text is cut at its end.
pub fn marked(text: &str, marks: &[Mark]) -> Words {
    let mut starting: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    let mut ending: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (index, mark) in marks.iter().enumerate().filter(|(_, mark)| mark.start < mark.end) {
        starting.entry(mark.start).or_default().push(index);
        ending.entry(mark.end).or_default().push(index);
    }
    let chars: Vec<char> = text.chars().collect();
    let borders: Vec<usize> = [0, chars.len()]
        .into_iter()
        .chain(starting.keys().chain(ending.keys()).copied())
        .filter(|at| *at <= chars.len())
        .collect::<std::collections::BTreeSet<_>>()
        .into_iter()
        .collect();
    let mut words = Words::new();
    let mut open: Vec<usize> = Vec::new();
    for (at, border) in borders.iter().enumerate() {
        if let Some(closed) = ending.get(border) {
            open.retain(|index| !closed.contains(index));
            words.extend(closed.iter().map(|index| number(&marks[*index])));
        }
        open.extend(starting.get(border).into_iter().flatten());
        let Some(next) = borders.get(at + 1) else { break };
        let tone = open.iter().map(|index| marks[*index].tone).max_by_key(|tone| weight(*tone));
        let look = Look { mark: tone, ..Look::default() };
        let mut writer = Writer { words: &mut words, run: String::new(), look };
        for at in *border..*next {
            writer.character(&chars, at);
        }
        writer.flush();
    }
    words
}

fn number(mark: &Mark) -> Word {
    let look = Look { tone: Some(mark.tone), role: Role::Number, strong: true, ..Look::default() };
    Word::Text { text: format!("({})", mark.number), look }
}

/// Rank of a tone; where marks overlap, the highest rank is shown.
fn weight(tone: Tone) -> u8 {
    match tone {
        Tone::Good => 0,
        Tone::Calm => 1,
        Tone::Care => 2,
        Tone::Bad => 3,
    }
}

/// Counts the invisible characters of a text.
pub fn count_hidden(text: &str) -> usize {
    let chars: Vec<char> = text.chars().collect();
    (0..chars.len()).filter(|at| is_hidden(&chars, *at)).count()
}

/// Splits text at line breaks and hidden characters.
struct Writer<'a> {
    words: &'a mut Words,
    run: String,
    look: Look,
}

impl Writer<'_> {
    fn write(&mut self, text: &str) {
        let chars: Vec<char> = text.chars().collect();
        for at in 0..chars.len() {
            self.character(&chars, at);
        }
    }

    fn character(&mut self, chars: &[char], at: usize) {
        match chars[at] {
            '\n' if at > 0 && chars[at - 1] == '\r' => {}
            '\n' | '\r' => {
                self.flush();
                self.words.push(Word::Break);
            }
            '\t' => self.run.push_str("    "),
            c if is_hidden(chars, at) => {
                self.flush();
                let text = code(c);
                self.words
                    .push(Word::Text { text, look: Look { role: Role::Hidden, ..self.look } });
            }
            c => self.run.push(c),
        }
    }

    fn flush(&mut self) {
        if !self.run.is_empty() {
            let text = std::mem::take(&mut self.run);
            self.words.push(Word::Text { text, look: self.look });
        }
    }
}

/// Formats a character as its number: `[U+200B]`.
pub fn code(c: char) -> String {
    format!("[U+{:04X}]", u32::from(c))
}

/// Whether a reader cannot see this character, or it changes how others are displayed.
fn is_hidden(chars: &[char], at: usize) -> bool {
    let before = at.checked_sub(1).map(|at| chars[at]);
    let after = chars.get(at + 1).copied();
    match chars[at] {
        // A joiner inside an emoji, and the variation selector behind a sign, are not hidden characters.
        '\u{200d}' => !(before.is_some_and(is_sign) && after.is_some_and(is_sign)),
        '\u{fe0e}' | '\u{fe0f}' => {
            let keycap = matches!(before, Some('0'..='9' | '#' | '*')) && after == Some('\u{20e3}');
            !(keycap || before.is_some_and(is_sign))
        }
        c => simui_domain::is_hidden(c),
    }
}

/// Whether the character is a sign of which emoji are made.
fn is_sign(c: char) -> bool {
    matches!(c, '\u{fe0f}' | '©' | '®' | '‼' | '⁉' | '™' | 'ℹ' | '〰' | '〽' | '㊗' | '㊙'
        | '\u{2190}'..='\u{2bff}' | '\u{1f000}'..='\u{1faff}')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Formats words as one line: marked parts in braces, numbers and codes as printed, breaks as `/`.
    fn drawn(words: &[Word]) -> String {
        let mut text = String::new();
        for word in words {
            match word {
                Word::Text { text: own, look } if look.mark.is_some() => {
                    text.push_str(&format!("{{{own}}}"));
                }
                Word::Text { text: own, .. } => text.push_str(own),
                Word::Break => text.push('/'),
                Word::Shape { .. } | Word::Bar { .. } => text.push('#'),
            }
        }
        text
    }

    fn check(text: &str, expected: &str) {
        assert_eq!(drawn(&plain(text)), expected, "{text:?}");
    }

    #[test]
    fn hidden_characters_are_printed_by_their_number() {
        check("국내 유일", "국내 유일");
        check("국\u{200b}내", "국[U+200B]내");
        check("\u{202e}가\u{0}나\u{feff}", "[U+202E]가[U+0000]나[U+FEFF]");
        check("\u{e0041}", "[U+E0041]");
        check("가\u{200d}나", "가[U+200D]나");
        check("가\u{fe0f}", "가[U+FE0F]");
        check("\u{3164}", "[U+3164]");
    }

    #[test]
    fn emoji_and_line_ends_are_not_hidden() {
        check("👩\u{200d}⚕\u{fe0f} ✨", "👩\u{200d}⚕\u{fe0f} ✨");
        check("1\u{fe0f}\u{20e3}", "1\u{fe0f}\u{20e3}");
        check("가\r\n나\n다\r라", "가/나/다/라");
        check("가\t나", "가    나");
        assert_eq!(count_hidden("가\r\n\t나\u{200b}\u{200b}"), 2);
    }

    fn check_marks(text: &str, spans: &[(usize, usize)], expected: &str) {
        let marks: Vec<Mark> = spans
            .iter()
            .enumerate()
            .map(|(at, (start, end))| Mark {
                start: *start,
                end: *end,
                tone: Tone::Bad,
                number: at + 1,
            })
            .collect();
        assert_eq!(drawn(&marked(text, &marks)), expected, "{text:?} {spans:?}");
    }

    #[test]
    fn claims_are_marked_by_scalar_values() {
        check_marks("국내 유일 치료", &[(0, 2), (3, 5)], "{국내}(1) {유일}(2) 치료");
        check_marks("😀유일😀", &[(1, 3)], "😀{유일}(1)😀");
        check_marks("가나다라", &[(0, 3), (1, 4)], "{가}{나다}(1){라}(2)");
        check_marks("가나다", &[(0, 3), (1, 2)], "{가}{나}(2){다}(1)");
        check_marks("가나다", &[(0, 2), (0, 2)], "{가나}(1)(2)다");
        check_marks("가\u{200b}나", &[(0, 3)], "{가}{[U+200B]}{나}(1)");
        check_marks("가\n나", &[(0, 3)], "{가}/{나}(1)");
        check_marks("가나", &[(1, 9), (2, 2)], "가{나}");
        check_marks("", &[], "");
    }

    #[test]
    fn of_overlapping_marks_the_worst_shows() {
        let mark = |start, end, tone| Mark { start, end, tone, number: 1 };
        let words = marked(
            "가나다",
            &[mark(0, 3, Tone::Care), mark(1, 2, Tone::Bad), mark(1, 3, Tone::Calm)],
        );
        let tones: Vec<_> = words
            .iter()
            .filter_map(|word| match word {
                Word::Text { look, .. } => look.mark,
                _ => None,
            })
            .collect();
        assert_eq!(tones, [Tone::Care, Tone::Bad, Tone::Care]);
    }

    #[test]
    fn titles_are_one_line() {
        assert_eq!(one_line(&plain("가\n나\u{200b}  다"), 20), "가 나[U+200B] 다");
        assert_eq!(one_line(&plain("가나다라"), 3), "가나다…");
    }

    #[test]
    fn long_texts_are_cut_and_counted() {
        assert_eq!(excerpt("가나다", 3), "가나다");
        assert_eq!(excerpt("가나다라", 3), "가나다… (모두 4자)");
        assert_eq!(
            [0, 999, 1000, 1_234_567].map(grouped),
            ["0", "999", "1,000", "1,234,567"].map(str::to_owned)
        );
    }

    proptest! {
        /// The text stays complete and unchanged, and exactly the marked parts are highlighted.
        #[test]
        fn marks_only_add_numbers(
            text in "[가-힣a-z .😀\u{200b}]{0,30}",
            spans in proptest::collection::vec((0usize..35, 0usize..35), 0..6),
        ) {
            let marks: Vec<Mark> = spans
                .iter()
                .map(|(start, end)| Mark { start: *start, end: *end, tone: Tone::Bad, number: 1 })
                .collect();
            let mut read = String::new();
            let mut covered = Vec::new();
            for word in marked(&text, &marks) {
                if let Word::Text { text, look } = word
                    && look.role != Role::Number
                {
                    let text = text.replace("[U+200B]", "\u{200b}");
                    covered.extend(text.chars().map(|_| look.mark.is_some()));
                    read.push_str(&text);
                }
            }
            prop_assert_eq!(&read, &text);
            let expected: Vec<bool> = (0..text.chars().count())
                .map(|at| spans.iter().any(|(start, end)| (*start..*end).contains(&at)))
                .collect();
            prop_assert_eq!(covered, expected);
        }
    }
}
