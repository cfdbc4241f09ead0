//! Draws a document as a PDF: words are shaped ([`shape`]), broken into lines ([`lines`]), set as rows
//! ([`blocks`]), distributed over pages ([`pages`]) and drawn ([`draw`]).

mod blocks;
mod colour;
mod draw;
mod faces;
mod lines;
mod pages;
mod shape;
mod tags;

use super::document::Document;
use super::error::ReportError;
use super::fonts::Fonts;

/// Lays out a document and returns the PDF.
pub fn render(document: &Document, fonts: &Fonts) -> Result<Vec<u8>, ReportError> {
    let files = faces::read(fonts)?;
    let faces = faces::Faces::open(&files)?;
    let parts = blocks::parts(document, &faces);
    let pages = pages::paginate(&parts);
    draw::write(document, &faces, &parts, &pages)
}
