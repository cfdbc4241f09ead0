//! Where the characters of a page's text stand on the page.

use super::pages::text;
use super::sheet::{Area, Letter, Sheet};
use super::turn::Quarters;
use crate::formats::transcript::Transcript;

/// Widest gap between two letters of one piece, in heights of their letters.
const GAP: f32 = 1.0;

/// A character of a page's text.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Character {
    pub c: char,
    /// The letter that it is; `None` for spaces, line breaks and the separators of cells.
    pub letter: Option<Letter>,
}

/// Returns the text of a page with the letter behind each character; `None` for a page with more letters
/// than there are stand-ins.
///
/// The text is put together by [`text`] from stand-ins, one of its own for each letter, so that every
/// character leads back to its letter by whatever way it came into the text. Only where spaces and bars are
/// matters to [`text`], and those stay.
pub(super) fn characters(mut sheet: Sheet) -> Option<Vec<Character>> {
    let letters = std::mem::take(&mut sheet.letters);
    for (at, letter) in letters.iter().enumerate() {
        let stays = letter.c.is_whitespace() || letter.c == '|';
        let c = if stays { letter.c } else { stand_in(at)? };
        sheet.letters.push(Letter { c, ..*letter });
    }
    let text = text(&sheet, 0, &mut Transcript::default());
    let own = |c: char| place(c).and_then(|at| letters.get(at)).copied();
    let character = |c| own(c).map_or(Character { c, letter: None }, of_letter);
    Some(text.chars().map(character).collect())
}

fn of_letter(letter: Letter) -> Character {
    Character { c: letter.c, letter: Some(letter) }
}

/// The two planes for private use, as their first and last character. No letter of the sheet keeps one.
const PRIVATE: [(u32, u32); 2] = [(0xF_0000, 0xF_FFFD), (0x10_0000, 0x10_FFFD)];

/// Returns the stand-in of the letter at an index.
fn stand_in(at: usize) -> Option<char> {
    let mut at = u32::try_from(at).ok()?;
    for (first, last) in PRIVATE {
        let length = last - first + 1;
        if at < length {
            return char::from_u32(first + at);
        }
        at -= length;
    }
    None
}

/// Returns the index of the letter for which a character stands in.
fn place(c: char) -> Option<usize> {
    let [(first, last), (second, end)] = PRIVATE;
    let at = match u32::from(c) {
        c if (first..=last).contains(&c) => c - first,
        c if (second..=end).contains(&c) => c - second + (last - first + 1),
        _ => return None,
    };
    usize::try_from(at).ok()
}

/// Returns the areas that characters cover on their sheet, one for each piece of a line.
pub(super) fn pieces(characters: &[Character]) -> Vec<Area> {
    let mut pieces: Vec<(Quarters, Area)> = Vec::new();
    for letter in characters.iter().filter_map(|it| it.letter) {
        let area = letter.standing.upright(letter.area);
        let last = pieces.last_mut().filter(|(standing, _)| *standing == letter.standing);
        match last.filter(|(_, piece)| goes_on(piece, &area)) {
            Some((_, piece)) => {
                *piece = Area {
                    left: piece.left.min(area.left),
                    top: piece.top.min(area.top),
                    right: piece.right.max(area.right),
                    bottom: piece.bottom.max(area.bottom),
                };
            }
            None => pieces.push((letter.standing, area)),
        }
    }
    pieces.into_iter().map(|(standing, area)| standing.as_it_stood(area)).collect()
}

/// Returns whether a letter continues the piece of a line before it.
fn goes_on(piece: &Area, letter: &Area) -> bool {
    let height = piece.height().min(letter.height());
    let overlap = piece.bottom.min(letter.bottom) - piece.top.max(letter.top);
    let gap = letter.left - piece.right;
    overlap > 0.5 * height && gap < GAP * height && letter.right > piece.left
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]
    use super::*;

    fn letter(c: char, x: f32, y: f32) -> Letter {
        Letter {
            c,
            area: Area { left: x, top: y, right: x + 10.0, bottom: y + 10.0 },
            size: 10.0,
            spaced: false,
            order: (y + x / 10.0) as usize,
            standing: Quarters::NONE,
            unseen: None,
        }
    }

    #[test]
    fn every_letter_has_a_stand_in_that_leads_back() {
        for at in [0, 1, 65_533, 65_534, 100_000, 131_067] {
            assert_eq!(place(stand_in(at).unwrap()), Some(at), "{at}");
        }
        assert_eq!(stand_in(131_068), None);
        assert_eq!(place('가'), None);
    }

    #[test]
    fn characters_lead_to_their_letters_in_reading_order() {
        let letters = vec![
            letter('다', 10.0, 40.0),
            letter('가', 10.0, 10.0),
            letter(' ', 20.0, 10.0),
            letter('\u{F0000}', 30.0, 10.0),
        ];
        let sheet = Sheet { letters, width: 100.0, height: 100.0, ..Sheet::default() };
        let characters = characters(sheet).unwrap();
        let text: String = characters.iter().map(|it| it.c).collect();
        assert_eq!(text, "가 \u{F0000}\n다");
        let places: Vec<Option<f32>> =
            characters.iter().map(|it| it.letter.map(|it| it.area.left)).collect();
        assert_eq!(places, [Some(10.0), None, Some(30.0), None, Some(10.0)]);
        let area = |left, top, right, bottom| Area { left, top, right, bottom };
        assert_eq!(
            pieces(&characters),
            [
                area(10.0, 10.0, 20.0, 20.0),
                area(30.0, 10.0, 40.0, 20.0),
                area(10.0, 40.0, 20.0, 50.0)
            ]
        );
    }
}
