//! 용량: totals of a day by ingredient with their limits, doses for the function of the kidneys, and doses of a
//! child by weight.

use std::collections::BTreeMap;

use simui_korean::quantities::{Token, Unit, tokens};
use simui_pharmacy::calculate::{
    DoseStatement, Portion, Strength, daily_total, dose_statements, number,
};
use simui_pharmacy::dur::{DurTable, Person};
use simui_pharmacy::person::kidney_limits;

use super::documents::section_sentences;
use super::drug::{PrescribedDrug, dur_notices};
use super::findings::{DoseCheck, DoseLimit, Finding, PrescriptionSeverity};
use super::label_dose::by_label;
use super::renal;
use super::{Checks, Prescription};

/// Slack of a comparison with a limit, in mg.
const SLACK: f64 = 1e-6;
/// Age in months from which on the limits of adults are those of the person.
const GROWN: u32 = 15 * 12;
/// Age in months below which a dose is compared with the child's dose by weight.
const CHILD: u32 = 12 * 12;

/// Checks the doses, gravest first. Amounts that are not known are reported in `not_checked`.
pub(super) fn doses(
    of: &Prescription<'_>,
    checks: &Checks<'_>,
    not_checked: &mut Vec<String>,
) -> Vec<DoseCheck> {
    let names = &checks.knowledge.names;
    let mut portions: BTreeMap<&str, Vec<(Portion, u32)>> = BTreeMap::new();
    let mut incomplete: Vec<&str> = Vec::new();
    let mut found = Vec::new();
    for drug in of.drugs.iter().filter(|it| it.line > 0) {
        if drug.is_topical() {
            not_checked.push(format!(
                "{}: 바르거나 넣는 약이어서 하루 총량을 더하지 않았습니다.",
                drug.written
            ));
            continue;
        }
        for ingredient in &drug.ingredients {
            match portion(drug, ingredient) {
                Ok(portion) => {
                    found.extend(by_weight(drug, ingredient, &portion, of, checks));
                    portions.entry(ingredient).or_default().push((portion, drug.line));
                }
                Err(reason) => {
                    incomplete.push(ingredient);
                    not_checked.push(format!(
                        "{} ({}): {reason}",
                        drug.written,
                        names.korean(ingredient)
                    ));
                }
            }
        }
    }
    for (ingredient, portions) in portions {
        let lines = portions.iter().map(|(_, line)| *line).collect();
        let portions: Vec<Portion> = portions.into_iter().map(|(it, _)| it).collect();
        let is_whole = !incomplete.contains(&ingredient);
        found.extend(total(ingredient, &portions, lines, is_whole, of, checks));
    }
    let lines = of.drugs.iter().filter(|it| it.line > 0);
    found.extend(lines.filter_map(|it| by_label(it, of, checks)));
    found.extend(of.drugs.iter().flat_map(|it| by_kidneys(it, of, checks)));
    found.sort_by_key(|it| it.severity.map_or(u8::MAX, |it| it as u8));
    found
}

/// What a drug contributes to the day's total of one of its ingredients, or the reason why it is not known.
fn portion(drug: &PrescribedDrug, ingredient: &str) -> Result<Portion, String> {
    let dose = &drug.dose;
    if dose.as_needed && dose.times.is_none() {
        return Err("필요할 때 쓰는 약이어서 하루 총량을 더하지 않았습니다.".to_owned());
    }
    let of_day = dose.per_day.filter(|_| dose.times.is_none() && dose.per_time.is_none());
    let times = match (dose.times, of_day) {
        (Some(times), _) => times,
        (None, Some(_)) => 1.0,
        (None, None) => return Err("1일 횟수가 없어 하루 총량을 더하지 않았습니다.".to_owned()),
    };
    let (amount, unit) = match of_day.or(dose.per_time) {
        Some(stated) => stated,
        // 와파린 2mg 1일 1회: the amount is that of one time.
        None => match dose.strength {
            Some(mg) => (mg, Unit::Milligram),
            None => return Err("1회 양이 없어 하루 총량을 더하지 않았습니다.".to_owned()),
        },
    };
    let (per_time, origin) = milligrams(drug, ingredient, amount, unit)?;
    Ok(Portion { drug: drug.written.clone(), per_time, times, origin })
}

