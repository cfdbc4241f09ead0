/// A position in a body, in bytes and in characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Position {
    pub byte: usize,
    pub char: usize,
}

/// One line of a body, without its line break.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Line<'a> {
    /// Counted from 0 within the body.
    pub number: usize,
    pub start: Position,
    pub text: &'a str,
}

impl<'a> Line<'a> {
    pub(crate) fn is_blank(&self) -> bool {
        self.text.trim().is_empty()
    }

    /// The line without white space on either side.
    pub(crate) fn trimmed(&self) -> &'a str {
        self.text.trim()
    }

    /// The number of white space characters at the start.
    pub(crate) fn indent(&self) -> usize {
        self.text.chars().take_while(|c| c.is_whitespace()).count()
    }

    /// The position `bytes` after the start of the line, which must be a character boundary.
    pub(crate) fn at(&self, bytes: usize) -> Position {
        let before = self.text.get(..bytes).unwrap_or(self.text);
        Position {
            byte: self.start.byte + before.len(),
            char: self.start.char + before.chars().count(),
        }
    }

    /// The position of the first visible character.
    pub(crate) fn visible_start(&self) -> Position {
        self.at(self.text.len() - self.text.trim_start().len())
    }

    /// The position after the last visible character.
    pub(crate) fn visible_end(&self) -> Position {
        self.at(self.text.trim_end().len())
    }
}

/// The lines of a body with `\n` line breaks.
pub(crate) fn lines(body: &str) -> Vec<Line<'_>> {
    let mut start = Position { byte: 0, char: 0 };
    let mut found = Vec::new();
    for (number, text) in body.split('\n').enumerate() {
        found.push(Line { number, start, text });
        start.byte += text.len() + 1;
        start.char += text.chars().count() + 1;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_characters_and_bytes() {
        let all = lines("가나\n\n  다 \n");
        let visible: Vec<_> = all
            .iter()
            .filter(|line| !line.is_blank())
            .map(|line| {
                (line.visible_start().char, line.visible_end().char, line.visible_end().byte)
            })
            .collect();
        assert_eq!(visible, [(0, 2, 6), (6, 7, 6 + 2 + 2 + 3)]);
        assert_eq!(all.iter().map(Line::indent).collect::<Vec<_>>(), [0, 0, 2, 0]);
    }
}
