//! Layouts in which the description of a coverage stands among its cells, in sentences that a
//! narrow column breaks over lines.

use super::Draw;
use super::layouts::{Offer, grouped};

/// The layouts of this file; they follow those of `others`.
pub(crate) const KINDS: [(&str, bool); 12] = [
    ("what is told below a name, cells behind its last line", false),
    ("what is told below a name, cells behind its first line", false),
    ("what is told below a name, cells behind a line in its middle", false),
    ("cells behind a name, what is told below", false),
    ("name and what is told side by side, cells behind the first line", false),
    ("name and what is told side by side, cells behind the last line", false),
    ("cards whose sentences speak of the sum insured", false),
    ("a caption with the sum, then what is paid under a name of its own", false),
    ("one cell a line, what is told between name and amount", false),
    ("one cell a line, what is told behind the cells", false),
    ("cells below what is told of a name", false),
    ("what is told in brackets behind a dash", false),
];

/// Draws the description of a coverage in the words of offers.
fn description(name: &str, draw: &mut Draw) -> String {
    let sum = draw.one(&["가입금액", "보험가입금액", "가입금액"]);
    let begins = draw.one(&[
        "보장개시일 이후 ",
        "",
        "암보장개시일(계약일부터 그 날을 포함하여 90일이 지난 날의 다음날) 이후 ",
    ]);
    let early = draw.one(&[
        "",
        " (단, 계약일부터 1년 미만 진단확정시 가입금액의 50% 지급)",
        " ※ 최초계약일부터 1년 미만에는 50%를 지급",
    ]);
    let once = draw.one(&["최초 1회에 한하여 ", "최초 1회한 ", ""]);
    let when = draw.one(&["된 경우", "시", "되었을 때"]);
    if name.contains("사망") {
        return format!("보험기간 중 사망한 경우 {sum} 지급");
    }
    if name.contains("장해") {
        return format!("장해지급률 3% 이상의 장해상태가 된 경우 {sum} × 장해지급률 지급");
    }
    if name.contains("입원") {
        let most = draw.one(&["(1회 입원당 180일 한도)", "(180일 한도)", ""]);
        return format!("치료를 직접적인 목적으로 1일 이상 입원시 입원 1일당 {sum} 지급{most}");
    }
    if name.contains("수술") {
        return format!(
            "{begins}그 치료를 직접적인 목적으로 수술을 받은 경우 수술 1회당 {sum} 지급"
        );
    }
    if name.contains("치료") {
        return format!("{begins}표적항암약물허가치료를 받은 경우 {once}{sum} 지급");
    }
    let disease = ["유사암", "암", "뇌출혈", "뇌졸중", "허혈성심장질환", "골절"];
    let disease = disease.iter().find(|it| name.contains(**it)).unwrap_or(&"해당 질병");
    let begins = if name.contains('암') { begins } else { "" };
    format!("{begins}{disease}(으)로 진단확정{when} {once}{sum} 지급{early}")
}

/// Breaks a sentence into lines of `width` characters.
fn broken(sentence: &str, width: usize) -> Vec<String> {
    let letters: Vec<char> = sentence.chars().collect();
    let lines = letters.chunks(width).map(|it| it.iter().collect::<String>().trim().to_owned());
    lines.filter(|it| !it.is_empty()).collect()
}

/// Returns the cells of a row: amount and premium in some order, and a term.
fn cells(amount: &str, premium: u64, name: &str, style: usize) -> Vec<String> {
    let premium = grouped(premium);
    let renewed = name.contains("갱신");
    let term = match style % 3 {
        0 if renewed => "10년/10년갱신",
        0 => "20년/100세",
        1 if renewed => "10년납10년만기갱신",
        1 => "20년납90세만기",
        _ if renewed => "10년갱신 100세만기",
        _ => "20년납 100세만기",
    };
    match style % 4 {
        0 => vec![amount.to_owned(), premium, term.to_owned()],
        1 => vec![amount.to_owned(), term.to_owned(), premium],
        2 => vec![term.to_owned(), amount.to_owned(), premium],
        _ => vec![amount.to_owned(), format!("{premium}원"), term.to_owned()],
    }
}

