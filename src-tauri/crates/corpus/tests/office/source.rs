//! The text that is written in every format.

/// A piece of the text.
#[derive(Debug, Clone)]
pub enum Piece {
    Line(String),
    Table(Vec<Vec<String>>),
}

pub fn line(words: &str) -> Piece {
    Piece::Line(words.to_owned())
}

pub fn table(rows: &[&[&str]]) -> Piece {
    Piece::Table(
        rows.iter().map(|row| row.iter().map(|cell| (*cell).to_owned()).collect()).collect(),
    )
}

/// Rules in articles, with a table and supplementary provisions.
pub fn rules() -> Vec<Piece> {
    vec![
        line("제목: 의료광고 심의 규정"),
        line("의료광고 심의 규정"),
        line("제1장 총칙"),
        line("제1조(목적) 이 규정은 의료광고의 심의에 필요한 사항을 정한다."),
        line("제2조(정의) ① 이 규정에서 \"의료광고\"란 다음 각 호의 것을 말한다."),
        line("1. 신문 광고"),
        line("2. 인터넷 광고로서 다음 각 목의 것"),
        line("가. 누리집"),
        line("나. 앱"),
        line("② 그 밖의 용어는 법에 따른다."),
        line("제2장 심의"),
        line("제3조(수수료) 수수료는 다음 표와 같다."),
        table(&[&["구분", "금액"], &["문자", "5만원 | 부가세 별도"], &["동영상", "10만원"]]),
        line("제3조의2(환급) 제3조에 따른 수수료는 돌려주지 아니한다."),
        line("부칙"),
        line("제1조(시행일) 이 규정은 공포한 날부터 시행한다."),
    ]
}

/// The same text as a law, with a document head like that of law.go.kr prints.
pub fn law() -> Vec<Piece> {
    let mut pieces = rules();
    pieces[0] = line("법령ID: 000777");
    pieces[1] = line("의료광고 심의 규정");
    pieces.insert(2, line("[시행 2025. 1. 1.] [보건복지부령 제99호, 2024. 12. 20., 제정]"));
    let last = pieces.len() - 2;
    pieces[last] = line("부칙 <제99호,2024.12.20>");
    pieces
}