/// The milligrams of an ingredient in an amount of a drug, with where the strength comes from. What the line
/// states wins over the product's document.
fn milligrams(
    drug: &PrescribedDrug,
    ingredient: &str,
    amount: f64,
    unit: Unit,
) -> Result<(f64, String), String> {
    let alone = drug.ingredients.len() == 1;
    let of_line = "이 줄에 적힌 양".to_owned();
    let product = drug
        .amounts
        .iter()
        .find(|(it, _)| it == ingredient)
        .and_then(|(_, it)| Strength::of_product(it, "제품의 허가·표시 문서"));
    let differs = "복합제여서 성분마다의 함량을 이 줄만으로는 알 수 없습니다.";
    match unit {
        Unit::Milligram if alone => Ok((amount, of_line)),
        Unit::Milligram => Err(differs.to_owned()),
        Unit::Millilitre => match (dose_concentration(drug), product) {
            (Some(each), _) if alone => Ok((amount * each, of_line)),
            (_, Some(strength)) if strength.unit == Unit::Millilitre => Ok((
                amount * strength.of_one(),
                format!("{}: {}", strength.origin, strength.written()),
            )),
            _ => Err("시럽의 함량(mg/mL)을 몰라 하루 총량을 더하지 않았습니다.".to_owned()),
        },
        piece => match (drug.dose.strength, product) {
            (Some(each), _) if alone => Ok((amount * each, of_line)),
            (_, Some(strength)) if same_piece(strength.unit, piece) => Ok((
                amount * strength.of_one(),
                format!("{}: {}", strength.origin, strength.written()),
            )),
            (Some(_), None) => Err(differs.to_owned()),
            _ => Err("함량을 몰라 하루 총량을 더하지 않았습니다.".to_owned()),
        },
    }
}

fn dose_concentration(drug: &PrescribedDrug) -> Option<f64> {
    drug.dose.concentration
}

/// Whether a number of pieces may count pieces of the product: people count capsules as 알, too.
fn same_piece(product: Unit, written: Unit) -> bool {
    let solid = |it: Unit| matches!(it, Unit::Tablet | Unit::Capsule | Unit::Piece);
    product == written || solid(product) && solid(written)
}

/// The day's total of an ingredient with its limits.
fn total(
    ingredient: &str,
    portions: &[Portion],
    lines: Vec<u32>,
    is_whole: bool,
    of: &Prescription<'_>,
    checks: &Checks<'_>,
) -> Option<DoseCheck> {
    let names = &checks.knowledge.names;
    let having = of.drugs.iter().find(|it| it.ingredients.iter().any(|it| it == ingredient));
    let name = having.map_or_else(|| names.korean(ingredient), |it| it.name_of(ingredient, names));
    let mut calculation = daily_total(name, portions).ok()?;
    let limits = limits(ingredient, of, checks);
    // What an adult may take says nothing of a child but that more is too much.
    let is_child = of.patient.person.age_months.is_some_and(|it| it < GROWN);
    let least = |adults: bool| {
        let of = limits.iter().filter(move |it| it.of_adults == adults || adults && !is_child);
        of.min_by(|one, other| one.milligrams.total_cmp(&other.milligrams))
    };
    let least = match is_child {
        true => {
            let beyond = least(true).filter(|it| calculation.low > it.milligrams + SLACK);
            least(false).or(beyond)
        }
        false => least(true),
    };
    let mut text = format!("{name} 하루 총량 {} mg", number(calculation.low));
    let severity = match least {
        Some(limit) if calculation.low > limit.milligrams + SLACK => {
            text += &format!(": 하루 최대 {} mg을 넘습니다.", number(limit.milligrams));
            Some(PrescriptionSeverity::Serious)
        }
        Some(limit) => {
            text += &format!(": 하루 최대 {} mg 안에 있습니다.", number(limit.milligrams));
            None
        }
        None => {
            text += match is_child {
                true => ": 등록된 자료에 이 나이의 하루 최대량이 없어 비교하지 못했습니다.",
                false => ": 등록된 자료에 하루 최대량이 없어 비교하지 못했습니다.",
            };
            None
        }
    };
    if !is_whole {
        let note = "양을 알 수 없는 줄이 있어 실제 총량은 이보다 많습니다.";
        text += &format!(" {note}");
        calculation.notes.push(note.to_owned());
    }
    Some(DoseCheck {
        severity,
        kind: "total".to_owned(),
        ingredient: name.to_owned(),
        lines,
        finding: Finding {
            text,
            source: least.map_or_else(|| calculation.source.clone(), |it| it.source.clone()),
            quote: least.map(|it| it.quote.clone()).unwrap_or_default(),
            doc_id: None,
        },
        calculation: Some(calculation),
        limits,
    })
}

