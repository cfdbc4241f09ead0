//! Calculators: of a request with its numbers, and of a question that asks for one.

use simui_clinical::{Measurement, Slots};
use simui_consult::prescription::{LineDose, LineRole, Resolved, line_dose, resolve, role};
use simui_korean::particles::{OBJECT, with_particle};
use simui_korean::quantities::Unit;
use simui_pharmacy::PharmacyState;
use simui_pharmacy::answer::{CLOSING, INSUFFICIENT};
use simui_pharmacy::calculate::{
    Calculation, CalculationKind, DoseQuestion, InputFault, Measured, Pack, Renal, Sex, Strength,
    bmi, bsa, chosen_dose, cockcroft_gault, number, pack_duration, stated_strength,
};
use simui_pharmacy::dur::{DurBook, DurTable, Person};
use simui_pharmacy::knowledge::Knowledge;
use simui_pharmacy::query::question::{Matter, Question};
use simui_pharmacy::retrieval::scope::Scope;

use crate::faults::ErrorCode;
use crate::types::{AnswerCitation, AnswerStatus, AskResponse, CalculateRequest, PackUnit};
use crate::{ApiError, Desk};

/// Words of a question for the amount of a drug.
const AMOUNTS: [&str; 18] = [
    "몇 ml",
    "몇ml",
    "몇 cc",
    "몇cc",
    "몇 미리",
    "몇미리",
    "몇 밀리",
    "몇 정",
    "몇정",
    "몇 알",
    "몇알",
    "몇 mg",
    "몇mg",
    "용량",
    "얼마나 먹",
    "얼마 먹",
    "얼마나 줘",
    "얼마나 줄",
];
/// Words of a question for the clearance of creatinine.
const CLEARANCE: [&str; 6] = ["crcl", "ccr", "청소율", "cockcroft", "코크로프트", "콕크로프트"];
/// Words of a question for 체질량지수.
const BMI: [&str; 2] = ["bmi", "체질량"];
/// Words of a question for 체표면적.
const BSA: [&str; 2] = ["bsa", "체표면적"];
/// Body weight in kg from which on a person of unknown age counts as grown.
const GROWN_WEIGHT: f64 = 40.0;
/// Age in months from which on a person is grown.
const GROWN_MONTHS: u32 = 18 * 12;
/// Where numbers of a question come from.
const FROM_QUESTION: &str = "질문";
/// Where numbers of a request come from.
const FROM_INPUT: &str = "입력";

/// The numbers of a person.
#[derive(Debug, Default)]
struct Body {
    months: Option<u32>,
    sex: Option<Sex>,
    weight: Option<f64>,
    height: Option<f64>,
    creatinine: Option<f64>,
}

/// The result of what a question asks to be calculated: calculations, and reasons why there are none.
#[derive(Default)]
pub(super) struct Calculated {
    done: Vec<Calculation>,
    refused: Vec<String>,
    /// Whether the question names a formula, so that it is one for this desk.
    names_formula: bool,
}

