//! Reads 판시사항 such as "… 과대광고에 해당한다고 한 사례".

use std::sync::LazyLock;

use regex::Regex;
use simui_domain::CourtOutcome;

use crate::text::pattern;

/// Matches text that says the conduct is not prohibited.
static DENIED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?:해당|포함)(?:하|되)지\s?(?:않|아니)|(?:볼|할|단정할|인정할)\s?수\s?(?:는\s)?없|보기\s?(?:는\s)?어렵|아니라고",
    )
});

/// Matches text that says the conduct is prohibited.
static AFFIRMED: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"해당(?:한다|된다|함에도|하는데도|하여|하므로|하고|된다고)"));

/// Matches text that says the lower court was wrong.
static BELOW_WRONG: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"(원심)[가-힣]{0,4}(?:\s?판단|\s?조치)?[^.]{0,60}(?:위법|잘못|오해|부당)")
});

/// Matches the end of the lower court's opinion: `… 않는다고 본 ` before 원심.
static BELOW_THOUGHT: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?:다고|라고)\s?(?:한|본|판단한|인정한|하여)?\s*$"));

/// How a holding judges an advertisement, if it does.
pub(super) fn outcome(holding: &str) -> Option<CourtOutcome> {
    let about = holding.contains("광고") || holding.contains("유인");
    // "위헌결정을 한 경우 … 범죄로 되지 아니한 때에 해당": the norm was struck down or changed, and the wording was not judged.
    let norm = ["위헌결정", "범죄로 되지", "범죄를 구성하지", "무면허", "기판력"];
    if !about || !holding.contains("사례") || norm.iter().any(|words| holding.contains(words)) {
        return None;
    }
    let Some(wrong) = BELOW_WRONG.captures(holding).and_then(|found| found.get(1)) else {
        return view(holding);
    };
    let before = holding.get(..wrong.start()).unwrap_or(holding).trim_end();
    // The court's own opinion precedes "…데도, 이와 달리 보아".
    if let Some((own, _)) = before.rsplit_once("데도").or_else(|| before.rsplit_once("에도")) {
        let denied = DENIED.is_match(own.rsplit(',').next().unwrap_or(own)) || DENIED.is_match(own);
        return Some(if denied { CourtOutcome::Lawful } else { CourtOutcome::Unlawful });
    }
    if before.ends_with("유죄를 인정한") || before.ends_with("유죄로 인정한") {
        return Some(CourtOutcome::Lawful);
    }
    if before.ends_with("무죄를 선고한") || before.ends_with("무죄로 판단한") {
        return Some(CourtOutcome::Unlawful);
    }
    if BELOW_THOUGHT.is_match(before) {
        return view(before).map(opposite);
    }
    None
}

/// The last statement that a text makes about the conduct.
fn view(text: &str) -> Option<CourtOutcome> {
    let last = |pattern: &Regex| pattern.find_iter(text).last().map(|found| found.start());
    match (last(&DENIED), last(&AFFIRMED)) {
        (None, None) => None,
        (denied, affirmed) if denied > affirmed => Some(CourtOutcome::Lawful),
        _ => Some(CourtOutcome::Unlawful),
    }
}

fn opposite(outcome: CourtOutcome) -> CourtOutcome {
    match outcome {
        CourtOutcome::Lawful => CourtOutcome::Unlawful,
        _ => CourtOutcome::Lawful,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use CourtOutcome::{Lawful, Unlawful};

    #[test]
    fn holdings() {
        let check = |holding: &str, expected: Option<CourtOutcome>| {
            assert_eq!(outcome(holding), expected, "{holding}");
        };
        check("광고에 '최초'를 쓴 것이 과대광고에 해당한다고 한 사례", Some(Unlawful));
        check("이 광고가 의료광고에 해당하지 않는다고 한 사례", Some(Lawful));
        check(
            "광고가 과대광고에 해당하지 않는다고 한 원심판단에 위법이 있다고 한 사례",
            Some(Unlawful),
        );
        check("광고가 과대광고에 해당한다고 본 원심판결에 법리오해가 있다고 한 사례", Some(Lawful));
        check(
            "광고는 유인에 해당한다고 볼 수 없는데도 유죄로 본 원심이 잘못이라고 한 사례",
            Some(Lawful),
        );
        check(
            "광고 문구가 현혹할 우려가 있는 광고에 해당함에도 무죄를 선고한 원심판결에 법리오해의 잘못이 있다고 한 사례",
            Some(Unlawful),
        );
        check(
            "위 광고가 곧바로 현혹할 우려가 있는 광고에 해당한다고 볼 수 없다고 한 사례",
            Some(Lawful),
        );
        check("광고행위에 대한 위헌결정이 있어 범죄로 되지 아니한 때에 해당한다고 한 사례", None);
        check("의료광고의 의미", None);
        check("낙태죄에 해당한다고 한 사례", None);
    }
}
