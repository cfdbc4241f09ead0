//! Tests of text that Word documents hide, strike out, draw or keep elsewhere.

use simui_domain::DocumentKind;

use super::traps::{check, refused};
use super::{docx, reading};

fn run(properties: &str, words: &str) -> String {
    format!(
        "<w:p><w:r><w:t>앞 </w:t></w:r><w:r><w:rPr>{properties}</w:rPr><w:t>숨은 말</w:t></w:r><w:r><w:t>{words}</w:t></w:r></w:p>"
    )
}

#[test]
fn docx_invisible_words() {
    let hidden = |properties: &str| {
        check(
            "a.docx",
            docx::with(&run(properties, "뒤"), &[]),
            "앞 뒤",
            &[(
                "문단 1",
                "보이지 않는 글을 본문에서 뺐습니다. 누가 왜 숨겼는지 확인하십시오: \"숨은 말\"",
            )],
        );
    };
    hidden("<w:vanish/>");
    hidden("<w:color w:val=\"FFFFFF\"/>");
    hidden("<w:color w:val=\"fefefe\"/>");
    hidden("<w:sz w:val=\"2\"/>");
    let seen = |properties: &str| {
        check("a.docx", docx::with(&run(properties, "뒤"), &[]), "앞 숨은 말뒤", &[])
    };
    seen("<w:vanish w:val=\"0\"/>");
    seen("<w:color w:val=\"FFFFFF\"/><w:shd w:val=\"clear\" w:fill=\"1F3864\"/>");
    seen("<w:color w:val=\"FFFFFF\"/><w:highlight w:val=\"black\"/>");
    seen("<w:color w:val=\"FF0000\"/><w:sz w:val=\"12\"/>");
    // White by a style, and white on a dark cell.
    let styles =
        "<w:style w:styleId=\"H\"><w:name w:val=\"숨김\"/><w:rPr><w:vanish/></w:rPr></w:style>";
    let body = "<w:p><w:pPr><w:pStyle w:val=\"H\"/></w:pPr><w:r><w:t>숨은 말</w:t></w:r></w:p>"
        .to_owned()
        + &docx::p("앞뒤");
    check(
        "a.docx",
        docx::with(&body, &[("word/styles.xml", "styles", styles)]),
        "앞뒤",
        &[("문단 1", "숨은 말")],
    );
    let cell = |fill: &str| {
        format!(
            "<w:tbl><w:tr><w:tc><w:tcPr><w:shd w:val=\"clear\" w:fill=\"{fill}\"/></w:tcPr>{}</w:tc><w:tc>{}</w:tc></w:tr></w:tbl>",
            run("<w:color w:val=\"FFFFFF\"/>", ""),
            docx::p("둘")
        )
    };
    check("a.docx", docx::with(&cell("1F3864"), &[]), "| 앞 숨은 말 | 둘 |", &[]);
    check("a.docx", docx::with(&cell("FFFFFF"), &[]), "| 앞 | 둘 |", &[("문단 1", "숨은 말")]);
}

