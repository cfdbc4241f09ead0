//! Chooses the sentence by which a dose for a body weight is calculated, or says why none is. The limits of
//! age come first: a child below them gets no number.

use simui_korean::quantities::{Token, Unit, tokens};

use super::calculation::{Calculation, CitedDose, Measured};
use super::documents::{DoseDocuments, Stated};
use super::statement::{DoseStatement, Period};
use super::strength::Strength;
use super::weight_dose::{WeightDose, weight_dose};
use crate::dur::{CHILD_MONTHS, DurNotice};

/// Body weight in kg at which a child of unknown age is surely older than [`INFANT`].
const NO_INFANT: f64 = 12.0;
/// Greatest age limit in months that a child of [`NO_INFANT`] has passed.
const INFANT: u32 = 6;
/// Body weight in kg from which on a person of unknown age may be grown.
const PERHAPS_GROWN: f64 = 40.0;

/// What is asked: how much of one ingredient for this body.
#[derive(Debug, Clone)]
pub struct DoseQuestion<'a> {
    /// Where doses are stated.
    pub documents: DoseDocuments<'a>,
    /// The drug, for people.
    pub drug: &'a str,
    /// Body weight in kg.
    pub weight: Measured<f64>,
    /// Age in months.
    pub months: Option<u32>,
    /// The product's strength.
    pub strength: Option<Strength>,
    /// Whether pieces may not be divided.
    pub indivisible: bool,
    /// A row of 특정연령대금기 that holds for the person.
    pub age_row: Option<DurNotice>,
    /// The most that an adult takes in a day in mg, with its source.
    pub day_maximum: Option<(f64, String)>,
}

/// Calculates the dose.
///
/// # Errors
/// Korean reason why there is no number.
pub fn chosen_dose(of: &DoseQuestion<'_>) -> Result<Calculation, String> {
    let documents = &of.documents;
    // A row without a dosage form may hold for other forms than that of a documented child's dose.
    let is_doubtful = |row: &&DurNotice| {
        let has_dose = of.months.is_some_and(|it| documents.has_child_dose(it));
        row.is_of_age_without_form() && has_dose
    };
    let doubtful = of.age_row.as_ref().filter(is_doubtful);
    if let (Some(row), None) = (&of.age_row, doubtful) {
        let row = &row.warning;
        return Err(format!("{}의 양을 계산하지 않았습니다. DUR 특정연령대금기: {row}", of.drug));
    }
    check_age(of)?;
    let own = documents.stated(documents.own);
    let by_age = own.iter().filter(|it| it.statement.dose.is_some()).collect::<Vec<_>>();
    let own_by_weight = own.iter().any(|it| it.statement.is_by_weight());
    if !by_age.is_empty() && !own_by_weight {
        let fitting = by_age.iter().find(|it| fits(&it.statement, of.months) == Some(true));
        return Err(match fitting {
            Some(it) => format!(
                "{}의 표시는 체중이 아니라 나이로 용량을 정합니다: “{}” ({} › {})",
                of.drug, it.statement.quote, it.passage.title, it.passage.heading
            ),
            None => format!(
                "{}의 표시에는 이 나이의 용량이 없어 양을 계산하지 않았습니다. 표시의 용량: “{}” ({} › {})",
                of.drug,
                by_age[0].statement.quote,
                by_age[0].passage.title,
                by_age[0].passage.heading
            ),
        });
    }
    let all: Vec<Stated<'_>> = own.into_iter().chain(documents.stated(documents.others)).collect();
    let usable =
        |it: &&Stated<'_>| it.statement.is_by_weight() && it.statement.is_for_route_of(of.drug);
    let fitting: Vec<&Stated<'_>> = all
        .iter()
        .filter(usable)
        .filter(|it| fits(&it.statement, of.months) == Some(true) || fits_unknown(it, of))
        .collect();
    let Some(first) = fitting.first() else {
        return Err(match all.iter().any(|it| usable(&it)) {
            true if of.months.is_some() => format!(
                "{}: 문서의 체중 용량은 이 나이의 것이 아니어서 계산하지 않았습니다.",
                of.drug
            ),
            true => format!(
                "{}: 나이를 몰라 문서의 체중 용량이 해당하는지 알 수 없어 계산하지 않았습니다. 나이를 적으십시오.",
                of.drug
            ),
            false => format!(
                "{}의 체중 용량(mg/kg)을 적은 문서가 없어 양을 계산하지 않았습니다. 그 제품의 허가사항이나 e약은요의 용법·용량을 가져오십시오.",
                of.drug
            ),
        });
    };
    let differs = |other: &&&Stated<'_>| {
        other.passage.document_id == first.passage.document_id
            && (other.statement.dose, other.statement.per)
                != (first.statement.dose, first.statement.per)
    };
    if let Some(other) = fitting.iter().find(differs) {
        return Err(format!(
            "{}의 문서에 체중 용량이 둘 이상 있어 고르지 않았습니다: “{}” / “{}” ({})",
            of.drug, first.statement.quote, other.statement.quote, first.passage.title
        ));
    }
    let of_document =
        || all.iter().filter(|it| it.passage.document_id == first.passage.document_id);
    let adult_time = of_document()
        .filter(|it| it.statement.ages.are_of_adults() && it.statement.per == Some(Period::Time))
        .filter_map(|it| it.statement.dose.filter(|it| !it.per_kg)?.milligrams(None))
        .max_by(f64::total_cmp);
    let mut day_limits: Vec<(f64, String)> = of.day_maximum.iter().cloned().collect();
    day_limits.extend(of_document().filter_map(|stated| {
        let limit = stated.statement.max_day.filter(|it| it.unit == Unit::Milligram)?;
        let counts =
            !stated.statement.ages.are_of_children() || fits(&stated.statement, of.months)?;
        let mg = limit.milligrams(Some(of.weight.value)).filter(|_| counts)?;
        Some((mg, stated.passage.title.clone()))
    }));
    let mut calculation = weight_dose(&WeightDose {
        weight: of.weight.clone(),
        statement: &first.statement,
        adult_time,
        day_limits,
        strength: of.strength.clone(),
        indivisible: of.indivisible,
        cited: CitedDose {
            chunk_id: first.passage.chunk_id.clone(),
            doc_id: first.passage.document_id.clone(),
            title: first.passage.title.clone(),
            section: first.passage.heading.clone(),
            quote: first.statement.quote.clone(),
            digest: first.passage.digest,
        },
    })
    .map_err(|fault| fault.to_string())?;
    calculation.title = format!("{} 체중 용량", of.drug);
    if let Some(illness) = &first.statement.indication {
        let note =
            format!("이 용량은 {illness}에 관한 문장의 것입니다. 무엇 때문에 쓰는지 확인하십시오.");
        calculation.notes.insert(0, note);
    }
    if let Some(row) = doubtful {
        let note = format!("DUR 특정연령대금기: {}", row.clone().in_doubt().warning);
        calculation.notes.insert(0, note);
    }
    if of.months.is_none() {
        let note = "나이를 몰라 제품의 연령 제한은 확인하지 못했습니다. 나이를 확인하십시오.";
        calculation.notes.insert(0, note.to_owned());
    }
    Ok(calculation)
}

