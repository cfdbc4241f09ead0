//! Tests of tables of drugs, of DUR and of decisions in every format.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a failed unwrap is a failed test"
)]

use crate::common::table_reading::{check_findings, head, read_as, sections};
use crate::common::workbook::{Sheet, workbook};
use simui_domain::DocumentKind;

const LABEL: [&str; 4] = [
    "제품 정보|업체명: 가상제약(주)/품목명: 가상정500밀리그램/품목기준코드: 200001/변경일자: 2024-05-09 00:00:00.0",
    "효능·효과|이 약은 두통에 씁니다.",
    "용법·용량|1회 1정, 10⁶ IU 이하. B12와 <5일",
    "보관방법|실온 보관",
];

#[test]
fn the_overview_of_drugs_in_every_format() {
    let values = [
        "가상제약(주)",
        "가상정500밀리그램",
        "200001",
        "<p>이 약은 두통에 씁니다.</p>",
        "1회 1정, 10<sup>6</sup> IU 이하. B<sub>12</sub>와 <5일",
        "실온&nbsp;보관",
        "2024-05-09 00:00:00.0",
    ];
    let names = [
        "entpName",
        "itemName",
        "itemSeq",
        "efcyQesitm",
        "useMethodQesitm",
        "depositMethodQesitm",
        "updateDe",
    ];
    let korean =
        ["업체명", "제품명", "품목기준코드", "효능효과", "용법·용량", "저장방법", "수정일자"];
    let object = names
        .iter()
        .zip(values)
        .map(|(name, value)| format!("{name:?}: {value:?}"))
        .collect::<Vec<_>>()
        .join(", ");
    let object = format!("{{{object}, \"itemImage\": null}}");
    let elements: String = names
        .iter()
        .zip(values)
        .map(|(name, value)| format!("<{name}><![CDATA[{value}]]></{name}>"))
        .collect();
    let row = values.map(|value| format!("\"{value}\"")).join(",");
    let cells: Vec<Vec<String>> = vec![
        names.map(str::to_owned).to_vec(),
        values.map(|value| value.replace('&', "&amp;").replace('<', "&lt;")).to_vec(),
    ];
    let places: Vec<Vec<(String, &str)>> = (1..)
        .zip(&cells)
        .map(|(n, row)| {
            ('A'..).zip(row).map(|(c, text)| (format!("{c}{n}"), text.as_str())).collect()
        })
        .collect();
    let places: Vec<Vec<(&str, &str)>> = places
        .iter()
        .map(|row| row.iter().map(|(place, text)| (place.as_str(), *text)).collect())
        .collect();
    let rows: Vec<&[(&str, &str)]> = places.iter().map(Vec::as_slice).collect();
    let sheet = Sheet { name: "Sheet1", state: "visible", rows: &rows, merged: &[] };
    let files: [(&str, Vec<u8>); 9] = [
        ("a.json", format!("[{object}]").into()),
        ("a.json", format!("{{\"header\":{{\"resultCode\":\"00\",\"resultMsg\":\"NORMAL SERVICE.\"}},\"body\":{{\"pageNo\":1,\"totalCount\":1,\"numOfRows\":10,\"items\":[{object}]}}}}").into()),
        ("a.json", format!("{{\"response\":{{\"header\":{{\"resultCode\":\"00\"}},\"body\":{{\"items\":[{{\"item\":{object}}}]}}}}}}").into()),
        ("a.json", format!("{{\"response\":{{\"body\":{{\"items\":{{\"item\":{object}}}}}}}}}").into()),
        ("a.jsonl", format!("{object}\n\n").into()),
        ("a.xml", format!("<?xml version=\"1.0\"?><response><header><resultCode>00</resultCode></header><body><items><item>{elements}<itemImage/></item></items><totalCount>1</totalCount></body></response>").into()),
        ("a.csv", format!("의약품 목록,,,,,,\n{}\n{row}\n", korean.join(",")).into()),
        ("a.tsv", format!("{}\n{}\n", names.join("\t"), values.join("\t")).into()),
        ("a.xlsx", workbook(&[sheet])),
    ];
    for (path, bytes) in files {
        let readings = read_as(path, &bytes, None);
        let expected: &[_] = if path == "a.csv" { &[("line 1", "의약품 목록")] } else { &[] };
        check_findings(&readings, expected);
        assert_eq!(
            head(&readings.readings[0]),
            "drug 200001 가상정500밀리그램 2024-05-09 drug-table/1",
            "{path}"
        );
        assert_eq!(sections(&readings.readings[0]), LABEL, "{path}");
    }
}