#[test]
fn docx_changes_notes_and_margins() {
    let deleted = "<w:p><w:r><w:t>남은 </w:t></w:r><w:del><w:r><w:delText>지운 말</w:delText></w:r></w:del><w:ins><w:r><w:t>넣은 말</w:t></w:r></w:ins></w:p>";
    check(
        "a.docx",
        docx::with(deleted, &[]),
        "남은 넣은 말",
        &[
            ("", "변경 추적으로 넣은 글 1곳"),
            (
                "문단 1",
                "변경 추적에서 지운 글을 본문에서 뺐습니다. 변경을 확정했는지 확인하십시오: \"지운 말\"",
            ),
        ],
    );
    let noted = "<w:p><w:r><w:t>본문</w:t><w:footnoteReference w:id=\"2\"/></w:r><w:r><w:t>이다.</w:t></w:r></w:p>".to_owned() + &docx::p("다음");
    let notes = format!(
        "<w:footnote w:type=\"separator\" w:id=\"0\">{}</w:footnote><w:footnote w:id=\"2\">{}</w:footnote><w:footnote w:id=\"3\">{}</w:footnote>",
        docx::p("선"),
        docx::p("각주의 말"),
        docx::p("외톨이")
    );
    check(
        "a.docx",
        docx::with(&noted, &[("word/footnotes.xml", "footnotes", &notes)]),
        "본문이다.\n각주: 각주의 말\n다음",
        &[("어디서도 가리키지 않는 각주", "외톨이")],
    );
    let around = [
        ("word/header1.xml", "hdr", docx::p("머리의 말")),
        ("word/footer1.xml", "ftr", docx::p("- 1 -")),
        (
            "word/comments.xml",
            "comments",
            format!("<w:comment w:id=\"0\">{}</w:comment>", docx::p("메모의 말")),
        ),
    ];
    let parts: Vec<(&str, &str, &str)> =
        around.iter().map(|(name, root, content)| (*name, *root, content.as_str())).collect();
    check(
        "a.docx",
        docx::with(&docx::p("본문"), &parts),
        "본문",
        &[("꼬리말", "- 1 -"), ("머리말", "머리의 말"), ("메모", "메모의 말")],
    );
}

#[test]
fn docx_numbers_styles_and_contents() {
    let numbering = "<w:abstractNum w:abstractNumId=\"4\"><w:lvl w:ilvl=\"0\"><w:start w:val=\"1\"/><w:numFmt w:val=\"decimal\"/><w:lvlText w:val=\"제%1조\"/></w:lvl><w:lvl w:ilvl=\"1\"><w:numFmt w:val=\"ganada\"/><w:lvlText w:val=\"%2.\"/></w:lvl><w:lvl w:ilvl=\"2\"><w:numFmt w:val=\"bullet\"/><w:lvlText w:val=\"·\"/></w:lvl></w:abstractNum><w:num w:numId=\"1\"><w:abstractNumId w:val=\"4\"/></w:num>";
    let item = |level: u8, words: &str| {
        format!(
            "<w:p><w:pPr><w:numPr><w:ilvl w:val=\"{level}\"/><w:numId w:val=\"1\"/></w:numPr></w:pPr><w:r><w:t>{words}</w:t></w:r></w:p>"
        )
    };
    let body = [
        item(0, "(목적)"),
        item(1, "하나"),
        item(1, "둘"),
        item(2, "점"),
        item(0, "(정의)"),
        item(1, "셋"),
    ]
    .concat();
    check(
        "a.docx",
        docx::with(&body, &[("word/numbering.xml", "numbering", numbering)]),
        "제1조 (목적)\n가. 하나\n나. 둘\n점\n제2조 (정의)\n가. 셋",
        &[],
    );
    let styles = "<w:style w:styleId=\"T\"><w:name w:val=\"Title\"/></w:style><w:style w:styleId=\"1\"><w:name w:val=\"heading 1\"/><w:pPr><w:outlineLvl w:val=\"0\"/></w:pPr></w:style><w:style w:styleId=\"1b\"><w:name w:val=\"큰 제목\"/><w:basedOn w:val=\"1\"/></w:style><w:style w:styleId=\"C\"><w:name w:val=\"toc 1\"/></w:style>";
    let styled = |style: &str, words: &str| {
        format!(
            "<w:p><w:pPr><w:pStyle w:val=\"{style}\"/></w:pPr><w:r><w:t>{words}</w:t></w:r></w:p>"
        )
    };
    let body = [
        styled("T", "지침"),
        styled("C", "목적 1"),
        styled("1", "목적"),
        docx::p("글"),
        styled("1b", "범위"),
        docx::p("1. 글"),
    ]
    .concat();
    let read = reading(
        "a.docx",
        docx::with(&body, &[("word/styles.xml", "styles", styles)]),
        Some(DocumentKind::Guideline),
    )
    .unwrap();
    let keys: Vec<&str> = read.imported.articles.iter().map(|it| it.key.as_str()).collect();
    assert_eq!((read.imported.document.title.as_str(), keys), ("지침", vec!["목적", "범위"]));
    assert_eq!(read.findings.len(), 1);
    assert!(read.findings[0].reason.contains("차례") && read.findings[0].reason.contains("목적 1"));
}

