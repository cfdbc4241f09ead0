//! Tests of pages drawn as pictures.

use simui_corpus::{Finding, PagePicture, SourceFile, WantedPicture, file_pages, page_picture};

use super::{has_pdfium, pdf};

fn source(bytes: Vec<u8>) -> SourceFile {
    SourceFile { path: "a.pdf".to_owned(), bytes }
}

/// Draws the first page at twice its size in points, with the first place of these words marked.
fn draw(bytes: Vec<u8>, quote: &str) -> Result<PagePicture, Finding> {
    let source = source(bytes);
    let text = file_pages(&source)?.pages.remove(0);
    let start = text[..text.find(quote).unwrap()].chars().count();
    let quote = start..start + quote.chars().count();
    let picture = page_picture(&source, &WantedPicture { page: 1, width: 1190, quote })?;
    assert_eq!(picture.text, text);
    Ok(picture)
}

#[test]
fn a_turned_page_is_drawn_upright_and_marked_at_the_same_place() {
    if !has_pdfium() {
        return;
    }
    let rows = [vec!["담보".to_owned(), "금액".to_owned()], vec!["암".into(), "3만원".into()]];
    let page = format!("{}{}", pdf::text(60.0, 780.0, "글이다."), pdf::table(60.0, 650.0, &rows));
    let upright = draw(pdf::with(&[&page]), "암 | 3만원").unwrap();
    assert_eq!((upright.width, upright.height, upright.marks.len()), (1190, 1684, 2));
    // The cells begin 4 points beside a line, 264 points from the left for the second column.
    for (mark, left) in upright.marks.iter().zip([64.0, 264.0]) {
        assert!((mark.left * 595.0 - left).abs() < 2.0, "{mark:?}");
        assert!((mark.top * 842.0 - (842.0 - 624.0 - 8.8)).abs() < 2.0, "{mark:?}");
    }
    for paper in pdf::Paper::turned() {
        let turned = draw(pdf::on(paper, &[&page]), "암 | 3만원").unwrap();
        assert_eq!((turned.width, turned.height), (1190, 1684), "{paper:?}");
        assert_eq!(turned.marks.len(), 2, "{paper:?}");
        for (mark, expected) in turned.marks.iter().zip(&upright.marks) {
            let near = |a: f32, b: f32| (a - b).abs() < 0.005;
            assert!(near(mark.left, expected.left), "{paper:?} {mark:?} {expected:?}");
            assert!(near(mark.top, expected.top), "{paper:?} {mark:?} {expected:?}");
            assert!(near(mark.width, expected.width), "{paper:?} {mark:?} {expected:?}");
        }
    }
}

#[test]
fn what_cannot_be_drawn_has_a_reason() {
    if !has_pdfium() {
        return;
    }
    let page = pdf::text(60.0, 780.0, "글이다.");
    let file = pdf::with(&[&page]);
    for (bytes, page, expected) in [
        (file.clone(), 0, "이 쪽이 없습니다"),
        (file.clone(), 2, "이 쪽이 없습니다"),
        (file, u32::MAX, "이 쪽이 없습니다"),
        (b"%PDF-1.7\nnothing".to_vec(), 1, "PDF를 열 수 없습니다"),
        ("글".into(), 1, "PDF가 아니어서"),
    ] {
        let wanted = WantedPicture { page, width: 400, quote: 0..0 };
        let path = if bytes.starts_with(b"%PDF") { "a.pdf" } else { "a.txt" };
        let source = SourceFile { path: path.to_owned(), bytes };
        let reason = page_picture(&source, &wanted).unwrap_err().reason;
        assert!(reason.contains(expected), "{reason}");
    }
}
