//! Tests of files written by other programs: LibreOffice Writer (`tests/fixtures/office/make.sh`) and hwpers.

use std::path::PathBuf;

use simui_domain::DocumentKind;

use super::{has_pdfium, reading, words};

fn fixture(name: &str) -> Vec<u8> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../tests/fixtures/office");
    std::fs::read(folder.join(name)).unwrap()
}

const EXPECTED: &str = "의료광고 심의 지침\n목적과 범위\n이 지침은 의료기관이 낼 광고를 미리 심의하는 위원회가 무엇을 살펴보아야 하는지, 그리고 신청한 사람이 무엇을 준비하여야 하는지를 자세히 적은 것으로서, 심의를 받는 모든 사람에게 똑같이 적용한다.\n각주: 위원회는 해마다 지침을 살핀다.\n살필 것\n1. 거짓이 있는지\n2. 지나치게 부풀렸는지\n숨은 글이  없어야 한다.\n수수료\n| 구분 | 금액 |\n| 문자 광고 | 5만원 |\n| 동영상 광고 | 10만원 |\n수수료는 돌려주지 않는다.";

#[test]
fn docx_of_libreoffice() {
    let read = reading("지침.docx", fixture("rules.docx"), Some(DocumentKind::Guideline)).unwrap();
    assert_eq!(words(&read), EXPECTED);
    assert_eq!(read.imported.document.title, "의료광고 심의 지침");
    let keys: Vec<(&str, usize)> =
        read.imported.articles.iter().map(|it| (it.key.as_str(), it.breadcrumb.len())).collect();
    assert_eq!(keys, [("목적과 범위", 0), ("살필 것", 1), ("수수료", 0)]);
    let reasons: Vec<&str> = read.findings.iter().map(|it| it.reason.as_str()).collect();
    assert!(
        matches!(reasons.as_slice(), [hidden, margin] if hidden.contains("여기 있지") && margin.contains("심의 지침 머리글")),
        "{reasons:?}"
    );
}

#[test]
fn html_of_libreoffice() {
    let read = reading("지침.html", fixture("rules.html"), Some(DocumentKind::Guideline)).unwrap();
    let keys: Vec<(&str, usize)> =
        read.imported.articles.iter().map(|it| (it.key.as_str(), it.breadcrumb.len())).collect();
    assert_eq!(keys, [("목적과 범위", 0), ("살필 것", 1), ("수수료", 0)]);
    assert!(
        words(&read).contains("\n1.거짓이 있는지\n2.지나치게 부풀렸는지\n숨은 글이 없어야 한다.\n"),
        "{}",
        words(&read)
    );
    assert!(read.findings.iter().any(|it| it.reason.contains("여기 있지")), "{:?}", read.findings);
}

#[test]
fn pdf_of_libreoffice() {
    if !has_pdfium() {
        return;
    }
    let read = reading("지침.pdf", fixture("rules.pdf"), Some(DocumentKind::Guideline)).unwrap();
    assert_eq!(
        words(&read),
        format!(
            "1쪽\n심의 지침 머리글\n{}\n1 위원회는 해마다 지침을 살핀다.",
            EXPECTED
                .replace("\n각주: 위원회는 해마다 지침을 살핀다.", "")
                .replace("적용한다.", "적용한다.1")
                .replace("1. ", "1.")
                .replace("2. ", "2.")
                .replace("글이  없어야", "글이 없어야")
        )
    );
    assert_eq!(read.findings, []);
    assert_eq!(read.imported.document.title, "의료광고 심의 지침");
}

/// hwpers 0.5 writes the cells of a table as paragraphs, which are read as such.
#[test]
fn hwp_of_hwpers() {
    let read = reading("규정.hwp", fixture("hwpers.hwp"), Some(DocumentKind::Policy)).unwrap();
    assert_eq!(
        words(&read),
        "의료광고 심의 규정\n제1장 총칙\n제1조(목적)\n이 규정은 의료광고의 심의에 필요한 사항을 정한다.\n제2조(수수료)\n수수료는 다음 표와 같다.\n구분\n금액\n문자\n5만원\n동영상\n10만원\n제3조(환급)\n수수료는 돌려주지 아니한다.",
        "{:?}",
        read.findings
    );
}
