//! Prescriptions from their lines to their findings, without a desk.
#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use simui_clinical::Extractor;
use simui_domain::{ChunkId, DocumentId};
use simui_pharmacy::Passage;
use simui_pharmacy::dur::{DurBook, DurEntry};
use simui_pharmacy::knowledge::Knowledge;

use super::*;

/// Sections of documents by the Korean name of their drug.
const DOCUMENTS: &[(&str, &str, &str)] = &[
    (
        "와파린",
        "상호작용",
        "와파린과 이부프로펜 같은 소염진통제를 함께 쓰면 출혈 위험이 크게 커집니다.",
    ),
    (
        "아세트아미노펜",
        "상호작용",
        "아세트아미노펜과 이부프로펜은 성분이 달라 함께 쓰이기도 합니다.",
    ),
    (
        "아세트아미노펜",
        "용법·용량",
        "소아는 체중 1kg에 아세트아미노펜 10~15mg을 4~6시간 간격으로 먹입니다.\n성인의 아세트아미노펜 1일 최대 용량은 4,000mg입니다.",
    ),
    ("메트포르민", "간·신장", "사구체여과율(eGFR)이 30 미만인 사람은 메트포르민을 쓰지 않습니다."),
    ("메트포르민", "경고·주의", "메트포르민은 제1형 당뇨병에는 쓰지 않습니다."),
    ("이부프로펜", "경고·주의", "소화성궤양이 있는 사람은 이부프로펜을 쓰지 않습니다."),
    ("로페라미드", "소아·고령자", "2세 미만에게는 로페라미드를 쓰지 않습니다."),
];

/// Rows of DUR tables.
const ROWS: &[(&str, &str)] = &[
    (
        "병용금기 itraconazole + simvastatin",
        "성분명 1: itraconazole\n성분명 2: simvastatin\n금기사유: 횡문근융해증",
    ),
    ("효능군중복 이부프로펜", "성분명: 이부프로펜\n효능군: 해열진통소염제\n그룹: Group1"),
    ("효능군중복 나프록센", "성분명: 나프록센\n효능군: 해열진통소염제\n그룹: Group1"),
];

/// The findings of a prescription as short lines; the first lines may describe the patient.
fn findings(text: &str) -> Vec<String> {
    let knowledge = Knowledge::shipped().unwrap();
    let row = |(heading, text): &(&str, &str)| {
        let id = |it: &str| (*it).to_owned();
        DurEntry::read(ChunkId(id(heading)), DocumentId(id("dur")), heading, text).unwrap()
    };
    let dur = DurBook::new(ROWS.iter().map(row).collect(), &knowledge.names);
    let extractor = Extractor::shipped().unwrap();
    let safety = Safety::shipped(extractor.lexicon()).unwrap();
    let (mut about, mut drugs, mut found) = (Vec::new(), Vec::new(), Vec::new());
    let read = |text: &str| match text.trim().is_empty() {
        true => Slots::default(),
        false => extractor.extract(text).unwrap(),
    };
    for (at, line) in text.lines().enumerate() {
        match role(line, &read(line), &dur, knowledge) {
            LineRole::Patient => about.push(line),
            LineRole::Drugs(resolved) => {
                about.extend(states_person(&read(line)).then_some(line));
                drugs.extend(resolved.into_iter().map(|it| drug(at, it, knowledge)));
            }
            LineRole::Unknown(_) => found.push(format!("unknown {line}")),
            LineRole::Nothing => {}
        }
    }
    let about = about.join("\n");
    let slots = read(&about);
    let patient = patient_of(&about, &slots, "처방");
    let rules = Rules::shipped().unwrap();
    let checks = Checks { dur: &dur, knowledge, safety: &safety, rules };
    let of = Prescription { drugs: &drugs, slots: &slots, patient: &patient };
    let checked = check(&of, &checks);
    let grade = |it: PrescriptionSeverity| format!("{it:?}").to_lowercase();
    let pair = |it: &Interaction| format!("pair {} {}", grade(it.severity), it.pair.join("+"));
    found.extend(checked.interactions.iter().map(pair));
    let twice = |it: &Duplication| format!("{} {} {}", it.kind, grade(it.severity), it.name);
    found.extend(checked.duplications.iter().map(twice));
    let warning = |warning: &DrugWarning| {
        format!("{} {} {}", warning.kind, grade(warning.severity), warning.drugs.join("+"))
            .trim()
            .to_owned()
    };
    found.extend(checked.warnings.iter().map(warning));
    let dose = |dose: &DoseCheck| {
        let severity = dose.severity.map_or("ok".to_owned(), grade);
        let total = dose.calculation.as_ref().filter(|_| dose.kind == "total").map(|it| it.low);
        let total = total.map_or(String::new(), |it| format!(" {it}"));
        format!("{} {severity} {}{total}", dose.kind, dose.ingredient)
    };
    found.extend(checked.doses.iter().map(dose));
    found
}

