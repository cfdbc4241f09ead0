//! Measures precision and recall of each slot on the sentences of `cases/`.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::panic,
    reason = "a test stops at the first surprise, and prints what it measures"
)]

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;
use simui_clinical::{
    Comparator, Demographics, Extractor, Item, Measurement, NamedDrug, Slots, Status,
};
use simui_domain::Span;

/// The facts of the slots in the notation of the case files: `C 고혈압/negated`.
fn facts(slots: &Slots) -> BTreeSet<String> {
    let mut facts = BTreeSet::new();
    let mut add = |letter: &str, items: &[Item], usual: Status| {
        for item in items {
            let status = item.status;
            let status =
                if status == usual { String::new() } else { format!("/{}", status.as_str()) };
            facts.insert(format!("{letter} {}{status}", item.name));
        }
    };
    add("C", &slots.conditions, Status::Active);
    add("S", &slots.symptoms, Status::Active);
    add("M", &slots.medications, Status::Active);
    add("A", &slots.allergies, Status::Allergy);
    facts.extend(slots.vitals.iter().map(|it| format!("V {}", measured(it))));
    facts.extend(slots.labs.iter().map(|it| format!("L {}", measured(it))));
    facts.extend(person(&slots.demographics).into_iter().map(|it| format!("D {it}")));
    facts
}

/// Type and value of a measurement.
fn measured(it: &Measurement) -> String {
    match (it.value, it.systolic, it.diastolic) {
        (Some(value), ..) => format!("{} {value}", it.kind),
        (_, Some(s), Some(d)) => format!("{} {s}/{d}", it.kind),
        (_, s, d) => format!("{} {s:?}/{d:?}", it.kind),
    }
}

/// The demographic facts that are stated, without those that are inferred.
fn person(it: &Demographics) -> Vec<String> {
    let mut facts = Vec::new();
    let is_stated = |field: &str| it.mentions.iter().any(|it| it.field == field);
    if is_stated("age") {
        match (it.age_months, it.age) {
            (Some(months), _) => facts.push(format!("months {months}")),
            (None, Some(age)) => facts.push(format!("age {age}")),
            _ => {}
        }
    }
    if let (true, Some(group)) = (is_stated("age_group"), &it.age_group) {
        facts.push(format!("group {group}"));
    }
    if let (true, Some(gender)) = (is_stated("gender"), &it.gender) {
        facts.push(format!("gender {gender}"));
    }
    facts.extend(it.is_pregnant.map(|it| format!("pregnant {it}")));
    facts.extend(it.pregnancy_weeks.map(|it| format!("weeks {it}")));
    facts.extend(it.is_lactating.map(|it| format!("lactating {it}")));
    facts
}

#[derive(Default)]
struct Count {
    right: usize,
    wrong: usize,
    missed: usize,
}

impl Count {
    fn precision(&self) -> f64 {
        100.0 * self.right as f64 / (self.right + self.wrong).max(1) as f64
    }

    fn recall(&self) -> f64 {
        100.0 * self.right as f64 / (self.right + self.missed).max(1) as f64
    }
}

/// Measures a file: sentences without any error, sentences in all, and the counts of each slot by its
/// letter. `show` prints the errors.
fn measure(name: &str, file: &str, show: bool) -> (usize, usize, BTreeMap<char, Count>) {
    let extractor = Extractor::shipped().unwrap();
    let mut counts: BTreeMap<char, Count> = BTreeMap::new();
    let (mut all, mut full) = (0, 0);
    for line in file.lines().filter(|it| !it.starts_with('#')) {
        let (text, expected) = line.split_once('\t').unwrap_or_else(|| panic!("{name}: {line}"));
        let expected: BTreeSet<String> =
            expected.split("; ").filter(|it| !it.is_empty()).map(str::to_owned).collect();
        let found = facts(&extractor.extract(text).unwrap());
        all += 1;
        full += usize::from(found == expected);
        for fact in found.union(&expected) {
            let count = counts.entry(fact.chars().next().unwrap()).or_default();
            match (found.contains(fact), expected.contains(fact)) {
                (true, true) => count.right += 1,
                (true, false) => count.wrong += 1,
                _ => count.missed += 1,
            }
        }
        if show && found != expected {
            let extra: Vec<_> = found.difference(&expected).collect();
            let missing: Vec<_> = expected.difference(&found).collect();
            println!("{text}\n    too much {extra:?}\n    missing {missing:?}");
        }
    }
    println!("{name}: {full} of {all} sentences fully right");
    for (slot, count) in &counts {
        println!(
            "  {slot}: precision {:.1} %, recall {:.1} % ({} items)",
            count.precision(),
            count.recall(),
            count.right + count.missed
        );
    }
    (full, all, counts)
}

