//! Writes a law in the Markdown that [`crate::statute`] reads.

use simui_domain::ProvisionPath;

use super::unit::{Level, Unit};
use super::words::{escaped, no_heading, no_marker};
use crate::text::{bracketed, paragraph_mark};

/// Heading marks of 편, 장, 절 and 관.
const DIVISIONS: [(&str, &str); 4] = [("편", "#"), ("장", "##"), ("절", "###"), ("관", "####")];

/// Writer of a law's Markdown.
#[derive(Debug, Default)]
pub(super) struct Body {
    text: String,
    /// Number of written 조·항·호·목.
    pub provisions: usize,
    /// Whether the last written part is an article, to which loose text would be added.
    pub in_article: bool,
    supplementary: bool,
}

impl Body {
    /// Writes the title `# 의료법`. A name that begins like a part of the law is written in the head only.
    pub(super) fn title(&mut self, name: &str) {
        let part = ["부칙", "별표", "별지", "["].iter().any(|part| name.starts_with(part));
        if !name.is_empty() && !part {
            self.text.push_str(&format!("# {}\n", escaped(name)));
        }
    }

    /// Writes a heading of 편·장·절·관.
    pub(super) fn division(&mut self, unit: &str, heading: &str) {
        let marks =
            DIVISIONS.iter().find(|(name, _)| *name == unit).map_or("##", |(_, marks)| marks);
        self.text.push_str(&format!("\n{marks} {}\n", escaped(heading)));
        self.in_article = false;
    }

    /// Writes text outside of articles.
    pub(super) fn loose(&mut self, words: &str) {
        self.text.push('\n');
        self.lines(words, "");
    }

    /// Writes a 조 with its units; the editors' `notes` follow the last unit.
    pub(super) fn article(
        &mut self,
        path: &ProvisionPath,
        title: &str,
        words: &str,
        units: &[Unit],
        notes: &str,
    ) {
        let title = if title.is_empty() { String::new() } else { format!(" ({})", escaped(title)) };
        self.text.push_str(&format!("\n##### {path}{title}\n"));
        if !words.trim().is_empty() {
            self.text.push('\n');
            self.lines(words, "");
        }
        for unit in units {
            self.unit(unit);
        }
        for note in notes.split('\n').filter(|note| !note.trim().is_empty()) {
            self.text.push_str(&format!("\n{}\n", no_marker(note)));
        }
        self.provisions += 1 + units.len();
        self.in_article = true;
    }

    fn unit(&mut self, unit: &Unit) {
        let (number, branch) = unit.number;
        let (mark, indent) = match unit.level {
            Level::Paragraph => (format!("\n**{}** ", paragraph_mark(number)), ""),
            Level::Item if branch > 0 => (format!("  {number}의{branch}\\. "), "    "),
            Level::Item => (format!("  {number}\\. "), "    "),
            Level::Subitem => (format!("    {}\\. ", subitem_letter(number)), "      "),
        };
        let (first, rest) = unit.words.split_once('\n').unwrap_or((&unit.words, ""));
        let line = format!("{mark}{}", escaped(first.trim()));
        self.text.push_str(line.trim_end());
        self.text.push('\n');
        self.lines(rest, indent);
    }

    fn lines(&mut self, words: &str, indent: &str) {
        for line in words.split('\n').filter(|line| !line.trim().is_empty()) {
            self.text.push_str(&format!("{indent}{}\n", no_marker(line)));
        }
    }

    /// Writes the 부칙 of one amendment: its header, if any, and its text line by line.
    pub(super) fn supplementary(&mut self, header: Option<&str>, words: &str) {
        // Without its own header, a heading must end the previous 부칙.
        if !self.supplementary || header.is_none() {
            self.text.push_str("\n## 부칙\n");
        }
        self.supplementary = true;
        self.in_article = false;
        if let Some(header) = header {
            self.text.push_str(&format!("\n{}\n", escaped(header)));
        }
        self.write_lines(words);
    }

    /// Writes a 별표 or 서식.
    pub(super) fn annex(&mut self, name: &str, words: &str) {
        self.text.push_str(&format!("\n## [{}]\n", escaped(name)));
        self.supplementary = false;
        self.in_article = false;
        self.write_lines(words);
    }

    fn write_lines(&mut self, words: &str) {
        self.text.push('\n');
        for line in words.split('\n') {
            self.text.push_str(&no_heading(line));
            self.text.push('\n');
        }
    }

    pub(super) fn into_text(self) -> String {
        self.text
    }
}

fn subitem_letter(number: u32) -> String {
    let path = ProvisionPath { article: 1, subitem: number, ..ProvisionPath::default() };
    path.to_string().trim_start_matches("제1조").trim_end_matches('목').to_owned()
}

/// Returns whether a title has balanced brackets: `정의(안)`, not `정의(안`.
pub(super) fn is_balanced(title: &str) -> bool {
    bracketed(&format!("({title})")).is_some_and(|(_, rest)| rest.is_empty())
}
