//! Cuts a text into the tokens that cues are made of.

use crate::mentions::mention::Mention;
use crate::text::boxes::DRAWN;
use crate::text::letters::Text;

/// A word, a mark, a box, a sign such as `(-)`, the end of a line, or a mention. A particle after a
/// mention is a token of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Token {
    pub start: usize,
    pub end: usize,
    /// The spelling in the table, where it differs from the text.
    spelling: Option<&'static str>,
    /// Index of the mention, if the token is one.
    pub mention: Option<usize>,
    pub ends_line: bool,
    pub is_punctuation: bool,
}

impl Token {
    /// The token as the table spells it; empty for a mention.
    pub fn text<'a>(&self, text: &'a Text) -> &'a str {
        match (self.mention, self.spelling) {
            (Some(_), _) => "",
            (None, Some(spelling)) => spelling,
            (None, None) => text.slice(self.start, self.end),
        }
    }

    pub fn is_box(&self) -> bool {
        matches!(self.spelling, Some("☑" | "☐"))
    }
}

/// Signs and cell borders: the spelling that the table uses, and the forms in which they are written.
const FORM_MARKS: [(&str, &[&str]); 3] =
    [("(-)", &["(-)", "( - )"]), ("(+)", &["(+)", "( + )"]), (":", &[":", "|", "│", "\t", "="])];

/// The tokens of a text. The last one is the end of a line.
pub(super) fn tokens(text: &Text, mentions: &[Mention]) -> Vec<Token> {
    let token = |start: usize, end: usize| Token {
        start,
        end,
        spelling: None,
        mention: None,
        ends_line: false,
        is_punctuation: false,
    };
    let (mut tokens, mut at, mut next) = (Vec::new(), 0, 0);
    while at < text.len() {
        while mentions.get(next).is_some_and(|it| it.start < at) {
            next += 1;
        }
        if let Some(mention) = mentions.get(next).filter(|it| it.start == at) {
            let end = mention.end.max(at + 1);
            tokens.push(Token { mention: Some(next), ..token(at, end) });
            at = end;
            continue;
        }
        let until = mentions.get(next).map_or(text.len(), |it| it.start);
        let c = text.chars[at];
        if let Some((spelling, length)) = drawn(text, at, until) {
            tokens.push(Token { spelling: Some(spelling), ..token(at, at + length) });
            at += length;
        } else if c == '\n' || c == '\r' {
            tokens.push(Token { ends_line: true, spelling: Some("\n"), ..token(at, at + 1) });
            at += 1;
        } else if c.is_whitespace() {
            at += 1;
        } else {
            let length = (at..until).take_while(|it| is_inside_word(text, *it)).count();
            let is_punctuation = length == 0;
            tokens.push(Token { is_punctuation, ..token(at, at + length.max(1)) });
            at += length.max(1);
        }
    }
    let end = text.len();
    tokens.push(Token { ends_line: true, spelling: Some("\n"), ..token(end, end) });
    tokens
}

/// The box or sign at a position: its spelling and its length in letters.
fn drawn(text: &Text, at: usize, until: usize) -> Option<(&'static str, usize)> {
    let rest = text.slice(at, until.min(at + 5));
    let of = |(spelling, drawings): &(&'static str, &[&str])| {
        let drawing =
            drawings.iter().filter(|it| rest.starts_with(**it)).max_by_key(|it| it.len())?;
        Some((*spelling, drawing.chars().count()))
    };
    DRAWN.iter().chain(&FORM_MARKS).find_map(of)
}

/// Whether the character belongs to a word: a letter, a digit, or a mark between two Latin letters or
/// digits (`s/p`, `doesn't`, `37.5`).
fn is_inside_word(text: &Text, at: usize) -> bool {
    let c = text.chars[at];
    let latin = |it: Option<char>| it.is_some_and(|it| it.is_ascii_alphanumeric());
    c.is_alphanumeric()
        || matches!(c, '/' | '\'' | '.') && latin(text.before(at)) && latin(text.get(at + 1))
}
