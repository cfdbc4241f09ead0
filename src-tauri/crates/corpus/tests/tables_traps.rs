//! Tests of misleading tables, workbooks, mappings and lists.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a failed unwrap is a failed test"
)]

use crate::common::table_reading::{check_findings, head, read_as, sections};
use crate::common::workbook::{Sheet, workbook, zipped};
use simui_corpus::{SourceFile, read_mapped};

use crate::common;

#[test]
fn sheets_are_tables_of_their_own() {
    let drugs: &[&[(&str, &str)]] = &[
        &[("A1", "가상 의약품 목록")],
        &[("A2", "품목"), ("C2", "본문")],
        &[("A3", "품목명"), ("B3", "품목기준코드"), ("C3", "효능효과"), ("D3", "변경일자")],
        &[
            ("A4", "가"),
            ("B4", "=<c r=\"B4\"><v>200001</v></c>"),
            ("C4", "나"),
            ("D4", "=<c r=\"D4\" s=\"1\"><v>45000</v></c>"),
            ("F4", "옆"),
        ],
        &[("A5", "다"), ("B5", "9"), ("C5", "=<c r=\"C5\" t=\"e\"><v>#REF!</v></c>")],
    ];
    let dur: &[&[(&str, &str)]] = &[
        &[("A1", "성분명"), ("B1", "1일최대투여량(mg)")],
        &[("A2", "라"), ("B2", "=<c r=\"B2\"><v>0.5</v></c>")],
    ];
    let far: &[&[(&str, &str)]] = &[&[("A1", "x"), ("XFD1048576", "y")]];
    let bytes = workbook(&[
        Sheet {
            name: "허가", state: "visible", rows: drugs, merged: &["A2:B2", "C2:D2", "A4:A5"]
        },
        Sheet { name: "용량", state: "hidden", rows: dur, merged: &[] },
        Sheet { name: "빈", state: "visible", rows: &[], merged: &[] },
        Sheet { name: "먼", state: "visible", rows: far, merged: &[] },
    ]);
    let readings = read_as("a.xlsx", bytes, None);
    let heads: Vec<_> = readings.readings.iter().map(head).collect();
    assert_eq!(
        heads,
        [
            "drug 200001 가 2023-03-15 drug-table/1",
            "drug 9 다  drug-table/1",
            "dur DUR 용량주의 a 용량 DUR 용량주의  dur-table/2"
        ]
    );
    assert_eq!(sections(&readings.readings[2]), ["용량주의 라|성분명: 라/1일 최대투여량: 0.5"]);
    let places: Vec<_> = readings.findings.iter().map(|it| it.place.as_str()).collect();
    for (place, word) in [
        ("시트 허가 1행", "가상 의약품 목록"),
        ("시트 허가 2행", "2행에 걸쳐"),
        ("시트 허가 4행", "합친 칸"),
        ("시트 허가 4행", "'옆'"),
        ("시트 허가 5행", "#REF!"),
        ("시트 용량", "숨은 시트"),
        ("시트 먼", "무슨 표인지"),
        ("시트 먼 1048576행", "'y'"),
    ] {
        let is_found =
            readings.findings.iter().any(|it| it.place == place && it.reason.contains(word));
        assert!(is_found, "{place} {word}: {places:?} {:#?}", readings.findings);
    }
    assert_eq!(readings.findings.len(), 8, "{:#?}", readings.findings);
}

#[test]
fn a_workbook_may_not_lie_about_itself() {
    let sheet = Sheet { name: "a", state: "visible", rows: &[], merged: &[] };
    let mut parts = vec![(
        "xl/sharedStrings.xml".to_owned(),
        "<sst uniqueCount=\"999999999999\"><si><t>a</t></si></sst>".to_owned(),
    )];
    drop(workbook(&[sheet]));
    parts.push(("xl/workbook.xml".to_owned(), "<workbook/>".to_owned()));
    check_findings(
        &read_as("a.xlsx", zipped(&parts), None),
        &[("", "sharedStrings.xml의 내용이 이상합니다")],
    );
}

#[test]
fn answers_that_are_no_data() {
    let check = |path: &str, text: &str, place: &str, word: &str| {
        check_findings(&read_as(path, text, None), &[(place, word)])
    };
    check(
        "a.xml",
        "<OpenAPI_ServiceResponse><cmmMsgHeader><errMsg>SERVICE ERROR</errMsg><returnAuthMsg>LIMITED</returnAuthMsg><returnReasonCode>22</returnReasonCode></cmmMsgHeader></OpenAPI_ServiceResponse>",
        "",
        "22 SERVICE ERROR",
    );
    check(
        "a.json",
        "{\"response\":{\"header\":{\"resultCode\":\"99\",\"resultMsg\":\"DB\"}}}",
        "",
        "오류 응답입니다(99 DB)",
    );
    check(
        "a.json",
        "{\"header\":{\"resultCode\":\"00\"},\"body\":{\"items\":\"\",\"totalCount\":0}}",
        "",
        "행이 하나도 없습니다",
    );
    check("a.json", "\"글\"", "", "표가 아닌 JSON");
    check("a.json", "[{\"a\":", "line 1", "JSON이 깨졌습니다");
    check("a.xml", "<a><b>", "line 1", "XML이 깨졌습니다");
    check("a.csv", "조회수,이름\n1,가\n", "", "무슨 표인지 알 수 없는 열입니다: 조회수, 이름.");
    check("a.json", "[{\"수\": 123456789012345678901234567890}]", "line 1", "따옴표로");
    let page = read_as(
        "a.json",
        "{\"totalCount\":30,\"뜻\":\"밖\",\"items\":[{\"itemSeq\":\"1\",\"itemName\":\"가\"},\n{\"itemSeq\":\"2\",\"itemName\":\"나\"},\n{\"itemS",
        None,
    );
    assert_eq!(page.readings.len(), 2);
    check_findings(
        &page,
        &[("line 3", "앞의 2건만"), ("", "전체 30건 가운데 2건만"), ("", "뜻=밖")],
    );
}

