//! Pages that answers cite: their text, and how they look.

use base64::Engine as _;
use simui_corpus::{Finding, PagePicture, PictureMark, WantedPicture, page_picture};
use simui_store::CoverageOriginal;

use super::one_table::digest_of_pages;
use super::original::original;
use crate::faults::ErrorCode;
use crate::types::{
    CoveragePagePicture, CoveragePagePictureRequest, CoveragePageRequest, CoveragePageText,
    CoveragePictureMark,
};
use crate::{ApiError, Desk};

/// Least width of a picture in pixels.
const LEAST_WIDTH: u32 = 400;
/// Greatest width of a picture in pixels.
const GREATEST_WIDTH: u32 = 2_400;

impl Desk {
    /// Returns the text of a page that an answer cites.
    pub async fn coverage_page(
        &self,
        request: CoveragePageRequest,
    ) -> Result<CoveragePageText, ApiError> {
        let (stored, text) = self.stored_page(&request).await?;
        Ok(CoveragePageText { text, is_pdf: is_pdf(&stored) })
    }

    /// Draws a page of a PDF from its file in the imported folder, whose bytes must be those that were
    /// imported, and marks a quote where its place is certain.
    pub async fn coverage_page_picture(
        &self,
        request: CoveragePagePictureRequest,
    ) -> Result<CoveragePagePicture, ApiError> {
        let CoveragePagePictureRequest {
            insurer_code,
            document,
            doc_type,
            page,
            width,
            start,
            end,
        } = request;
        let asked = CoveragePageRequest { insurer_code, document, doc_type, page };
        let (stored, text) = self.stored_page(&asked).await?;
        let document = stored.document.name.clone();
        if !is_pdf(&stored) {
            return Err(ApiError::invalid(
                ErrorCode::CoverageDocumentUndrawable,
                &[("document", &document)],
                format!("{document} is no PDF file of the imported folder"),
            ));
        }
        let width = width.clamp(LEAST_WIDTH, GREATEST_WIDTH);
        // Places before the first or behind the last character mark nothing.
        let quote = start as usize..end.max(start) as usize;
        let wanted = WantedPicture { page, width, quote };
        let undrawn = |why: String| {
            ApiError::invalid(
                ErrorCode::CoveragePageUndrawn,
                &[("document", &document), ("page", &page)],
                format!("{document}, page {page}: {why}"),
            )
        };
        let _turn = self.coverage.drawing.lock().await;
        let pool = self.reader_pool();
        let drawing = tokio::task::spawn_blocking(move || {
            let source = original(&stored)?;
            Ok::<_, ApiError>(match pool {
                Some(pool) => pool.picture(&source, &wanted),
                None => page_picture(&source, &wanted),
            })
        });
        let drawn = drawing.await.map_err(|error| undrawn(error.to_string()))??;
        let picture = drawn.map_err(|Finding { reason, .. }| undrawn(reason))?;
        if !is_sound(&picture) {
            return Err(undrawn("the answer is no picture".to_owned()));
        }
        let marks = picture.marks.iter().copied().map(mark).collect::<Option<Vec<_>>>();
        let is_same = picture.text == text;
        Ok(CoveragePagePicture {
            base64: base64::engine::general_purpose::STANDARD.encode(&picture.png),
            width: picture.width,
            height: picture.height,
            marks: marks.filter(|_| is_same).unwrap_or_default(),
        })
    }

    /// Returns a document with the text of one of its pages.
    async fn stored_page(
        &self,
        request: &CoveragePageRequest,
    ) -> Result<(CoverageOriginal, String), ApiError> {
        let CoveragePageRequest { insurer_code, document, doc_type, page } = request;
        let stored =
            self.database.coverage_document(insurer_code, doc_type.as_deref(), document).await?;
        let text = stored.as_ref().and_then(|stored| {
            stored.document.pages.get(usize::try_from(*page).ok()?.checked_sub(1)?).cloned()
        });
        stored.zip(text).ok_or_else(|| ApiError::Missing {
            what: "page",
            id: format!("{insurer_code} {document} {page}"),
            remedy: "ask again: another import may have taken its place",
        })
    }
}

/// Returns whether a document was read from a PDF file, not from a table of pages.
fn is_pdf(stored: &CoverageOriginal) -> bool {
    let document = &stored.document;
    document.name.to_lowercase().ends_with(".pdf")
        && document.sha256 != digest_of_pages(&document.pages)
}

/// Returns whether a picture is a PNG of the size that it states. It comes from a process that read an
/// untrusted file.
fn is_sound(picture: &PagePicture) -> bool {
    let head = [b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".as_slice()];
    let size = [picture.width.to_be_bytes(), picture.height.to_be_bytes()].concat();
    let expected = [head.concat(), size].concat();
    picture.png.starts_with(&expected) && picture.width <= GREATEST_WIDTH
}

/// Returns a mark within its picture; `None` for one that is not.
fn mark(PictureMark { left, top, width, height }: PictureMark) -> Option<CoveragePictureMark> {
    let is_share = |it: f32| (0.0..=1.0).contains(&it);
    let inside = [left, top, width, height].into_iter().all(is_share);
    inside.then_some(CoveragePictureMark { left, top, width, height })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_that_is_no_picture_is_refused() {
        let png = |width: u8| {
            let head = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
            [head, vec![0, 0, 0, width, 0, 0, 0, 9], vec![8, 0]].concat()
        };
        let picture =
            |png| PagePicture { png, width: 7, height: 9, text: String::new(), marks: Vec::new() };
        assert!(is_sound(&picture(png(7))));
        assert!(!is_sound(&picture(png(8))));
        assert!(!is_sound(&picture(b"<svg onload=alert(1)>".to_vec())));
        let place = |left| PictureMark { left, top: 0.0, width: 0.5, height: 1.0 };
        assert!(mark(place(0.5)).is_some());
        assert!(mark(place(f32::NAN)).is_none());
        assert!(mark(place(-0.1)).is_none());
    }
}
