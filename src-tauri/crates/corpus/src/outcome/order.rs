//! Reads the 주문: what the court ordered and what it means for the conduct that was judged.

use std::sync::LazyLock;

use regex::Regex;
use simui_domain::{CourtOutcome, Disposition};

use super::Charge;
use super::parties::{Nature, Parties};
use super::sections::Sections;
use crate::text::pattern;

/// An order and the outcome derived from it.
#[derive(Debug, Default)]
pub(super) struct Ordered {
    pub disposition: Option<Disposition>,
    pub outcome: Option<CourtOutcome>,
    pub charges: Vec<Charge>,
}

/// Reads an order. `sections` are used to find out what a plain "상고를 기각한다" left in force.
pub(super) fn read(order: &str, parties: &Parties, sections: &Sections) -> Ordered {
    if let Some(norm) = of_norm(order) {
        return norm;
    }
    match parties.nature {
        Nature::Criminal => criminal(order, parties, sections),
        Nature::Administrative => administrative(order, parties),
        Nature::Indictment | Nature::Norm => complaint(order, parties.nature),
        Nature::Civil => Ordered { disposition: civil_disposition(order), ..Ordered::default() },
    }
}

macro_rules! patterns {
    ($($name:ident = $text:expr;)*) => {
        $(static $name: LazyLock<Regex> = LazyLock::new(|| pattern($text));)*
    };
}

patterns! {
    STANDS = r"(?:위반|위배)되지\s?(?:아니|않)";
    FALLS = r"헌법에\s?(?:모두\s)?(?:위반|위배)된다";
    NOT_IN_LINE = r"헌법에\s?합치되지\s?(?:아니|않)";
    SENTENCE = r"(?:벌금|징역|금고|구류|과료|사형)[^.]{0,60}(?:처한다|처하고)|선고를\s?(?:각\s?|모두\s?)?유예한다|형을\s?(?:각\s?)?면제한다|형을[^.]{0,90}정한다";
    ACQUITTED = r"무죄";
    PARTLY_ACQUITTED = r"(?:공소사실|피고인[^.]{0,20}에 대한[^.]{0,12}) ?중 ?([^.]{2,90}?)(?:의 점)?(?:은|는) (?:각 |모두 )?무죄";
    REVERSED = r"(?:원심|제\s?[12]심|원)\s?(?:판결|결정|명령)[^.]{0,120}(?:파기|취소)|파기";
    SENT_BACK = r"(?:환송|이송)(?:한다|하고)";
    PARTLY_REVERSED = r"(?:판결|결정) ?중 ?([^.]{2,90}?)\s?(?:부분)?을? ?(?:각 |모두 )?파기";
    DISCONTINUED = r"면소|공소를\s?(?:각\s?|모두\s?)?기각";
    APPEAL_DISMISSED = r"(?:상고|항소|항고)(?:를|와|및)?[^.]{0,40}기각";
    STATE_DISMISSED = r"(?:검사|피고)(?:의|들의)[^.]{0,60}(?:상고|항소)[^.]{0,12}기각";
    SUBJECT_DISMISSED = r"(?:피고인|원고)[^.]{0,12}의[^.]{0,60}(?:상고|항소)[^.]{0,12}기각";
    ANNULLED = r"취소한다|무효임을\s?확인한다";
    PARTLY_ANNULLED = r"(?:기소유예처분|처분) ?중 ?([^.]{2,60}?) ?부분(?:은|을).{0,160}취소한다";
    CLAIM_DISMISSED = r"(?:청구|신청)(?:를|을|와|과)?[^.]{0,24}기각";
    THE_REST = r"나머지\s?(?:심판)?(?:청구|상고|항소|부분)";
    INADMISSIBLE = r"각하";
    GRANTED = r"하라\.|인가한다|허가한다|정정|지급하라|이행하라|인도하라|확인한다|무효로\s?한다|취소한다|하여서는 아니 된다|절차를 이행";
}

/// Reads orders about a norm: 위헌법률심판, 헌법소원.
fn of_norm(order: &str) -> Option<Ordered> {
    let stands = STANDS.is_match(order);
    let (disposition, outcome) = if NOT_IN_LINE.is_match(order) {
        (Disposition::Incompatible, CourtOutcome::Unconstitutional)
    } else if FALLS.is_match(order) {
        (Disposition::Unconstitutional, CourtOutcome::Unconstitutional)
    } else if stands {
        (Disposition::Constitutional, CourtOutcome::Constitutional)
    } else {
        return None;
    };
    let both = stands && outcome == CourtOutcome::Unconstitutional;
    Some(Ordered {
        disposition: Some(if both { Disposition::Mixed } else { disposition }),
        outcome: (!both).then_some(outcome),
        charges: Vec::new(),
    })
}

