//! Reads 부칙 and 별표·서식.

use std::sync::LazyLock;

use regex::Regex;

use super::body::Body;
use super::notes::{Notes, first_day_note};
use super::tree::Node;
use super::unit::branch_number;
use super::words::{images, one_line, plain};
use crate::front_matter::{FrontMatter, date};
use crate::statute::header;
use crate::text::pattern;

static HEADER: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"^\s*부\s*칙\s*([(\[][^<〈]*[)\]])?\s*[<〈\[]([^<>〈〉]*)[>〉\]]\s*(.*)$")
});
static DAY: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(\d{4})\s*\.\s*(\d{1,2})\s*\.\s*(\d{1,2})\s*\.?"));
static NUMBER: LazyLock<Regex> = LazyLock::new(|| pattern(r"제?\s*(\d[\d-]*)\s*호"));

/// Fields of a 별표 that name a downloadable file.
const FILES: [&str; 7] = [
    "별표서식파일링크",
    "별표서식PDF파일링크",
    "별표첨부파일명",
    "별표HWP파일명",
    "별표PDF파일명",
    "별표이미지파일명",
    "별표이미지파일링크",
];

/// Reads a 부칙단위; where units are missing (행정규칙), 부칙 with parallel fields.
pub(super) fn supplementary(mut node: Node, body: &mut Body, notes: &mut Notes) {
    let mut units = node.take(&["부칙단위"]);
    if units.is_empty() {
        let fields = ["부칙공포일자", "부칙공포번호", "부칙내용"].map(|name| node.take(&[name]));
        let [days, numbers, texts] = fields;
        if days.len() == texts.len() && numbers.len() == texts.len() {
            let rows = days.into_iter().zip(numbers).zip(texts);
            units.extend(rows.map(|((day, number), text)| Node {
                children: vec![day, number, text],
                ..Node::new("부칙단위")
            }));
        } else {
            let children = days.into_iter().chain(numbers).chain(texts).collect();
            units.push(Node { children, ..Node::new("부칙단위") });
        }
    }
    notes.unread.rest(node);
    units.into_iter().for_each(|unit| block(unit, body, notes));
}

fn block(mut node: Node, body: &mut Body, notes: &mut Notes) {
    let day = one_line(&node.take_text(&["부칙공포일자"], &mut notes.unread));
    let number = one_line(&node.take_text(&["부칙공포번호"], &mut notes.unread));
    let text = plain(&node.take_text(&["부칙내용"], &mut notes.unread));
    node.take(&["부칙키"]);
    notes.unread.rest(node);
    if text.trim().is_empty() {
        if !(day.is_empty() && number.is_empty()) {
            notes.find(
                format!("부칙 {day} {number}"),
                "부칙의 글이 없습니다. 원문에서 빠진 글을 찾아 다시 가져오십시오.",
            );
        }
        return;
    }
    let (first, rest) = text.split_once('\n').unwrap_or((&text, ""));
    let stated = stated_header(&day, &number);
    let own = own_header(first);
    let place = stated
        .clone()
        .or_else(|| own.as_ref().map(|(own, _)| own.clone()))
        .unwrap_or_else(|| "부칙".to_owned());
    let words = match &own {
        Some((_, inline)) if inline.is_empty() => rest.to_owned(),
        Some((_, inline)) => format!("{inline}\n{rest}"),
        None if first.split_whitespace().collect::<String>() == "부칙" => rest.to_owned(),
        None => text.clone(),
    };
    let own = own.map(|(own, _)| own);
    if let (Some(own), Some(stated)) = (&own, &stated)
        && header(own) != header(stated)
    {
        notes.find(&place, format!("부칙 머리의 날짜·번호가 글({own})과 다릅니다. 글을 따랐으니 원문과 견주어 보십시오."));
    }
    if own.is_none() && stated.is_none() {
        notes.find(&place, "부칙의 공포일자와 공포번호가 없어 어느 개정의 부칙인지 알 수 없습니다. 원문에서 확인하십시오.");
    }
    let words = dedented(&words);
    if words.lines().any(|line| header(line.trim()).is_some()) {
        notes.find(
            &place,
            "부칙 하나에 부칙의 머리가 또 있습니다. 따로 나누었으니 원문과 견주어 보십시오.",
        );
    }
    notes.images(place, images(&words));
    body.supplementary(own.or(stated).as_deref(), &words);
}

/// Makes the header `부칙 <제8366호,2007.4.11>` from 부칙공포일자 and 부칙공포번호.
fn stated_header(day: &str, number: &str) -> Option<String> {
    let day = date(day)?;
    let number = number.trim_start_matches('제').trim_end_matches('호').trim_start_matches('0');
    let number = if number.is_empty() { String::new() } else { format!("제{number}호,") };
    let made = format!("부칙 <{number}{}.{}.{}>", day.year(), day.month(), day.day());
    header(&made).map(|_| made)
}

