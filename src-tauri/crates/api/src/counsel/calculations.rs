//! Calculators: of a request with its numbers, and of a question that asks for one.

use simui_clinical::{Measurement, Slots};
use simui_consult::ConsultState;
use simui_consult::prescription::{LineDose, LineRole, Resolved, line_dose, resolve, role};
use simui_korean::particles::{OBJECT, with_particle};
use simui_korean::quantities::Unit;
use simui_pharmacy::PharmacyState;
use simui_pharmacy::answer::{CLOSING, Draft, INSUFFICIENT, offered_drugs};
use simui_pharmacy::calculate::{
    Calculation, CalculationKind, DoseQuestion, Filtration, InputFault, Measured, Pack, Renal, Sex,
    Strength, bmi, bsa, chosen_dose, ckd_epi, cockcroft_gault, number, pack_duration,
    stated_strength,
};
use simui_pharmacy::dur::{CHILD_MONTHS, DurBook, DurTable, Person};
use simui_pharmacy::knowledge::Knowledge;
use simui_pharmacy::query::question::{Matter, Question};
use simui_pharmacy::retrieval::scope::Scope;

use super::consult_record::FROM_RECORD;
use super::recorded::RecordedValue;
use crate::faults::ErrorCode;
use crate::types::{
    AnswerCitation, AnswerStatus, AskResponse, CalculateRequest, ConsultParagraph, ConsultResponse,
    PackUnit,
};
use crate::{ApiError, Desk};

/// Words of a question for the clearance of creatinine.
const CLEARANCE: [&str; 6] = ["crcl", "ccr", "청소율", "cockcroft", "코크로프트", "콕크로프트"];
/// Words of a question for 체질량지수.
const BMI: [&str; 2] = ["bmi", "체질량"];
/// Words of a question for 체표면적.
const BSA: [&str; 2] = ["bsa", "체표면적"];
/// Body weight in kg from which on a person of unknown age counts as grown.
const GROWN_WEIGHT: f64 = 40.0;
/// Most offered drugs whose doses are calculated for a question that names none.
const MOST_OFFERED: usize = 3;
/// Kind of the paragraphs with calculations in a consultation.
const CALCULATION: &str = "calculation";
/// Where numbers of a question come from.
const FROM_QUESTION: &str = "질문";
/// Where numbers of a request come from.
const FROM_INPUT: &str = "입력";

/// The numbers of a person, each with the place that states it.
#[derive(Debug, Default)]
struct Body {
    months: Option<Measured<u32>>,
    sex: Option<Measured<Sex>>,
    weight: Option<Measured<f64>>,
    height: Option<Measured<f64>>,
    creatinine: Option<Measured<f64>>,
}

/// The facts that a question is calculated from.
pub(super) struct Stated<'a> {
    /// The facts of the question itself.
    pub asked: &'a Slots,
    /// The same, completed from the patient's record.
    pub completed: &'a Slots,
    /// What the record has and the question does not.
    pub recorded: &'a [RecordedValue],
    /// Where the facts of the record come from, in Korean.
    pub known_from: &'static str,
}

