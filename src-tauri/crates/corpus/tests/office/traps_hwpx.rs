//! Tests of text that 한글 documents in XML hide, strike out, draw or keep elsewhere.

use simui_domain::DocumentKind;

use super::traps::check;
use super::{hwpx, reading, words};

#[test]
fn hwpx_traps() {
    let p = |shape: u8, inner: &str| {
        format!(
            "<hp:p paraPrIDRef=\"{shape}\" styleIDRef=\"0\"><hp:run charPrIDRef=\"0\">{inner}</hp:run></hp:p>"
        )
    };
    let page = |body: &str, expected: &str, findings: &[(&str, &str)]| {
        check("a.hwpx", hwpx::with(&[body]), expected, findings)
    };
    let sub = |words: &str| format!("<hp:subList>{}</hp:subList>", hwpx::p(words));
    for shape in [1, 2] {
        let body = format!(
            "<hp:p><hp:run charPrIDRef=\"0\"><hp:t>앞 </hp:t></hp:run><hp:run charPrIDRef=\"{shape}\"><hp:t>숨은 말</hp:t></hp:run><hp:run charPrIDRef=\"0\"><hp:t>뒤</hp:t></hp:run></hp:p>"
        );
        page(&body, "앞 뒤", &[("문단 1", "숨은 말")]);
    }
    page(
        &p(
            0,
            "<hp:t>남은 <hp:deleteBegin/>지운 말<hp:deleteEnd/><hp:insertBegin/>넣은 말<hp:insertEnd/><hp:tab/>끝<hp:lineBreak/>줄</hp:t>",
        ),
        "남은 넣은 말 끝\n줄",
        &[("", "변경 추적으로 넣은"), ("문단 1", "지운 말")],
    );
    let around = format!(
        "<hp:ctrl><hp:header>{}</hp:header></hp:ctrl><hp:ctrl><hp:hiddenComment>{}</hp:hiddenComment></hp:ctrl><hp:ctrl><hp:fieldBegin type=\"MEMO\"><hp:parameters><hp:stringParam>매개</hp:stringParam></hp:parameters>{}</hp:fieldBegin></hp:ctrl><hp:t>본문</hp:t><hp:ctrl><hp:footNote>{}</hp:footNote></hp:ctrl><hp:t>이다.</hp:t>",
        sub("머리의 말"),
        sub("숨은 설명"),
        sub("메모의 말"),
        sub("각주의 말")
    );
    page(
        &p(0, &around),
        "본문이다.\n각주: 각주의 말",
        &[("머리말", "머리의 말"), ("문단 3", "숨은 설명"), ("문단 4", "메모의 말")],
    );
    page(&[p(3, "<hp:t>글</hp:t>"), p(3, "<hp:t>글</hp:t>")].concat(), "다) 글\n라) 글", &[]);
    let outline = [
        p(1, "<hp:t>총론</hp:t>"),
        p(2, "<hp:t>목적</hp:t>"),
        p(0, "<hp:t>글</hp:t>"),
        p(2, "<hp:t>이것은 문장이므로 제목이 아니다.</hp:t>"),
    ]
    .concat();
    let read = reading("a.hwpx", hwpx::with(&[&outline]), Some(DocumentKind::Guideline)).unwrap();
    let found: Vec<(&str, &[String])> = read
        .imported
        .articles
        .iter()
        .map(|it| (it.key.as_str(), it.breadcrumb.as_slice()))
        .collect();
    assert_eq!(found, [("1. 목적", &["I. 총론".to_owned()][..])]);
    assert_eq!(words(&read), "I. 총론\n1. 목적\n글\n2. 이것은 문장이므로 제목이 아니다.");
    let shape = format!(
        "<hp:rect><hp:drawText>{}</hp:drawText></hp:rect><hp:pic><hp:img/></hp:pic><hp:equation><hp:script>a over b</hp:script></hp:equation>",
        sub("상자의 글")
    );
    page(&p(0, &shape), "a over b\n상자의 글", &[("", "수식 1개"), ("", "그림이 1개")]);
    let inner = hwpx::table(&[vec!["가".into(), "나".into()]]);
    let nested = inner.replace(
        "<hp:t>가</hp:t>",
        &format!("<hp:t>가</hp:t>{}", hwpx::table(&[vec!["속".into(), "표".into()]])),
    );
    page(&p(0, &nested), "| 가 속 표 | 나 |", &[("문단 2", "표 속의 표")]);
    // The sections in order, ten after nine. A damaged section is reported.
    let many: Vec<String> = (0..11).map(|at| hwpx::p(&format!("구역 {at}"))).collect();
    let sections: Vec<&str> = many.iter().map(String::as_str).collect();
    let expected: Vec<String> = (0..11).map(|at| format!("구역 {at}")).collect();
    check("a.hwpx", hwpx::with(&sections), &expected.join("\n"), &[]);
    check(
        "a.hwpx",
        hwpx::with(&[&hwpx::p("글"), "<hp:p>"]),
        "글",
        &[("Contents/section1.xml", "XML을 읽을 수 없습니다")],
    );
}