/// Returns the titles of these cells.
fn head(style: usize) -> [&'static str; 3] {
    match style % 4 {
        0 => ["가입금액", "보험료(원)", "납기/만기"],
        1 => ["가입금액", "납입기간/만기", "보험료(원)"],
        2 => ["납기/만기", "가입금액", "보험료(원)"],
        _ => ["가입금액", "보험료", "납기/만기"],
    }
}

/// Returns the pages of an offer in a layout.
pub(crate) fn page(kind: usize, offer: &Offer, draw: &mut Draw) -> Vec<String> {
    let mut lines = vec!["무배당 가온 건강보험 가입설계서".to_owned()];
    lines.push(draw.one(&["■ 가입담보 및 보장내용", "보장내용", "가입하신 담보"]).to_owned());
    let (style, width) = (draw.below(12), 22 + draw.below(22));
    let numbered = draw.likely(50);
    let words = draw.one(&["담보명", "보장명", "가입담보"]);
    let heads = head(style).join(" ");
    let has_head = draw.likely(75);
    let bullet = draw.one(&["■ ", "▶ ", "● "]);
    if has_head {
        match kind {
            0..=2 | 10 => lines.extend([words.to_owned(), format!("보장내용 {heads}")]),
            3 | 11 => lines.push(format!("{words} {heads}")),
            4 | 5 => lines.push(format!("{words} 보장내용 {heads}")),
            8 => {
                lines.extend([words.to_owned(), "보장내용".to_owned()]);
                lines.extend(head(style).map(str::to_owned));
            }
            9 => {
                lines.push(words.to_owned());
                lines.extend(head(style).map(str::to_owned));
                lines.push("보장내용".to_owned());
            }
            _ => {}
        }
    }
    for (at, (_, name, amounts, premium)) in offer.rows.iter().enumerate() {
        let amount = offer.written.amount_with_unit(amounts[0]);
        let cells = cells(&amount, *premium, name, style);
        let row = cells.join(" ");
        let description = description(name, draw);
        let text = broken(&description, width);
        let number = if numbered { format!("{}. ", at + 1) } else { String::new() };
        let last = text.len() - 1;
        let beside = |place: usize| {
            let line = |(at, it): (usize, &String)| match at == place {
                true => format!("{it} {row}"),
                false => it.clone(),
            };
            text.iter().enumerate().map(line).collect::<Vec<_>>()
        };
        match kind {
            0 => {
                lines.push(format!("{number}{name}"));
                lines.extend(beside(last));
            }
            1 => {
                lines.push(format!("{number}{name}"));
                lines.extend(beside(0));
            }
            2 => {
                lines.push(format!("{number}{name}"));
                lines.extend(beside(text.len() / 2));
            }
            3 => {
                lines.push(format!("{number}{name} {row}"));
                lines.extend(text);
            }
            4 | 5 => {
                let mut printed = beside(if kind == 4 { 0 } else { last });
                printed[0] = format!("{number}{name} {}", printed[0]);
                lines.extend(printed);
            }
            6 => {
                lines.push(format!("{bullet}{name}"));
                lines.push(format!("가입금액 : {amount} 보험료 : {}원", grouped(*premium)));
                let lines_of_text = broken(&format!("지급사유 : {description}"), width);
                lines.extend(lines_of_text);
            }
            7 => {
                let benefit = name.split('(').find(|it| !it.is_empty()).unwrap_or(name);
                let benefit = benefit.trim_start_matches(['무', ')']).replace("특약", "");
                lines.push(format!("[{name}] (특약보험가입금액 {amount})"));
                lines.push("급부명 지급사유 지급금액".to_owned());
                lines.push(format!("{}급여금", benefit.trim_end_matches("담보")));
                lines.extend(text);
                lines.push(amount.clone());
            }
            8 => {
                lines.push(format!("{number}{name}"));
                lines.extend(text);
                lines.extend(cells);
            }
            9 => {
                lines.push(format!("{number}{name}"));
                lines.extend(cells);
                lines.extend(text);
            }
            10 => {
                lines.push(format!("{number}{name}"));
                lines.extend(text);
                lines.push(row);
            }
            _ => {
                lines.push(format!("{number}{name} {row}"));
                lines.extend(broken(&format!("- {description}"), width));
            }
        }
    }
    vec![lines.join("\n")]
}