#[test]
fn permits_with_documents_inside() {
    let label = "<DOC title=\"사용상의주의사항\" type=\"NB\"><SECTION title=\"\"><ARTICLE title=\"1. 경고\"><PARAGRAPH tagName=\"p\"><![CDATA[1) 매일 세잔 이상 <sub>술</sub>을&nbsp;마시면]]></PARAGRAPH></ARTICLE><ARTICLE title=\"2. 이상반응\"><PARAGRAPH tagName=\"table\"><![CDATA[<tbody><tr><td>쇽</td><td>0.1%</td></tr></tbody>]]></PARAGRAPH></ARTICLE></SECTION></DOC>";
    let expected = [
        "제품 정보|품목기준코드: 7/품목명: 가/허가 상태: 취하/원료성분: 총량 : 1정/SOME_NEW: x",
        "1. 경고|1) 매일 세잔 이상 술을 마시면",
        "2. 이상반응|| 쇽 | 0.1% |",
    ];
    let json = format!(
        "[{{\"ITEM_SEQ\":7,\"ITEM_NAME\":\"가\",\"CANCEL_NAME\":\"취하\",\"MATERIAL_NAME\":\"총량 : 1정\",\"SOME_NEW\":\"x\",\"ITEM_PERMIT_DATE\":\"2001년\",\"NB_DOC_DATA\":{label:?}}}]"
    );
    let xml = format!(
        "<items><item><ITEM_SEQ>7</ITEM_SEQ><ITEM_NAME>가</ITEM_NAME><CANCEL_NAME>취하</CANCEL_NAME><MATERIAL_NAME>총량 : 1정</MATERIAL_NAME><SOME_NEW>x</SOME_NEW><ITEM_PERMIT_DATE>2001년</ITEM_PERMIT_DATE><NB_DOC_DATA>{label}</NB_DOC_DATA></item></items>"
    );
    for (path, text) in [("a.json", json), ("a.xml", xml)] {
        let readings = read_as(path, text, None);
        let mut found = sections(&readings.readings[0]);
        found[0] = found[0].replace("/허가일자: 2001년", "");
        assert_eq!(
            head(&readings.readings[0]),
            "drug 허가사항 7 가 (허가사항)  drug-table/1",
            "{path}"
        );
        assert_eq!(found, expected, "{path}");
        check_findings(
            &readings,
            &[("line 1, 1번째 항목", "날짜가 아닙니다"), ("line 1, 1번째 항목", "'취하'")],
        );
    }
}

#[test]
fn doubtful_rows_of_drugs_are_told() {
    let csv = "품목기준코드,품목명,업체명,효능효과,변경일자\n1,가,갑,<img src=x>,20240101\n2,,갑,나,\n,다,갑,라,\n1,마,갑,바,\n3,사,갑,아,2024-13-01\n4,자,갑,차,,타\n5,카\n";
    let readings = read_as("a.csv", csv, None);
    let keys: Vec<_> =
        readings.readings.iter().map(|it| it.imported.document.source_key.as_str()).collect();
    assert_eq!(keys, ["1", "3", "5"]);
    check_findings(
        &readings,
        &[
            ("line 7", "칸이 열 이름 5개보다 많아"),
            ("line 8", "칸이 열 이름 5개보다 적습니다"),
            ("line 2", "(그림)"),
            ("line 3", "품목명이 없습니다"),
            ("line 4", "품목기준코드가 없습니다"),
            ("line 5", "line 2에 있는 것만"),
            ("line 6", "날짜가 아닙니다"),
        ],
    );
    let without_codes = read_as("a.csv", "품목명,업체명,효능효과\n가,갑,나\n가,을,다\n", None);
    assert_eq!(head(&without_codes.readings[1]), "drug 가 (을) 가  drug-table/1");
}

