//! Passes terms to tantivy as the lines of one text. Its queue holds thousands of chunks, and separate tokens
//! would take ten times the memory.

use tantivy::tokenizer::{Token, TokenStream, Tokenizer};

/// Name of the tokeniser that splits lines.
pub(super) const LINES: &str = "lines";

/// Longest indexed term in bytes; nobody searches for a longer one. The limit of tantivy is 65,530.
const LONGEST_TERM: usize = 256;

/// Joins terms into a text for [`Lines`].
pub(super) fn lines(terms: &[String]) -> String {
    let terms = terms.iter().filter(|term| term.len() <= LONGEST_TERM && !term.contains('\n'));
    let mut text = String::with_capacity(terms.clone().map(|term| term.len() + 1).sum());
    for term in terms {
        text.push_str(term);
        text.push('\n');
    }
    text
}

/// A tokeniser for which every line is a token.
#[derive(Debug, Clone, Default)]
pub(super) struct Lines;

/// The tokens of one text.
pub(super) struct LineStream<'a> {
    lines: std::str::Lines<'a>,
    token: Token,
}

impl Tokenizer for Lines {
    type TokenStream<'a> = LineStream<'a>;

    fn token_stream<'a>(&'a mut self, text: &'a str) -> LineStream<'a> {
        LineStream { lines: text.lines(), token: Token::default() }
    }
}

impl TokenStream for LineStream<'_> {
    fn advance(&mut self) -> bool {
        let Some(line) = self.lines.next() else { return false };
        self.token.position = self.token.position.wrapping_add(1);
        self.token.text.clear();
        self.token.text.push_str(line);
        true
    }

    fn token(&self) -> &Token {
        &self.token
    }

    fn token_mut(&mut self) -> &mut Token {
        &mut self.token
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_come_back_as_they_went() {
        let check = |terms: &[&str], expected: &[&str]| {
            let text = lines(&terms.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>());
            let mut found = Vec::new();
            Lines.token_stream(&text).process(&mut |token| found.push(token.text.clone()));
            assert_eq!(found, expected);
        };
        check(&["의료", "광고", "의료 광고"], &["의료", "광고", "의료 광고"]);
        check(&[], &[]);
        check(&["제56조", &"가".repeat(100), "a\nb"], &["제56조"]);
    }
}