/// Reads a complaint (헌마) against a suspended indictment, or against a norm by a citizen bound by it.
fn complaint(order: &str, nature: Nature) -> Ordered {
    let annulled = order.contains("취소한다") && order.contains("처분");
    let dismissed = CLAIM_DISMISSED.is_match(order);
    if annulled {
        let part = PARTLY_ANNULLED.captures(order).and_then(|found| found.get(1));
        let charges = match part.filter(|_| dismissed) {
            Some(part) => split(part.as_str(), CourtOutcome::Lawful, CourtOutcome::Unlawful),
            None => Vec::new(),
        };
        let undivided = charges.is_empty();
        return Ordered {
            disposition: Some(if undivided { Disposition::Annulled } else { Disposition::Mixed }),
            outcome: if undivided { Some(CourtOutcome::Lawful) } else { of_advertising(&charges) },
            charges,
        };
    }
    if dismissed {
        let outcome = match nature {
            Nature::Indictment => CourtOutcome::Unlawful,
            _ => CourtOutcome::Constitutional,
        };
        return Ordered {
            disposition: Some(Disposition::ClaimDismissed),
            outcome: Some(outcome),
            charges: Vec::new(),
        };
    }
    let inadmissible = INADMISSIBLE.is_match(order).then_some(Disposition::Inadmissible);
    Ordered { disposition: inadmissible, ..Ordered::default() }
}

fn criminal(order: &str, parties: &Parties, sections: &Sections) -> Ordered {
    if DISCONTINUED.is_match(order) && !ACQUITTED.is_match(order) && !SENTENCE.is_match(order) {
        return decided(Disposition::Discontinued, None);
    }
    let sentenced = SENTENCE.is_match(order);
    let acquitted = ACQUITTED.is_match(order);
    match (sentenced, acquitted) {
        (true, true) => {
            let part = PARTLY_ACQUITTED.captures(order).and_then(|found| found.get(1));
            let charges = part.map_or_else(Vec::new, |part| {
                split(part.as_str(), CourtOutcome::Lawful, CourtOutcome::Unlawful)
            });
            let outcome = of_advertising(&charges).or_else(|| {
                // The acquitted part is named and is about something else, and the facts found are about
                // advertising.
                let facts = sections.named("범죄사실").unwrap_or_default();
                (!charges.is_empty() && facts.contains("광고")).then_some(CourtOutcome::Unlawful)
            });
            Ordered { disposition: Some(Disposition::Mixed), outcome, charges }
        }
        (true, false) => decided(Disposition::Convicted, Some(CourtOutcome::Unlawful)),
        (false, true) => decided(Disposition::Acquitted, Some(CourtOutcome::Lawful)),
        (false, false) => on_appeal(order, parties, &sections.reasons()),
    }
}

/// Reads the order of a court of appeal that gives no judgment of its own, so that the judgment below is
/// upheld or reversed.
fn on_appeal(order: &str, parties: &Parties, reasons: &str) -> Ordered {
    let reversed = REVERSED.is_match(order);
    let dismissed = APPEAL_DISMISSED.is_match(order);
    let mentions = |words: &[&str]| words.iter().any(|word| reasons.contains(word));
    let acquittal = mentions(&["무죄"]);
    let conviction =
        mentions(&["유죄로 인정", "유죄를 인정", "유죄로 판단", "유죄로 본", "유죄의"]);
    let (state, subject) = (parties.state_appealed, parties.subject_appealed);
    if let Some(part) = PARTLY_REVERSED.captures(order).and_then(|found| found.get(1)) {
        let for_whom = match (state, subject) {
            (true, false) => Some(CourtOutcome::Unlawful),
            (false, true) => Some(CourtOutcome::Lawful),
            _ => None,
        };
        let charges = vec![Charge { what: tidy(part.as_str()), outcome: for_whom }];
        return Ordered {
            disposition: Some(Disposition::Mixed),
            outcome: of_advertising(&charges),
            charges,
        };
    }
    if reversed {
        let outcome = match (state, subject) {
            (true, false) => acquittal.then_some(CourtOutcome::Unlawful),
            (false, true) => conviction.then_some(CourtOutcome::Lawful),
            (true, true) if SUBJECT_DISMISSED.is_match(order) => {
                acquittal.then_some(CourtOutcome::Unlawful)
            }
            (true, true) if STATE_DISMISSED.is_match(order) => {
                conviction.then_some(CourtOutcome::Lawful)
            }
            _ => None,
        };
        let sent = SENT_BACK.is_match(order).then_some(Disposition::Remanded);
        return Ordered { disposition: sent, outcome, charges: Vec::new() };
    }
    if dismissed {
        let outcome = match (state, subject) {
            (false, true) => Some(CourtOutcome::Unlawful),
            // 양형부당: a conviction with a sentence that the prosecutor considers too lenient.
            (true, false) if acquittal && !mentions(&["양형부당", "너무 가벼"]) => {
                Some(CourtOutcome::Lawful)
            }
            _ => None,
        };
        return decided(Disposition::AppealDismissed, outcome);
    }
    let inadmissible = INADMISSIBLE.is_match(order).then_some(Disposition::Inadmissible);
    Ordered { disposition: inadmissible, ..Ordered::default() }
}