fn drug(at: usize, resolved: Resolved, knowledge: &Knowledge) -> PrescribedDrug {
    let named = |title: &str| {
        resolved
            .ingredients
            .iter()
            .any(|it| knowledge.names.korean_names(it).contains(&title.to_owned()))
    };
    let section = |(title, heading, text): &(&str, &str, &str)| Passage {
        chunk_id: ChunkId(format!("{title}{heading}")),
        document_id: DocumentId((*title).to_owned()),
        title: (*title).to_owned(),
        heading: (*heading).to_owned(),
        text: (*text).to_owned(),
        digest: true,
        score: 0.0,
    };
    PrescribedDrug {
        line: u32::try_from(at + 1).unwrap(),
        dose: line_dose(&resolved.text),
        sections: DOCUMENTS.iter().filter(|it| named(it.0)).map(section).collect(),
        text: resolved.text,
        written: resolved.written,
        ingredients: resolved.ingredients,
        ..PrescribedDrug::default()
    }
}

fn check_lines(lines: &str, expected: &[&str]) {
    assert_eq!(findings(lines), expected, "{lines}");
}

#[test]
fn pairs_are_graded_by_tables_and_documents() {
    check_lines(
        "와파린 2mg 1일 1회\n이부프로펜 200mg 1일 3회",
        &["pair serious 와파린+이부프로펜", "total ok 이부프로펜 600", "total ok 와파린 2"],
    );
    check_lines(
        "이트라코나졸 100mg 1일 1회\nSimvastatin 20mg qd",
        &[
            "pair contraindicated 이트라코나졸+심바스타틴",
            "total ok 이트라코나졸 100",
            "total ok 심바스타틴 20",
        ],
    );
    // A sentence that allows both is no interaction.
    let both = findings("타이레놀정 500mg 1일 3회\n이부프로펜 200mg 1일 3회");
    assert!(!both.iter().any(|it| it.starts_with("pair")), "{both:?}");
}

#[test]
fn ingredients_and_classes_are_not_taken_twice() {
    check_lines(
        "타이레놀정500밀리그램 1회 2정 1일 3회\n아세트아미노펜 325mg 1일 4회",
        &["ingredient serious 아세트아미노펜", "total serious 아세트아미노펜 4300"],
    );
    check_lines(
        "이부프로펜 200mg 1일 3회\n나프록센 250mg 1일 2회",
        &[
            "class serious 나프록센 + 이부프로펜",
            "total ok 이부프로펜 600",
            "total ok 나프록센 500",
        ],
    );
}

#[test]
fn the_person_is_read_from_the_lines() {
    check_lines(
        "임신 12주 여자 31세\n와파린 2mg 1일 1회",
        &["pregnancy contraindicated 와파린", "total ok 와파린 2"],
    );
    check_lines(
        "환자 정보\n72세 남자 eGFR 25 크레아티닌 2.4mg\n메트포르민 500mg 1일 2회",
        &["rule caution", "renal contraindicated 메트포르민", "total ok 메트포르민 1000"],
    );
    check_lines(
        "페니실린 알레르기\n아목시실린 250mg tid",
        &["allergy contraindicated 아목시실린", "total ok 아목시실린 750"],
    );
    check_lines(
        "페니실린 알레르기 있음, 아목시실린 250mg tid",
        &["allergy contraindicated 아목시실린", "total ok 아목시실린 750"],
    );
    check_lines(
        "소화성궤양 환자 50세\n이부프로펜 200mg 1일 3회",
        &["condition contraindicated 이부프로펜", "total ok 이부프로펜 600"],
    );
    check_lines(
        "78세 여자 위궤양 병력\n이부프로펜 200mg 1일 3회",
        &["condition contraindicated 이부프로펜", "total ok 이부프로펜 600"],
    );
    check_lines("45세 남자 당뇨병\n메트포르민 500mg 1일 2회", &["total ok 메트포르민 1000"]);
    check_lines(
        "18개월 11kg\n로페라미드 1mg 1일 2회",
        &["age contraindicated 로페라미드", "total ok 로페라미드 2"],
    );
    check_lines(
        "4세 16kg\n아세트아미노펜 500mg 1일 3회",
        &["weight serious 아세트아미노펜", "total ok 아세트아미노펜 1500"],
    );
}

#[test]
fn a_line_that_names_nothing_known_stays_unknown() {
    check_lines("가나다라정 1일 3회", &["unknown 가나다라정 1일 3회"]);
    // A longer name may be another product.
    check_lines("와파린콜드정 1회 2정 1일 3회", &["unknown 와파린콜드정 1회 2정 1일 3회"]);
    check_lines("처방:\n\n---", &[]);
    // The head of a form is no drug; a name behind one is.
    check_lines("처방일: 2026-11-20\n의료기관: 가나의원", &[]);
    check_lines("약국에서 산 가나다라정", &["unknown 약국에서 산 가나다라정"]);
    check_lines("약품명: 가나다라정", &["unknown 약품명: 가나다라정"]);
}

#[test]
fn a_drug_is_written_with_its_form_and_without_particles() {
    let knowledge = Knowledge::shipped().unwrap();
    let dur = DurBook::new(Vec::new(), &knowledge.names);
    for (text, written) in [
        ("부루펜시럽은 얼마나 먹여요?", "부루펜시럽"),
        ("타이레놀시럽은요?", "타이레놀시럽"),
        ("와파린이랑 먹어요", "와파린"),
        ("타이레놀정 500mg", "타이레놀정"),
        // Another product, perhaps.
        ("와파린골드 먹어도 돼요?", ""),
    ] {
        let found = resolve(text, &dur, knowledge);
        assert_eq!(found.first().map_or("", |it| it.written.as_str()), written, "{text}");
    }
}