#[test]
fn the_development_sentences_are_read_rightly() {
    let (full, all, _) = measure("development", include_str!("cases/development.tsv"), true);
    assert!(all >= 390, "{all}");
    assert!(full * 100 >= all * 98, "{full} of {all}");
}

/// Errors in charts and at counters that were corrected, by cause.
#[test]
fn the_causes_that_were_mended_stay_mended() {
    let files = [
        ("charts", include_str!("cases/charts.tsv")),
        ("counter", include_str!("cases/counter.tsv")),
    ];
    for (name, (full, all, _)) in files.map(|it| (it.0, measure(it.0, it.1, true))) {
        assert!(full * 100 >= all * 97, "{name}: {full} of {all}");
    }
}

/// Prints the measure only; the errors of this set stay unread.
#[test]
fn the_unseen_sentences_measure() {
    let (full, all, counts) = measure("unseen", include_str!("cases/unseen.tsv"), false);
    assert_eq!(all, 60);
    assert!(full * 100 >= all * 85, "{full} of {all}");
    for (slot, count) in counts {
        assert!(count.precision() >= 85.0 && count.recall() >= 85.0, "{slot}");
    }
}

/// Values and pregnancies belong to the right person.
#[test]
fn a_value_and_a_pregnancy_belong_to_one_person() {
    let extractor = Extractor::shipped().unwrap();
    let own = |text: &str| -> Vec<Option<f64>> {
        let slots = extractor.extract(text).unwrap();
        slots.labs.iter().filter(|it| it.status == Status::Active).map(|it| it.value).collect()
    };
    assert_eq!(own("eGFR 28은 남편 수치이고 제 eGFR은 82예요"), [Some(82.0)]);
    assert_eq!(own("28은 남편 수치, 제 eGFR은 82"), [Some(82.0)]);
    assert_eq!(own("남편 혈당은 210이고 제 혈당은 95예요"), [Some(95.0)]);
    let pregnant = |text: &str| extractor.extract(text).unwrap().demographics.is_pregnant;
    assert_eq!(pregnant("임신 8주였는데 지난주에 유산됐어요"), Some(false));
    assert_eq!(pregnant("임신했다가 유산했는데 다시 임신했어요"), Some(true));
    assert_eq!(pregnant("작년에 유산했고 지금 임신 12주예요"), Some(true));
    assert_eq!(pregnant("임신 12주인데 작년에 유산했어요"), Some(true));
    assert_eq!(pregnant("저는 임신 12주인데 언니가 유산했어요"), Some(true));
    assert_eq!(pregnant("임신 여부: 아니오 / 수유 여부: 예"), Some(false));
    assert_eq!(pregnant("임신 여부: 예"), Some(true));
    assert_eq!(pregnant("임신 여부를 모르겠어요"), None);
    let nursing = extractor.extract("임신 여부: 아니오 / 수유 여부: 예").unwrap();
    assert_eq!(nursing.demographics.is_lactating, Some(true));
    assert_eq!(pregnant("유산기가 있다고 해요. 임신 9주예요"), Some(true));
}

/// A sentence, a concept in it, and the expected statuses.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    text: String,
    target: String,
    expected: String,
}

#[derive(Deserialize)]
struct Cases {
    case: Vec<Case>,
}

/// The statuses of all items of a concept, in the order of the text. `A …` names an allergy, `M …` a drug.
fn statuses(slots: &Slots, target: &str) -> String {
    let (lists, name) = match target.split_once(' ') {
        Some(("A", name)) => (vec![&slots.allergies], name),
        Some(("M", name)) => (vec![&slots.medications], name),
        _ => (vec![&slots.conditions, &slots.symptoms], target),
    };
    let items = lists.into_iter().flatten().filter(|it| it.name == name);
    items.map(|it| it.status.as_str()).collect::<Vec<_>>().join(" ")
}

