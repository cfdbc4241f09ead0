//! Valid files for each reader: the fixtures of other tests, and additional lines for cases that those do not
//! cover.

use std::path::Path;

use super::common::workbook::{Sheet, workbook};
use super::container::{open_hwp, unzip};
use super::input::Input;
use super::source::{Piece, law, line, rules, table};
use super::{
    common, docx as word, html as page, hwp as hangul, hwpx as hangul_xml, pdf as portable,
};

/// Longer fixtures are split between lines, so that a file is read within milliseconds.
const LARGEST: usize = 6 << 10;

fn fixture(path: &str) -> Vec<u8> {
    std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

fn text(path: &str) -> String {
    String::from_utf8(fixture(path)).unwrap()
}

/// The head of a Markdown file combined with each part of its body.
fn pieces(path: &str) -> Vec<Input> {
    let text = text(path);
    let (head, body) = text.split_at(text.find("\n---\n").map_or(0, |at| at + 5));
    let mut found = vec![String::new()];
    for line in body.split_inclusive('\n') {
        if found.last().is_some_and(|it| it.len() + line.len() > LARGEST) {
            found.push(String::new());
        }
        found.last_mut().unwrap().push_str(line);
    }
    found.into_iter().map(|piece| Input::one("a.md", format!("{head}{piece}"))).collect()
}

const STATUTE: &str = "
# 시험법

## 제1편 총칙 <개정 2020. 1. 1.>

### 제1장 갑

##### 제1조 (목적)

이 법은 다음 각 호를 정한다. <신설 2018.3.27, 2021. 7. 27.>

  1\\. 하나
    가\\. 둘
    나\\. 「의료법」 제56조제2항제8호
  1의2\\. 삭제 <2019. 1. 1.>

##### 제1조의2 (정의)

**①** 첫째 항
**②** 둘째 항은 다음과 같다.

| 갑 | 을 |
|---|---|
| 1 | 2 |

##### 제2조 삭제 <2014.5.20>

## 부칙 <제100호,2020.1.1>

제1조(시행일) 이 법은 공포한 날부터 시행한다.
제2조(경과조치) ① 갑
② 을

## 부칙(정부조직법) <제200호,2021.2.3>

①(시행일) 이 법은 시행한다.
②부터 ⑤까지 생략

## [별표 1] 기준(제3조 관련)

1. 갑
";

pub fn statute_markdown() -> Vec<Input> {
    let mut found = pieces("starter/statutes/의료법.md");
    found.extend(pieces("starter/statutes/의료법_시행령.md"));
    found.push(Input::one("a.md", common::law(STATUTE)));
    found
}

const DECISION: &str = "---\n사건번호: 2020도123\n사건명: 의료법위반\n법원명: 대법원\n선고일자: 2021-02-03\n사건종류: 형사\n---\n
## 판시사항\n\n[1] 갑인지 여부(적극)\n[2] 을인지 여부(소극)\n\n## 판결요지\n\n[1] 갑이다.\n[2] 을이 아니다.\n
## 참조조문\n\n[1] 의료법 제56조 제2항 / [2] 형법 제20조\n\n## 참조판례\n\n대법원 2010. 5. 27. 선고 2006도9083 판결(공2010하, 1304)\n
## 판례내용\n\n【피고인】 피고인\n\n【주    문】\n상고를 기각한다.\n\n【이    유】\n1. 가.\n상고이유를 판단한다.\n";

pub fn decision_markdown() -> Vec<Input> {
    let mut found = pieces("starter/guidelines/의료광고_심의기준.md");
    for name in ["2015헌바75", "2006도9311", "2010도6527"] {
        found.extend(pieces(&format!("starter/decisions/{name}.md")));
    }
    found.push(Input::one("a.md", DECISION));
    found
}

pub fn decision_jsonl() -> Vec<Input> {
    let decision = serde_json::json!({"id": "1", "사건번호": "2020도123", "사건명": "의료법위반", "법원명": "대법원", "선고일자": "2021-02-03",
        "판시사항": "[1] 갑<br/>[2] 을", "판결요지": "[1] 갑이다.", "참조조문": "의료법 제56조", "참조판례": "대법원 2010. 5. 27. 선고 2006도9083 판결",
        "판례내용": "【주    문】\n상고를 기각한다.\n【이    유】\n1. 가."});
    let sections = serde_json::json!({"id": "2", "사건번호": "2015헌바75", "사건명": "위헌소원", "법원명": "헌법재판소", "선고일자": "2015.12.23", "url": "https://example.org",
        "sections": {"판시사항": "가. 하나", "결정요지": "나. 둘", "판례내용": "【주    문】\\n위헌"}});
    vec![
        Input::one("a.jsonl", format!("{decision}\n{sections}\n")),
        Input::one("a.jsonl", format!("{sections}\n")),
        Input::one("a.json", format!("[{decision},{sections}]")),
    ]
}

const ANSWERS: [&str; 5] = ["law", "rule", "ordinance", "decision", "constitutional"];

pub fn lawgokr_xml() -> Vec<Input> {
    let found =
        ANSWERS.map(|name| Input::one("a.xml", fixture(&format!("tests/lawgokr/{name}.xml"))));
    let small = common::lawgokr::law(
        &[
            common::lawgokr::row("4", "<조문가지번호>2</조문가지번호><조문제목>갑</조문제목><조문내용>제4조의2(갑) 글</조문내용><항><항번호>①</항번호><항내용>① 글</항내용><목><목번호>가.</목번호><목내용>가. 목</목내용></목></항>"),
            common::lawgokr::row("5", "<조문내용>제5조 삭제 <![CDATA[<2020.1.1>]]></조문내용>"),
        ]
        .concat(),
        "<부칙><부칙단위><부칙공포일자>20200101</부칙공포일자><부칙공포번호>00123</부칙공포번호><부칙내용>부칙 &lt;제123호&gt;\n제1조(시행일) 글</부칙내용></부칙단위></부칙><별표><별표단위><별표번호>0001</별표번호><별표제목>기준</별표제목><별표내용>┌─┐\n│갑│\n└─┘</별표내용></별표단위></별표>",
    );
    found.into_iter().chain([Input::one("a.xml", small)]).collect()
}

pub fn lawgokr_json() -> Vec<Input> {
    ANSWERS.map(|name| Input::one("a.json", fixture(&format!("tests/lawgokr/{name}.json")))).into()
}

const NUMBERED: &str = "<w:p><w:pPr><w:pStyle w:val=\"H1\"/><w:numPr><w:ilvl w:val=\"0\"/><w:numId w:val=\"1\"/></w:numPr></w:pPr><w:r><w:t>목적</w:t><w:footnoteReference w:id=\"2\"/></w:r></w:p><w:p><w:r><w:rPr><w:vanish/></w:rPr><w:t>숨은 말</w:t></w:r><w:ins><w:r><w:t>넣은 말</w:t></w:r></w:ins><w:del><w:r><w:delText>지운 말</w:delText></w:r></w:del><w:hyperlink><w:r><w:t>고리</w:t><w:tab/><w:br/></w:r></w:hyperlink></w:p><w:tbl><w:tr><w:tc><w:tcPr><w:gridSpan w:val=\"2\"/><w:vMerge w:val=\"restart\"/></w:tcPr><w:p><w:r><w:t>가</w:t></w:r></w:p></w:tc></w:tr></w:tbl>";

pub fn docx() -> Vec<Input> {
    let parts = [
        (
            "word/numbering.xml",
            "numbering",
            "<w:abstractNum w:abstractNumId=\"0\"><w:lvl w:ilvl=\"0\"><w:start w:val=\"1\"/><w:numFmt w:val=\"ganada\"/><w:lvlText w:val=\"%1.\"/></w:lvl></w:abstractNum><w:num w:numId=\"1\"><w:abstractNumId w:val=\"0\"/></w:num>",
        ),
        (
            "word/styles.xml",
            "styles",
            "<w:style w:styleId=\"H1\"><w:name w:val=\"heading 1\"/><w:basedOn w:val=\"N\"/><w:pPr><w:outlineLvl w:val=\"0\"/></w:pPr></w:style><w:style w:styleId=\"N\"><w:name w:val=\"Normal\"/></w:style>",
        ),
        (
            "word/footnotes.xml",
            "footnotes",
            "<w:footnote w:id=\"2\"><w:p><w:r><w:t>각주</w:t></w:r></w:p></w:footnote>",
        ),
    ];
    vec![
        unzip(&word::of(&rules())),
        unzip(&word::of(&law())),
        unzip(&word::with(NUMBERED, &parts)),
        unzip(&fixture("../../../tests/fixtures/office/rules.docx")),
    ]
}

pub fn hwpx() -> Vec<Input> {
    let outline = "<hp:p paraPrIDRef=\"1\" styleIDRef=\"5\"><hp:run charPrIDRef=\"0\"><hp:t>제목</hp:t></hp:run></hp:p><hp:p paraPrIDRef=\"3\"><hp:run charPrIDRef=\"1\"><hp:t>숨은 말</hp:t></hp:run><hp:run charPrIDRef=\"0\"><hp:ctrl><hp:footNote><hp:subList><hp:p><hp:run><hp:t>각주</hp:t></hp:run></hp:p></hp:subList></hp:footNote></hp:ctrl><hp:t>글<hp:lineBreak/>줄</hp:t></hp:run></hp:p>";
    vec![
        unzip(&hangul_xml::of(&rules())),
        unzip(&hangul_xml::of(&law())),
        unzip(&hangul_xml::with(&[outline, &hangul_xml::p("둘째 구역")])),
    ]
}

pub fn hwp() -> Vec<Input> {
    let sections = [
        [
            hangul::p(0, 1, "개요"),
            hangul::p(0, 3, "번호"),
            hangul::table(&[vec!["가".into(), "나".into()]]),
        ]
        .concat(),
        [
            hangul::paragraph(0, 0, &hangul::mark(17, b"fn  "), &[(0, 0)]),
            hangul::control(
                1,
                b"fn  ",
                &[0; 8],
                &[hangul::list(2, &[]), hangul::p(2, 0, "각주")].concat(),
            ),
        ]
        .concat(),
    ];
    vec![
        open_hwp(&hangul::of(&rules())),
        open_hwp(&hangul::of(&law())),
        open_hwp(&hangul::with(0, &sections)),
        open_hwp(&fixture("../../../tests/fixtures/office/hwpers.hwp")),
    ]
}

pub fn pdf() -> Vec<Input> {
    let content = |pieces: &[Piece]| {
        let mut y = 790.0;
        let mut content = String::new();
        for piece in pieces {
            y -= 28.0;
            match piece {
                Piece::Line(words) => content += &portable::text(60.0, y, words),
                Piece::Table(rows) => {
                    content += &portable::table(60.0, y, rows);
                    y -= 24.0 * rows.len() as f32;
                }
            }
        }
        content
    };
    let second = content(&[line("제4조(둘째 쪽) 글"), table(&[&["가", "나"], &["다", "라"]])]);
    vec![
        Input::of([("1.page", content(&rules())), ("2.page", second)]),
        Input::one("1.page", content(&law())),
        Input::one(
            "1.page",
            portable::text(60.0, 700.0, "글")
                + &portable::styled(300.0, 700.0, "숨은 말", "1 g 3 Tr")
                + "q 100 0 0 100 60 400 cm /Im1 Do Q\n",
        ),
        Input::one("a.pdf", portable::of(&rules())),
        Input::one("a.pdf", fixture("../../../tests/fixtures/office/rules.pdf")),
    ]
}

pub fn html() -> Vec<Input> {
    let lists = "<h1>지침</h1><ol start=3><li>하나<ul><li>둘</li></ul></li><li value=9>셋</li></ol><pre>그대로\n둘째</pre><p hidden>숨은 말</p><p style=\"display:none\">숨은 말</p><table><caption>표</caption><tr><th rowspan=2>가<td colspan=3>나</tr><tr><td>다</table><a href=\"#\">고리</a><br><img alt=\"그림\">&nbsp;&#44032;";
    vec![
        Input::one("a.html", page::of(&rules())),
        Input::one("a.html", page::of(&law())),
        Input::one("a.html", page::with(lists)),
        Input::one("a.html", fixture("../../../tests/fixtures/office/rules.html")),
    ]
}

/// The lines of a text without tables.
fn lines(pieces: &[Piece]) -> String {
    let words = pieces.iter().filter_map(|piece| match piece {
        Piece::Line(words) => Some(format!("{words}\n")),
        Piece::Table(_) => None,
    });
    words.collect()
}

pub fn txt() -> Vec<Input> {
    let series = "의료광고 지침\n\nⅠ. 목적\n이 지침은 정한다.\n1. 범위\n 가. 신문\n  1) 일간\n   가) 조간\n① 하나\n② 둘\nⅡ. 절차\n□ 신청\n ○ 서류\n  - 사본\n";
    vec![
        Input::one("a.txt", lines(&rules())),
        Input::one("a.txt", lines(&law())),
        Input::one("a.txt", series),
        Input::one("a.txt", DECISION),
    ]
}

const LABEL: &str = "<DOC title=\"주의\"><SECTION title=\"\"><ARTICLE title=\"1. 경고\"><PARAGRAPH tagName=\"p\"><![CDATA[술 & <sub>약</sub> 10<sup>6</sup>]]></PARAGRAPH></ARTICLE></SECTION></DOC>";
const MARKUP: &str = "<p>두통 <b>완화</b></p><table><tr><td rowspan=\"2\">갑</td><td>10<sup>6</sup></td></tr></table>&nbsp;&lt;5";

pub fn csv() -> Vec<Input> {
    let drug = format!(
        "품목기준코드,품목명,업체명,효능효과,용법용량,변경일자\n1,가정,갑,\"{}\",하루 2정,2024-01-02\n2,나정,을,다,,\n",
        MARKUP.replace('"', "\"\"")
    );
    vec![
        Input::one("a.csv", drug),
        Input::one(
            "병용금기.tsv",
            "성분명1\t성분명2\t금기사유\n가\t나\t\"위험\n둘째\"\n다\t라\t\n",
        ),
        Input::one(
            "a.csv",
            "성분명,특정연령,특정연령단위,연령처리조건,상세정보\nA,18,세,미만,글\nB,6,개월,이하,\n",
        ),
        Input::one(
            "a.csv",
            "기술명,고시번호,고시일,다른이름\n갑 검사,제2024-1호,2024-03-01,을|병\n",
        ),
        Input::one(
            "a.csv",
            "사건번호,사건명,법원명,선고일자,판시사항,판례내용\n2020도1,갑,대법원,2021-02-03,[1] 가,【주    문】 기각\n",
        ),
    ]
}

pub fn table_json() -> Vec<Input> {
    let items = format!(
        "{{\"header\":{{\"resultCode\":\"00\"}},\"body\":{{\"pageNo\":1,\"totalCount\":2,\"items\":[{{\"item\":{{\"ITEM_SEQ\":1,\"ITEM_NAME\":\"가정\",\"NB_DOC_DATA\":{LABEL:?}}}}},{{\"ITEM_SEQ\":-2.5,\"ITEM_NAME\":\"\\u00e9\"}}]}}}}"
    );
    let easy = "[{\"itemSeq\":\"200001\",\"itemName\":\"나정\",\"entpName\":\"갑\",\"efcyQesitm\":\"두통\\n완화\",\"useMethodQesitm\":\"하루 2정\",\"atpnWarnQesitm\":null,\"seQesitm\":\"<p>발진</p>\",\"updateDe\":\"2024-01-02\"}]";
    let dur = "{\"cth_condi_sn\":\"9\",\"igrd_nm_1\":\"acitretin\",\"igrd_nm_2\":\"tetracycline\",\"condi_rsn\":\"두개내압 증가\"}\n{\"cth_condi_sn\":\"10\",\"igrd_nm_1\":\"a\",\"igrd_nm_2\":\"b\",\"condi_rsn\":\"\"}\n";
    let technologies = "{\"기술명\":\"갑 검사\",\"고시번호\":\"1\",\"고시일\":\"2024-03-01\",\"다른이름\":[\"을\"]}\n";
    vec![
        Input::one("a.json", items),
        Input::one("a.json", easy),
        Input::one("a.jsonl", dur),
        Input::one("a.jsonl", technologies),
    ]
}

pub fn table_xml() -> Vec<Input> {
    let of = |items: &str| {
        format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<response><header><resultCode>00</resultCode></header><body><items>{items}</items><totalCount>2</totalCount></body></response>"
        )
    };
    vec![
        Input::one("a.xml", of(&format!("<item><ITEM_SEQ>1</ITEM_SEQ><ITEM_NAME>가&amp;정</ITEM_NAME><NB_DOC_DATA>{LABEL}</NB_DOC_DATA></item><item><ITEM_SEQ>2</ITEM_SEQ><ITEM_NAME>나정</ITEM_NAME></item>"))),
        Input::one("a.xml", of(&format!("<item><itemSeq>3</itemSeq><itemName><![CDATA[다정]]></itemName><efcyQesitm>{MARKUP}</efcyQesitm><!-- 말 --></item>").replace("&nbsp;", "&#160;"))),
        Input::one("a.xml", of("<item><INGR_KOR_NAME>갑</INGR_KOR_NAME><MIXTURE_INGR_KOR_NAME>을</MIXTURE_INGR_KOR_NAME><PROHBT_CONTENT>위험</PROHBT_CONTENT><TYPE_NAME>병용금기</TYPE_NAME></item>")),
    ]
}

