//! Tests of hidden text in PDF files and of the reading order.

use simui_domain::DocumentKind;

use super::source::{line, table};
use super::traps::{check, refused};
use super::{has_pdfium, pdf, reading, words};

#[test]
fn pdf_traps() {
    if !has_pdfium() {
        return;
    }
    let page = |content: &str, expected: &str, findings: &[(&str, &str)]| {
        check("a.pdf", pdf::with(&[content]), expected, findings)
    };
    let body = pdf::text(60.0, 700.0, "본문의 글이다.");
    let hidden = |style: &str| format!("{body}{}", pdf::styled(60.0, 600.0, "숨은 말", style));
    page(&hidden("1 g 0 Tr"), "1쪽\n본문의 글이다.", &[("1쪽", "숨은 말")]);
    page(&hidden("0 g 3 Tr"), "1쪽\n본문의 글이다.", &[("1쪽", "숨은 말")]);
    page(&hidden("0 g /F1 0.5 Tf"), "1쪽\n본문의 글이다.", &[("1쪽", "숨은 말")]);
    page(
        &format!("{body}{}", pdf::text(900.0, 700.0, "숨은 말")),
        "1쪽\n본문의 글이다.",
        &[("1쪽", "숨은 말")],
    );
    // White text on a dark background is visible.
    page(
        &format!("0 0 0.5 rg 50 590 300 30 re f\n{}", hidden("1 g 0 Tr")),
        "1쪽\n본문의 글이다.\n숨은 말",
        &[],
    );
    // Recognised text over the image of its page.
    let scanned = format!(
        "q 595 0 0 842 0 0 cm /Im1 Do Q\n{}",
        pdf::styled(60.0, 700.0, "인식한 글", "0 g 3 Tr")
    );
    page(
        &scanned,
        "1쪽\n인식한 글",
        &[("1쪽", "광학 문자 인식(OCR)으로 얹은 글"), ("", "그림이 1개")],
    );
    let picture = "q 500 0 0 700 40 70 cm /Im1 Do Q\n";
    refused("a.pdf", pdf::with(&[picture]), "그림만 있고 글이 없습니다");
    check(
        "a.pdf",
        pdf::with(&[&body, picture]),
        "1쪽\n본문의 글이다.\n2쪽",
        &[("2쪽", "스캔"), ("", "그림이 1개")],
    );
    refused("a.pdf", b"%PDF-1.7\nnothing".to_vec(), "PDF를 열 수 없습니다");
}