#[test]
fn mentions_are_read_in_context() {
    let cases: Cases = toml::from_str(include_str!("cases/cues.toml")).unwrap();
    let extractor = Extractor::shipped().unwrap();
    let wrong: Vec<String> = cases
        .case
        .iter()
        .filter_map(|Case { text, target, expected }| {
            let read = statuses(&extractor.extract(text).unwrap(), target);
            (read != *expected).then(|| format!("{text} ({target}): {read:?}, not {expected:?}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), cases.case.len(), wrong.join("\n"));
}

#[test]
fn more_than_was_meant_is_an_extra_dose() {
    let extractor = Extractor::shipped().unwrap();
    let check = |text: &str, expected: &[&str]| {
        let slots = extractor.extract(text).unwrap();
        let extra = slots.medications.iter().filter(|it| it.extra_dose);
        let extra: Vec<&str> = extra.map(|it| it.name.as_str()).collect();
        assert_eq!(extra, expected, "{text}");
    };
    check("와파린을 두번 먹었어요", &["와파린"]);
    check("와파린을 오늘 두 번 먹은 것 같아요", &["와파린"]);
    check("와파린을 두 배로 드셨어요", &["와파린"]);
    check("디곡신을 한 알 더 먹었어요", &["디곡신"]);
    check("디곡신 한번 더 먹었는데요", &["디곡신"]);
    check("디곡신 먹은 걸 깜빡하고 또 먹었어요", &["디곡신"]);
    check("디곡신을 중복으로 복용했어요", &["디곡신"]);
    check("디곡신을 또 먹어버렸어요", &["디곡신"]);
    check("디곡신을 또 먹어 버렸어요", &["디곡신"]);
    check("디곡신을 실수로 두 알 먹었어요", &["디곡신"]);
    check("와파린과 디곡신을 두 번 먹었어요", &["디곡신"]);
    check("와파린을 하루 두 번 먹었어요", &[]);
    check("와파린을 아침저녁으로 두번 먹었어요", &[]);
    check("와파린을 지금까지 두 번 먹었는데 멍이 들어요", &[]);
    check("와파린을 두 번 먹어도 되나요", &[]);
    check("와파린을 먹어요. 밥은 두 번 먹었어요.", &[]);
    check("와파린은 먹는데 밥은 두 번 먹었어요", &[]);
    check("와파린을 깜빡하고 안 먹었어요", &[]);
}

#[test]
fn a_bound_is_told_from_a_value() {
    let extractor = Extractor::shipped().unwrap();
    let check = |text: &str, expected: &[&str]| {
        let slots = extractor.extract(text).unwrap();
        let read = slots.vitals.iter().chain(&slots.labs).map(|value| {
            let sign = value.comparator.map(Comparator::sign).unwrap_or_default();
            format!("{} {sign}{}", value.kind, value.value.or(value.systolic).unwrap_or_default())
        });
        assert_eq!(read.collect::<Vec<_>>(), expected, "{text}");
    };
    check("eGFR이 30 미만이에요", &["egfr <30"]);
    check("eGFR 45 mL/min 이하래요", &["egfr ≤45"]);
    check("K > 6.0 이래요", &["potassium >6"]);
    check("TSH < 0.01, CRP ≤ 0.5", &["tsh <0.01", "crp ≤0.5"]);
    check("혈당이 300이 넘게 나와요", &["glucose >300"]);
    check("glucose over 300", &["glucose >300"]);
    check("수축기 혈압이 90도 안 돼요", &["blood_pressure <90"]);
    check("체온이 39도가 넘어요", &["temperature >39"]);
    check("열나요? 아니요. 38도는 안 넘었고요.", &["temperature ≤38"]);
    check("몸무게가 50kg도 안 나가요", &["weight <50"]);
    // What is only supposed is no value, and these are no bounds.
    check("체온이 39도 넘으면 병원 가요", &[]);
    check("HbA1c 8.9 -> 7.2", &["hba1c 7.2"]);
    check("혈당이 300을 넘나들어요", &["glucose 300"]);
    check("AST 45 U/L(정상 40 이하)", &["ast 45"]);
}

#[test]
fn a_sudden_onset_is_read_at_and_in_a_mention() {
    let extractor = Extractor::shipped().unwrap();
    let check = |text: &str, expected: &[&str]| {
        let slots = extractor.extract(text).unwrap();
        let sudden = slots.symptoms.iter().chain(&slots.conditions).filter(|it| it.sudden);
        assert_eq!(sudden.map(|it| it.name.as_str()).collect::<Vec<_>>(), expected, "{text}");
    };
    check("갑자기 한쪽 눈이 안 보여요", &["시력저하"]);
    check("눈이 갑자기 안 보여요", &["시력저하"]);
    check("두통이 갑자기 시작됐어요", &["두통"]);
    check("vision loss of sudden onset", &["시력저하"]);
    check("눈이 안 보여요. 갑자기 추워졌어요.", &[]);
    check("작년부터 눈이 침침해요", &[]);
}

#[test]
fn a_drug_that_the_caller_found_is_judged_like_any_other() {
    let extractor = Extractor::shipped().unwrap();
    let check = |text: &str, name: &str, ingredients: &[&str], expected: &[(&str, Status)]| {
        let start = text[..text.find(name).unwrap()].chars().count();
        let span = Span { start, end: start + name.chars().count() };
        let ingredients = ingredients.iter().map(|it| (*it).to_owned()).collect();
        let slots = extractor.extract_with(text, &[NamedDrug { span, ingredients }]).unwrap();
        let found: Vec<(&str, Status)> =
            slots.medications.iter().map(|it| (it.name.as_str(), it.status)).collect();
        assert_eq!(found, expected, "{text}");
    };
    let name = "나무펜정500밀리그램";
    check("나무펜정500밀리그램 먹고 있어요", name, &["새성분"], &[("새성분", Status::Active)]);
    check(
        "나무펜정500밀리그램 먹다가 끊었어요",
        name,
        &["아세트아미노펜", "새성분"],
        &[("아세트아미노펜", Status::Stopped), ("새성분", Status::Stopped)],
    );
    check("나무펜정500밀리그램 먹어도 되나요?", name, &["새성분"], &[("새성분", Status::Asked)]);
}

#[test]
fn habits_are_read_with_their_status() {
    let extractor = Extractor::shipped().unwrap();
    for (text, expected) in [
        (
            "술은 매일 소주 한 병 마셔요. 담배는 하루 한 갑 피워요.",
            vec![("음주", Status::Active), ("흡연", Status::Active)],
        ),
        ("술은 안 마셔요.", vec![("음주", Status::Negated)]),
        ("남편이 담배를 피워요.", vec![("흡연", Status::OtherPerson)]),
        ("수술을 했어요.", vec![]),
        (
            "술은 끊은 지 3년 됐고 담배는 하루 한 갑",
            vec![("음주", Status::Past), ("흡연", Status::Active)],
        ),
        ("술 끊은 지 한 달인데 다시 마셔요", vec![("음주", Status::Active)]),
        ("담배를 못 끊었어요", vec![("흡연", Status::Active)]),
        ("담배 끊으려고 챔픽스 먹어요", vec![("흡연", Status::Active)]),
        ("술은 거의 안 마셔요", vec![("음주", Status::Active)]),
    ] {
        let slots = extractor.extract(text).unwrap();
        let found: Vec<(&str, Status)> =
            slots.habits.iter().map(|it| (it.name.as_str(), it.status)).collect();
        assert_eq!(found, expected, "{text}");
    }
}

#[test]
fn a_habit_has_its_amount() {
    let extractor = Extractor::shipped().unwrap();
    for (text, amount, frequency) in [
        ("술은 끊은 지 3년 됐고 담배는 하루 한 갑", Some("한 갑"), Some("하루")),
        ("술은 매일 소주 한 병 마셔요", Some("한 병"), Some("매일")),
        ("술은 거의 안 마셔요", None, Some("거의")),
        ("술을 매일 한두 잔 마셔요", None, Some("매일")),
    ] {
        let slots = extractor.extract(text).unwrap();
        let habit = slots.habits.last().unwrap();
        let read = habit.dose.as_ref().map(|it| it.text.as_str());
        assert_eq!(read, amount, "{text}");
        assert_eq!(habit.frequency.as_ref().map(|it| it.text.as_str()), frequency, "{text}");
    }
}
