//! What each kind of violation rests on, for the checks that do not trust the rules.

use simui_domain::{Level, Severity, ViolationKind};

/// The legal basis of a kind.
#[derive(Debug, Clone, Copy)]
pub struct Basis {
    /// 법령 or 심의기준.
    pub level: Level,
    /// The provisions that may stand behind it, the usual one first. Every citation of a statute in a
    /// violation of this kind must be one of these.
    pub provisions: &'static [&'static str],
    /// Its usual severity.
    pub severity: Severity,
    /// The exceptions a rule of this kind must have tried (seed 000, section 3).
    pub exceptions: &'static [&'static str],
}

/// 의료법 제56조제2항 and what hangs on it, by kind.
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
                "의료법 시행령 제23조제1항제2호",
                "의료법 제27조제3항",
            ],
            High,
            &[],
        ),
    }
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