#[test]
fn dur_tables_by_columns_by_type_and_by_name() {
    let check = |path: &str,
                 text: &str,
                 head_expected: &str,
                 sections_expected: &[&str],
                 findings: &[(&str, &str)]| {
        let readings = read_as(path, text, None);
        check_findings(&readings, findings);
        assert_eq!(head(&readings.readings[0]), head_expected);
        assert_eq!(sections(&readings.readings[0]), sections_expected);
    };
    check(
        "20260101.csv",
        "성분명1,성분코드1,성분명2,금기사유,고시일자\n가,A,나,\"쇼크: # 위험\n# 둘째 줄\",20240101\n가,A,나,다른 사유,20240101\n가,A,,까닭,\n가,A,나,다른 사유,20240101\n라,D,마,,\n",
        "dur DUR 병용금기 20260101 DUR 병용금기  dur-table/2",
        &[
            "병용금기 가 + 나|성분명 1: 가/성분코드 1: A/성분명 2: 나/금기사유: 쇼크: # 위험/# 둘째 줄/고시일자: 20240101",
            "병용금기 가 + 나 (2)|성분명 1: 가/성분코드 1: A/성분명 2: 나/금기사유: 다른 사유/고시일자: 20240101",
            "병용금기 라 + 마|성분명 1: 라/성분코드 1: D/성분명 2: 마",
        ],
        &[
            ("line 5", "성분명도 제품명도"),
            ("line 6", "똑같은 행"),
            ("line 7", "'금기사유' 값이 비어"),
        ],
    );
    check(
        "노인주의_2026.csv",
        "제품코드,제품명,성분명,약품상세정보\n1,갑정,가,정제\n2,을정,가,주사제\n",
        "dur DUR 노인주의 노인주의_2026 DUR 노인주의  dur-table/2",
        &[
            "노인주의 가|제품코드: 1/제품명: 갑정/성분명: 가/상세정보: 정제",
            "노인주의 가 (2)|제품코드: 2/제품명: 을정/성분명: 가/상세정보: 주사제",
        ],
        &[],
    );
    check(
        "a.json",
        "[{\"TYPE_NAME\":\"임부금기\",\"INGR_KOR_NAME\":\"가\",\"ITEM_SEQ\":\"1\",\"ITEM_NAME\":\"갑정\",\"GRADE\":\"1등급\"},{\"TYPE_NAME\":\"노인주의\",\"INGR_KOR_NAME\":\"나\"}]",
        "dur DUR 임부금기 a DUR 임부금기  dur-table/2",
        &["임부금기 가|구분: 임부금기/성분명: 가/제품코드: 1/제품명: 갑정/금기등급: 1등급"],
        &[("line 1, 2번째 항목", "섞여 있습니다")],
    );
    check(
        "b.json",
        "[{\"item\":{\"TYPE_NAME\":\"특정연령대금기\",\"INGR_ENG_NAME\":\"ga\",\"INGR_NAME\":\"가\",\"FORM_NAME\":\"정제\",\"DEL_YN\":\"정상\",\"AGE_BASE\":\"12세 미만\"}},\
         {\"item\":{\"TYPE_NAME\":\"특정연령대금기\",\"INGR_ENG_NAME\":\"na\",\"INGR_NAME\":\"나\",\"DEL_YN\":\"삭제\",\"AGE_BASE\":\"2세 미만\"}}]",
        "dur DUR 특정연령대금기 b DUR 특정연령대금기  dur-table/2",
        &[
            "특정연령대금기 가|구분: 특정연령대금기/성분명(일반명): ga/성분명: 가/제형: 정제/상태: 정상/특정연령: 12세 미만",
        ],
        &[],
    );
    check(
        "c.json",
        "[{\"TYPE_NAME\":\"용량주의\",\"INGR_NAME\":\"가\",\"ITEM_SEQ\":\"1\",\"ITEM_NAME\":\"갑정\",\"PROHBT_CONTENT\":\"\"}]",
        "dur DUR 용량주의 c DUR 용량주의  dur-table/2",
        &["용량주의 가|구분: 용량주의/성분명: 가/제품코드: 1/제품명: 갑정"],
        &[],
    );
    let unnamed = read_as("a.csv", "성분명,상세정보\n가,나\n", Some(DocumentKind::Dur));
    check_findings(&unnamed, &[("", "DUR의 어느 표인지")]);
}

#[test]
fn decisions_keep_every_field() {
    let line = |number: &str, date: &str| {
        format!(
            "{{\"id\":{number},\"사건번호\":\"2020다1\",\"사건명\":\"손해배상\",\"법원명\":\"대법원\",\"선고일자\":\"{date}\",\"tags\":[\"a\",\"b\"],\"sections\":{{\"판시사항\":\"[1] 가<br/>[2] 나\",\"판례내용\":\"【주    문】\\n  기각한다.\\n# 가\\\\*\",\"새항목\":\"남는 글\"}}}}\n"
        )
    };
    let text = [
        line("1", "2021-02-03"),
        "[1]\n".into(),
        line("1", "2021-02-03"),
        line("2", "20210231"),
        "{\"사건번호\":\"x\"}\n".into(),
        "{nope\n".into(),
    ]
    .concat();
    let readings = read_as("a.jsonl", text, None);
    assert_eq!(readings.readings.len(), 1);
    assert_eq!(
        head(&readings.readings[0]),
        "precedent 대법원 1 대법원 2021. 2. 3. 선고 2020다1 판결 2021-02-03 decision-table/1"
    );
    assert_eq!(
        sections(&readings.readings[0]),
        [
            "판시사항[1]|[1] 가",
            "판시사항[2]|[2] 나",
            "주문|【주    문】/기각한다./# 가\\*",
            "그 밖의 항목|sections.새항목: 남는 글"
        ]
    );
    check_findings(
        &readings,
        &[
            ("line 4 머리말", "20210231"),
            ("line 2", "객체({…})가 아닌"),
            ("line 6", "JSON이 아닙니다"),
            ("line 3", "일련번호가 되풀이됩니다: '1'"),
            ("line 5", "본문이 하나도 없습니다"),
        ],
    );
}