impl<'a> Stated<'a> {
    /// The facts of a question without a patient's record.
    pub fn by_question(slots: &'a Slots) -> Self {
        Self { asked: slots, completed: slots, recorded: &[], known_from: FROM_RECORD }
    }
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
            CalculationKind::CkdEpi => {
                filtration(&request).and_then(|it| ckd_epi(&it).map_err(|fault| fault.to_string()))
            }
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
        let age_row = rows.into_iter().find(|it| it.table == DurTable::Age);
        Ok(chosen_dose(&DoseQuestion {
            documents: drug.dose_documents(&ingredient, &knowledge.names),
            drug: &named,
            weight,
            months,
            strength,
            indivisible: drug.is_indivisible(),
            age_row,
            day_maximum,
        }))
    }

    /// Calculates what a question asks for, from the numbers that it or the patient's record states. For a
    /// question that names no drug the doses are those of the drugs that its answer, `draft`, offers.
    pub(super) async fn calculations_of(
        &self,
        question: &Question,
        draft: &Draft,
        stated: &Stated<'_>,
        knowledge: &Knowledge,
        dur: &DurBook,
    ) -> Result<Calculated, ApiError> {
        let mut calculated = Calculated::default();
        if matches!(question.matter, Matter::Emergency { .. } | Matter::Injection) {
            return Ok(calculated);
        }
        let text = question.text.to_lowercase();
        let asks = |words: &[&str]| words.iter().any(|it| text.contains(it));
        let body = Body::read(stated, question.person.age_months);
        if asks(&CLEARANCE) && body.creatinine.is_some() {
            calculated.names_formula = true;
            match body.renal() {
                Ok(renal) => calculated.add(cockcroft_gault(&renal)),
                Err(missing) => calculated.refused.push(missing),
            }
        }
        if let (Some(weight), Some(height)) = (&body.weight, &body.height) {
            calculated.names_formula |= asks(&BMI) || asks(&BSA);
            if asks(&BMI) {
                calculated.add(bmi(weight, height));
            }
            if asks(&BSA) {
                calculated.add(bsa(weight, height));
            }
        }
        if question.asks_amount {
            // Without an age, a weight tells a child from an adult, whose doses no document gives by weight.
            let months = body.months.as_ref().map(|it| it.value);
            let is_child =
                |weight: f64| months.map_or(weight < GROWN_WEIGHT, |it| it < CHILD_MONTHS);
            let out_of_date = stated.recorded.iter().find(|it| it.kind == "weight" && !it.is_used);
            let named = drugs_to_dose(question, draft, dur, knowledge);
            let weight = body.weight.filter(|it| is_child(it.value));
            match (weight, out_of_date) {
                (Some(weight), _) => {
                    for (text, found) in named {
                        let weight = weight.clone();
                        let done =
                            self.dose_by_weight(found, &text, weight, months, knowledge, dur);
                        match done.await? {
                            Ok(done) => calculated.done.push(done),
                            Err(reason) => calculated.refused.push(reason),
                        }
                    }
                }
                (None, Some(weight)) if !named.is_empty() => {
                    calculated.refused.push(weight.note.clone());
                }
                _ => {}
            }
        }
        for calculation in &mut calculated.done {
            let used = |value: &&RecordedValue| {
                value.is_used && calculation.inputs.iter().any(|input| input.origin == value.origin)
            };
            let notes: Vec<String> =
                stated.recorded.iter().filter(used).map(|it| it.note.clone()).collect();
            calculation.notes.extend(notes);
        }
        Ok(calculated)
    }
}

/// The drugs whose doses a question asks for, each with the text that names it: those of the question, or
/// else those that its answer offers.
fn drugs_to_dose(
    question: &Question,
    draft: &Draft,
    dur: &DurBook,
    knowledge: &Knowledge,
) -> Vec<(String, Vec<Resolved>)> {
    let found = resolve(&question.text, dur, knowledge);
    if !found.is_empty() {
        return vec![(question.text.clone(), found)];
    }
    let offered = offered_drugs(draft, question, knowledge);
    let korean = offered.iter().map(|it| knowledge.names.korean(it).to_owned());
    let resolved = korean.map(|it| (it.clone(), resolve(&it, dur, knowledge)));
    resolved.filter(|it| !it.1.is_empty()).take(MOST_OFFERED).collect()
}

impl Body {
    /// Reads the numbers of the person of a question, whatever word the question has for that person.
    /// `months` is the age as the rules on questions read it.
    fn read(stated: &Stated<'_>, months: Option<u32>) -> Self {
        let value = |kind: &str| {
            let of = |it: &&Measurement| it.kind == kind && it.plausible;
            let find = |slots: &Slots| {
                slots.vitals.iter().chain(&slots.labs).rfind(of).and_then(Measurement::exact)
            };
            let recorded = || {
                let of_kind = stated.recorded.iter().find(|it| it.kind == kind)?;
                Some(Measured::new(find(stated.completed)?, &of_kind.origin))
            };
            find(stated.asked).map(|it| Measured::new(it, FROM_QUESTION)).or_else(recorded)
        };
        let age = |slots: &Slots, months: Option<u32>| {
            let who = &slots.demographics;
            let other = who.others.first();
            let years = who.age.or_else(|| other.and_then(|it| it.age)).map(|it| 12 * it);
            let exact = who.age_months.or_else(|| other.and_then(|it| it.age_months));
            exact.or(months).or(years)
        };
        let sex = |slots: &Slots| {
            let who = &slots.demographics;
            let other = who.others.first();
            let gender =
                who.gender.as_deref().or_else(|| other.and_then(|it| it.gender.as_deref()));
            gender.and_then(Sex::of_korean)
        };
        let (asked, completed) = (stated.asked, stated.completed);
        Self {
            months: age(asked, months)
                .map(|it| Measured::new(it, FROM_QUESTION))
                .or_else(|| age(completed, None).map(|it| Measured::new(it, stated.known_from))),
            sex: sex(asked)
                .map(|it| Measured::new(it, FROM_QUESTION))
                .or_else(|| sex(completed).map(|it| Measured::new(it, stated.known_from))),
            weight: value("weight"),
            height: value("height"),
            creatinine: value("creatinine"),
        }
    }

