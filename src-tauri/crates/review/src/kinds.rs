//! Legal basis of each kind of violation, for the checks that do not trust the rules.

use jiff::civil::Date;
use simui_domain::{Level, Severity, ViolationKind};

/// The legal basis of a kind.
#[derive(Debug, Clone, Copy)]
pub struct Basis {
    /// Whether the kind is a matter of 법령 or of 심의기준.
    pub level: Level,
    /// The provisions that a violation of this kind may cite, the usual one first. A statute cited for the
    /// kind must begin with one of these.
    pub provisions: &'static [&'static str],
    /// The usual severity of the kind.
    pub severity: Severity,
    /// The exceptions that every rule of this kind must try before it reports a finding.
    pub exceptions: &'static [&'static str],
}

/// Returns the legal basis of a kind: 의료법 제56조제2항 and the provisions that depend on it.
pub fn basis(kind: ViolationKind) -> Basis {
    use Severity::{Critical, High, Medium};
    use ViolationKind::*;
    let statute = |provisions, severity, exceptions| Basis {
        level: Level::Statute,
        provisions,
        severity,
        exceptions,
    };
    let standard = |provisions, severity, exceptions| Basis {
        level: Level::Standard,
        provisions,
        severity,
        exceptions,
    };
    match kind {
        V1 => statute(
            &["의료법 제56조제2항제1호", "의료법 시행령 제23조제1항제1호", "의료법 제53조"],
            Critical,
            &["evaluated_technology"],
        ),
        V2 => statute(
            &["의료법 제56조제2항제2호", "의료법 시행령 제23조제1항제2호"],
            High,
            &["access_restricted"],
        ),
        V3 => statute(
            &[
                "의료법 제56조제2항제8호",
                "의료법 제56조제2항제3호",
                "의료법 제56조제2항제2호",
                "의료법 시행령 제23조제1항제2호",
                "의료법 시행령 제23조제1항제3호",
                "의료법 시행령 제23조제1항제8호",
            ],
            High,
            &["medically_verifiable"],
        ),
        V4 => statute(
            &[
                "의료법 제56조제2항제4호",
                "의료법 제56조제2항제5호",
                "의료법 시행령 제23조제1항제4호",
                "의료법 시행령 제23조제1항제5호",
            ],
            Medium,
            &[],
        ),
        V5 => standard(
            &["의료법 제56조제2항제8호", "의료법 시행령 제23조제1항제8호", "의료법 제57조제4항"],
            Medium,
            &["objective_evidence"],
        ),
        V6 => standard(
            &["의료법 제56조제2항제8호", "의료법 시행령 제23조제1항제8호", "의료법 제57조제4항"],
            Medium,
            &["objective_evidence"],
        ),
        V7 => statute(&["의료법 제56조제2항제6호", "의료법 시행령 제23조제1항제6호"], High, &[]),
        V8 => statute(
            &[
                "의료법 제56조제2항제9호",
                "의료법 시행령 제23조제1항제9호",
                // 6개월 이하의 임상경력.
                "의료법 제56조제2항제2호",
                "의료법 시행령 제23조제1항제2호",
                "의료법 제77조",
                "의료법 제56조제2항제15호",
            ],
            High,
            &[],
        ),
        V9 => statute(&["의료법 제56조제2항제10호", "의료법 시행령 제23조제1항제10호"], High, &[]),
        V10 => statute(
            &["의료법 제56조제2항제11호", "의료법 시행령 제23조제1항제11호", "의료법 제57조"],
            High,
            &[],
        ),
        V11 => statute(
            &["의료법 제56조제2항제12호", "의료법 시행령 제23조제1항제12호", "의료법 제27조제3항"],
            High,
            &[],
        ),
        V12 => statute(
            &[
                "의료법 제56조제2항제13호",
                "의료법 시행령 제23조제1항제13호",
                "의료법 제27조제3항",
                "의료법 제45조",
            ],
            High,
            &[],
        ),
        V13 => statute(
            &["의료법 제56조제2항제14호", "의료법 시행령 제23조제1항제14호", "의료법 제58조"],
            Medium,
            &["accreditation"],
        ),
        V14 => statute(
            &[
                "의료법 제56조제2항제15호",
                "의료법 제56조제2항제7호",
                "의료법 제56조제3항",
                "의료법 시행령 제23조제1항제7호",
                // 6개월 이하의 임상경력.
                "의료법 제56조제2항제2호",
                "의료법 시행령 제23조제1항제2호",
                "의료법 제27조제3항",
            ],
            High,
            &[],
        ),
    }
}

/// Returns the article of the standards of review on a kind, by the name it has in the digest (요지) that the
/// program carries.
pub fn standard(kind: ViolationKind) -> Option<&'static str> {
    use ViolationKind::*;
    Some(match kind {
        V1 => "의료광고 심의기준(요지) 신의료기술",
        V2 => "의료광고 심의기준(요지) 경험담·후기",
        V3 => "의료광고 심의기준(요지) 치료 효과 보장·단정 표현",
        V4 => "의료광고 심의기준(요지) 비교 광고",
        V5 => "의료광고 심의기준(요지) 수치·통계의 근거",
        V6 => "의료광고 심의기준(요지) 최상급·배타적 표현",
        V7 => "의료광고 심의기준(요지) 동영상·혐오감",
        V8 => "의료광고 심의기준(요지) 자격·명칭",
        V9 => "의료광고 심의기준(요지) 기사·전문가 의견 형식",
        V10 => "의료광고 심의기준(요지) 심의필 표시",
        V11 => "의료광고 심의기준(요지) 외국인환자 국내광고",
        V12 => "의료광고 심의기준(요지) 할인·이벤트",
        V13 => "의료광고 심의기준(요지) 수상·인증·추천",
        V14 => return None,
    })
}

/// Prohibitions that took their present form with 법률 제15540호, in force from 2018. 9. 28.: review by bodies
/// independent of the administration, discounts on uncovered services, awards and certificates. Earlier
/// decisions judged other rules.
const SINCE_2018: [&str; 3] =
    ["의료법 제56조제2항제11호", "의료법 제56조제2항제13호", "의료법 제56조제2항제14호"];

/// Returns the day since which a prohibition has been in its present form, for prohibitions that are younger
/// than decisions on the same matter; otherwise `None`.
pub fn in_its_present_form_since(article: &str) -> Option<Date> {
    let young = SINCE_2018.iter().any(|it| article.starts_with(it));
    young.then_some(Date::constant(2018, 9, 28))
}

#[cfg(test)]
mod tests {
    use super::*;
    use simui_domain::ProvisionPath;

    #[test]
    fn every_kind_stands_on_a_provision_that_parses() {
        for kind in ViolationKind::ALL {
            let basis = basis(kind);
            assert!(!basis.provisions.is_empty(), "{kind}");
            for provision in basis.provisions {
                let (_, path) = provision.rsplit_once(' ').unwrap_or_default();
                assert!(path.parse::<ProvisionPath>().is_ok(), "{kind}: {provision}");
            }
        }
    }
}
