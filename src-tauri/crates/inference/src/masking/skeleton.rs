use simui_domain::is_hidden;
use unicode_normalization::UnicodeNormalization;

/// A text as identifiers are looked for in it: full-width letters narrow, every dash `-`, every space ` `, what nobody sees
/// left out; with the way back.
pub(super) struct Skeleton {
    pub chars: Vec<char>,
    /// Where each stands in the original, in scalar values.
    pub at: Vec<usize>,
}

impl Skeleton {
    pub fn of(text: &str) -> Self {
        let (mut chars, mut at) = (Vec::new(), Vec::new());
        for (index, c) in text.chars().enumerate() {
            if is_hidden(c) {
                continue;
            }
            chars.push(plain(c));
            at.push(index);
        }
        Self { chars, at }
    }

    /// The places in the original of `chars[from..to]`, which is not empty.
    pub fn span(&self, from: usize, to: usize) -> (usize, usize) {
        let start = self.at.get(from).copied().unwrap_or(0);
        let last = to.checked_sub(1).and_then(|it| self.at.get(it)).copied().unwrap_or(start);
        (start, last + 1)
    }

    pub fn get(&self, index: usize) -> Option<char> {
        self.chars.get(index).copied()
    }
}

/// One character as it is meant.
fn plain(c: char) -> char {
    match c {
        '\u{2010}'..='\u{2015}'
        | '\u{2212}'
        | '\u{FE58}'
        | '\u{FE63}'
        | '\u{FF0D}'
        | '\u{30FC}'
        | '\u{3161}'
        | '\u{2500}'
        | '\u{02D7}' => '-',
        _ if c.is_whitespace() => ' ',
        _ if c.is_ascii() || is_syllable(c) => c,
        _ => {
            let mut narrow = std::iter::once(c).nfkc();
            match (narrow.next(), narrow.next()) {
                (Some(one), None) if one.is_whitespace() => ' ',
                (Some(one), None) => one,
                _ => c,
            }
        }
    }
}

/// A Hangul syllable.
pub(super) fn is_syllable(c: char) -> bool {
    ('가'..='힣').contains(&c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_looks_the_same_is_the_same() {
        let skeleton = Skeleton::of("９０\u{200B}０１－\u{3000}＠Ａ—①가");
        let chars: String = skeleton.chars.iter().collect();
        assert_eq!(chars, "9001- @A-1가");
        assert_eq!(skeleton.at[2], 3, "the hidden one is counted");
        assert_eq!(skeleton.span(0, 4), (0, 5));
    }
}
