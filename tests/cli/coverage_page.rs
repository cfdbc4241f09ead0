//! `simui coverage page`: pages of a PDF are drawn from the file in the imported folder as long as it is the
//! one that was imported, and a quote is marked where it stands.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::plain_sql::tamper;
use crate::common::{Desk, Finished, copy_tree};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

/// The document, as the company's offer.
const OFFER: &str = "documents/GAON/가입설계서/2026/가온 설계서.pdf";
/// Its name in answers.
const NAME: &str = "2026/가온 설계서.pdf";

/// Returns a PDF with one page for each list of lines. Letters are 10 points wide and high; the first line of
/// a page has its baseline 100 points below the upper edge, each further one 30 points lower.
fn pdf(pages: &[&[&str]]) -> Vec<u8> {
    let mut objects = vec![
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        String::new(),
        "<< /Type /Font /Subtype /Type0 /BaseFont /HYSMyeongJo-Medium /Encoding /UniKS-UCS2-H /DescendantFonts [4 0 R] >>".to_owned(),
        "<< /Type /Font /Subtype /CIDFontType0 /BaseFont /HYSMyeongJo-Medium /CIDSystemInfo << /Registry (Adobe) /Ordering (Korea1) /Supplement 1 >> /FontDescriptor 5 0 R /DW 1000 >>".to_owned(),
        "<< /Type /FontDescriptor /FontName /HYSMyeongJo-Medium /Flags 6 /FontBBox [0 -120 1000 880] /ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 700 /StemV 80 >>".to_owned(),
    ];
    let mut kids = String::new();
    for lines in pages {
        let number = objects.len() + 1;
        kids += &format!("{number} 0 R ");
        objects.push(format!("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Resources << /Font << /F1 3 0 R >> >> /Contents {} 0 R >>", number + 1));
        let mut content = String::new();
        for (at, line) in lines.iter().enumerate() {
            let hex: String = line.encode_utf16().map(|unit| format!("{unit:04X}")).collect();
            content += &format!("BT /F1 10 Tf 60 {} Td <{hex}> Tj ET\n", 700 - 30 * at);
        }
        objects.push(format!("<< /Length {} >>\nstream\n{content}\nendstream", content.len()));
    }
    objects[1] = format!("<< /Type /Pages /Kids [{kids}] /Count {} >>", pages.len());
    let mut file = b"%PDF-1.7\n".to_vec();
    let mut places = Vec::new();
    for (number, object) in (1..).zip(&objects) {
        places.push(file.len());
        file.extend(format!("{number} 0 obj\n{object}\nendobj\n").bytes());
    }
    let (start, size) = (file.len(), objects.len() + 1);
    file.extend(format!("xref\n0 {size}\n0000000000 65535 f \n").bytes());
    places.iter().for_each(|place| file.extend(format!("{place:010} 00000 n \n").bytes()));
    let end = format!("trailer << /Root 1 0 R /Size {size} >>\nstartxref\n{start}\n%%EOF\n");
    file.extend(end.bytes());
    file
}

fn offer() -> Vec<u8> {
    pdf(&[
        &["가온손해보험 가입설계서", "암진단비(유사암제외) 3,000만원", "유사암진단비 600만원"],
        &["제3조(보험금의 지급사유)", "유사암은 제외합니다."],
    ])
}

/// A desk into which a folder with the offer was imported.
struct Imported {
    desk: Desk,
    /// Holds the folder `자료`.
    home: tempfile::TempDir,
}

impl Imported {
    /// `None` where PDF files cannot be read.
    fn new() -> Option<Self> {
        let desk = Desk::new();
        let checks = desk.run(&["doctor"]).json()["checks"].as_array().unwrap().clone();
        let is_ok = |check: &Value| check["name"] == "pdfium" && check["state"] == "ok";
        if !checks.iter().any(is_ok) {
            eprintln!("skipped: no pdfium; run models/pdfium/fetch.sh");
            return None;
        }
        let home = tempfile::tempdir().unwrap();
        let new = Self { desk, home };
        let fixture =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/fixtures/coverage");
        copy_tree(&fixture, &new.folder());
        fs::create_dir_all(new.at(OFFER).parent().unwrap()).unwrap();
        fs::write(new.at(OFFER), offer()).unwrap();
        new.desk.run(&["coverage", "import", new.folder().to_str().unwrap()]).succeeded();
        Some(new)
    }

    fn folder(&self) -> PathBuf {
        self.home.path().join("자료")
    }

    fn at(&self, path: &str) -> PathBuf {
        self.folder().join(path)
    }

    /// Draws a page of a document of GAON.
    fn draw(&self, document: &str, page: u32, more: &[&str]) -> Finished {
        let file = self.home.path().join("page.png");
        let page = page.to_string();
        let out = file.to_str().unwrap();
        let command = ["coverage", "page", "GAON", document, &page, "--out", out];
        self.desk.run(&[&command, more].concat())
    }

    /// Returns the picture that was drawn last.
    fn picture(&self) -> Vec<u8> {
        fs::read(self.home.path().join("page.png")).unwrap()
    }
}

/// Returns width and height in the head of a PNG file.
fn size(png: &[u8]) -> (u32, u32) {
    assert!(png.starts_with(b"\x89PNG\r\n\x1a\n"), "no PNG");
    let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
    (number(16), number(20))
}

