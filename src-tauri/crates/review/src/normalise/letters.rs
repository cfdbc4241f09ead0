//! Letters without the characters between them, so that `최★고`, `최.고` and `최 고 의` read as one word.

use simui_korean::hangul;

use super::glyphs::Glyph;

/// The separator between a letter and the one before it, weakest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Gap {
    /// No separator.
    None,
    /// A quotation mark, or a sign inside a word: a word may go on after it, or begin.
    Soft,
    /// White space between words.
    Space,
    /// A comma, a middle dot or a slash, between parts of a list.
    Comma,
    /// A bracket, a colon or a dash, between parts of a heading.
    Strong,
    /// The end of a sentence or of a line.
    Break,
}

/// One letter, digit, `%`, `+` or `→`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Letter {
    /// The character, in lower case.
    pub ch: char,
    /// First scalar value in the original.
    pub start: usize,
    /// One past the last.
    pub end: usize,
    /// The separator before it.
    pub gap: Gap,
    /// Number of its word (어절).
    pub word: usize,
    /// Index of its glyph.
    pub glyph: usize,
    /// True when the letter stood among other lone syllables (제 일 안 전) that were joined to one word.
    pub joined: bool,
}

/// Longest word, in letters; a longer one is cut. No word of Korean or Latin has half as many letters, but
/// text without spaces and punctuation does.
const LONGEST_WORD: usize = 200;

/// Reads the letters of a text, and returns whether words had to be cut.
pub(super) fn read(glyphs: &[Glyph]) -> (Vec<Letter>, bool) {
    let mut letters: Vec<Letter> = Vec::with_capacity(glyphs.len());
    let mut gap = Gap::Break;
    for (index, glyph) in glyphs.iter().enumerate() {
        if let Some(ch) = letter(glyphs, index) {
            letters.push(Letter {
                ch,
                start: glyph.start,
                end: glyph.end,
                gap,
                word: 0,
                glyph: index,
                joined: false,
            });
            gap = Gap::None;
        } else {
            gap = gap.max(separator(glyphs, index));
        }
    }
    drop_repetition(&mut letters);
    repair_figures(&mut letters);
    number_words(&mut letters);
    join_spaced_syllables(&mut letters);
    let cut = cut_long_words(&mut letters);
    (letters, cut)
}

fn at(glyphs: &[Glyph], index: Option<usize>) -> char {
    index.and_then(|index| glyphs.get(index)).map_or('\n', |glyph| glyph.ch)
}

/// The letter at `index`, if there is one. A point between digits belongs to the figure.
fn letter(glyphs: &[Glyph], index: usize) -> Option<char> {
    let c = glyphs[index].ch;
    let (before, after) = (at(glyphs, index.checked_sub(1)), at(glyphs, Some(index + 1)));
    match c {
        '%' | '→' => Some(c),
        '+' if before.is_ascii_digit() && after.is_ascii_digit() => Some(c),
        '.' if before.is_ascii_digit() && after.is_ascii_digit() && !is_date(glyphs, index) => {
            Some(c)
        }
        _ if c.is_alphanumeric() => Some(c),
        _ => None,
    }
}

/// Whether the point at `index` belongs to a date like `2023.5.1` or `2023.5.`.
fn is_date(glyphs: &[Glyph], index: usize) -> bool {
    let digits = |indexes: &mut dyn Iterator<Item = usize>| {
        indexes.take_while(|&i| at(glyphs, Some(i)).is_ascii_digit()).count()
    };
    let before = digits(&mut (0..index).rev());
    let after = digits(&mut (index + 1..glyphs.len()));
    before == 4
        || at(glyphs, Some(index + 1 + after)) == '.'
            && at(glyphs, Some(index + 2 + after)) != '\n'
            && after <= 2
        || at(glyphs, index.checked_sub(before + 1)) == '.'
}

/// Returns how strongly the glyph at `index`, which is no letter, separates.
fn separator(glyphs: &[Glyph], index: usize) -> Gap {
    let c = glyphs[index].ch;
    let (before, after) = (at(glyphs, index.checked_sub(1)), at(glyphs, Some(index + 1)));
    // 최.고, 부·작·용: a sign between a lone syllable and another letter is a disguise.
    let lone =
        hangul::is_syllable(before) && !hangul::is_syllable(at(glyphs, index.checked_sub(2)));
    let inside = lone && (hangul::is_syllable(after) || after.is_ascii_alphanumeric());
    match c {
        '\n' | '\r' => Gap::Break,
        _ if c.is_whitespace() => Gap::Space,
        '\'' | '"' | '‘' | '’' | '“' | '”' | '「' | '」' | '『' | '』' | '<' | '>' | '《'
        | '》' | '〈' | '〉' => Gap::Soft,
        '.' if before.is_ascii_alphanumeric() && after.is_ascii_alphanumeric() => Gap::Soft,
        '.' if before.is_ascii_digit()
            && after == ' '
            && at(glyphs, Some(index + 2)).is_ascii_digit() =>
        {
            Gap::Space
        }
        // NO . 1: a point with white space on both sides ends no sentence.
        '.' if before == ' ' && after == ' ' => Gap::Space,
        ',' if before.is_ascii_digit() && after.is_ascii_digit() => Gap::None,
        _ if inside => Gap::Soft,
        // 부.작.용. 0%: the last point of such a disguise ends no sentence.
        '.' if lone
            && at(glyphs, index.checked_sub(2)) == '.'
            && hangul::is_syllable(at(glyphs, index.checked_sub(3)))
            && after == ' '
            && at(glyphs, Some(index + 2)).is_alphanumeric() =>
        {
            Gap::Space
        }
        '.' | '!' | '?' | '。' | '…' | ';' | '•' => Gap::Break,
        ',' | '·' | 'ㆍ' | '・' | '/' | '&' | '、' | '+' => Gap::Comma,
        '(' | ')' | '[' | ']' | '{' | '}' | '【' | '】' | ':' | '|' | '-' | '–' | '—' | '=' => {
            Gap::Strong
        }
        '~' | '_' | '^' | '*' | '#' | '@' => Gap::Soft,
        _ if hangul::is_syllable(before) && hangul::is_syllable(after) => Gap::Soft,
        // A bullet at the start of a line, or an emoji between words.
        _ if matches!(before, '\n' | '\r') => Gap::Break,
        _ => Gap::Comma,
    }
}