/// The limits of a day for an ingredient: of the rules, of 용량주의, and of the documents' sentences.
fn limits(ingredient: &str, of: &Prescription<'_>, checks: &Checks<'_>) -> Vec<DoseLimit> {
    let names = &checks.knowledge.names;
    let mut found = Vec::new();
    let mut known = names.korean_names(ingredient).iter();
    if let Some((milligrams, source)) = known.find_map(|it| checks.safety.daily_maximum(it)) {
        let source = source.to_owned();
        found.push(DoseLimit { milligrams, source, quote: String::new(), of_adults: true });
    }
    let alone =
        PrescribedDrug { ingredients: vec![ingredient.to_owned()], ..PrescribedDrug::default() };
    let notices = dur_notices(&[&alone], &Person::default(), checks.dur, names);
    for notice in notices.iter().filter(|it| it.table == DurTable::Dose) {
        if let Some(milligrams) = first_mass(&notice.warning) {
            let source = "DUR 용량주의".to_owned();
            let quote = notice.quote.clone();
            found.push(DoseLimit { milligrams, source, quote, of_adults: true });
        }
    }
    let having = of.drugs.iter().filter(|it| it.ingredients.iter().any(|it| it == ingredient));
    for drug in having.filter(|it| it.ingredients.len() == 1) {
        for (statement, source, own) in statements(drug, ingredient, checks) {
            let fits = of.patient.person.age_months.map_or_else(
                || !statement.ages.are_of_children(),
                |months| statement.ages.has(months),
            );
            let limit = statement.max_day.filter(|_| fits);
            let pieces = || {
                // Pieces of another document are those of another product.
                let limit = limit.filter(|it| own && it.unit.is_piece())?;
                milligrams(drug, ingredient, limit.high, limit.unit).ok().map(|(mg, _)| mg)
            };
            let mg = limit.and_then(|it| it.milligrams(of.patient.weight)).or_else(pieces);
            let Some(milligrams) = mg else { continue };
            if !found.iter().any(|it| it.quote == statement.quote) {
                let of_adults =
                    !limit.is_some_and(|it| it.per_kg) && statement.ages.below.is_none();
                let quote = statement.quote;
                found.push(DoseLimit { milligrams, source, quote, of_adults });
            }
        }
    }
    found
}

