//! Tests of text that 한글 5 documents hide, draw or keep elsewhere, and of documents that cannot be read.

use simui_domain::DocumentKind;

use super::hwp::{control, list, mark, p, paragraph, record, table, utf16, with};
use super::traps::{check, refused};
use super::{hwp, reading, words};

fn page(body: Vec<u8>, expected: &str, findings: &[(&str, &str)]) {
    for flags in [0, 1] {
        check("a.hwp", with(flags, std::slice::from_ref(&body)), expected, findings);
    }
}

#[test]
fn locked_and_foreign_documents_are_refused() {
    let body = || vec![p(0, 0, "글")];
    refused("a.hwp", with(1 | (1 << 1), &body()), "암호");
    refused("a.hwp", with(1 | (1 << 2), &body()), "배포용");
    refused("a.hwp", with(1 | (1 << 4), &body()), "DRM");
    refused("a.hwp", b"HWP Document File V3.00 \x1a\x01\x02\x03\x04\x05".to_vec(), "옛 문서");
    refused("a.hwp", b"text".to_vec(), "깨졌습니다");
    refused("a.hwp", with(1, &[]), "본문(BodyText)이 없습니다");
    refused("a.hwp", with(1, &[Vec::new()]), "글이 하나도 없습니다");
    for (name, stream, part) in [
        ("a.xls", "/Workbook", ".xlsx"),
        ("a.xls", "/Book", ".xlsx"),
        ("a.hwp", "/Workbook", ".xlsx"),
        ("a.doc", "/WordDocument", ".docx"),
        ("a.ppt", "/PowerPoint Document", "PDF"),
        ("a.xlsx", "/EncryptedPackage", "암호"),
        ("a.msg", "/Other", "한글 문서가 아닙니다"),
    ] {
        let mut file = cfb::CompoundFile::create(std::io::Cursor::new(Vec::new())).unwrap();
        file.create_stream(stream).unwrap();
        refused(name, file.into_inner().into_inner(), part);
    }
    check("a.hwp", with(1 | (1 << 14), &body()), "글", &[("", "변경 추적을 쓰는 문서")]);
}

#[test]
fn invisible_words() {
    for shape in [1, 2] {
        let text = [utf16("앞 "), utf16("숨은 말"), utf16("뒤")].concat();
        page(
            paragraph(0, 0, &text, &[(0, 0), (2, shape), (6, 0)]),
            "앞 뒤",
            &[("문단 1", "숨은 말")],
        );
    }
    // White on a dark cell.
    let cell = |column: u16, border: u16, shape: u32| {
        [hwp::cell(0, column, 1, border), paragraph(2, 0, &utf16("칸"), &[(0, shape)])].concat()
    };
    let below =
        |border: u16| [record(0x4D, 2, &[0; 22]), cell(0, border, 1), cell(1, 1, 0)].concat();
    let table = |border: u16| {
        [
            paragraph(0, 0, &mark(11, b"tbl "), &[(0, 0)]),
            control(1, b"tbl ", &[0; 42], &below(border)),
        ]
        .concat()
    };
    page(table(2), "| 칸 | 칸 |", &[]);
    page(table(1), "| | 칸 |", &[("문단 2", "\"칸\"")]);
}

#[test]
fn notes_margins_and_comments() {
    let inside = |name: &[u8; 4], words: &str| {
        control(1, name, &[0; 8], &[list(2, &[]), p(2, 0, words)].concat())
    };
    let text =
        [mark(16, b"head"), mark(15, b"tcmt"), utf16("본문"), mark(17, b"fn  "), utf16("이다.")]
            .concat();
    let body = [
        paragraph(0, 0, &text, &[(0, 0)]),
        inside(b"head", "머리의 말"),
        inside(b"tcmt", "숨은 설명"),
        inside(b"fn  ", "각주의 말"),
        p(0, 0, "다음"),
    ];
    page(
        body.concat(),
        "본문이다.\n각주: 각주의 말\n다음",
        &[("머리말", "머리의 말"), ("문단 2", "숨은 설명")],
    );
    // Memos are stored after the last paragraph of a section.
    let memo =
        [p(0, 0, "본문"), record(0x5D, 1, &[0; 4]), list(1, &[]), p(1, 0, "메모의 말")].concat();
    page(memo, "본문", &[("문단 1", "메모의 말")]);
}

#[test]
fn numbers_and_headings() {
    page([p(0, 3, "글"), p(0, 3, "글")].concat(), "다) 글\n라) 글", &[]);
    let outline = [
        p(0, 1, "총론"),
        p(0, 2, "목적"),
        p(0, 0, "글"),
        p(0, 2, "이것은 문장이다."),
        p(0, 1, "각론"),
        p(0, 2, "매체"),
        p(0, 0, "글"),
    ];
    let read =
        reading("a.hwp", with(1, &[outline.concat()]), Some(DocumentKind::Guideline)).unwrap();
    assert_eq!(words(&read), "I. 총론\n1. 목적\n글\n2. 이것은 문장이다.\nII. 각론\n1. 매체\n글");
    let keys: Vec<&str> = read.imported.articles.iter().map(|it| it.key.as_str()).collect();
    assert_eq!(keys, ["1. 목적", "1. 매체"]);
}