impl Desk {
    /// Calculates from the numbers of a request; a dose by weight only from a sentence of a document.
    pub async fn calculate(&self, request: CalculateRequest) -> Result<Calculation, ApiError> {
        let result = match request.id {
            CalculationKind::CockcroftGault => renal(&request)
                .and_then(|it| cockcroft_gault(&it).map_err(|fault| fault.to_string())),
            CalculationKind::Bmi => body(&request)
                .and_then(|(weight, height)| bmi(&weight, &height).map_err(|it| it.to_string())),
            CalculationKind::Bsa => body(&request)
                .and_then(|(weight, height)| bsa(&weight, &height).map_err(|it| it.to_string())),
            CalculationKind::PackDuration => {
                pack(&request).and_then(|it| pack_duration(&it).map_err(|it| it.to_string()))
            }
            CalculationKind::WeightDose => self.dose_of_request(&request).await?,
            CalculationKind::DailyTotal => {
                Err("하루 총량은 처방 검토가 모든 줄에서 더합니다.".to_owned())
            }
        };
        result.map_err(|reason| {
            let params: &[(&'static str, &dyn std::fmt::Display)] = &[("reason", &reason)];
            let message = format!("nothing was calculated: {reason}");
            ApiError::invalid(ErrorCode::NotCalculated, params, message)
        })
    }

    async fn dose_of_request(
        &self,
        request: &CalculateRequest,
    ) -> Result<Result<Calculation, String>, ApiError> {
        let (Some(weight), Some(drug)) = (request.weight, request.drug.as_deref()) else {
            return Ok(Err("약 이름과 체중을 적으십시오.".to_owned()));
        };
        let months = match months(request) {
            Ok(months) => months,
            Err(reason) => return Ok(Err(reason)),
        };
        self.digests().await?;
        let knowledge = self.knowledge_of(drug).await?;
        let dur = self.dur_book(&knowledge).await?;
        // Another line answers for no name that is unknown.
        let LineRole::Drugs(found) = role(drug, &Slots::default(), &dur, &knowledge) else {
            let reason =
                format!("‘{drug}’은(는) 등록된 의약품 이름에서 찾지 못해 계산하지 않았습니다.");
            return Ok(Err(reason));
        };
        let weight = Measured::new(weight, FROM_INPUT);
        self.dose_by_weight(found, drug, weight, months, &knowledge, &dur).await
    }

    /// Calculates the dose of the one ingredient of `found`.
    async fn dose_by_weight(
        &self,
        found: Vec<Resolved>,
        text: &str,
        weight: Measured<f64>,
        months: Option<u32>,
        knowledge: &Knowledge,
        dur: &DurBook,
    ) -> Result<Result<Calculation, String>, ApiError> {
        let mut found = found.into_iter();
        let (Some(resolved), None) = (found.next(), found.next()) else {
            return Ok(Err("약을 하나만 적으면 체중 용량을 계산합니다.".to_owned()));
        };
        let [ingredient] = resolved.ingredients.as_slice() else {
            let reason =
                format!("{}은(는) 복합제여서 체중 용량을 계산하지 않았습니다.", resolved.written);
            return Ok(Err(reason));
        };
        let (ingredient, named) = (ingredient.clone(), resolved.written.clone());
        let of_piece = piece_strength(&resolved);
        let drug = self.prescribed(1, resolved, LineDose::default(), knowledge).await?;
        let by_product = drug.amounts.iter().find(|(it, _)| *it == ingredient);
        let strength = stated_strength(text, FROM_QUESTION).or(of_piece).or_else(|| {
            by_product.and_then(|(_, it)| Strength::of_product(it, "제품의 허가·표시 문서"))
        });
        let reader = self.text_reader()?;
        let person = Person { age_months: months, ..Person::default() };
        let day_maximum = drug
            .all_korean(&knowledge.names)
            .find_map(|it| reader.safety().daily_maximum(it))
            .map(|(mg, source)| (mg, source.to_owned()));
        let rows = simui_consult::prescription::dur_rows(&drug, &person, dur, &knowledge.names);
        let forbidden = rows.into_iter().find(|it| it.table == DurTable::Age).map(|it| it.says);
        Ok(chosen_dose(&DoseQuestion {
            ingredient: &ingredient,
            drug: &named,
            weight,
            months,
            own: &drug.own_sections,
            others: &drug.sections,
            strength,
            indivisible: drug.is_indivisible(),
            forbidden,
            day_maximum,
            names: &knowledge.names,
        }))
    }

    /// Calculates what a question asks for, from the numbers that it states.
    pub(super) async fn calculations_of(
        &self,
        question: &Question,
        slots: &Slots,
        knowledge: &Knowledge,
        dur: &DurBook,
    ) -> Result<Calculated, ApiError> {
        let mut calculated = Calculated::default();
        if matches!(question.matter, Matter::Emergency { .. } | Matter::Injection) {
            return Ok(calculated);
        }
        let text = question.text.to_lowercase();
        let asks = |words: &[&str]| words.iter().any(|it| text.contains(it));
        let body = body_of(slots, question.person.age_months);
        let at = |value: f64| Measured::new(value, FROM_QUESTION);
        if asks(&CLEARANCE) && body.creatinine.is_some() {
            calculated.names_formula = true;
            match body.renal() {
                Ok(renal) => calculated.add(cockcroft_gault(&renal)),
                Err(missing) => calculated.refused.push(missing),
            }
        }
        if let (Some(weight), Some(height)) = (body.weight, body.height) {
            if asks(&BMI) {
                calculated.add(bmi(&at(weight), &at(height)));
            }
            if asks(&BSA) {
                calculated.add(bsa(&at(weight), &at(height)));
            }
        }
        // Without an age, a weight tells a child from an adult, whose doses no document gives by weight.
        let is_child =
            |weight: f64| body.months.map_or(weight < GROWN_WEIGHT, |it| it < GROWN_MONTHS);
        if let Some(weight) = body.weight.filter(|it| asks(&AMOUNTS) && is_child(*it)) {
            let found = resolve(&question.text, dur, knowledge);
            if !found.is_empty() {
                let text = &question.text;
                let dose = self
                    .dose_by_weight(found, text, at(weight), body.months, knowledge, dur)
                    .await?;
                match dose {
                    Ok(done) => calculated.done.push(done),
                    Err(reason) => calculated.refused.push(reason),
                }
            }
        }
        Ok(calculated)
    }
}

impl Body {
    /// The inputs of the clearance, or which of them is missing.
    fn renal(&self) -> Result<Renal, String> {
        let missing = |name: &str| {
            format!("{} 적으면 크레아티닌 청소율을 계산합니다.", with_particle(name, OBJECT))
        };
        Ok(Renal {
            age: Measured::new(self.months.ok_or_else(|| missing("나이"))? / 12, FROM_QUESTION),
            sex: Measured::new(self.sex.ok_or_else(|| missing("성별"))?, FROM_QUESTION),
            weight: Measured::new(self.weight.ok_or_else(|| missing("체중"))?, FROM_QUESTION),
            creatinine: Measured::new(
                self.creatinine.ok_or_else(|| missing("크레아티닌"))?,
                FROM_QUESTION,
            ),
        })
    }
}

impl Calculated {
    fn add(&mut self, result: Result<Calculation, InputFault>) {
        match result {
            Ok(done) => self.done.push(done),
            Err(fault) => self.refused.push(fault.to_string()),
        }
    }

    /// Puts the calculations into an answer, behind warnings and DUR notices, each with its citation.
    pub(super) fn add_to(self, response: &mut AskResponse, state: &PharmacyState) {
        if self.done.is_empty() && self.refused.is_empty() {
            return;
        }
        let outside = matches!(state.scope, Scope::Outside { .. });
        // A question that is no question for this desk is not made one by a missing number.
        if outside && self.done.is_empty() && !self.names_formula {
            return;
        }
        let mut parts: Vec<String> = self.refused.iter().map(|it| format!("[계산] {it}")).collect();
        for it in &self.done {
            let n = cite(it, &mut response.citations);
            parts.push(written(it, n));
        }
        if outside {
            parts.push(CLOSING.to_owned());
            response.answer = parts.join("\n\n");
        } else if response.status == AnswerStatus::Insufficient && !self.done.is_empty() {
            response.answer = response.answer.replacen(INSUFFICIENT, &parts.join("\n\n"), 1);
        } else {
            let mut all: Vec<&str> = response.answer.split("\n\n").collect();
            let draft = &state.draft;
            let lead = usize::from(!draft.is_empty());
            let at = usize::from(draft.urgent.is_some()) + draft.warnings.len() + lead;
            let at = (at + draft.notices.len()).min(all.len().saturating_sub(1));
            all.splice(at..at, parts.iter().map(String::as_str));
            response.answer = all.join("\n\n");
        }
        if !self.done.is_empty() {
            response.status = AnswerStatus::Answered;
        } else if outside {
            response.status = AnswerStatus::Insufficient;
        }
        response.calculations = self.done;
    }
}

/// The number of the citation of a calculation's sentence, which is added where it is new.
fn cite(calculation: &Calculation, citations: &mut Vec<AnswerCitation>) -> Option<u32> {
    let dose = calculation.dose.as_ref()?;
    if let Some(known) = citations.iter().find(|it| it.chunk_id == dose.chunk_id) {
        return Some(known.n);
    }
    let n = citations.iter().map(|it| it.n).max().unwrap_or(0) + 1;
    citations.push(AnswerCitation {
        n,
        chunk_id: dose.chunk_id.clone(),
        doc_id: dose.doc_id.clone(),
        title: dose.title.clone(),
        section: dose.section.clone(),
        quote: dose.quote.clone(),
        digest: dose.digest,
    });
    Some(n)
}

/// A calculation as a paragraph of an answer.
fn written(it: &Calculation, n: Option<u32>) -> String {
    let mut text = format!("[계산] {}: {}. 식: {}.", it.title, it.result, it.formula);
    let input = |it: &simui_pharmacy::calculate::CalculationInput| {
        let value = format!("{} {}", it.value, it.unit);
        format!("{} {}({})", it.name, value.trim(), it.origin)
    };
    let inputs: Vec<String> = it.inputs.iter().map(input).collect();
    text += &format!(" 입력: {}. {}", inputs.join(", "), it.rounding);
    match (&it.dose, n) {
        (Some(dose), Some(n)) => text += &format!(" 근거: “{}” [문서 {n}]", dose.quote),
        _ => text += &format!(" 근거: {}", it.source),
    }
    if !it.notes.is_empty() {
        text += &format!(" {}", it.notes.join(" "));
    }
    text
}

/// The strength of a solid product that the text writes behind its name: 타이레놀정 500mg.
fn piece_strength(resolved: &Resolved) -> Option<Strength> {
    let unit = match &resolved.written {
        name if name.ends_with("캡슐") => Unit::Capsule,
        name if name.ends_with('정') => Unit::Tablet,
        _ => return None,
    };
    let milligrams = line_dose(&resolved.text).strength?;
    Some(Strength { milligrams, per: 1.0, unit, origin: FROM_QUESTION.to_owned() })
}

/// The numbers of the person of a question, whatever word the question has for that person.
fn body_of(slots: &Slots, months: Option<u32>) -> Body {
    let who = &slots.demographics;
    let other = who.others.first();
    let value = |kind: &str| {
        let of = |it: &&Measurement| it.kind == kind && it.plausible;
        slots.vitals.iter().chain(&slots.labs).rfind(of).and_then(|it| it.value)
    };
    let years = who.age.or_else(|| other.and_then(|it| it.age)).map(|it| 12 * it);
    let gender = who.gender.as_deref().or_else(|| other.and_then(|it| it.gender.as_deref()));
    let exact = who.age_months.or_else(|| other.and_then(|it| it.age_months));
    Body {
        months: exact.or(months).or(years),
        sex: match gender {
            Some("남성") => Some(Sex::Male),
            Some("여성") => Some(Sex::Female),
            _ => None,
        },
        weight: value("weight"),
        height: value("height"),
        creatinine: value("creatinine"),
    }
}

/// The age of a request in months; `None` where it gives none.
fn months(request: &CalculateRequest) -> Result<Option<u32>, String> {
    let months = request.months.or(request.age.map(|it| 12.0 * it.floor()));
    let Some(months) = months else { return Ok(None) };
    if !(0.0..=130.0 * 12.0).contains(&months) {
        return Err(format!(
            "나이 {} 개월은(는) 계산할 수 있는 범위를 벗어납니다.",
            number(months)
        ));
    }
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "bounded just before"
    )]
    Ok(Some(months as u32))
}