#[test]
fn characters_that_are_elements_are_kept() {
    let line = |inner: &str| {
        format!(
            "<hp:p paraPrIDRef=\"0\"><hp:run charPrIDRef=\"0\"><hp:t>{inner}</hp:t></hp:run></hp:p>"
        )
    };
    for (inner, expected) in [
        ("1<hp:hypen/>3개월", "1-3개월"),
        ("1<hp:hyphen/>3개월", "1-3개월"),
        ("고시 제2024<hp:hypen/>1호", "고시 제2024-1호"),
        ("가<hp:nbSpace/>나<hp:fwSpace/>다<hp:tab width=\"4000\"/>라", "가 나 다 라"),
        ("가<hp:lineBreak/>나", "가\n나"),
        ("<hp:markpenBegin/>가<hp:markpenEnd/><hp:titleMark/>나", "가나"),
    ] {
        check("a.hwpx", hwpx::with(&[&line(inner)]), expected, &[]);
    }
    // Unknown elements are reported with their place, and their text is kept.
    let strange =
        [hwpx::p("첫 문단"), line("가<hp:newMark>나</hp:newMark>다<hp:newMark/>")].concat();
    check("a.hwpx", hwpx::with(&[&strange]), "첫 문단\n가나다", &[("문단 2", "newMark, 모두 2곳")]);
}

#[test]
fn a_merged_cell_belongs_to_all_it_covers() {
    let cell = |row, column, spans, words| hwpx::Cell {
        at: (row, column),
        spans,
        border: 1,
        shape: 0,
        words,
    };
    let table = hwpx::cells(
        1,
        "",
        &[
            &[cell(0, 0, (2, 1), "지역"), cell(0, 1, (2, 1), "민원"), cell(0, 2, (1, 2), "수수료")],
            &[cell(1, 2, (1, 1), "창구"), cell(1, 3, (1, 1), "인터넷")],
            &[
                cell(2, 0, (2, 1), "서울"),
                cell(2, 1, (1, 1), "민원가"),
                cell(2, 2, (1, 1), "400원"),
                cell(2, 3, (1, 1), "무료"),
            ],
            &[cell(3, 1, (1, 1), "민원나"), cell(3, 2, (1, 2), "1,000원")],
        ],
    );
    check(
        "a.hwpx",
        hwpx::with(&[&table]),
        "| 지역 | 민원 | 수수료 | 수수료 |\n| 지역 | 민원 | 창구 | 인터넷 |\n| 서울 | 민원가 | 400원 | 무료 |\n| 서울 | 민원나 | 1,000원 | 1,000원 |",
        &[],
    );
}

#[test]
fn white_letters_are_seen_on_a_colour_alone() {
    let zone = "<hp:cellzoneList><hp:cellzone startRowAddr=\"0\" startColAddr=\"0\" endRowAddr=\"0\" endColAddr=\"1\" borderFillIDRef=\"3\"/></hp:cellzoneList>";
    // The borders of the table and of the cells of its first row, and whether white letters are visible.
    for (table, zones, cells, seen) in [
        (1, "", 1, false),
        (1, "", 3, true),
        (3, "", 1, true),
        (1, zone, 1, true),
        (3, "", 4, false),
        (3, zone, 5, false),
        (4, "", 1, false),
    ] {
        let head = |column, words| hwpx::Cell {
            at: (0, column),
            spans: (1, 1),
            border: cells,
            shape: 1,
            words,
        };
        let body = |column, words| hwpx::Cell {
            at: (1, column),
            spans: (1, 1),
            border: 4,
            shape: 0,
            words,
        };
        let file = hwpx::with(&[&hwpx::cells(
            table,
            zones,
            &[&[head(0, "머리가"), head(1, "머리나")], &[body(0, "값가"), body(1, "값나")]],
        )]);
        if seen {
            check("a.hwpx", file, "| 머리가 | 머리나 |\n| 값가 | 값나 |", &[]);
        } else {
            check("a.hwpx", file, "| 값가 | 값나 |", &[("문단 2", "머리가"), ("문단 3", "머리나")]);
        }
    }
    let paragraph = |shape: u8| {
        format!(
            "{}<hp:p paraPrIDRef=\"{shape}\"><hp:run charPrIDRef=\"1\"><hp:t>흰 글</hp:t></hp:run></hp:p>",
            hwpx::p("글")
        )
    };
    check("a.hwpx", hwpx::with(&[&paragraph(4)]), "글\n흰 글", &[]);
    check("a.hwpx", hwpx::with(&[&paragraph(0)]), "글", &[("문단 2", "흰 글")]);
}