    /// The inputs of the clearance, or which of them is missing.
    fn renal(&self) -> Result<Renal, String> {
        let missing = |name: &str| {
            format!("{} 적으면 크레아티닌 청소율을 계산합니다.", with_particle(name, OBJECT))
        };
        let months = self.months.as_ref().ok_or_else(|| missing("나이"))?;
        Ok(Renal {
            age: Measured::new(months.value / 12, &months.origin),
            sex: self.sex.clone().ok_or_else(|| missing("성별"))?,
            weight: self.weight.clone().ok_or_else(|| missing("체중"))?,
            creatinine: self.creatinine.clone().ok_or_else(|| missing("크레아티닌"))?,
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

    /// The calculations and refusals as paragraphs, each with the number of its citation. New citations are
    /// added to `citations`.
    fn paragraphs(&self, citations: &mut Vec<AnswerCitation>) -> Vec<(String, Option<u32>)> {
        let refused = self.refused.iter().map(|it| (format!("[계산] {it}"), None));
        let mut paragraphs: Vec<(String, Option<u32>)> = refused.collect();
        for it in &self.done {
            let n = cite(it, citations);
            paragraphs.push((written(it, n), n));
        }
        paragraphs
    }

    /// Puts the calculations into the answer of a consultation, behind warnings, lead and notices. A turn
    /// that documents do not answer gets only a formula that it names, in place of its refusal.
    pub(super) fn add_to_turn(self, response: &mut ConsultResponse, state: &ConsultState) {
        let is_answered = state.intent.k > 0;
        if !is_answered && !self.names_formula {
            return;
        }
        let new = self
            .paragraphs(&mut response.citations)
            .into_iter()
            .map(|(text, n)| ConsultParagraph { kind: CALCULATION.to_owned(), text, n });
        let new: Vec<ConsultParagraph> = new.collect();
        if new.is_empty() {
            return;
        }
        let ahead = |paragraph: &ConsultParagraph| {
            ["warning", "lead", "notice", "gap"].contains(&paragraph.kind.as_str())
        };
        let paragraphs = &mut response.paragraphs;
        if !self.done.is_empty() {
            let outside = matches!(state.scope, Scope::Outside { .. });
            paragraphs.retain(|it| it.text != INSUFFICIENT && !(outside && it.kind == "reply"));
        }
        let at = paragraphs.iter().position(|it| !ahead(it)).unwrap_or(paragraphs.len());
        paragraphs.splice(at..at, new);
        let texts: Vec<&str> = paragraphs.iter().map(|it| it.text.as_str()).collect();
        response.answer = texts.join("\n\n");
        response.calculations = self.done;
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
        let parts = self.paragraphs(&mut response.citations);
        let mut parts: Vec<String> = parts.into_iter().map(|(text, _)| text).collect();
        if outside {
            parts.push(CLOSING.to_owned());
            response.answer = parts.join("\n\n");
        } else if response.status == AnswerStatus::Insufficient && !self.done.is_empty() {
            response.answer = response.answer.replacen(INSUFFICIENT, &parts.join("\n\n"), 1);
        } else {
            let mut all: Vec<&str> = response.answer.split("\n\n").collect();
            let draft = &state.draft;
            let lead = usize::from(!draft.is_empty());
            let named = usize::from(!draft.unknown.is_empty());
            let at = usize::from(draft.urgent.is_some()) + draft.warnings.len() + named + lead;
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
    let input = |entry: &simui_pharmacy::calculate::CalculationInput| {
        let value = format!("{} {}", entry.value, entry.unit);
        format!("{} {}({})", entry.name, value.trim(), entry.origin)
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
    let Filtration { age, sex, creatinine } = filtration(request)?;
    let weight = Measured::new(request.weight.ok_or_else(|| missing("체중"))?, FROM_INPUT);
    Ok(Renal { age, sex, weight, creatinine })
}

/// The inputs of a request for the filtration rate, or which of them is missing.
fn filtration(request: &CalculateRequest) -> Result<Filtration, String> {
    let age = months(request)?.ok_or_else(|| missing("나이"))? / 12;
    Ok(Filtration {
        age: Measured::new(age, FROM_INPUT),
        sex: Measured::new(request.sex.ok_or_else(|| missing("성별"))?, FROM_INPUT),
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