#[test]
fn pdf_order_tables_and_margins() {
    if !has_pdfium() {
        return;
    }
    // Two columns with lines side by side, drawn row by row in the file.
    let left = [
        "왼쪽 단의 첫째 줄에 적은 글이고",
        "왼쪽 단의 둘째 줄에 적은 글이고",
        "왼쪽 단의 셋째 줄에 적은 글이고",
        "왼쪽 단의 넷째 줄에 적은 글이다.",
    ];
    let right = left.map(|line| line.replace('왼', "오른"));
    let mut content = pdf::text(60.0, 740.0, "두 단에 걸친 제목");
    for (at, (left, right)) in left.iter().zip(&right).enumerate() {
        let y = 700.0 - 30.0 * at as f32;
        content += &pdf::text(60.0, y, left);
        content += &pdf::text(320.0, y, right);
    }
    let expected = format!("1쪽\n두 단에 걸친 제목\n{}\n{}", left.join("\n"), right.join("\n"));
    check("a.pdf", pdf::with(&[&content]), &expected, &[]);
    // A table between paragraphs, on pages with headers and page numbers.
    let pages: Vec<String> = (1..=4)
        .map(|at| {
            [
                pdf::text(60.0, 810.0, "심의 지침"),
                pdf::text(
                    60.0,
                    700.0,
                    &format!("{}째 쪽 위의 글이다.", ["첫", "둘", "셋", "넷"][at - 1]),
                ),
                pdf::table(
                    60.0,
                    650.0,
                    &[vec!["가".into(), format!("나{at}")], vec!["다".into(), "라".into()]],
                ),
                pdf::text(60.0, 500.0, "아래의 글이다."),
                pdf::text(280.0, 30.0, &format!("- {at} -")),
            ]
            .concat()
        })
        .collect();
    let pages: Vec<&str> = pages.iter().map(String::as_str).collect();
    let read = reading("a.pdf", pdf::with(&pages), Some(DocumentKind::Guideline)).unwrap();
    let keys: Vec<&str> = read.imported.articles.iter().map(|it| it.key.as_str()).collect();
    assert_eq!(keys, ["1쪽", "2쪽", "3쪽", "4쪽"]);
    assert!(
        words(&read).starts_with(
            "1쪽\n첫째 쪽 위의 글이다.\n| 가 | 나1 |\n| 다 | 라 |\n아래의 글이다.\n2쪽"
        ),
        "{}",
        words(&read)
    );
    let places: Vec<&str> = read.findings.iter().map(|it| it.place.as_str()).collect();
    assert_eq!(places, ["1~4쪽", "1~4쪽"], "{:?}", read.findings);
    assert!(read.findings[0].reason.ends_with("\"- 1 - / - 2 - / - 3 - / - 4 -\""));
    assert!(read.findings.iter().all(|it| it.reason.contains("머리말·꼬리말")));
    // A text with headings does not need page numbers.
    let articles = [pdf::of(&[
        line("제1조(목적) 글"),
        line("제2조(정의) 글"),
        table(&[&["가", "나"], &["다", "라"]]),
    ])]
    .concat();
    check("a.pdf", articles, "제1조(목적)\n글\n제2조(정의)\n글\n| 가 | 나 |\n| 다 | 라 |", &[]);
}

#[test]
fn pdf_tables_without_upright_rules_are_read_by_rows() {
    if !has_pdfium() {
        return;
    }
    let rows = [
        ["특약", "지급사유", "가입금액", "납기"],
        ["골절위로금\n(치아 제외)", "골절로 진단받은 때\n사고마다 지급", "20만원", "10년"],
        ["입원일당", "입원한 날마다 지급\n첫날부터 지급함\n(120일 한도)", "2만원", "10년"],
        ["재해사망", "재해로 사망한 때", "1억원", "20년"],
        ["화상위로금", "화상을 입은 때 지급", "30만원", "20년"],
    ];
    let expected = "1쪽\n| 특약 | 지급사유 | 가입금액 | 납기 |\n\
        | 골절위로금 (치아 제외) | 골절로 진단받은 때 사고마다 지급 | 20만원 | 10년 |\n\
        | 입원일당 | 입원한 날마다 지급 첫날부터 지급함 (120일 한도) | 2만원 | 10년 |\n\
        | 재해사망 | 재해로 사망한 때 | 1억원 | 20년 |\n\
        | 화상위로금 | 화상을 입은 때 지급 | 30만원 | 20년 |";
    for (is_centred, is_ruled) in [(false, false), (false, true), (true, false), (true, true)] {
        let mut content = String::from("0.5 w 0 G\n");
        let mut y = 700.0;
        for row in rows {
            let lines = |cell: &str| cell.lines().count() as f32;
            let most = row.iter().map(|it| lines(it)).fold(0.0, f32::max);
            if is_ruled {
                content += &format!("56 {0} m 500 {0} l S\n", y + 14.0);
            }
            for (x, cell) in [60.0, 180.0, 350.0, 450.0].into_iter().zip(row) {
                let above = if is_centred { (most - lines(cell)) * 6.5 } else { 0.0 };
                for (at, line) in cell.lines().enumerate() {
                    content += &pdf::text(x, y - above - 13.0 * at as f32, line);
                }
            }
            y -= 13.0 * most + 8.0;
        }
        check("a.pdf", pdf::with(&[&content]), expected, &[]);
    }
}

