//! How a decision ended, and which kinds of wording it was about.
//!
//! Our digests say it in their section `결과`, which begins with the outcome and ends with `관련 유형: V3, V6.`. Official
//! texts say it in their 주문 and in the last words of a 판시사항 ("… 해당한다고 한 사례"). What neither says is `None`:
//! "상고를 기각한다" alone does not tell whether the advertisement was lawful.

use serde::Serialize;
use simui_domain::{Article, ViolationKind};

use crate::text::{CharIndex, clean};

/// How a court judged the advertisement, or the Constitutional Court the norm.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// 위법: punished, sanctioned, or sent back to be.
    Unlawful,
    /// 적법: acquitted, sanction or suspended indictment set aside.
    Lawful,
    /// 위헌: the prohibition itself fell.
    Unconstitutional,
    /// 합헌: the prohibition stands.
    Constitutional,
}

impl Outcome {
    /// Its word in digests.
    pub fn word(self) -> &'static str {
        match self {
            Outcome::Unlawful => "위법",
            Outcome::Lawful => "적법",
            Outcome::Unconstitutional => "위헌",
            Outcome::Constitutional => "합헌",
        }
    }

    fn from_word(text: &str) -> Option<Self> {
        [Self::Unlawful, Self::Lawful, Self::Unconstitutional, Self::Constitutional]
            .into_iter()
            .find(|outcome| text.starts_with(outcome.word()))
    }
}

/// What a review needs to know of a decision.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct DecisionSummary {
    /// How it ended, where its text says so.
    pub outcome: Option<Outcome>,
    /// Kinds of wording it was about; empty in official texts.
    pub kinds: Vec<ViolationKind>,
}

/// Reads the outcome of a decision from its stored body and sections.
pub fn decision_summary(body: &str, articles: &[Article]) -> DecisionSummary {
    let index = CharIndex::new(body.to_owned());
    let section = |key: &str| {
        let article = articles.iter().find(|article| article.key == key)?;
        let words = clean(index.slice(article.start..article.end));
        // The first line is the heading or 【주문】.
        Some(words.trim_start_matches(key).trim_start().to_owned())
    };
    if let Some(result) = section("결과") {
        return DecisionSummary { outcome: Outcome::from_word(&result), kinds: kinds(&result) };
    }
    let holdings = articles.iter().filter(|article| article.key.starts_with("판시사항"));
    let outcome = section("주문").and_then(|order| of_order(&order)).or_else(|| {
        holdings.filter_map(|a| of_holding(&clean(index.slice(a.start..a.end)))).next()
    });
    DecisionSummary { outcome, kinds: Vec::new() }
}

fn kinds(result: &str) -> Vec<ViolationKind> {
    let Some((_, list)) = result.split_once("관련 유형:") else { return Vec::new() };
    list.split([',', '.', ' ']).filter_map(|word| word.trim().parse().ok()).collect()
}

/// 주문: what the court ordered.
fn of_order(order: &str) -> Option<Outcome> {
    let says = |words: &[&str]| words.iter().any(|word| order.contains(word));
    if says(&["위반되지 아니한다", "위배되지 아니한다"]) {
        Some(Outcome::Constitutional)
    } else if says(&["헌법에 위반된다", "헌법에 합치되지 아니한다"]) {
        Some(Outcome::Unconstitutional)
    } else if says(&["무죄"]) || (says(&["기소유예처분"]) && says(&["취소한다"])) {
        Some(Outcome::Lawful)
    } else if says(&["벌금", "징역"]) && says(&["처한다"]) {
        Some(Outcome::Unlawful)
    } else {
        None
    }
}

/// 판시사항: "… 과대광고에 해당한다고 한 사례".
fn of_holding(holding: &str) -> Option<Outcome> {
    if !holding.contains("광고") || !holding.contains("사례") {
        return None;
    }
    let says = |words: &[&str]| words.iter().any(|word| holding.contains(word));
    // The court below cleared it, and was wrong.
    if says(&[
        "해당하지 않는다고 한 원심",
        "해당하지 않는다고 본 원심",
        "해당하지 아니한다고 한 원심",
    ]) {
        Some(Outcome::Unlawful)
    } else if says(&["해당하지 않는다고", "볼 수 없다고", "볼 수 없는데도", "해당하지 아니하고"])
    {
        Some(Outcome::Lawful)
    } else if says(&["해당한다고 한 사례"]) {
        Some(Outcome::Unlawful)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders() {
        let check = |order: &str, expected: Option<Outcome>| {
            assert_eq!(of_order(order), expected, "{order}");
        };
        check("피고인은 무죄.", Some(Outcome::Lawful));
        check("피고인을 벌금 100만 원에 처한다.", Some(Outcome::Unlawful));
        check("의료법 제56조는 헌법에 위반된다.", Some(Outcome::Unconstitutional));
        check("의료법 제89조는 헌법에 위반되지 아니한다.", Some(Outcome::Constitutional));
        check(
            "한 기소유예처분은 청구인의 평등권을 침해한 것이므로 이를 취소한다.",
            Some(Outcome::Lawful),
        );
        check("상고를 기각한다.", None);
        check("원심판결을 파기하고, 사건을 환송한다.", None);
    }

    #[test]
    fn holdings() {
        let check = |holding: &str, expected: Option<Outcome>| {
            assert_eq!(of_holding(holding), expected, "{holding}");
        };
        check("광고에 '최초'를 쓴 것이 과대광고에 해당한다고 한 사례", Some(Outcome::Unlawful));
        check("이 광고가 의료광고에 해당하지 않는다고 한 사례", Some(Outcome::Lawful));
        check(
            "광고가 과대광고에 해당하지 않는다고 한 원심판단에 위법이 있다고 한 사례",
            Some(Outcome::Unlawful),
        );
        check(
            "광고는 유인에 해당한다고 볼 수 없는데도 유죄로 본 원심이 잘못이라고 한 사례",
            Some(Outcome::Lawful),
        );
        check("의료광고의 의미", None);
        check("낙태죄에 해당한다고 한 사례", None);
    }

    #[test]
    fn kinds_of_a_digest() {
        assert_eq!(
            kinds("위법. 환송했다. 관련 유형: V3, V6."),
            [ViolationKind::V3, ViolationKind::V6]
        );
        assert!(kinds("위법.").is_empty());
    }
}
