use jiff::civil::Date;

use super::Names;
use crate::front_matter::FrontMatter;
use crate::reading::Finding;

const CONSTITUTIONAL_COURT: &str = "헌법재판소";

/// Case codes of rulings that are 결정. Every other case ends in a 판결.
const RULINGS: [&str; 11] = ["마", "모", "그", "스", "무", "초", "초기", "카", "라", "로", "루"];

/// A decision is identified by its court, day and case number. All three are required.
pub(super) fn names(front: &FrontMatter) -> Result<Names, Finding> {
    let case = front.required(&["사건번호"])?;
    let day = front.required_date(&["선고일자", "종국일자"])?;
    let constitutional = front.text(&["헌재결정례일련번호"]).is_some();
    let court = match front.text(&["법원명"]) {
        Some(court) => court,
        None if constitutional => CONSTITUTIONAL_COURT,
        None => front.required(&["법원명"])?,
    };
    Ok(Names {
        title: title(court, day, case),
        source_key: front
            .text(&["판례일련번호", "헌재결정례일련번호"])
            .map_or_else(|| case.to_owned(), |number| format!("{court} {number}")),
        version: format!("{court} {case}"),
        promulgated_on: Some(day),
        effective_from: Some(day),
    })
}

/// `대법원 2010. 5. 27. 선고 2006도9083 판결`.
fn title(court: &str, day: Date, case: &str) -> String {
    let code: String =
        case.chars().skip_while(char::is_ascii_digit).take_while(|c| !c.is_ascii_digit()).collect();
    let ruling = court == CONSTITUTIONAL_COURT || RULINGS.contains(&code.as_str());
    let form = if ruling { "결정" } else { "판결" };
    format!("{court} {}. {}. {}. 선고 {case} {form}", day.year(), day.month(), day.day())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_as_courts_are_cited() {
        let check = |court, (y, m, d), case, expected: &str| {
            let day = Date::constant(y, m, d);
            assert_eq!(title(court, day, case), expected);
        };
        check("대법원", (2010, 5, 27), "2006도9083", "대법원 2010. 5. 27. 선고 2006도9083 판결");
        check(
            "헌법재판소",
            (2015, 12, 23),
            "2015헌바75",
            "헌법재판소 2015. 12. 23. 선고 2015헌바75 결정",
        );
        check("대법원", (2013, 1, 2), "2012마1234", "대법원 2013. 1. 2. 선고 2012마1234 결정");
    }
}
