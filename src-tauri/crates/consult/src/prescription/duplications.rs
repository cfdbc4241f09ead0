//! 중복: an ingredient on several lines, 효능군중복 of the DUR tables, and classes of the rules.

use std::collections::{BTreeMap, BTreeSet};

use simui_pharmacy::dur::{DurTable, Person};

use super::drug::{PrescribedDrug, dur_notices};
use super::findings::{Duplication, Finding, PrescriptionSeverity};
use super::interactions::of_notice;
use super::{Checks, Prescription};

/// Beginning of classes that collect drugs of different effects.
const OTHERS: &str = "그 밖의";
/// Classes in which two drugs are no duplication.
const MIXED: [&str; 7] =
    ["해열진통제", "비타민·무기질", "한약제제·생약", "소독제", "상처약", "점안제", "항뇌전증약"];

/// Finds the duplications, gravest first.
pub(super) fn duplications(of: &Prescription<'_>, checks: &Checks<'_>) -> Vec<Duplication> {
    let names = &checks.knowledge.names;
    let mut by_ingredient: BTreeMap<&str, Vec<&PrescribedDrug>> = BTreeMap::new();
    for drug in of.drugs {
        for ingredient in &drug.ingredients {
            by_ingredient.entry(ingredient).or_default().push(drug);
        }
    }
    let mut found = Vec::new();
    for (ingredient, drugs) in &by_ingredient {
        if drugs.len() > 1 && drugs.iter().any(|it| it.line > 0) {
            let name =
                drugs.first().map_or(*ingredient, |it| it.name_of(ingredient, names)).to_owned();
            let finding = Finding {
                text: format!("같은 성분({name})이 {}에 들어 있습니다.", listed(drugs)),
                source: "줄의 성분을 비교한 결과".to_owned(),
                quote: String::new(),
                doc_id: None,
            };
            found.push(duplication(
                PrescriptionSeverity::Serious,
                "ingredient",
                name,
                drugs,
                finding,
            ));
        }
    }
    for (at, one) in of.drugs.iter().enumerate() {
        for other in of.drugs.iter().skip(at + 1) {
            let both = [one, other];
            if both.iter().all(|it| it.line == 0) || shares_ingredient(one, other) {
                continue;
            }
            let notices = dur_notices(&both, &Person::default(), checks.dur, names);
            let table = notices.iter().find(|notice| {
                let of_one = |drug: &PrescribedDrug| {
                    drug.all_korean(names).any(|name| notice.drugs.iter().any(|drug| drug == name))
                };
                notice.table == DurTable::Duplicate && of_one(one) && of_one(other)
            });
            if let Some(notice) = table {
                let name = notice.drugs.join(" + ");
                let finding = of_notice(notice);
                found.push(duplication(
                    PrescriptionSeverity::Serious,
                    "class",
                    name,
                    &both,
                    finding,
                ));
            } else if let Some(class) = shared_class(one, other, checks) {
                let finding = Finding {
                    text: format!("같은 계열({class})의 약이 {}에 겹칩니다.", listed(&both)),
                    source: "심의 데스크의 약효군 목록".to_owned(),
                    quote: String::new(),
                    doc_id: None,
                };
                found.push(duplication(
                    PrescriptionSeverity::Caution,
                    "class",
                    class,
                    &both,
                    finding,
                ));
            }
        }
    }
    found.sort_by_key(|it| it.severity);
    found
}

fn duplication(
    severity: PrescriptionSeverity,
    kind: &str,
    name: String,
    drugs: &[&PrescribedDrug],
    finding: Finding,
) -> Duplication {
    Duplication {
        severity,
        kind: kind.to_owned(),
        name,
        drugs: drugs.iter().map(|it| it.written.clone()).collect(),
        lines: drugs.iter().map(|it| it.line).collect(),
        finding,
    }
}

/// The drugs with their lines, for people.
fn listed(drugs: &[&PrescribedDrug]) -> String {
    let one = |it: &&PrescribedDrug| match it.line {
        0 => format!("{}(기록된 복용약)", it.written),
        line => format!("{}({line}번째 줄)", it.written),
    };
    drugs.iter().map(one).collect::<Vec<_>>().join(", ")
}

fn shares_ingredient(one: &PrescribedDrug, other: &PrescribedDrug) -> bool {
    one.ingredients.iter().any(|it| other.ingredients.contains(it))
}

/// The first class of the rules that has an ingredient of each drug.
fn shared_class(
    one: &PrescribedDrug,
    other: &PrescribedDrug,
    checks: &Checks<'_>,
) -> Option<String> {
    let names = &checks.knowledge.names;
    let of = |drug: &PrescribedDrug| -> BTreeSet<String> {
        drug.all_korean(names).map(str::to_owned).collect()
    };
    let (one, other) = (of(one), of(other));
    let classes = checks.knowledge.symptoms.iter().filter(|symptom| {
        symptom.class
            && !symptom.name.starts_with(OTHERS)
            && !MIXED.contains(&symptom.name.as_str())
    });
    let has =
        |members: &[String], names: &BTreeSet<String>| members.iter().any(|it| names.contains(it));
    let mut shared = classes.filter(|it| has(&it.expand, &one) && has(&it.expand, &other));
    shared.next().map(|it| it.name.clone())
}