fn missing(name: &str) -> String {
    format!("{} 적으십시오.", with_particle(name, OBJECT))
}

fn renal(request: &CalculateRequest) -> Result<Renal, String> {
    let age = months(request)?.ok_or_else(|| missing("나이"))? / 12;
    Ok(Renal {
        age: Measured::new(age, FROM_INPUT),
        sex: Measured::new(request.sex.ok_or_else(|| missing("성별"))?, FROM_INPUT),
        weight: Measured::new(request.weight.ok_or_else(|| missing("체중"))?, FROM_INPUT),
        creatinine: Measured::new(
            request.creatinine.ok_or_else(|| missing("혈청 크레아티닌"))?,
            FROM_INPUT,
        ),
    })
}

/// Weight and height of a request.
fn body(request: &CalculateRequest) -> Result<(Measured<f64>, Measured<f64>), String> {
    let weight = request.weight.ok_or_else(|| missing("체중"))?;
    let height = request.height.ok_or_else(|| missing("키"))?;
    Ok((Measured::new(weight, FROM_INPUT), Measured::new(height, FROM_INPUT)))
}

fn pack(request: &CalculateRequest) -> Result<Pack, String> {
    let at = |value: Option<f64>, name: &str| {
        value.map(|it| Measured::new(it, FROM_INPUT)).ok_or_else(|| missing(name))
    };
    Ok(Pack {
        contents: at(request.contents, "포장의 양")?,
        per_time: at(request.per_time, "1회 양")?,
        times: at(request.times, "1일 횟수")?,
        unit: match request.unit.unwrap_or(PackUnit::Tablet) {
            PackUnit::Tablet => "정",
            PackUnit::Capsule => "캡슐",
            PackUnit::Sachet => "포",
            PackUnit::Millilitre => "mL",
        },
    })
}