/// Refuses a person below an age limit of the documents, also one whose age is not known.
fn check_age(of: &DoseQuestion<'_>) -> Result<(), String> {
    for (passage, limit) in of.documents.age_limits() {
        let source = format!("“{}” ({} › {})", limit.quote, passage.title, passage.heading);
        match of.months {
            Some(months) if months < limit.below => {
                return Err(format!(
                    "{}: 이 나이에는 쓰지 않는 약이어서 양을 계산하지 않았습니다. {source}",
                    of.drug
                ));
            }
            None if !(limit.below <= INFANT && of.weight.value >= NO_INFANT)
                && of.weight.value < PERHAPS_GROWN =>
            {
                return Err(format!(
                    "{}: 나이를 몰라 양을 계산하지 않았습니다. 나이를 적으십시오. {source}",
                    of.drug
                ));
            }
            _ => {}
        }
    }
    Ok(())
}

/// Whether a statement is for an age; `None` where the age or the limit is not known.
fn fits(statement: &DoseStatement, months: Option<u32>) -> Option<bool> {
    let ages = statement.ages;
    match months {
        Some(months) => Some(ages.has(months)),
        None if ages.at_least.is_none() && ages.below.is_none() => Some(true),
        None => None,
    }
}

/// Whether a child's dose may be used for a person of unknown age who is surely a child and no infant.
fn fits_unknown(it: &Stated<'_>, of: &DoseQuestion<'_>) -> bool {
    let ages = it.statement.ages;
    let whole_childhood =
        ages.at_least.is_none_or(|it| it <= INFANT) && ages.below == Some(CHILD_MONTHS);
    of.months.is_none()
        && whole_childhood
        && of.weight.value >= NO_INFANT
        && of.weight.value < PERHAPS_GROWN
}