pub fn xlsx() -> Vec<Input> {
    let drugs: &[&[(&str, &str)]] = &[
        &[("A1", "가상 의약품 목록")],
        &[("A2", "품목명"), ("B2", "품목기준코드"), ("C2", "효능효과"), ("D2", "변경일자")],
        &[
            ("A3", "가정"),
            ("B3", "=<c r=\"B3\"><v>200001</v></c>"),
            ("C3", "나"),
            ("D3", "=<c r=\"D3\" s=\"1\"><v>45000</v></c>"),
        ],
        &[("A4", "다정"), ("B4", "9"), ("C4", "=<c r=\"C4\" t=\"e\"><v>#REF!</v></c>")],
    ];
    let doses: &[&[(&str, &str)]] = &[
        &[("A1", "성분명"), ("B1", "1일최대투여량(mg)")],
        &[("A2", "라"), ("B2", "=<c r=\"B2\"><v>0.5</v></c>")],
    ];
    let sheet = |name, state, rows, merged| Sheet { name, state, rows, merged };
    vec![
        unzip(&workbook(&[sheet("허가", "visible", drugs, &["A1:D1", "A3:A4"])])),
        unzip(&workbook(&[
            sheet("용량", "visible", doses, &[]),
            sheet("허가", "hidden", drugs, &[]),
        ])),
    ]
}