/// Returns the header in the text in the form of the statute reader, and the text after it on its line.
fn own_header(line: &str) -> Option<(String, String)> {
    let found = HEADER.captures(line)?;
    let (inside, after) = (found.get(2)?.as_str(), found.get(3)?.as_str().trim());
    let day = DAY.captures(inside)?;
    let number = NUMBER.captures(inside).map(|it| format!("제{}호,", &it[1])).unwrap_or_default();
    // Kinds before the number, such as 법률 or 보건복지부령.
    let more = NUMBER.replace(&DAY.replace(inside, ""), "").replace(',', " ");
    let title =
        found.get(1).map(|it| it.as_str().trim().trim_matches(['(', ')', '[', ']']).to_owned());
    let brackets: Vec<String> =
        title.into_iter().chain([one_line(&more)]).filter(|it| !it.is_empty()).collect();
    let brackets =
        if brackets.is_empty() { String::new() } else { format!("({})", brackets.join(", ")) };
    let made = format!("부칙{brackets} <{number}{}.{}.{}>", &day[1], &day[2], &day[3]);
    header(&made).map(|_| (made, after.to_owned()))
}

/// Removes the common indentation of all lines; the remaining one tells articles from quoted text.
fn dedented(text: &str) -> String {
    let indent = |line: &str| line.chars().take_while(|c| c.is_whitespace()).count();
    let shared = text.lines().filter(|line| !line.trim().is_empty()).map(indent).min().unwrap_or(0);
    let cut = |line: &str| line.chars().skip(shared).collect::<String>();
    text.split('\n').map(cut).collect::<Vec<_>>().join("\n")
}

/// Reads a 별표단위, a table or form drawn in text.
pub(super) fn annex(
    mut node: Node,
    in_force: &str,
    front: &mut FrontMatter,
    body: &mut Body,
    notes: &mut Notes,
) {
    let mut field = |names: &[&str]| one_line(&node.take_text(names, &mut notes.unread));
    let (kind, number) = (field(&["별표구분"]), field(&["별표번호"]));
    let (branch, title) = (field(&["별표가지번호"]), field(&["별표제목", "별표명"]));
    let days = [field(&["별표시행일자"]), field(&["별표시행일자문자열"])];
    let name = annex_name(&kind, &number, &branch);
    let mut texts = plain(&node.take_text(&["별표내용"], &mut notes.unread));
    node.take(&["별표키"]);
    for file in node.take(&FILES) {
        front.add(&format!("{name} {}", file.name), file.text.trim());
        notes.unread.rest(Node { text: String::new(), ..file });
    }
    notes.unread.rest(node);
    let mut begins = String::new();
    for day in days.iter().filter(|day| !day.is_empty() && date(day) != date(in_force)) {
        notes.other_day(day, name.clone());
        begins = date(day).map_or(begins, first_day_note);
    }
    notes.images(name.clone(), images(&texts));
    if texts.trim().is_empty() {
        notes.find(&name, format!("'{title}'의 글이 답에 들어 있지 않습니다. 국가법령정보센터에서 파일을 받아 따로 가져오십시오."));
    }
    if !title.is_empty() {
        texts = format!("{title}\n{texts}");
    }
    body.annex(&name, format!("{}\n{begins}", texts.trim_end()).trim_end());
}

/// Returns the name of an annex: `별표 1의2`, `별지 제3호서식`.
fn annex_name(kind: &str, number: &str, branch: &str) -> String {
    let number = number.trim_start_matches('0');
    let branch = branch_number(branch).filter(|branch| *branch > 0);
    let branch = branch.map(|branch| format!("의{branch}")).unwrap_or_default();
    match (kind, number) {
        ("별표" | "", "") => "별표".to_owned(),
        ("별표" | "", _) => format!("별표 {number}{branch}"),
        ("서식" | "별지", "") => "별지 서식".to_owned(),
        ("서식" | "별지", _) => format!("별지 제{number}호{branch}서식"),
        (other, _) => format!("별지 {} {number}{branch}", other.replace(['[', ']'], " "))
            .trim_end()
            .to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_as_the_gazette_writes_them() {
        let check = |line: &str, expected: Option<(&str, &str)>| {
            let found = own_header(line);
            let found = found.as_ref().map(|(made, after)| (made.as_str(), after.as_str()));
            assert_eq!(found, expected, "{line}");
        };
        check("부칙 <제8366호,2007.4.11>", Some(("부칙 <제8366호,2007.4.11>", "")));
        check(
            "  부 칙 <법률 제8366호, 2007. 4. 11.> 이 법은",
            Some(("부칙(법률) <제8366호,2007.4.11>", "이 법은")),
        );
        check(
            "부칙(정부조직법) <제1호,2008.2.29>",
            Some(("부칙(정부조직법) <제1호,2008.2.29>", "")),
        );
        check("부칙 [2008.2.29 제1호]", Some(("부칙 <제1호,2008.2.29>", "")));
        check("부칙 <제2020-3호,2020.1.2>", Some(("부칙 <제2020-3호,2020.1.2>", "")));
        check("부칙", None);
        check("이 법은 시행한다.", None);
    }

    #[test]
    fn annexes_are_named_as_they_are_cited() {
        let check = |kind, number, branch, expected: &str| {
            assert_eq!(annex_name(kind, number, branch), expected);
        };
        check("별표", "0001", "00", "별표 1");
        check("별표", "0001", "02", "별표 1의2");
        check("별표", "0000", "00", "별표");
        check("서식", "0003", "00", "별지 제3호서식");
        check("부록", "1", "", "별지 부록 1");
    }

    #[test]
    fn indentation_is_taken_off_together() {
        assert_eq!(dedented("  가\n\n    나\n"), "가\n\n  나\n");
    }
}