/// The statements of a drug's documents, each with its source and whether that is its own label. A sentence
/// that names only other drugs is none of this one.
fn statements(
    drug: &PrescribedDrug,
    ingredient: &str,
    checks: &Checks<'_>,
) -> Vec<(DoseStatement, String, bool)> {
    let names = &checks.knowledge.names;
    let mut found = Vec::new();
    for it in section_sentences(drug.all_sections(), checks.knowledge) {
        let named = names.find(it.quote);
        let own = named.is_empty() || named.iter().any(|it| it.ingredient == ingredient);
        if own && it.passage.heading.contains("용법") {
            let source = it.finding(String::new()).source;
            let of_product =
                |own: &simui_pharmacy::Passage| own.document_id == it.passage.document_id;
            let own = drug.own_sections.iter().any(of_product);
            let all = dose_statements(it.quote).into_iter();
            found.extend(all.map(|it| (it, source.clone(), own)));
        }
    }
    found
}

/// The first mass in a text, in mg.
fn first_mass(text: &str) -> Option<f64> {
    let all = tokens(text);
    all.windows(2).find_map(|pair| match (&pair[0].token, &pair[1].token) {
        (Token::Number(number), Token::Unit(unit)) => unit.milligrams().map(|it| it * number),
        _ => None,
    })
}

/// Compares a child's dose with the dose by weight of the documents.
fn by_weight(
    drug: &PrescribedDrug,
    ingredient: &str,
    portion: &Portion,
    of: &Prescription<'_>,
    checks: &Checks<'_>,
) -> Option<DoseCheck> {
    let months = of.patient.person.age_months.filter(|it| *it < CHILD)?;
    let weight = of.patient.weight?;
    let name = drug.name_of(ingredient, &checks.knowledge.names);
    let of_child = |(statement, ..): &(DoseStatement, String, bool)| {
        statement.is_by_weight()
            && statement.ages.has(months)
            && statement.is_for_route_of(&drug.written)
    };
    let (statement, source, _) = statements(drug, ingredient, checks).into_iter().find(of_child)?;
    let high = statement.dose?.milligrams(Some(weight))?;
    let (stated, period) = match statement.per? {
        simui_pharmacy::calculate::Period::Time => (portion.per_time, "1회"),
        simui_pharmacy::calculate::Period::Day => (portion.per_time * portion.times, "하루"),
    };
    let exceeds = stated > high + SLACK;
    let compared = if exceeds { "넘습니다" } else { "넘지 않습니다" };
    let text = format!(
        "{}의 {name} {period} {} mg은 체중 {} kg의 최대 {} mg을 {compared}.",
        drug.written,
        number(stated),
        number(weight),
        number(high)
    );
    Some(DoseCheck {
        severity: exceeds.then_some(PrescriptionSeverity::Serious),
        kind: "weight".to_owned(),
        ingredient: name.to_owned(),
        lines: vec![drug.line],
        finding: Finding { text, source, quote: statement.quote, doc_id: None },
        calculation: None,
        limits: Vec::new(),
    })
}

/// The sentences of a drug's documents that hold for the function of the person's kidneys.
fn by_kidneys(drug: &PrescribedDrug, of: &Prescription<'_>, checks: &Checks<'_>) -> Vec<DoseCheck> {
    let names = &checks.knowledge.names;
    let mut found = Vec::new();
    for it in section_sentences(drug.all_sections(), checks.knowledge) {
        let Some((value, measure)) = of.patient.kidneys_for(it.quote) else { continue };
        if !renal::is_renal(it.quote) || kidney_limits(it.quote, value) != Some(true) {
            continue;
        }
        let severity = match super::documents::forbids(it.quote) {
            true => PrescriptionSeverity::Contraindicated,
            false => PrescriptionSeverity::Serious,
        };
        let text = format!("{measure}: {}", it.quote);
        let ingredient = drug.korean(names).next().unwrap_or(&drug.written).to_owned();
        found.push(DoseCheck {
            severity: Some(severity),
            kind: "renal".to_owned(),
            ingredient,
            lines: vec![drug.line],
            finding: it.finding(text),
            calculation: of.patient.clearance.clone(),
            limits: Vec::new(),
        });
    }
    found
}
