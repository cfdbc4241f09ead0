//! Determines which kinds of wording a decision is about.

use std::sync::LazyLock;

use regex::Regex;
use simui_domain::{CourtOutcome, ViolationKind};

use super::sections::Sections;
use crate::text::pattern;

/// Minimum number of mentions of a kind in the reasons when there is no 판시사항 about advertising.
const OFTEN: usize = 2;

/// The outcome at the beginning of `결과` in a digest.
pub(super) fn outcome_word(result: &str) -> Option<CourtOutcome> {
    use CourtOutcome::*;
    let all = [Unlawful, Lawful, Unconstitutional, Constitutional];
    all.into_iter().find(|outcome| result.starts_with(outcome.word()))
}

/// The kinds listed as `관련 유형: V3, V6.` in a digest.
pub(super) fn listed(result: &str) -> Vec<ViolationKind> {
    let Some((_, list)) = result.split_once("관련 유형:") else { return Vec::new() };
    list.split([',', '.', ' ']).filter_map(|word| word.trim().parse().ok()).collect()
}

/// The terms that statutes of all versions, and the courts that apply them, use for each kind.
static CALLED: LazyLock<Vec<(ViolationKind, Regex)>> = LazyLock::new(|| {
    use ViolationKind::*;
    [
        (V1, r"신의료기술"),
        (V2, r"치료\s?경험담|체험\s?수기|체험담|현혹할 (?:우려|염려)"),
        (
            V3,
            r"과대\s?(?:한\s)?광고|과장(?:된|하는|된 내용의| 내용의)?\s?(?:의료)?\s?광고|거짓[^.]{0,12}광고|허위[^.]{0,14}광고|현혹할 (?:우려|염려)",
        ),
        (V4, r"비교하는 (?:내용의 )?광고|비교\s?광고|비방하는 (?:내용의 )?광고|비방\s?광고"),
        (V6, r#"[‘'“"][^’'”"]{0,24}(?:최초|최고|유일|최상|대표적|최신|세계)"#),
        (V7, r"시술행위를 노출|시술\s?장면|수술\s?장면"),
        (V8, r"약력|이력|의료인의 경력|자격이나 명칭|학회[^.]{0,6}정회원"),
        (V9, r"기사[^.]{0,10}전문가의 의견"),
        (V10, r"심의를 받지 아니|사전심의|사전검열|심의받은 내용과 다른"),
        (V11, r"외국인\s?환자[^.]{0,8}(?:유치|광고)"),
        (V12, r"환자[^.]{0,20}유인|소개\s?[ㆍ·]\s?알선|본인부담금"),
        (V14, r"(?:의료인|의료법인)[^.]{0,12}(?:아닌|아니면)[^.]{0,40}광고|[‘“']?의료(?:에 관한 )?광고[’”']?(?:의 의미|에 해당)|기능[^.]{0,6}진료방법"),
    ]
    .map(|(kind, called)| (kind, pattern(called)))
    .into()
});

/// The kinds that an official text is about. Empty if the text is not about medical advertising.
pub(super) fn of_text(sections: &Sections) -> Vec<ViolationKind> {
    let gist = sections.gist();
    let (text, least) = match gist.contains("광고") || gist.contains("유인") {
        true => (gist, 1),
        false => (sections.reasons(), OFTEN),
    };
    let medical = text.contains("의료법") || text.contains("의료광고") || text.contains("의료기관");
    if !medical || !(text.contains("광고") || text.contains("유인")) {
        return Vec::new();
    }
    CALLED
        .iter()
        .filter(|(_, called)| called.find_iter(&text).take(least).count() == least)
        .map(|(kind, _)| *kind)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_of_a_digest() {
        assert_eq!(
            listed("위법. 환송했다. 관련 유형: V3, V6."),
            [ViolationKind::V3, ViolationKind::V6]
        );
        assert!(listed("위법.").is_empty());
    }
}