#[test]
fn pdf_paragraphs() {
    if !has_pdfium() {
        return;
    }
    let page = |lines: &[&str], expected: &str, findings: &[(&str, &str)]| {
        let lines = lines
            .iter()
            .enumerate()
            .map(|(at, line)| pdf::text(60.0, 700.0 - 14.0 * at as f32, line));
        check("a.pdf", pdf::with(&[&lines.collect::<String>()]), expected, findings);
    };
    // A space at the end of a full line means that the word ends there. Without a space the word continues.
    page(
        &[
            "의료기관이 낼 광고를 미리 심의한다면 ",
            "위원회가 무엇을 미리 살펴보아야 하는",
            "지 적은 것이다.",
        ],
        "1쪽\n의료기관이 낼 광고를 미리 심의한다면 위원회가 무엇을 미리 살펴보아야 하는지 적은 것이다.",
        &[],
    );
    // Undecidable in this case.
    page(
        &["의료기관이 낼 광고를 미리 심의한다면", "위원회가 무엇을 살펴볼지 적은 것이다."],
        "1쪽\n의료기관이 낼 광고를 미리 심의한다면\n위원회가 무엇을 살펴볼지 적은 것이다.",
        &[("", "줄 끝 1곳")],
    );
    // A line that begins a new unit is not a continuation.
    page(
        &[
            "다음 각 호의 어느 하나에 해당하는 것",
            "1. 거짓으로 된 것이라고 볼 만한 내용",
            "- 지나치게 부풀린 것으로 볼 만한 것",
        ],
        "1쪽\n다음 각 호의 어느 하나에 해당하는 것\n1. 거짓으로 된 것이라고 볼 만한 내용\n- 지나치게 부풀린 것으로 볼 만한 것",
        &[],
    );
}

/// An offer: a head, a ruled table, and lines below it.
fn offer() -> String {
    [
        pdf::text(60.0, 780.0, "가입설계서"),
        pdf::table(
            60.0,
            700.0,
            &[
                vec!["담보".into(), "가입금액".into()],
                vec!["암진단비(유사암제외)".into(), "3,000만원".into()],
                vec!["뇌졸중진단비".into(), "1,000만원".into()],
            ],
        ),
        pdf::text(60.0, 560.0, "위 담보는 1-3개월의 면책기간이 있다."),
        pdf::text(60.0, 530.0, "유의사항을 읽는다."),
    ]
    .concat()
}

#[test]
fn a_turned_page_says_what_the_upright_one_says() {
    if !has_pdfium() {
        return;
    }
    let content = offer();
    let expected = "1쪽\n가입설계서\n| 담보 | 가입금액 |\n| 암진단비(유사암제외) | 3,000만원 |\n| 뇌졸중진단비 | 1,000만원 |\n위 담보는 1-3개월의 면책기간이 있다.\n유의사항을 읽는다.";
    check("a.pdf", pdf::with(&[&content]), expected, &[]);
    for paper in pdf::Paper::turned() {
        let file = pdf::on(paper, &[&content]);
        let read = reading("a.pdf", file.clone(), Some(DocumentKind::Guideline)).unwrap();
        assert_eq!(words(&read), expected, "{paper:?}");
        assert!(read.findings.is_empty(), "{paper:?} {:?}", read.findings);
        // Coverage is compared page by page.
        let source = simui_corpus::SourceFile { path: "a.pdf".into(), bytes: file };
        let pages = simui_corpus::file_pages(&source).unwrap();
        assert_eq!(
            pages.pages,
            [
                "가입설계서\n| 담보 | 가입금액 |\n| 암진단비(유사암제외) | 3,000만원 |\n| 뇌졸중진단비 | 1,000만원 |\n위 담보는 1-3개월의 면책기간이 있다.\n유의사항을 읽는다."
            ],
            "{paper:?}"
        );
        assert!(pages.findings.is_empty(), "{paper:?} {:?}", pages.findings);
    }
}

