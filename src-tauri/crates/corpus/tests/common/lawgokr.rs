//! Responses of law.go.kr for tests.

use simui_corpus::{Finding, Reading, SourceFile, read};

/// Reads a text as a file of this kind.
pub fn read_as(extension: &str, text: &str) -> Result<Reading, Finding> {
    let source = SourceFile { path: format!("test.{extension}"), bytes: text.as_bytes().to_vec() };
    read(&source, None, &super::clock()).into_only()
}

/// A law with these rows and the elements after them.
pub fn law(rows: &str, more: &str) -> String {
    format!(
        "<법령><기본정보><법령ID>000001</법령ID><공포일자>20200101</공포일자><공포번호>00123</공포번호><법종구분>법률</법종구분><법령명_한글>시험법</법령명_한글><시행일자>20200701</시행일자></기본정보><조문>{rows}</조문>{more}</법령>"
    )
}

/// One 조문단위.
pub fn row(number: &str, rest: &str) -> String {
    format!("<조문단위><조문번호>{number}</조문번호><조문여부>조문</조문여부>{rest}</조문단위>")
}

/// The keys of the articles.
pub fn keys(reading: &Reading) -> Vec<&str> {
    reading.imported.articles.iter().map(|article| article.key.as_str()).collect()
}
