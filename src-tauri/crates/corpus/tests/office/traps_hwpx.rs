//! What 한글 documents in XML hide, strike, draw or keep elsewhere.

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
    let page = |body: &str, said: &str, told: &[(&str, &str)]| {
        check("a.hwpx", hwpx::with(&[body]), said, told)
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
    // The sections in order, ten after nine; a damaged one is told.
    let many: Vec<String> = (0..11).map(|at| hwpx::p(&format!("구역 {at}"))).collect();
    let sections: Vec<&str> = many.iter().map(String::as_str).collect();
    let said: Vec<String> = (0..11).map(|at| format!("구역 {at}")).collect();
    check("a.hwpx", hwpx::with(&sections), &said.join("\n"), &[]);
    check(
        "a.hwpx",
        hwpx::with(&[&hwpx::p("글"), "<hp:p>"]),
        "글",
        &[("Contents/section1.xml", "XML을 읽을 수 없습니다")],
    );
}