fn administrative(order: &str, parties: &Parties) -> Ordered {
    if PARTLY_REVERSED.is_match(order) {
        let part = PARTLY_REVERSED.captures(order).and_then(|found| found.get(1));
        let outcome = match (parties.state_appealed, parties.subject_appealed) {
            (true, false) => Some(CourtOutcome::Unlawful),
            (false, true) => Some(CourtOutcome::Lawful),
            _ => None,
        };
        let charges =
            part.map(|part| Charge { what: tidy(part.as_str()), outcome }).into_iter().collect();
        return Ordered { disposition: Some(Disposition::Mixed), outcome: None, charges };
    }
    if SENT_BACK.is_match(order) {
        let outcome = match (parties.state_appealed, parties.subject_appealed) {
            (true, false) => Some(CourtOutcome::Unlawful),
            (false, true) => Some(CourtOutcome::Lawful),
            _ => None,
        };
        return decided(Disposition::Remanded, outcome);
    }
    let annulled = ANNULLED.is_match(order);
    let rest = THE_REST.is_match(order);
    let claim_dismissed = CLAIM_DISMISSED.is_match(order);
    if annulled && (rest || claim_dismissed && !order.contains("제1심판결을 취소")) {
        return decided(Disposition::Mixed, None);
    }
    if annulled {
        return decided(Disposition::Annulled, Some(CourtOutcome::Lawful));
    }
    if claim_dismissed {
        return decided(Disposition::ClaimDismissed, Some(CourtOutcome::Unlawful));
    }
    if APPEAL_DISMISSED.is_match(order) {
        let outcome = match (parties.state_appealed, parties.subject_appealed) {
            (false, true) => Some(CourtOutcome::Unlawful),
            (true, false) => Some(CourtOutcome::Lawful),
            _ => None,
        };
        return decided(Disposition::AppealDismissed, outcome);
    }
    Ordered { disposition: civil_disposition(order), ..Ordered::default() }
}

/// The disposition of a civil case. Between private parties no outcome in our sense is derived.
fn civil_disposition(order: &str) -> Option<Disposition> {
    let rest = THE_REST.is_match(order);
    if SENT_BACK.is_match(order) {
        let part = PARTLY_REVERSED.is_match(order) || rest;
        Some(if part { Disposition::Mixed } else { Disposition::Remanded })
    } else if rest {
        Some(Disposition::Mixed)
    } else if CLAIM_DISMISSED.is_match(order) {
        Some(Disposition::ClaimDismissed)
    } else if GRANTED.is_match(order) {
        Some(Disposition::Granted)
    } else if APPEAL_DISMISSED.is_match(order) {
        Some(Disposition::AppealDismissed)
    } else {
        INADMISSIBLE.is_match(order).then_some(Disposition::Inadmissible)
    }
}

fn decided(disposition: Disposition, outcome: Option<CourtOutcome>) -> Ordered {
    Ordered { disposition: Some(disposition), outcome, charges: Vec::new() }
}

fn split(part: &str, outcome: CourtOutcome, rest: CourtOutcome) -> Vec<Charge> {
    vec![
        Charge { what: tidy(part), outcome: Some(outcome) },
        Charge { what: "나머지".to_owned(), outcome: Some(rest) },
    ]
}

/// The outcome of the part about advertising, if there is exactly one.
fn of_advertising(charges: &[Charge]) -> Option<CourtOutcome> {
    let mut about = charges.iter().filter(|charge| charge.what.contains("광고"));
    match (about.next(), about.next()) {
        (Some(charge), None) => charge.outcome,
        _ => None,
    }
}