#[test]
fn a_page_is_printed_and_drawn_with_its_quote_marked() {
    let Some(imported) = Imported::new() else { return };
    let text = imported.desk.run(&["coverage", "page", "GAON", NAME, "1"]).succeeded().json();
    let lines = "가온손해보험 가입설계서\n암진단비(유사암제외) 3,000만원\n유사암진단비 600만원";
    assert_eq!(text, json!({ "text": lines, "is_pdf": true }));

    // The picture is as wide as asked for, within bounds.
    for (width, expected) in [("900", (900, 1200)), ("1", (400, 533)), ("9999", (2400, 3200))] {
        let drawn = imported.draw(NAME, 2, &["--width", width]).succeeded().json();
        assert_eq!(size(&imported.picture()), expected, "{width}");
        assert_eq!((&drawn["width"], &drawn["marks"]), (&json!(expected.0), &json!([])));
    }

    // Twelve letters of 10 points stand before the quote, which begins at 60 of 600 points.
    let drawn = imported.draw(NAME, 1, &["--quote", "3,000만원"]).succeeded().json();
    let marks = drawn["marks"].as_array().unwrap();
    assert_eq!(marks.len(), 1, "{drawn}");
    let near = |field: &str, points: f64, whole: f64| {
        let share = marks[0][field].as_f64().unwrap();
        assert!((share * whole - points).abs() < 2.5, "{field}: {} of {whole}", share * whole);
    };
    near("left", 60.0 + 120.0, 600.0);
    near("width", 70.0, 600.0);
    near("top", 100.0 + 30.0 - 8.8, 800.0);
    near("height", 10.0, 800.0);

    // A quote over two lines has a mark on each.
    let drawn = imported.draw(NAME, 1, &["--quote", "3,000만원\n유사암진단비"]).succeeded().json();
    assert_eq!(drawn["marks"].as_array().unwrap().len(), 2, "{drawn}");
    imported.draw(NAME, 1, &["--quote", "없는 말"]).failed_with("the page does not say this");
}

#[test]
fn nothing_is_drawn_but_the_file_that_was_imported() {
    let Some(imported) = Imported::new() else { return };
    let file = imported.at(OFFER);
    imported.draw(NAME, 1, &[]).succeeded();

    // Neither a page beyond the end nor a name that leads elsewhere is a page of the import.
    let secret = imported.home.path().join("secret.pdf");
    fs::write(&secret, offer()).unwrap();
    for (document, page) in [
        (NAME, 3),
        (NAME, 0),
        ("../../../../secret.pdf", 1),
        (secret.to_str().unwrap(), 1),
        ("망가진.pdf", 1),
    ] {
        imported.draw(document, page, &[]).failed_with("does not exist");
    }
    // Even where the database names such a file.
    let stored = |name: &str, bytes: &[u8]| {
        let digest: String = Sha256::digest(bytes).iter().map(|it| format!("{it:02x}")).collect();
        let change = format!(
            "UPDATE coverage_documents SET name = '{name}', sha256 = '{digest}' WHERE name LIKE '%.pdf' AND insurer_code = 'GAON'"
        );
        tamper(imported.desk.dir(), &change);
    };
    stored("../../../../secret.pdf", &offer());
    imported.draw("../../../../secret.pdf", 1, &[]).failed_with("no file");
    stored(NAME, &offer());
    imported.draw(NAME, 1, &[]).succeeded();

    // A document that was no PDF has no picture.
    let text = imported.draw("가온_가입설계서.txt", 1, &[]);
    text.failed_with("is no PDF file of the imported folder");

    // Another file in its place, however alike, and none at all; the text stays.
    fs::write(&file, [offer(), b"\n".to_vec()].concat()).unwrap();
    imported.draw(NAME, 1, &[]).failed_with("its bytes are not those that were imported");
    fs::remove_file(&file).unwrap();
    imported.draw(NAME, 1, &[]).failed_with("no file");
    imported.desk.run(&["coverage", "page", "GAON", NAME, "1"]).succeeded();

    // A broken file is refused by the process that reads it.
    for broken in [&offer()[..300], b"%PDF-1.7\nnothing"] {
        fs::write(&file, broken).unwrap();
        stored(NAME, broken);
        imported.draw(NAME, 1, &[]).failed_with("page 1: ");
    }
}

#[test]
fn pages_of_which_only_the_text_was_imported_are_not_drawn() {
    let desk = Desk::new();
    let folder = tempfile::tempdir().unwrap();
    let table = "ins_cd,insurer,code,std_name,alias\nGAON,가온손해보험,A1,암진단비,암진단비\n";
    fs::write(folder.path().join("names.csv"), table).unwrap();
    let page = json!({ "insurer": "GAON", "doc_type": "가입설계서", "file": "a.pdf", "page": 1, "text": "암진단비 100만원" });
    fs::write(folder.path().join("pages.jsonl"), page.to_string()).unwrap();
    desk.run(&["coverage", "import", folder.path().to_str().unwrap()]).succeeded();
    let text = desk.run(&["coverage", "page", "GAON", "a.pdf", "1"]).succeeded().json();
    assert_eq!(text["is_pdf"], json!(false));
    let file = folder.path().join("a.png");
    let drawn =
        desk.run(&["coverage", "page", "GAON", "a.pdf", "1", "--out", file.to_str().unwrap()]);
    drawn.failed_with("is no PDF file of the imported folder");
    assert!(!file.exists());
}