#[test]
fn docx_boxes_tables_and_pictures() {
    let boxed = format!(
        "<w:p><w:r><w:t>밖</w:t></w:r><w:r><mc:AlternateContent><mc:Choice><w:drawing><w:txbxContent>{0}</w:txbxContent></w:drawing></mc:Choice><mc:Fallback><w:pict><w:txbxContent>{0}</w:txbxContent></w:pict></mc:Fallback></mc:AlternateContent></w:r><w:r><w:t>의 글</w:t></w:r></w:p>",
        docx::p("상자의 글")
    );
    check("a.docx", docx::with(&boxed, &[]), "밖의 글\n상자의 글", &[]);
    let frame =
        docx::table(&[vec!["제1조(목적) 상자 속의 조".to_owned()]]) + &docx::p("제2조(정의) 글");
    check("a.docx", docx::with(&frame, &[]), "제1조(목적)\n상자 속의 조\n제2조(정의)\n글", &[]);
    let nested = format!(
        "<w:tbl><w:tr><w:tc>{}{}</w:tc><w:tc>{}</w:tc></w:tr></w:tbl>",
        docx::p("가"),
        docx::table(&[vec!["나".into(), "다".into()]]),
        docx::p("라")
    );
    check("a.docx", docx::with(&nested, &[]), "| 가 나 다 | 라 |", &[("문단 1", "표 속의 표")]);
    let spans = format!(
        "<w:tbl><w:tr><w:tc><w:tcPr><w:gridSpan w:val=\"2\"/></w:tcPr>{}</w:tc><w:tc>{}</w:tc></w:tr></w:tbl>",
        docx::p("넓은"),
        docx::p("칸")
    );
    check("a.docx", docx::with(&spans, &[]), "| 넓은 | 넓은 | 칸 |", &[]);
    let merged = |merge: &str, words: &str, other: &str| {
        format!(
            "<w:tr><w:tc><w:tcPr>{merge}</w:tcPr>{}</w:tc><w:tc>{}</w:tc></w:tr>",
            docx::p(words),
            docx::p(other)
        )
    };
    let rows = [
        merged("<w:vMerge w:val=\"restart\"/>", "서울", "400원"),
        merged("<w:vMerge/>", "", "500원"),
        merged("", "", "600원"),
        merged("<w:vMerge w:val=\"continue\"/>", "", "700원"),
    ]
    .concat();
    check(
        "a.docx",
        docx::with(&format!("<w:tbl>{rows}</w:tbl>"), &[]),
        "| 서울 | 400원 |\n| 서울 | 500원 |\n| | 600원 |\n| | 700원 |",
        &[],
    );
    let picture = "<w:p><w:r><w:drawing><a:blip xmlns:a=\"a\"/></w:drawing></w:r></w:p>";
    check(
        "a.docx",
        docx::with(&(picture.to_owned() + &docx::p("글")), &[]),
        "글",
        &[("", "그림이 1개")],
    );
    refused("a.docx", docx::with(picture, &[]), "그림만 있고 글이 없습니다");
    refused("a.docx", docx::with("", &[]), "글이 하나도 없습니다");
    refused(
        "a.docx",
        docx::with(&run("<w:vanish/>", ""), &[]).into_iter().take(60).collect(),
        "깨졌습니다",
    );
    // A damaged note part does not prevent the text from being read.
    check(
        "a.docx",
        docx::with(&docx::p("글"), &[("word/footnotes.xml", "footnotes", "<w:p>")]),
        "글",
        &[("word/footnotes.xml", "XML을 읽을 수 없습니다")],
    );
}
