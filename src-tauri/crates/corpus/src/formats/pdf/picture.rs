//! Draws a page as a picture, upright by its letters, and marks a quote on it.

use std::ops::Range;
use std::sync::PoisonError;

use pdfium_render::prelude::*;

use super::places::{characters, pieces};
use super::sheet::{Area, Sheet, sheet};
use super::turn::Quarters;
use super::{library, refused};
use crate::picture::{PagePicture, PictureMark, WantedPicture};
use crate::reading::Finding;

/// Most pixels of a picture: an A4 page of 2,400 pixels' width has 8.1 million.
const MOST_PIXELS: f32 = 12_000_000.0;

/// Draws a page and finds the place of a quote on it.
///
/// # Errors
/// A finding when the file is no readable PDF, has no such page, or the page cannot be drawn.
pub(crate) fn picture(bytes: &[u8], wanted: &WantedPicture) -> Result<PagePicture, Finding> {
    let library = library::library()?;
    let pdfium = library.lock().unwrap_or_else(PoisonError::into_inner);
    let document = pdfium.load_pdf_from_byte_slice(bytes, None).map_err(|error| refused(&error))?;
    let place = format!("{}쪽", wanted.page);
    let index = wanted.page.checked_sub(1).and_then(|it| PdfPageIndex::try_from(it).ok());
    let index = index
        .filter(|it| *it < document.pages().len())
        .ok_or_else(|| Finding::new(place.clone(), "문서에 이 쪽이 없습니다."))?;
    let undrawn =
        |why: String| Finding::new(place.clone(), format!("이 쪽을 그릴 수 없습니다({why})."));
    let of_pdfium = |error: PdfiumError| undrawn(format!("{error:?}"));
    let page = document.pages().get(index).map_err(of_pdfium)?;
    // Drawn as it is read: upright by its letters.
    let sheet = sheet(&page).ok();
    let shown = (page.width().value, page.height().value);
    let size = sheet.as_ref().map_or(shown, |sheet| (sheet.width, sheet.height));
    let turn = sheet.as_ref().map_or(Quarters::NONE, |sheet| sheet.turned).to_draw();
    let (width, height) =
        pixels(size, wanted.width).ok_or_else(|| undrawn("the page has no size".to_owned()))?;
    let config = PdfRenderConfig::new().set_target_size(width, height).rotate(turn, false);
    let bitmap = page.render_with_config(&config).map_err(of_pdfium)?;
    let (width, height) = (bitmap.width().unsigned_abs(), bitmap.height().unsigned_abs());
    let png = png(width, height, &bitmap.as_rgba_bytes()).map_err(|it| undrawn(it.to_string()))?;
    let is_framed = is_framed(&page);
    let (text, marks) =
        sheet.map_or_else(Default::default, |it| marked(it, &wanted.quote, is_framed));
    Ok(PagePicture { png, width, height, text, marks })
}

/// Returns width and height in pixels for a page of this size in points; `None` for a page without a size.
fn pixels((wide, high): (f32, f32), width: u32) -> Option<(Pixels, Pixels)> {
    let area = wide * high;
    if !(area.is_finite() && area > 0.0 && wide > 0.0) {
        return None;
    }
    let scale = (width as f32 / wide).min((MOST_PIXELS / area).sqrt());
    // At most `MOST_PIXELS` in both directions, which an `i32` holds.
    let side = |points: f32| (points * scale).round().clamp(1.0, MOST_PIXELS) as Pixels;
    Some((side(wide), side(high)))
}

/// Returns whether the size of a page agrees with the bounds from which places on it are counted, so that a
/// place on the sheet is the same place in the picture.
fn is_framed(page: &PdfPage<'_>) -> bool {
    let Ok(bounds) = page.boundaries().bounding().map(|it| it.bounds) else { return false };
    let stored = (bounds.width().value, bounds.height().value);
    let turn = Quarters::of_page(page.rotation().unwrap_or(PdfPageRenderRotation::None));
    let expected = if turn.is_sideways() { (stored.1, stored.0) } else { stored };
    let shown = (page.width().value, page.height().value);
    (expected.0 - shown.0).abs() < 1.0 && (expected.1 - shown.1).abs() < 1.0
}

/// Returns the text of a page and the marks of a quote in it.
fn marked(sheet: Sheet, quote: &Range<usize>, is_framed: bool) -> (String, Vec<PictureMark>) {
    let size = (sheet.width, sheet.height);
    let Some(characters) = characters(sheet) else { return Default::default() };
    let text = characters.iter().map(|it| it.c).collect();
    let quoted = characters.get(quote.clone()).filter(|_| is_framed).unwrap_or(&[]);
    (text, pieces(quoted).into_iter().map(|area| mark(area, size)).collect())
}

/// Returns an area of a page of this size as shares of it.
fn mark(area: Area, (width, height): (f32, f32)) -> PictureMark {
    let share = |at: f32, whole: f32| (at / whole).clamp(0.0, 1.0);
    let (left, top) = (share(area.left, width), share(area.top, height));
    PictureMark {
        left,
        top,
        width: share(area.right, width) - left,
        height: share(area.bottom, height) - top,
    }
}

/// Encodes a picture without transparency, in grey where it has no colour.
fn png(width: u32, height: u32, rgba: &[u8]) -> Result<Vec<u8>, png::EncodingError> {
    let pixels = || rgba.as_chunks::<4>().0.iter();
    let is_grey = pixels().all(|[red, green, blue, _]| red == green && green == blue);
    let (color, samples): (png::ColorType, Vec<u8>) = if is_grey {
        (png::ColorType::Grayscale, pixels().map(|[grey, ..]| *grey).collect())
    } else {
        (png::ColorType::Rgb, pixels().flat_map(|[r, g, b, _]| [*r, *g, *b]).collect())
    };
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, width, height);
    encoder.set_color(color);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&samples)?;
    writer.finish()?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_has_the_width_that_is_asked_for_unless_it_is_too_large() {
        for (size, width, expected) in [
            ((595.0, 842.0), 1190, Some((1190, 1684))),
            ((842.0, 595.0), 842, Some((842, 595))),
            ((100.0, 10_000.0), 2_400, Some((346, 34_641))),
            ((0.0, 842.0), 800, None),
            ((f32::NAN, 842.0), 800, None),
            ((10_000.0, 1.0), 400, Some((400, 1))),
        ] {
            assert_eq!(pixels(size, width), expected, "{size:?} {width}");
        }
    }
}