/// Removes drawn-out and repeated syllables: 최고오오오 and 최최최고 become 최고. Figures keep their repeated digits.
fn drop_repetition(letters: &mut Vec<Letter>) {
    let mut kept: Vec<Letter> = Vec::with_capacity(letters.len());
    let mut at = 0;
    while at < letters.len() {
        let letter = letters[at];
        let run = letters[at..]
            .iter()
            .enumerate()
            .take_while(|(offset, next)| {
                next.ch == letter.ch && (*offset == 0 || next.gap == Gap::None)
            })
            .count();
        let is_drawn_out = run >= 2
            && letter.gap == Gap::None
            && hangul::bare_vowel(letter.ch).is_some()
            && kept.last().is_some_and(|before| {
                !hangul::has_final(before.ch)
                    && hangul::vowel(before.ch) == hangul::bare_vowel(letter.ch)
            });
        if is_drawn_out {
            if let (Some(before), Some(last)) = (kept.last_mut(), letters.get(at + run - 1)) {
                before.end = last.end;
            }
        } else if run >= 3 && hangul::is_syllable(letter.ch) {
            kept.push(Letter { end: letters[at + run - 1].end, ..letter });
        } else {
            kept.extend_from_slice(&letters[at..at + run]);
        }
        at += run;
    }
    *letters = kept;
}

/// Replaces letters that look like digits before a word for per cent: `1OO%`, `l00프로`.
fn repair_figures(letters: &mut [Letter]) {
    let mut at = 0;
    while at < letters.len() {
        let run = letters[at..]
            .iter()
            .enumerate()
            .take_while(|(offset, letter)| {
                (letter.ch.is_ascii_digit() || matches!(letter.ch, 'o' | 'l' | 'i' | '.'))
                    && (*offset == 0 || letter.gap == Gap::None)
            })
            .count();
        let follows: String = letters[at + run..].iter().take(2).map(|letter| letter.ch).collect();
        let per_cent =
            follows.starts_with('%') || follows.starts_with("프로") || follows.starts_with('퍼');
        let at_word_start =
            at == 0 || letters[at].gap != Gap::None || !letters[at - 1].ch.is_ascii_alphabetic();
        if run > 1
            && per_cent
            && at_word_start
            && letters[at..at + run].iter().any(|l| l.ch.is_ascii_digit() || l.ch == 'o')
        {
            for letter in &mut letters[at..at + run] {
                letter.ch = match letter.ch {
                    'o' => '0',
                    'l' | 'i' => '1',
                    digit => digit,
                };
            }
        }
        at += run.max(1);
    }
}

fn number_words(letters: &mut [Letter]) {
    let mut word = 0;
    for (index, letter) in letters.iter_mut().enumerate() {
        if index > 0 && letter.gap > Gap::Soft {
            word += 1;
        }
        letter.word = word;
    }
}

/// Syllables that often stand alone beside each other in ordinary Korean.
const ORDINARY: &str = "한두세네다번더수할될볼갈올줄할등및이그저것때후전중내외만또잘안못꼭첫새총약각매팀명원년월일시분큰본각";

/// Joins lone syllables to one word (제 일 안 전 한, 1 0 0 %): four or more in a row, or three without an ordinary
/// word among them.
fn join_spaced_syllables(letters: &mut [Letter]) {
    let lone = |letters: &[Letter], at: usize| {
        let letter = &letters[at];
        (hangul::is_syllable(letter.ch) || letter.ch.is_ascii_digit())
            && letters.get(at + 1).is_none_or(|next| next.gap > Gap::None || next.ch == '%')
    };
    let mut at = 0;
    let mut joined = false;
    while at < letters.len() {
        let run = if letters[at].gap > Gap::Soft && lone(letters, at) {
            1 + (at + 1..letters.len())
                .take_while(|&next| letters[next].gap == Gap::Space && lone(letters, next))
                .count()
        } else {
            1
        };
        let ordinary = letters[at..at + run].iter().any(|letter| ORDINARY.contains(letter.ch));
        if run >= 4 || run == 3 && !ordinary {
            letters[at + 1..at + run].iter_mut().for_each(|letter| letter.gap = Gap::None);
            letters[at..at + run].iter_mut().for_each(|letter| letter.joined = true);
            joined = true;
        }
        at += run;
    }
    if joined {
        number_words(letters);
    }
}

/// Puts white space after each [`LONGEST_WORD`] letters of a word, so that work on one word is bounded.
/// Returns whether there was such a word.
fn cut_long_words(letters: &mut [Letter]) -> bool {
    let (mut length, mut cut) = (0, false);
    for letter in letters.iter_mut() {
        if letter.gap > Gap::Soft {
            length = 0;
        } else if length >= LONGEST_WORD {
            letter.gap = Gap::Space;
            (length, cut) = (0, true);
        }
        length += 1;
    }
    if cut {
        number_words(letters);
    }
    cut
}