fn tidy(part: &str) -> String {
    let part = part.trim().trim_end_matches("에 관한").trim_end_matches("에 대한").trim();
    part.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use CourtOutcome::*;

    fn case(nature: Nature, state_appealed: bool, subject_appealed: bool) -> Parties {
        Parties { nature, state_appealed, subject_appealed }
    }

    fn check(
        parties: Parties,
        order: &str,
        disposition: Option<Disposition>,
        outcome: Option<CourtOutcome>,
    ) {
        let read = read(order, &parties, &Sections::new("", &[]));
        assert_eq!((read.disposition, read.outcome), (disposition, outcome), "{order}");
    }

    #[test]
    fn orders_that_say_it_themselves() {
        let first = case(Nature::Criminal, false, false);
        check(first, "피고인은 무죄.", Some(Disposition::Acquitted), Some(Lawful));
        check(
            first,
            "피고인을 벌금 100만 원에 처한다.",
            Some(Disposition::Convicted),
            Some(Unlawful),
        );
        check(
            first,
            "피고인에 대한 형의 선고를 유예한다.",
            Some(Disposition::Convicted),
            Some(Unlawful),
        );
        let norm = case(Nature::Norm, false, false);
        check(
            norm,
            "의료법 제56조는 헌법에 위반된다.",
            Some(Disposition::Unconstitutional),
            Some(Unconstitutional),
        );
        check(
            norm,
            "의료법 제89조는 헌법에 위반되지 아니한다.",
            Some(Disposition::Constitutional),
            Some(Constitutional),
        );
        check(
            norm,
            "제1조는 헌법에 합치되지 아니한다.",
            Some(Disposition::Incompatible),
            Some(Unconstitutional),
        );
        check(
            norm,
            "제1조는 헌법에 위반된다. 제2조는 헌법에 위반되지 아니한다.",
            Some(Disposition::Mixed),
            None,
        );
        let indictment = case(Nature::Indictment, false, false);
        check(
            indictment,
            "피청구인이 한 기소유예처분은 청구인의 평등권을 침해한 것이므로 이를 취소한다.",
            Some(Disposition::Annulled),
            Some(Lawful),
        );
        check(
            indictment,
            "심판청구를 모두 기각한다.",
            Some(Disposition::ClaimDismissed),
            Some(Unlawful),
        );
    }

    #[test]
    fn who_appealed_decides_what_a_dismissal_means() {
        let dismissed = Some(Disposition::AppealDismissed);
        check(case(Nature::Criminal, false, true), "상고를 기각한다.", dismissed, Some(Unlawful));
        check(case(Nature::Criminal, true, false), "상고를 기각한다.", dismissed, None);
        check(case(Nature::Criminal, true, true), "상고를 모두 기각한다.", dismissed, None);
        let plaintiff = case(Nature::Administrative, false, true);
        check(plaintiff, "원고의 항소를 기각한다.", dismissed, Some(Unlawful));
        let authority = case(Nature::Administrative, true, false);
        check(authority, "상고를 기각한다.", dismissed, Some(Lawful));
        check(
            plaintiff,
            "원심판결을 파기하고, 사건을 서울고등법원에 환송한다.",
            Some(Disposition::Remanded),
            Some(Lawful),
        );
    }

    #[test]
    fn parts_are_told_apart_or_unknown() {
        let read =
            |nature, order| read(order, &case(nature, false, false), &Sections::new("", &[]));
        let partly = read(
            Nature::Criminal,
            "피고인을 벌금 50만 원에 처한다. 이 사건 공소사실 중 과대광고의 점은 무죄.",
        );
        assert_eq!((partly.disposition, partly.outcome), (Some(Disposition::Mixed), Some(Lawful)));
        assert_eq!(partly.charges[0].what, "과대광고");
        let other =
            read(Nature::Criminal, "피고인을 벌금 50만 원에 처한다. 공소사실 중 사기의 점은 무죄.");
        assert_eq!(other.outcome, None);
        let indictment = read(
            Nature::Indictment,
            "피청구인이 한 기소유예처분 중 의료광고 부분은 청구인의 평등권을 침해한 것이므로 이를 취소한다. 청구인의 나머지 심판청구를 기각한다.",
        );
        assert_eq!(indictment.charges.len(), 2);
        assert_eq!(indictment.outcome, Some(Lawful));
    }
}