#[test]
fn controls_between_letters() {
    let text = [
        utf16("가"),
        9u16.to_le_bytes().to_vec(),
        vec![0; 14],
        utf16("나"),
        10u16.to_le_bytes().to_vec(),
        utf16("다"),
        24u16.to_le_bytes().to_vec(),
        utf16("라"),
        30u16.to_le_bytes().to_vec(),
        utf16("𠀀"),
    ]
    .concat();
    page(paragraph(0, 0, &text, &[(0, 0)]), "가 나\n다-라 𠀀", &[]);
    let text = [utf16("식 "), mark(11, b"eqed"), mark(11, b"gso "), mark(18, b"atno")].concat();
    let script = [&[0; 4][..], &3u16.to_le_bytes(), &utf16("a+b")].concat();
    let shape =
        [record(0x4C, 2, &[0; 4]), record(0x55, 3, &[0; 4]), list(3, &[]), p(3, 0, "상자의 글")]
            .concat();
    let body = [
        paragraph(0, 0, &text, &[(0, 0)]),
        control(1, b"eqed", &[0; 8], &record(0x58, 2, &script)),
        control(1, b"gso ", &[0; 8], &shape),
        control(1, b"atno", &[&4u32.to_le_bytes()[..], &7u16.to_le_bytes()].concat(), &[]),
    ];
    page(body.concat(), "식 a+b7\n상자의 글", &[("", "수식 1개"), ("", "그림이 1개")]);
    page(
        [
            paragraph(0, 0, &mark(11, b"xyz "), &[(0, 0)]),
            control(1, b"xyz ", &[], &[list(2, &[]), p(2, 0, "모르는 것의 글")].concat()),
        ]
        .concat(),
        "모르는 것의 글",
        &[("", "xyz")],
    );
}

#[test]
fn tables() {
    let rows = |rows: &[&[&str]]| -> Vec<Vec<String>> {
        rows.iter().map(|row| row.iter().map(|cell| (*cell).to_owned()).collect()).collect()
    };
    page(table(&rows(&[&["제1조(목적) 상자 속"]])), "제1조(목적) 상자 속", &[]);
    let wide = [
        record(0x4D, 2, &[0; 22]),
        hwp::cell(0, 0, 2, 0),
        p(2, 0, "넓은"),
        hwp::cell(1, 0, 1, 0),
        p(2, 0, "가"),
        p(2, 0, "나"),
        hwp::cell(1, 1, 1, 0),
        p(2, 0, "다"),
    ]
    .concat();
    page(
        [paragraph(0, 0, &mark(11, b"tbl "), &[(0, 0)]), control(1, b"tbl ", &[0; 42], &wide)]
            .concat(),
        "| 넓은 | |\n| 가 나 | 다 |",
        &[],
    );
    let captioned = [
        list(2, &[]),
        p(2, 0, "표의 이름"),
        record(0x4D, 2, &[0; 22]),
        hwp::cell(0, 0, 1, 0),
        p(2, 0, "가"),
        hwp::cell(0, 1, 1, 0),
        p(2, 0, "나"),
    ]
    .concat();
    page(
        [paragraph(0, 0, &mark(11, b"tbl "), &[(0, 0)]), control(1, b"tbl ", &[0; 42], &captioned)]
            .concat(),
        "표의 이름\n| 가 | 나 |",
        &[],
    );
}

#[test]
fn white_letters_are_seen_on_the_ground_of_the_table() {
    // The borders of the table, of a zone over its first row and of its cells, and whether white letters are
    // visible.
    for (table, zone, cells, seen) in
        [(1, 1, 1, false), (2, 1, 1, true), (1, 2, 1, true), (1, 1, 2, true)]
    {
        let numbers = [table, 1, 0, 0, 1, 0, zone];
        let mut data = vec![0u8; 18];
        data[4..6].copy_from_slice(&2u16.to_le_bytes());
        data[6..8].copy_from_slice(&2u16.to_le_bytes());
        data.extend([0; 4]);
        data.extend(numbers.iter().flat_map(|number: &u16| number.to_le_bytes()));
        let white = |words: &str| paragraph(2, 0, &utf16(words), &[(0, 1)]);
        let below = [
            record(0x4D, 2, &data),
            hwp::cell(0, 0, 1, cells),
            white("머리가"),
            hwp::cell(0, 1, 1, cells),
            white("머리나"),
            hwp::cell(1, 0, 1, 1),
            p(2, 0, "값가"),
            hwp::cell(1, 1, 1, 1),
            p(2, 0, "값나"),
        ]
        .concat();
        let body =
            [paragraph(0, 0, &mark(11, b"tbl "), &[(0, 0)]), control(1, b"tbl ", &[0; 42], &below)]
                .concat();
        let read = reading("a.hwp", with(0, &[body]), Some(DocumentKind::Guideline)).unwrap();
        let text = words(&read);
        assert_eq!(text.contains("| 머리가 | 머리나 |"), seen, "{table} {zone} {cells} {text}");
        assert_eq!(read.findings.is_empty(), seen, "{:?}", read.findings);
    }
}

#[test]
fn a_section_that_ends_early_is_told() {
    let body = [p(0, 0, "온전한 글"), p(0, 0, "잘린 글")].concat();
    let cut = body[..body.len() - 5].to_vec();
    check("a.hwp", with(0, &[cut]), "온전한 글\n잘린 글", &[("구역 1", "중간에 끊겼습니다")]);
}
