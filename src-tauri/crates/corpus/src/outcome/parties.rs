//! Determines the parties of a decision and who appealed.

use super::sections::Sections;

/// The type of a case.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Nature {
    /// 피고인.
    Criminal,
    /// 원고 against an authority, concerning its 처분.
    Administrative,
    /// 청구인 against a 기소유예처분.
    Indictment,
    /// 청구인 or a court against a norm.
    Norm,
    /// All other cases.
    Civil,
}

/// Who appealed, and the type of the case.
#[derive(Debug, Clone, Copy)]
pub(super) struct Parties {
    pub nature: Nature,
    /// Whether the 검사, or in administrative cases the authority, appealed.
    pub state_appealed: bool,
    /// Whether the 피고인 or 원고 appealed.
    pub subject_appealed: bool,
}

impl Parties {
    pub fn of(sections: &Sections) -> Self {
        let mut parties =
            Self { nature: nature(sections), state_appealed: false, subject_appealed: false };
        for (heading, words) in sections.all() {
            if heading.chars().count() > 24 {
                continue;
            }
            let roles: Vec<&str> =
                heading.split([',', '겸', '및', 'ㆍ', '·']).map(str::trim).collect();
            let appealed = roles.iter().any(|role| ["상고인", "항소인", "재항고인"].contains(role));
            if !appealed {
                continue;
            }
            match parties.nature {
                Nature::Criminal => {
                    parties.state_appealed |= words.contains("검사") || words.contains("검찰");
                    parties.subject_appealed |=
                        words.contains("피고인") || words.contains("변호인");
                }
                _ => {
                    parties.state_appealed |= roles.iter().any(|role| role.starts_with("피고"));
                    parties.subject_appealed |= roles.iter().any(|role| role.starts_with("원고"));
                }
            }
        }
        parties
    }

    /// Whether the Constitutional Court decided. Its order is sufficient to determine the outcome.
    pub fn is_constitutional(&self) -> bool {
        matches!(self.nature, Nature::Indictment | Nature::Norm)
    }
}

fn nature(sections: &Sections) -> Nature {
    let has = |name: &str| sections.all().any(|(heading, _)| heading.starts_with(name));
    let mentions = |words: &str| sections.all().any(|(_, text)| text.contains(words));
    let order = sections.named("주문").unwrap_or_default();
    if has("피고인") || has("상고인") || has("항소인") || order.contains("피고인") {
        Nature::Criminal
    } else if has("당사자") || mentions("청 구 인") || mentions("청구인") && mentions("재판관")
    {
        if mentions("기소유예처분") { Nature::Indictment } else { Nature::Norm }
    } else if sections.all().any(|(heading, words)| {
        (heading.contains("청구취지") || heading == "주문" || heading == "판시사항")
            && words.contains("처분")
    }) || sections.reasons().chars().take(3000).collect::<String>().contains("처분을 하")
    {
        Nature::Administrative
    } else {
        Nature::Civil
    }
}
