//! What a turn adds: the findings of a patient's drugs with the turn that the record alone does not have.

use std::collections::BTreeSet;

use simui_pharmacy::names::Names;

use super::Checked;
use super::classes::Classes;
use super::drug::PrescribedDrug;
use super::findings::{Duplication, Finding, PrescriptionSeverity};

/// Most findings of a turn, so that a person reads them.
const MOST: usize = 6;
/// Kind of the findings on two drugs.
const INTERACTION: &str = "interaction";
/// Kinds of warnings that the safety rules and the alerts of a turn give already.
const GIVEN: [&str; 3] = ["rule", "allergy", "reaction"];

/// A finding that is shown with a turn.
#[derive(Debug, Clone, PartialEq)]
pub struct AddedFinding {
    /// How grave it is.
    pub severity: PrescriptionSeverity,
    /// Korean names of the drugs.
    pub drugs: Vec<String>,
    /// The grounds.
    pub finding: Finding,
    /// Whether one of the drugs is a class with members for which the finding holds.
    pub is_of_class: bool,
    /// Whether the drugs are of one class, which no document of theirs needs to say.
    pub is_duplication: bool,
}

/// The findings of `with` on `drugs` that `before` does not have, gravest first: interactions, and what
/// concerns the person. [`Classes::keeps`] says which of them are shown; those on the members of a class
/// become one.
pub fn added(
    before: &Checked,
    with: &Checked,
    drugs: &[PrescribedDrug],
    asked: &BTreeSet<String>,
    names: &Names,
) -> Vec<AddedFinding> {
    // A sentence that is known of one drug is new of another: 나프록센 beside the 이부프로펜 of the record.
    let known: BTreeSet<(&[String], &str)> =
        all(before).map(|(_, _, drugs, finding)| (drugs, finding.quote.as_str())).collect();
    let classes = Classes::of(drugs, asked, names);
    let mut found: Vec<(&str, AddedFinding)> = all(with)
        .filter(|(severity, _, drugs, finding)| {
            !finding.quote.is_empty()
                && !known.contains(&(*drugs, finding.quote.as_str()))
                && classes.keeps(*severity, drugs)
        })
        .map(|(severity, kind, drugs, finding)| {
            let (drugs, finding) = (drugs.to_vec(), finding.clone());
            (
                kind,
                AddedFinding {
                    severity,
                    drugs,
                    finding,
                    is_of_class: false,
                    is_duplication: false,
                },
            )
        })
        .collect();
    found.sort_by_key(|(_, it)| it.severity);
    let mut found = classes.gather(found);
    // The documents of both drugs say the same of a pair; the graver sentence stands for both.
    let (mut pairs, mut quotes) = (BTreeSet::new(), BTreeSet::new());
    found.retain(|interaction| {
        let pair: BTreeSet<String> = interaction.drugs.iter().cloned().collect();
        quotes.insert(interaction.finding.quote.clone()) && (pair.len() < 2 || pairs.insert(pair))
    });
    let known = |it: &&Duplication| !before.duplications.contains(it);
    found.extend(with.duplications.iter().filter(known).map(of_class));
    found.truncate(MOST);
    found
}

/// The finding that two drugs are of one class.
fn of_class(duplication: &Duplication) -> AddedFinding {
    let Duplication { severity, drugs, name, finding, .. } = duplication;
    let text = match finding.quote.is_empty() {
        true => {
            format!("같은 계열({name})의 약이 겹칩니다. 함께 쓰기 전에 의사·약사와 상담하십시오.")
        }
        false => finding.text.clone(),
    };
    AddedFinding {
        severity: *severity,
        drugs: drugs.clone(),
        finding: Finding { text, ..finding.clone() },
        is_of_class: false,
        is_duplication: true,
    }
}

/// Severity, kind, drugs and grounds of the findings that count.
fn all(
    checked: &Checked,
) -> impl Iterator<Item = (PrescriptionSeverity, &str, &[String], &Finding)> {
    let pairs = checked.interactions.iter();
    let pairs = pairs.map(|it| (it.severity, INTERACTION, &it.pair[..], &it.finding));
    let own = checked.warnings.iter().filter(|it| !GIVEN.contains(&it.kind.as_str()));
    pairs.chain(own.map(|it| (it.severity, it.kind.as_str(), &it.drugs[..], &it.finding)))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

    use simui_pharmacy::knowledge::Knowledge;

    use super::super::findings::{DrugWarning, Interaction};
    use super::*;

    fn finding(quote: &str) -> Finding {
        let (text, source) = (quote.to_owned(), "문서".to_owned());
        Finding { text, source, quote: quote.to_owned(), doc_id: None }
    }

    fn pair(one: &str, other: &str, severity: PrescriptionSeverity, quote: &str) -> Interaction {
        let pair = [one.to_owned(), other.to_owned()];
        Interaction { severity, pair, lines: [1, 2], finding: finding(quote) }
    }

    #[test]
    fn a_turn_adds_what_the_record_does_not_have() {
        use PrescriptionSeverity::{Caution, Contraindicated, Serious};
        let warning = |kind: &str, quote: &str| DrugWarning {
            severity: Caution,
            kind: kind.to_owned(),
            drugs: vec!["다".to_owned()],
            finding: finding(quote),
        };
        let of_old =
            DrugWarning { drugs: vec!["가".to_owned()], ..warning("kidney", "다와 신장") };
        let before = Checked {
            interactions: vec![pair("가", "나", Serious, "가와 나")],
            warnings: vec![of_old.clone()],
            ..Checked::default()
        };
        let with = Checked {
            interactions: vec![
                pair("가", "나", Serious, "가와 나"),
                pair("가", "다", Caution, "가는 다"),
                pair("다", "가", Contraindicated, "다는 가"),
                pair("나", "라", Caution, "나는 라"),
            ],
            warnings: vec![of_old, warning("kidney", "다와 신장"), warning("rule", "규칙")],
            ..Checked::default()
        };
        let names = &Knowledge::shipped().unwrap().names;
        let quotes = |asked: &[&str]| {
            let asked = asked.iter().map(|it| (*it).to_owned()).collect();
            let found = added(&before, &with, &[], &asked, names);
            found.into_iter().map(|it| it.finding.quote).collect::<Vec<_>>().join(", ")
        };
        assert_eq!(quotes(&[]), "다는 가, 나는 라, 다와 신장");
        assert_eq!(quotes(&["라"]), "다는 가, 나는 라, 다와 신장");
        assert_eq!(quotes(&["다"]), "다는 가, 나는 라");
    }
}
