//! Writes web pages for tests.

use super::source::Piece;
use super::zip_file::escape;

/// A page with these pieces.
pub fn of(pieces: &[Piece]) -> Vec<u8> {
    let body: String = pieces
        .iter()
        .map(|piece| match piece {
            Piece::Line(words) => format!("<p>{}</p>\n", escape(words)),
            Piece::Table(rows) => {
                let cell = |words: &String| format!("<td>{}</td>", escape(words));
                let row = |row: &Vec<String>| {
                    format!("<tr>{}</tr>\n", row.iter().map(cell).collect::<String>())
                };
                format!("<table>{}</table>", rows.iter().map(row).collect::<String>())
            }
        })
        .collect();
    with(&body).into_bytes()
}

/// A page with this body.
pub fn with(body: &str) -> String {
    format!("<!doctype html><html><head><meta charset=\"utf-8\"></head><body>{body}</body></html>")
}