/// The strength that a text states for its drug: `160mg/5mL`, `500 mg/정`.
pub fn stated_strength(text: &str, origin: &str) -> Option<Strength> {
    let all = tokens(text);
    let token = |at: usize| all.get(at).map(|it| &it.token);
    let one = |at: usize| {
        let (Some(Token::Number(number)), Some(Token::Unit(unit)), Some(Token::Slash)) =
            (token(at), token(at + 1), token(at + 2))
        else {
            return None;
        };
        let milligrams = unit.milligrams().map(|it| it * number)?;
        let (per, of) = match (token(at + 3), token(at + 4)) {
            (Some(Token::Number(per)), Some(Token::Unit(of))) => (*per, *of),
            (Some(Token::Unit(of)), _) => (1.0, *of),
            _ => return None,
        };
        let usable = (of == Unit::Millilitre || of.is_piece()) && per > 0.0 && milligrams > 0.0;
        usable.then(|| Strength { milligrams, per, unit: of, origin: origin.to_owned() })
    };
    let found: Vec<Strength> = (0..all.len()).filter_map(one).collect();
    match found.as_slice() {
        [only] => Some(only.clone()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

    use simui_domain::{ChunkId, DocumentId};

    use super::*;
    use crate::dur::DurTable;
    use crate::knowledge::Knowledge;
    use crate::passage::Passage;

    const DIGEST: &str = "성인은 아세트아미노펜을 한 번에 500~1,000mg씩 4~6시간 간격으로 먹습니다.\n성인의 아세트아미노펜 1일 최대 용량은 다른 약에 든 것을 모두 합쳐 4,000mg입니다.\n소아는 체중 1kg에 아세트아미노펜 10~15mg을 4~6시간 간격으로 먹이고 하루 5번을 넘지 않습니다.";

    fn passage(title: &str, heading: &str, text: &str) -> Passage {
        Passage {
            chunk_id: ChunkId(title.to_owned()),
            document_id: DocumentId(title.to_owned()),
            title: title.to_owned(),
            heading: heading.to_owned(),
            text: text.to_owned(),
            digest: true,
            score: 0.0,
        }
    }

    /// The result or the reason for a child with this label and strength.
    fn check(label: &str, kg: f64, months: Option<u32>, strength: &str, expected: &str) {
        let knowledge = Knowledge::shipped().unwrap();
        let own = match label {
            "" => Vec::new(),
            label => vec![passage("구름시럽", "용법·용량", label)],
        };
        let others = [passage("아세트아미노펜", "용법·용량", DIGEST)];
        let of = DoseQuestion {
            documents: DoseDocuments {
                ingredient: "acetaminophen",
                own: &own,
                others: &others,
                names: &knowledge.names,
            },
            drug: "구름시럽",
            weight: Measured::new(kg, "질문"),
            months,
            strength: stated_strength(strength, "질문"),
            indivisible: false,
            age_row: None,
            day_maximum: None,
        };
        let found = chosen_dose(&of).map_or_else(|reason| reason, |it| it.result);
        assert!(found.contains(expected), "{label} {kg} {months:?}: {found}");
        // A row of a table that names its form forbids; one without stands back behind a documented dose.
        let row = |form: &str| DurNotice {
            table: DurTable::Age,
            drugs: Vec::new(),
            warning: "12세 미만에게 쓰지 않습니다.".to_owned(),
            chunk_id: ChunkId("r".to_owned()),
            document_id: DocumentId("r".to_owned()),
            heading: String::new(),
            quote: format!("특정연령: 12세 미만{form}"),
        };
        let with = |form: &str| {
            let age_row = months.is_some_and(|it| it < 144).then(|| row(form));
            chosen_dose(&DoseQuestion { age_row, ..of.clone() })
        };
        if let (Some(..144), Ok(plain)) = (months, chosen_dose(&of)) {
            assert_eq!(with("").map(|it| it.result), Ok(plain.result), "{label}");
            assert!(with("").is_ok_and(|it| it.notes[0].contains("제형이 없고")), "{label}");
            assert!(with("\n제형: 정제").is_err_and(|it| it.contains("특정연령대금기")), "{label}");
        }
    }

    #[test]
    fn a_child_gets_a_number_only_from_a_sentence_for_it() {
        check("", 14.0, Some(36), "160mg/5mL", "1회 140~210 mg → 4.4~6.5 mL");
        check("", 14.0, None, "160mg/5mL", "1회 140~210 mg → 4.4~6.5 mL");
        check("", 14.0, Some(36), "", "1회 140~210 mg, ");
        check("", 70.0, Some(16 * 12), "", "1회 700~1,000 mg");
        // The digest has no dose by weight for an adult.
        check("", 70.0, Some(40 * 12), "", "이 나이의 것이 아니어서");
        check("", 5.0, None, "", "나이를 적으십시오");
        check(
            "만 12세 이상은 1회 10mL, 1일 3회 복용합니다.",
            14.0,
            Some(36),
            "160mg/5mL",
            "이 나이의 용량이 없어",
        );
        check(
            "만 2세 이상 7세 미만은 1회 5 mL, 1일 3회.",
            14.0,
            Some(36),
            "160mg/5mL",
            "나이로 용량을 정합니다",
        );
        check("만 2세 미만에게 투여하지 마십시오.", 11.0, Some(18), "160mg/5mL", "쓰지 않는 약");
        check("만 2세 미만에게 투여하지 마십시오.", 11.0, None, "160mg/5mL", "나이를 적으십시오");
        check("소아 1회 12mg/kg 1일 3회", 10.0, Some(24), "24mg/mL", "1회 120 mg → 5 mL, 하루 3번");
        check("소아 1회 12mg/kg. 소아 1회 20mg/kg.", 10.0, Some(24), "", "둘 이상");
        check("소아 정맥 주사 1회 12mg/kg", 10.0, Some(24), "", "1회 100~150 mg");
    }
}