pub fn zip() -> Vec<Input> {
    let small = common::law("\n##### 제1조 (목적)\n\n이 법은 시험한다.\n");
    let inner = super::container::archive(&Input::one("시험법.md", small.clone())).file.bytes;
    vec![
        Input::of([
            ("법/시험법.md", small.clone()),
            ("기준.txt", "심의 기준\n과장하지 않는다.\n".to_owned()),
            ("a.csv", "품목명,효능효과\n가정,나\n".to_owned()),
        ]),
        Input::of([
            ("안.zip", inner),
            ("a.docx", word::of(&rules())),
            ("a.hwp", hangul::of(&rules())),
        ]),
        Input::of([
            ("__MACOSX/._a.md", "x"),
            ("a.html", "<h1>갑</h1><p>을</p>"),
            (
                "a.xml",
                "<items><item><itemName>가정</itemName><efcyQesitm>나</efcyQesitm></item></items>",
            ),
        ]),
    ]
}

const MAPPING: &str = "kind = \"guideline\"\ntitle = \"제목\"\nkey = \"번호\"\nrows = \"documents\"\nignore = [\"조회수\"]\n\n[dates]\nissued = \"발행일\"\neffective = \"시행일\"\n\n[[sections]]\ncolumn = \"내용\"\nheading = \"본문\"\n";
const MAPPED: &str = "번호,제목,내용,발행일,시행일,조회수,기타\n1,가,\"<p>글 1</p>\n둘째\",2024-01-02,2024.3.1,5,덤\n2,나,,,20240301,,\n";

