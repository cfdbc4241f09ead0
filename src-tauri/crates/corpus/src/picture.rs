//! A page of a PDF as a picture: what is asked for, and what is drawn.

use std::ops::Range;

use serde::{Deserialize, Serialize};

/// Which page is drawn, and how.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WantedPicture {
    /// Number of the page, from 1.
    pub page: u32,
    /// Width in pixels. A page that would be too high is drawn narrower.
    pub width: u32,
    /// Place of a quote in the page's text, in Unicode scalar values; an empty one marks nothing.
    pub quote: Range<usize>,
}

/// A page as it looks.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PagePicture {
    /// The picture as PNG.
    pub png: Vec<u8>,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// The text of the page as its letters are written. The marks are right for a stored text only if it is
    /// the same.
    pub text: String,
    /// Where the quote stands, one mark for each piece of a line; empty where that is not certain.
    pub marks: Vec<PictureMark>,
}

/// A rectangle of a picture, in shares of its width and height from the upper left corner, 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct PictureMark {
    /// Left edge.
    pub left: f32,
    /// Upper edge.
    pub top: f32,
    /// Width of the rectangle.
    pub width: f32,
    /// Height of the rectangle.
    pub height: f32,
}
