//! `simui coverage page`: the text of a page, or the page as it looks.

use std::path::Path;

use base64::Engine as _;
use serde::Serialize;
use simui_api::Desk;
use simui_api::types::{
    CoveragePagePictureRequest, CoveragePageRequest, CoveragePageText, CoveragePictureMark,
};

use crate::args::coverage::PageCommand;
use crate::error::CliError;
use crate::output::Output;

/// A picture that was written.
#[derive(Serialize)]
struct Drawn {
    path: String,
    width: u32,
    height: u32,
    marks: Vec<CoveragePictureMark>,
}

pub async fn run(desk: &Desk, command: PageCommand, out: Output) -> Result<(), CliError> {
    let PageCommand { insurer, document, page, doc_type, out: file, width, quote } = command;
    let asked = CoveragePageRequest { insurer_code: insurer, document, doc_type, page };
    let Some(file) = file else {
        let found = desk.coverage_page(asked).await?;
        out.result(&found, |found| found.text.clone());
        return Ok(());
    };
    let (start, end) = match quote {
        Some(quote) => place(&desk.coverage_page(asked.clone()).await?, &quote)?,
        None => (0, 0),
    };
    let drawn = draw(desk, asked, width, (start, end), &file).await?;
    out.result(&drawn, |drawn| format!("{} ({}×{})\n", drawn.path, drawn.width, drawn.height));
    Ok(())
}

/// Draws a page and writes it to a file.
async fn draw(
    desk: &Desk,
    asked: CoveragePageRequest,
    width: u32,
    (start, end): (u32, u32),
    file: &Path,
) -> Result<Drawn, CliError> {
    let CoveragePageRequest { insurer_code, document, doc_type, page } = asked;
    let request =
        CoveragePagePictureRequest { insurer_code, document, doc_type, page, width, start, end };
    let picture = desk.coverage_page_picture(request).await?;
    let bytes = base64::engine::general_purpose::STANDARD
        .decode(&picture.base64)
        .map_err(|error| CliError::file(file, std::io::Error::other(error)))?;
    std::fs::write(file, bytes).map_err(|error| CliError::file(file, error))?;
    Ok(Drawn {
        path: file.display().to_string(),
        width: picture.width,
        height: picture.height,
        marks: picture.marks,
    })
}

/// Returns where words first stand in the text of a page, in Unicode scalar values.
fn place(found: &CoveragePageText, quote: &str) -> Result<(u32, u32), CliError> {
    let count = |text: &str| u32::try_from(text.chars().count()).unwrap_or(u32::MAX);
    let before = found.text.find(quote).and_then(|at| found.text.get(..at));
    let start = before.map(count).ok_or_else(|| CliError::Json {
        place: "--quote".to_owned(),
        reason: "the page does not say this".to_owned(),
        remedy: "use words as `simui coverage page` prints them",
    })?;
    Ok((start, start.saturating_add(count(quote))))
}
