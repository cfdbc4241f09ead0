//! Writes text as lines of our Markdown. The source text is escaped so that it never becomes structure and
//! reads back unchanged.

use super::markup::{self, Line};
use super::table::one_line;
use crate::text::clean;

/// The text of a document under construction.
#[derive(Debug, Default)]
pub(super) struct Body {
    text: String,
}

impl Body {
    /// Returns the text.
    pub(super) fn into_text(self) -> String {
        self.text
    }

    /// Writes a heading. Level 1 is the document title. Writes nothing if `words` is empty.
    pub(super) fn heading(&mut self, level: usize, words: &str) {
        let words = one_line(words);
        if !words.is_empty() {
            self.blank_line();
            self.text.push_str(&"#".repeat(level.clamp(1, 6)));
            self.text.push(' ');
            self.text.push_str(&escaped(&words));
            self.text.push_str("\n\n");
        }
    }

    /// Writes text of any number of lines.
    pub(super) fn words(&mut self, words: &str) {
        for line in words.replace("\r\n", "\n").split(['\n', '\r']) {
            self.text.push_str(&escaped(line));
            self.text.push('\n');
        }
    }

    /// Writes `항목: 값`. Further lines of the value are indented so that none of them reads as another field.
    pub(super) fn field(&mut self, label: &str, value: &str) {
        let value = value.replace("\r\n", "\n");
        let lines = value.split(['\n', '\r']).filter(|line| !line.trim().is_empty());
        for (index, line) in lines.enumerate() {
            let line = line.trim();
            let line = if index == 0 { format!("{label}: {line}") } else { format!("  {line}") };
            self.text.push_str(&escaped(&line));
            self.text.push('\n');
        }
    }

    /// Writes text that contains markup, below a heading of level 2, and returns messages about what is lost.
    /// Headings that only repeat `above` are left out.
    pub(super) fn marked_up(&mut self, text: &str, above: &str) -> Vec<&'static str> {
        let words = markup::words(text);
        for line in words.lines {
            match line {
                Line::Heading(_, title) if letters(&title) == letters(above) => {}
                Line::Heading(level, title) => self.heading(level.max(1) + 2, &title),
                Line::Text(text) => self.words(&text),
                Line::Row(cells) => {
                    let cells = cells.iter().map(|cell| escaped(cell).replace('|', "\\|"));
                    self.text.push_str(&format!("| {} |\n", cells.collect::<Vec<_>>().join(" | ")));
                }
            }
        }
        words.notes
    }

    fn blank_line(&mut self) {
        if !self.text.is_empty() {
            let ends = self.text.bytes().rev().take_while(|byte| *byte == b'\n').count();
            self.text.push_str(&"\n".repeat(2_usize.saturating_sub(ends)));
        }
    }
}

/// The text without markup, for titles and fields.
pub(super) fn plain(text: &str) -> String {
    let lines = markup::words(text).lines.into_iter().map(|line| match line {
        Line::Heading(_, words) | Line::Text(words) => words,
        Line::Row(cells) => cells.join(" | "),
    });
    lines.collect::<Vec<_>>().join("\n")
}

fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).collect()
}

/// Escapes a line so that its quotable text equals the line.
pub(super) fn escaped(line: &str) -> String {
    if !line.contains(['\\', '*', '&', '<', '#']) {
        return line.to_owned();
    }
    let stars = line.contains("**");
    let mut written = String::with_capacity(line.len() + 8);
    let mut signs = line.char_indices().peekable();
    while let Some((at, sign)) = signs.next() {
        let next = signs.peek().map(|(_, next)| *next);
        match sign {
            '\\' if next.is_some_and(|next| next.is_ascii_punctuation()) => {
                written.push_str("\\\\")
            }
            '*' if stars => written.push_str("\\*"),
            '&' if is_reference(line.get(at..).unwrap_or_default()) => written.push_str("&amp;"),
            _ => written.push(sign),
        }
    }
    let indent = written.len() - written.trim_start().len();
    let marks = written.trim_start().bytes().take_while(|byte| *byte == b'#').count();
    let after = written.get(indent + marks..).unwrap_or_default();
    if (1..=6).contains(&marks) && (after.starts_with(' ') || after.is_empty()) {
        written.insert(indent, '\\');
    }
    // Editors' notes such as `<개정 2018.3.27>` are removed from quotable text. In other sources they are part
    // of the text, so `<` is escaped.
    if written.contains('<') && clean(&written) != line.trim() {
        written = written.replace('<', "&lt;");
    }
    written
}

fn is_reference(text: &str) -> bool {
    ["&lt;", "&gt;", "&quot;", "&nbsp;", "&amp;", "&#39;"].iter().any(|it| text.starts_with(it))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn words_are_never_structure() {
        let check = |words: &str| assert_eq!(clean(&escaped(words)), words, "{words}");
        for words in [
            "# 제목이 아니다",
            "###### 여섯",
            "#해시",
            "**굵게** *별* ***",
            "a\\*b \\** \\ 끝\\",
            "&lt;5 &amp; &amp;lt; & b",
            "<개정 2018.3.27> <신설 2020.1.1>",
            "신기능 <30 mL/min> <br/> <img src='a'>",
            "1. 하나",
            "\\# 둘",
            "\\<개정 2018.3.27>",
        ] {
            check(words);
        }
    }

    proptest! {
        #[test]
        fn lines_read_back(words in "[가-하a&;lt<>개정0-9.*#\\\\ |]{0,40}") {
            prop_assert_eq!(clean(&escaped(&words)), words.trim());
        }
    }
}
