//! The colours of the page, equal to those in `report.css`.

use krilla::color::rgb;

use crate::report::document::Tone;

/// Red, green and blue.
pub type Colour = (u8, u8, u8);

/// Running text.
pub const TEXT: Colour = (0x14, 0x18, 0x1f);
/// Text of explanations.
pub const MUTED: Colour = (0x55, 0x5e, 0x6c);
/// Thin lines.
pub const LINE: Colour = (0xd9, 0xdd, 0xe3);
/// Lines that end a part.
pub const STRONG_LINE: Colour = (0xaa, 0xb2, 0xbe);
/// Background of column headings and quotes.
pub const SOFT: Colour = (0xf4, 0xf5, 0xf7);
/// The filled part of a bar.
pub const BAR: Colour = (0x0b, 0x6b, 0x5d);

/// Returns the colour of a tone on white.
pub fn ink(tone: Tone) -> Colour {
    match tone {
        Tone::Good => (0x13, 0x7a, 0x3e),
        Tone::Care => (0x8a, 0x5a, 0x00),
        Tone::Bad => (0xb3, 0x26, 0x1e),
        Tone::Calm => (0x4a, 0x52, 0x60),
    }
}

/// Returns the colour of a tone behind dark text.
pub fn wash(tone: Tone) -> Colour {
    match tone {
        Tone::Good => (0xe4, 0xf4, 0xea),
        Tone::Care => (0xfd, 0xf1, 0xd8),
        Tone::Bad => (0xfb, 0xe6, 0xe4),
        Tone::Calm => (0xec, 0xee, 0xf2),
    }
}

/// Converts a colour to krilla's type.
pub fn rgb((red, green, blue): Colour) -> rgb::Color {
    rgb::Color::new(red, green, blue)
}