#[test]
fn a_note_that_runs_up_the_side_is_read_by_itself() {
    if !has_pdfium() {
        return;
    }
    let note = format!(
        "q 0 1 -1 0 40 0 cm\n{}{}Q\n",
        pdf::text(300.0, 0.0, "옆으로 쓴 첫 줄"),
        pdf::text(300.0, -14.0, "옆으로 쓴 둘째 줄")
    );
    let body = [
        pdf::text(80.0, 700.0, "본문의 첫째 줄에 적은 글이다."),
        pdf::text(80.0, 420.0, "본문의 둘째 줄에 적은 글이다."),
        pdf::text(80.0, 320.0, "본문의 셋째 줄에 적은 글이다."),
    ]
    .concat();
    check(
        "a.pdf",
        pdf::with(&[&format!("{note}{body}")]),
        "1쪽\n본문의 첫째 줄에 적은 글이다.\n본문의 둘째 줄에 적은 글이다.\n본문의 셋째 줄에 적은 글이다.\n옆으로 쓴 첫 줄\n옆으로 쓴 둘째 줄",
        &[],
    );
    // A label written upwards in a merged cell belongs to that cell.
    let table =
        pdf::table(60.0, 650.0, &[vec!["".into(), "나".into()], vec!["다".into(), "라".into()]]);
    let label = format!("q 0 1 -1 0 74 642 cm\n{}Q\n", pdf::text(0.0, 0.0, "가"));
    check("a.pdf", pdf::with(&[&format!("{table}{label}")]), "1쪽\n| 가 | 나 |\n| 다 | 라 |", &[]);
}

/// Lines between these points.
fn rules(lines: &[[f32; 4]]) -> String {
    lines.iter().map(|[x, y, to_x, to_y]| format!("{x} {y} m {to_x} {to_y} l S\n")).collect()
}

/// A table of columns 100 points wide and rows 20 high, from (100, 700) down, with words at columns and rows,
/// and the rules that `is_ruled` keeps: upright ones by border and row, flat ones by border and column.
fn ruled(
    (columns, rows): (usize, usize),
    words: &[(f32, f32, &str)],
    is_ruled: impl Fn(bool, usize, usize) -> bool,
) -> Vec<u8> {
    let (x, y) = (|at: usize| 100.0 + 100.0 * at as f32, |at: usize| 700.0 - 20.0 * at as f32);
    let mut lines = Vec::new();
    for (border, row) in (0..=columns).flat_map(|it| (0..rows).map(move |row| (it, row))) {
        if is_ruled(true, border, row) {
            lines.push([x(border), y(row), x(border), y(row + 1)]);
        }
    }
    for (border, column) in (0..=rows).flat_map(|it| (0..columns).map(move |at| (it, at))) {
        if is_ruled(false, border, column) {
            lines.push([x(column), y(border), x(column + 1), y(border)]);
        }
    }
    let text = words
        .iter()
        .map(|(column, row, it)| pdf::text(105.0 + 100.0 * column, 687.0 - 20.0 * row, it));
    pdf::with(&[&format!("0.5 w 0 G\n{}{}", rules(&lines), text.collect::<String>())])
}