#[test]
fn entities_and_document_types_open_nothing() {
    let xml = "<!DOCTYPE a [<!ENTITY x SYSTEM \"file:///etc/hostname\">]>\n<items><item><itemSeq>1</itemSeq><itemName>가&x;&nbsp;&#44032;&amp;</itemName></item></items>";
    let readings = read_as("a.xml", xml, None);
    assert_eq!(readings.readings[0].imported.document.title, "가&x; 가&");
    check_findings(&readings, &[("line 1", "DOCTYPE"), ("line 2", "'&x;'")]);
    let hidden = read_as("a.json", "[{\"itemSeq\":\"1\",\"itemName\":\"가\\u200b나\"}]", None);
    check_findings(&hidden, &[("line 1, 1번째 항목", "보이지 않는 문자")]);
}

#[test]
fn other_tables_through_a_mapping() {
    let table = SourceFile { path: "dir/공지.csv".into(), bytes: "번호,제목,내용,날짜,조회수,담당\n1,첫 글,가,2024-01-02,5,갑\n2,,나,,6,을\n1,또,다,,7,병\n3,셋,라,그제,8,정\n".into() };
    let read_with = |toml: &str| {
        let mapping = SourceFile { path: "dir/공지.mapping.toml".into(), bytes: toml.into() };
        read_mapped(&table, Some(&mapping), None, &common::clock())
    };
    let good = "kind = \"guideline\"\ntitle = \"제목\"\nkey = \"번호\"\nignore = [\"조회수\"]\n[dates]\neffective = \"날짜\"\n[[sections]]\ncolumn = \"내용\"\nheading = \"본문\"\n";
    let readings = read_with(good);
    assert_eq!(head(&readings.readings[0]), "guideline 1 첫 글 2024-01-02 mapped-table/1");
    assert_eq!(
        sections(&readings.readings[0]),
        ["본문|가", "그 밖의 항목|번호: 1/날짜: 2024-01-02/담당: 갑"]
    );
    check_findings(
        &readings,
        &[
            ("line 3", "비어 있습니다"),
            ("line 4", "식별자가 되풀이됩니다: '1'"),
            ("line 5", "날짜가 아닙니다: 시행일자 '그제'"),
        ],
    );
    let one = read_with(&good.replace("[dates]", "rows = \"sections\"\n[dates]"));
    assert_eq!(one.readings.len(), 1);
    assert_eq!(one.readings[0].imported.document.title, "공지");
    let refused =
        |toml: &str, place: &str, word: &str| check_findings(&read_with(toml), &[(place, word)]);
    refused(
        "kind = \"guideline\"\ntitle = 3\n",
        "공지.mapping.toml line 2",
        "매핑 파일을 읽을 수 없습니다",
    );
    refused(
        &good.replace("조회수", "없는 열"),
        "공지.mapping.toml line 4",
        "'없는 열' 열이 없습니다. 있는 열: 번호, 제목",
    );
    refused(
        &good.replace("guideline", "statute"),
        "공지.mapping.toml line 1",
        "kind입니다: 'statute'",
    );
    refused(&good.replace("heading", "headng"), "공지.mapping.toml line 9", "headng");
}

#[test]
fn technologies_come_from_any_table() {
    let text = "[{\"기술명\":\"가술\",\"고시번호\":\"제1호\",\"고시일\":\"2024-03-01\",\"다른이름\":[\"나술\",\"다, 술\"],\"사용 대상\":\"비염\",\"비고\":\"x\"}]";
    let readings = read_as("list.json", text, None);
    check_findings(&readings, &[("", "없는 열은 가져오지 않았습니다: 비고")]);
    assert_eq!(readings.readings[0].technologies[0].aliases, ["나술", "다, 술"]);
    assert_eq!(readings.readings[0].technologies[0].indication, "비염");
    let rows: &[&[(&str, &str)]] =
        &[&[("A1", "기술명"), ("B1", "고시일")], &[("A2", "가술"), ("B2", "2024-03-01")]];
    let book = workbook(&[Sheet { name: "s", state: "visible", rows, merged: &[] }]);
    assert_eq!(read_as("list.xlsx", book, None).readings[0].technologies[0].name, "가술");
}
