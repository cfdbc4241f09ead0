//! Reads the ministry of a law and its repeal from the document head and the text.

use std::sync::LazyLock;

use jiff::civil::Date;
use regex::Regex;
use simui_domain::{Article, ArticlePart, LawStanding, LawState};

use crate::front_matter::FrontMatter;
use crate::reading::Finding;
use crate::text::pattern;

/// Matches a repealing sentence: `가상특별회계법은 이를 폐지한다.`
static REPEALS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"^(?:(?:법률|\S{1,20}령)\s*제\d+호\s*)?(?P<what>[^.]{2,400}?)(?:은|는|을|를)\s*(?:이를\s*)?(?:각각\s*)?폐지한다\s*\.?$",
    )
});

const ENDED_ON: [&str; 4] = ["폐지일자", "폐지일", "실효일자", "실효일"];

/// Reads the standing from the head of a law that takes effect on the given day.
pub(super) fn standing(front: &FrontMatter, effective_from: Date) -> Result<LawStanding, Finding> {
    let mut ministries = front.all("소관부처");
    ministries.dedup();
    let state = match named(front.text(&["상태"]).unwrap_or_default()) {
        LawState::Enacted => named_by_amendment(front),
        state => state,
    };
    let stated = front.optional_date(&ENDED_ON)?;
    // For a version created by 폐지 or 타법폐지, its own 시행일자 is the day on which the law ceases to exist.
    let ended_on = stated
        .or_else(|| (named_by_amendment(front) == LawState::Repealed).then_some(effective_from));
    Ok(LawStanding { ministry: ministries.join(", "), state, ended_on, repeals: String::new() })
}

/// The state for a 상태 value of a source. An unknown value is reported by [`doubt`], and the state then
/// depends on the dates.
fn named(state: &str) -> LawState {
    if state.contains("실효") {
        LawState::Lapsed
    } else if state.contains("폐지") && !state.ends_with("예정") && state != "폐지제정" {
        LawState::Repealed
    } else if state == "연혁" {
        LawState::Historical
    } else {
        LawState::Enacted
    }
}

/// The state for a 제개정구분. 폐지, 타법폐지 and 일괄폐지 end a law. 폐지제정 replaces one, and the new law is in force.
fn named_by_amendment(front: &FrontMatter) -> LawState {
    match front.text(&["제개정구분"]) {
        Some(kind) if kind.ends_with("폐지") => LawState::Repealed,
        _ => LawState::Enacted,
    }
}

/// A finding about the state of a law for an administrator.
pub(super) fn doubt(front: &FrontMatter, standing: &LawStanding) -> Option<Finding> {
    let written = front.text(&["상태"]).unwrap_or_default();
    let reason = match standing.state {
        LawState::Repealed | LawState::Lapsed if standing.ended_on.is_none() => format!(
            "상태가 '{written}'인데 폐지일자가 없어, 어느 날에도 시행 중이 아닌 것으로 다룹니다. 머리말에 폐지일자를 적거나 이 법령을 폐지한 법령을 가져오십시오."
        ),
        LawState::Historical => format!(
            "상태가 '{written}'인 법령입니다. 다음 판을 가져오기 전에는 언제까지 시행되었는지 알 수 없어, 시행 중이 아닌 것으로 다룹니다."
        ),
        LawState::Enacted if !["", "시행", "시행예정", "현행", "폐지제정"].contains(&written) =>
        {
            format!("상태가 '{written}'인 법령입니다. 지금 시행 중인지 확인하십시오.")
        }
        _ => return None,
    };
    Some(Finding::new("머리말", reason))
}

/// What a law repeals, if it only repeals another law: it has at most one article, with one sentence.
pub(super) fn repeals(articles: &[Article], words: impl Fn(&Article) -> String) -> Option<String> {
    let mut main = articles.iter().filter(|article| article.part == ArticlePart::Main);
    let only = main.next().filter(|_| main.next().is_none())?;
    let mut provisions = only.provisions.iter().map(|provision| provision.text.as_str());
    let sentence = provisions.next().map_or_else(|| words(only), str::to_owned);
    let sentence = sentence.split_whitespace().collect::<Vec<_>>().join(" ");
    let what = REPEALS.captures(&sentence)?["what"].to_owned();
    let listed: Vec<&str> = provisions.collect();
    match what.contains("다음 각 호") {
        true if listed.is_empty() => None,
        true => Some(listed.join(", ")),
        false => Some(what),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]
    use super::*;

    fn check(fields: &[(&str, &str)], state: LawState, ended_on: Option<&str>, doubted: bool) {
        let mut front = FrontMatter::default();
        for (name, value) in fields {
            front.add(name, *value);
        }
        let read = standing(&front, Date::constant(2007, 1, 1)).unwrap();
        let day = ended_on.map(|day| day.parse().unwrap());
        assert_eq!((read.state, read.ended_on), (state, day), "{fields:?}");
        assert_eq!(doubt(&front, &read).is_some(), doubted, "{fields:?}");
    }

    #[test]
    fn states_as_sources_write_them() {
        use LawState::{Enacted, Historical, Lapsed, Repealed};
        check(&[], Enacted, None, false);
        check(&[("상태", "시행")], Enacted, None, false);
        check(&[("상태", "시행예정")], Enacted, None, false);
        check(&[("상태", "폐지"), ("폐지일자", "2010.1.1")], Repealed, Some("2010-01-01"), false);
        check(&[("상태", "타법폐지")], Repealed, None, true);
        check(&[("상태", "실효"), ("실효일자", "20100101")], Lapsed, Some("2010-01-01"), false);
        check(&[("상태", "연혁")], Historical, None, true);
        check(&[("상태", "모름")], Enacted, None, true);
        check(&[("제개정구분", "타법폐지")], Repealed, Some("2007-01-01"), false);
        check(&[("상태", "폐지"), ("제개정구분", "폐지")], Repealed, Some("2007-01-01"), false);
        check(&[("제개정구분", "폐지제정")], Enacted, None, false);
    }

    #[test]
    fn ministries_stand_once_each() {
        let mut front = FrontMatter::default();
        for ministry in ["교육부", "교육부", "보건복지부"] {
            front.add("소관부처", ministry);
        }
        let read = standing(&front, Date::constant(2007, 1, 1)).unwrap();
        assert_eq!(read.ministry, "교육부, 보건복지부");
    }

    #[test]
    fn sentences_that_only_repeal() {
        let check = |sentence: &str, expected: Option<&str>| {
            let found = REPEALS.captures(sentence).map(|found| found["what"].to_owned());
            assert_eq!(found.as_deref(), expected, "{sentence}");
        };
        check("방송법은 이를 폐지한다.", Some("방송법"));
        check("신문법 및 방송법을 각각 폐지한다.", Some("신문법 및 방송법"));
        check("법률 제12호 방송법은 폐지한다", Some("방송법"));
        check("방송법을 다음과 같이 개정한다.", None);
        check("옛 허가는 효력을 잃는다. 방송법은 폐지한다.", None);
    }
}
