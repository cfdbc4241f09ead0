//! Tests of damaged and hostile files: no panic, limited memory, and everything that is read is accounted
//! for.

use proptest::prelude::*;
use simui_domain::DocumentKind;

use super::source::{line, rules, table};
use super::{docx, has_pdfium, html, hwp, hwpx, pdf, reading, zip_file};

fn mutated(mut bytes: Vec<u8>, changes: &[(usize, u8, u8)]) -> Vec<u8> {
    for (at, kind, value) in changes {
        let at = at % bytes.len().max(1);
        match kind % 4 {
            0 if at < bytes.len() => bytes[at] = *value,
            1 if at < bytes.len() => bytes[at] ^= 1 << (value % 8),
            2 => bytes.insert(at.min(bytes.len()), *value),
            _ => bytes.truncate(bytes.len().max(1) - usize::from(*value) % bytes.len().max(1) / 8),
        }
    }
    bytes
}

fn changes() -> impl Strategy<Value = Vec<(usize, u8, u8)>> {
    prop::collection::vec((any::<usize>(), any::<u8>(), any::<u8>()), 1..9)
}

fn check(path: &str, bytes: Vec<u8>) -> Result<(), TestCaseError> {
    for hint in [Some(DocumentKind::Guideline), Some(DocumentKind::Statute)] {
        match reading(path, bytes.clone(), hint) {
            Ok(read) => {
                let chars = read.imported.document.body.chars().count();
                prop_assert!(
                    read.imported.articles.iter().all(|it| it.start < it.end && it.end <= chars)
                );
                prop_assert!(chars < 1_000_000, "{} characters of {} bytes", chars, bytes.len());
            }
            Err(finding) => prop_assert!(!finding.reason.is_empty()),
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn containers(changes in changes(), which in 0usize..3) {
        let bytes = vec![docx::of(&rules()), hwpx::of(&rules()), hwp::of(&rules())].swap_remove(which);
        check(["a.docx", "a.hwpx", "a.hwp"][which], mutated(bytes, &changes))?;
    }

    /// The container itself is valid, so the damage reaches the readers.
    #[test]
    fn contents(changes in changes(), which in 0usize..3) {
        let xml = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        match which {
            0 => {
                let body = format!("{}{}", docx::p("제1조(목적) 글"), docx::table(&[vec!["가".into(), "나".into()]]));
                let body = xml(&mutated(body.into_bytes(), &changes));
                let numbering = mutated(b"<w:abstractNum w:abstractNumId=\"0\"><w:lvl w:ilvl=\"0\"><w:numFmt w:val=\"ganada\"/><w:lvlText w:val=\"%1.\"/></w:lvl></w:abstractNum><w:num w:numId=\"1\"><w:abstractNumId w:val=\"0\"/></w:num>".to_vec(), &changes);
                check("a.docx", docx::with(&body, &[("word/numbering.xml", "numbering", &xml(&numbering))]))?;
            }
            1 => {
                let body = format!("{}<hp:p paraPrIDRef=\"2\"><hp:run charPrIDRef=\"0\">{}</hp:run></hp:p>", hwpx::p("글"), hwpx::table(&[vec!["가".into(), "나".into()]]));
                let body = xml(&mutated(body.into_bytes(), &changes));
                check("a.hwpx", hwpx::with(&[&body]))?;
            }
            _ => {
                let pieces = [hwp::p(0, 3, "가나다"), hwp::table(&[vec!["가".into(), "나".into()], vec!["다".into(), "라".into()]])];
                check("a.hwp", hwp::with(0, &[mutated(pieces.concat(), &changes)]))?;
                check("a.hwp", hwp::with(1, &[mutated(pieces.concat(), &changes)]))?;
            }
        }
    }

    #[test]
    fn pages(changes in changes()) {
        check("a.html", mutated(html::of(&rules()), &changes))?;
        check("a.txt", mutated("제1조(목적) 글\n제2조(정의) 글\n".repeat(3).into_bytes(), &changes))?;
    }
}

#[test]
fn portable_documents() {
    if !has_pdfium() {
        return;
    }
    let sound = pdf::of(&[line("제1조(목적) 글"), table(&[&["가", "나"], &["다", "라"]])]);
    let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig {
        cases: 200,
        failure_persistence: None,
        ..ProptestConfig::default()
    });
    runner.run(&changes(), |changes| check("a.pdf", mutated(sound.clone(), &changes))).unwrap();
}

#[test]
fn sizes_are_bounded() {
    let refused = |path: &str, bytes: Vec<u8>, reason: &str| {
        let finding = reading(path, bytes, Some(DocumentKind::Guideline)).unwrap_err();
        assert!(finding.reason.contains(reason), "{path}: {finding:?}");
    };
    // 50 MiB of spaces in a few kilobytes.
    let bomb = format!("<a>{}</a>", " ".repeat(50 << 20));
    refused("a.docx", zip_file::zip(&[("word/document.xml", bomb.clone())]), "MiB보다 큽니다");
    refused("a.hwpx", zip_file::zip(&[("Contents/section0.xml", bomb.clone())]), "MiB보다 큽니다");
    refused("a.hwp", hwp::with(1, &[vec![0; 50 << 20]]), "MiB보다 큽니다");
    // Elements within elements.
    let deep = format!("{}{}", "<w:sdt>".repeat(5_000), "</w:sdt>".repeat(5_000));
    refused("a.docx", docx::with(&deep, &[]), "deeper than");
    refused(
        "a.docx",
        docx::with("<!DOCTYPE a [<!ENTITY b 'c'>]>&b;", &[]),
        "XML을 읽을 수 없습니다",
    );
    let read =
        |path: &str, bytes: Vec<u8>| reading(path, bytes, Some(DocumentKind::Guideline)).unwrap();
    let nested = |times: usize| {
        html::with(&format!("{}글{}", "<div>".repeat(times), "</div>".repeat(times)))
    };
    refused("a.html", nested(20_000).into_bytes(), "깊이 들어 있습니다");
    assert_eq!(super::words(&read("a.html", nested(900).into_bytes())), "글");
    // Headings with an invalid level.
    let level = "<w:p><w:pPr><w:outlineLvl w:val=\"255\"/></w:pPr><w:r><w:t>글</w:t></w:r></w:p>";
    assert_eq!(super::words(&read("a.docx", docx::with(level, &[]))), "글");
    assert_eq!(super::words(&read("a.hwpx", hwpx::outlined(usize::MAX, "글"))), "글");
    // A very wide cell, a very distant row, a million numbers before a paragraph.
    let wide = "<w:tbl><w:tr><w:tc><w:tcPr><w:gridSpan w:val=\"4000000000\"/></w:tcPr><w:p><w:r><w:t>가</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>나</w:t></w:r></w:p></w:tc></w:tr></w:tbl>";
    assert!(read("a.docx", docx::with(wide, &[])).imported.document.body.len() < 1_000);
    let far =
        [hwp::table(&[vec!["가".into()], vec!["나".into()]]), hwp::cell(60_000, 60_000, 60_000, 0)]
            .concat();
    assert!(read("a.hwp", hwp::with(1, &[far])).imported.document.body.len() < 1_000);
    let many = html::with(
        "<table><tr><td colspan=99999999 rowspan=99999999>가</td><td>나</td></tr><tr><td>다</td></tr></table>",
    );
    assert!(read("a.html", many.into_bytes()).imported.document.body.len() < 2_000);
}