pub fn mapping() -> Vec<Input> {
    let sections = "kind = \"policy\"\ntitle = \"제목\"\nrows = \"sections\"\n[[sections]]\ncolumn = \"내용\"\n";
    let records =
        "{\"제목\":\"가\",\"내용\":\"글\"}\n{\"제목\":\"나\",\"내용\":[1,{\"a\":null}]}\n";
    vec![
        Input::of([("자료.csv", MAPPED), ("자료.mapping.toml", MAPPING)]),
        Input::of([("자료.csv", MAPPED), ("자료.mapping.toml", sections)]),
        Input::of([("자료.jsonl", records), ("자료.mapping.toml", sections)]),
    ]
}

/// Texts in every encoding. Their contents are fuzzed elsewhere.
pub fn encodings() -> Vec<Input> {
    let text = lines(&rules()[..6]);
    let table = "품목명,효능효과\n가정,두통 완화\n똠정,나\n";
    let mut found = Vec::new();
    for (name, text) in [("a.txt", text.as_str()), ("a.csv", table), ("a.md", DECISION)] {
        let utf16 =
            |order: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(order).collect::<Vec<u8>>();
        let (cp949, _, _) = encoding_rs::EUC_KR.encode(text);
        found.extend([
            Input::one(name, ["\u{feff}", text].concat()),
            Input::one(name, cp949.into_owned()),
            Input::one(name, [&b"\xFF\xFE"[..], &utf16(u16::to_le_bytes)].concat()),
            Input::one(name, [&b"\xFE\xFF"[..], &utf16(u16::to_be_bytes)].concat()),
            Input::one(name, utf16(u16::to_le_bytes)),
            Input::one(name, text.replace('\n', "\r\n")),
        ]);
    }
    found
}