#[test]
fn merged_cells_and_half_ruled_tables_keep_their_columns() {
    if !has_pdfium() {
        return;
    }
    let all = |_: bool, _: usize, _: usize| true;
    let body = [(1.0, 1.0, "1종"), (2.0, 1.0, "10만원"), (1.0, 2.0, "2종"), (2.0, 2.0, "20만원")];
    let head = [(0.0, 0.0, "담보"), (1.0, 0.0, "종류"), (2.0, 0.0, "금액")];
    let with = |more: &[(f32, f32, &'static str)]| [&head[..], &body[..], more].concat();
    let check_pages = |file: Vec<u8>, expected: &str| {
        let source = simui_corpus::SourceFile { path: "a.pdf".into(), bytes: file };
        assert_eq!(simui_corpus::file_pages(&source).unwrap().pages, [expected]);
    };
    // A name that is centred beside both rows.
    check_pages(
        ruled((3, 3), &with(&[(0.0, 1.5, "수술비")]), |upright, border, at| {
            upright || border != 2 || at != 0
        }),
        "| 담보 | 종류 | 금액 |\n| 수술비 | 1종 | 10만원 |\n| 수술비 | 2종 | 20만원 |",
    );
    // An empty cell keeps its place.
    check_pages(
        ruled((3, 3), &with(&[(0.0, 1.0, "수술비")]), all),
        "| 담보 | 종류 | 금액 |\n| 수술비 | 1종 | 10만원 |\n| | 2종 | 20만원 |",
    );
    // No rule between the first cells, but a name beside each row.
    check_pages(
        ruled(
            (3, 3),
            &with(&[(0.0, 1.0, "입원비"), (0.0, 2.0, "수술비")]),
            |upright, border, at| upright || border != 2 || at != 0,
        ),
        "| 담보 | 종류 | 금액 |\n| 입원비 | 1종 | 10만원 |\n| 수술비 | 2종 | 20만원 |",
    );
    // Upright rules in the head alone, and a title over two columns.
    check_pages(
        ruled(
            (3, 3),
            &with(&[(0.0, 1.0, "입원비"), (0.0, 2.0, "수술비")]),
            |upright, border, at| !upright || at == 0 || border == 0 || border == 3,
        ),
        "| 담보 | 종류 | 금액 |\n| 입원비 | 1종 | 10만원 |\n| 수술비 | 2종 | 20만원 |",
    );
    check_pages(
        ruled(
            (3, 2),
            &[
                (0.0, 0.0, "담보"),
                (1.6, 0.0, "가입금액"),
                (0.0, 1.0, "가"),
                (1.0, 1.0, "나"),
                (2.0, 1.0, "다"),
            ],
            |upright, border, at| !upright || border != 2 || at != 0,
        ),
        "| 담보 | 가입금액 | 가입금액 |\n| 가 | 나 | 다 |",
    );
    // No rules between the rows at all.
    check_pages(
        ruled(
            (3, 3),
            &with(&[(0.0, 1.0, "입원비"), (0.0, 2.0, "수술비")]),
            |upright, border, _| upright || border != 2,
        ),
        "| 담보 | 종류 | 금액 |\n| 입원비 | 1종 | 10만원 |\n| 수술비 | 2종 | 20만원 |",
    );
    // Rows of two lines in every cell.
    let two = |column: f32, row: f32, above: &'static str, below: &'static str| {
        [(column, row, above), (column, row + 0.6, below)]
    };
    let rows = [
        two(0.0, 1.0, "입원", "비"),
        two(1.0, 1.0, "하루에", "지급"),
        two(2.0, 1.0, "금액의", "50%"),
        two(0.0, 2.8, "수술", "비"),
        two(1.0, 2.8, "한 번에", "지급"),
        two(2.0, 2.8, "금액의", "30%"),
    ];
    check_pages(
        ruled((3, 5), &[&head[..], &rows.concat()].concat(), |upright, border, _| {
            upright || border < 2 || border == 5
        }),
        "| 담보 | 종류 | 금액 |\n| 입원 비 | 하루에 지급 | 금액의 50% |\n| 수술 비 | 한 번에 지급 | 금액의 30% |",
    );
    // Lines of wrapped cells are closer.
    let wrapped =
        [(0.0, 1.0, "입원비"), (1.0, 0.9, "하루에"), (1.0, 1.5, "지급"), (2.0, 1.2, "2만원")];
    check_pages(
        ruled((3, 3), &[&head[..], &wrapped].concat(), |upright, border, _| upright || border != 2),
        "| 담보 | 종류 | 금액 |\n| 입원비 | 하루에 지급 | 2만원 |",
    );
    // The first rule begins below the titles of the other columns.
    let titles = [
        (0.0, 0.5, "담보"),
        (1.0, 0.0, "실속"),
        (2.0, 0.0, "표준"),
        (1.0, 1.0, "금액"),
        (2.0, 1.0, "금액"),
    ];
    check_pages(
        ruled(
            (3, 4),
            &[
                &titles[..],
                &[
                    (0.0, 2.0, "입원비"),
                    (1.0, 2.0, "1만원"),
                    (2.0, 2.0, "2만원"),
                    (0.0, 3.0, "수술비"),
                    (1.0, 3.0, "10만원"),
                    (2.0, 3.0, "20만원"),
                ],
            ]
            .concat(),
            |upright, border, at| {
                if upright { at > 0 } else { border > 1 || border == 1 && at > 0 }
            },
        ),
        "| 담보 | 실속 | 표준 |\n| 담보 | 금액 | 금액 |\n| 입원비 | 1만원 | 2만원 |\n| 수술비 | 10만원 | 20만원 |",
    );
    // Each title is centred over two columns, of which no rule parts the titles.
    check_pages(
        ruled(
            (4, 2),
            &[
                (0.6, 0.0, "실속"),
                (2.6, 0.0, "표준"),
                (0.0, 1.0, "가"),
                (1.0, 1.0, "나"),
                (2.0, 1.0, "다"),
                (3.0, 1.0, "라"),
            ],
            |upright, border, at| !upright || at > 0 || border == 0 || border == 4,
        ),
        "| 실속 | 실속 | 표준 | 표준 |\n| 가 | 나 | 다 | 라 |",
    );
    // Open at both sides.
    check_pages(
        ruled(
            (3, 3),
            &with(&[(0.0, 1.0, "입원비"), (0.0, 2.0, "수술비")]),
            |upright, border, _| !upright || border != 0 && border != 3,
        ),
        "| 담보 | 종류 | 금액 |\n| 입원비 | 1종 | 10만원 |\n| 수술비 | 2종 | 20만원 |",
    );
}

#[test]
fn a_page_of_which_nothing_was_read_is_told() {
    if !has_pdfium() {
        return;
    }
    let body = pdf::text(60.0, 700.0, "본문의 글이다.");
    let picture = "q 500 0 0 700 40 70 cm /Im1 Do Q\n";
    let hidden = pdf::styled(60.0, 600.0, "숨은 말", "1 g 0 Tr");
    let outlines = "60 700 m 80 720 l 100 700 l f\n";
    let pages = [body.as_str(), picture, &hidden, outlines, ""];
    let expected = [
        ("2쪽", "스캔"),
        ("3쪽", "보이는 글이 없는 쪽"),
        ("4쪽", "선이나 도형만 있는 쪽"),
        ("5쪽", "빈 쪽"),
    ];
    let source = simui_corpus::SourceFile { path: "a.pdf".into(), bytes: pdf::with(&pages) };
    let read = simui_corpus::file_pages(&source).unwrap();
    let found: Vec<_> =
        read.findings.iter().map(|it| (it.place.as_str(), it.reason.as_str())).collect();
    for ((place, reason), (at, part)) in found.iter().zip(expected) {
        assert!(*place == at && reason.contains(part), "{place} {reason} is not {at} {part}");
    }
    assert_eq!(found.len(), expected.len() + 1, "{found:?}");
    assert!(found[4].1.contains("숨은 말"), "{found:?}");
    let reading = reading("a.pdf", pdf::with(&pages), Some(DocumentKind::Guideline)).unwrap();
    for (place, part) in expected {
        let is_reported =
            |it: &simui_corpus::Finding| it.place == place && it.reason.contains(part);
        assert!(reading.findings.iter().any(is_reported), "{place} {:?}", reading.findings);
    }
}
