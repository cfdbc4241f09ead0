//! The safety rules over whole sentences: which must warn, and which must not.
#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use simui_clinical::Extractor;
use simui_consult::safety::{Safety, Severity};

const CASES: &[(&str, &[&str])] = &[
    ("혈압이 185/125 나왔어요", &["blood_pressure_crisis"]),
    ("혈압 150에 122예요", &["blood_pressure_crisis"]),
    ("수축기 혈압이 180이에요", &["blood_pressure_crisis"]),
    ("혈압이 179/119예요", &[]),
    ("혈압 400/90", &[]),
    ("식후 혈당이 300이에요", &["glucose_high"]),
    ("공복혈당 14 mmol/L", &["glucose_high"]),
    ("혈당 249예요", &[]),
    ("혈당이 48이에요", &["glucose_low"]),
    ("eGFR 29", &["egfr_low"]),
    ("eGFR 30", &[]),
    ("K 6.0", &["potassium_high"]),
    ("K 5.9 mEq/L", &["potassium_raised"]),
    ("K 5.4 mEq/L", &[]),
    ("SpO2 91%", &["oxygen_low"]),
    ("산소포화도 92", &[]),
    ("INR 5.2", &["inr_high"]),
    ("생후 2개월 아기가 열이 38.3도예요", &["fever_infant"]),
    ("생후 3주 된 아기가 열이 나요", &["fever_infant"]),
    ("우리 아기가 생후 50일인데 38.2도예요 열이", &["fever_infant"]),
    ("생후 6개월 아기가 열이 38.3도예요", &[]),
    ("생후 2개월 아기인데 열은 없어요", &[]),
    ("임신 10주인데 이소트레티노인 먹어도 되나요?", &["pregnancy_contraindicated"]),
    ("임산부인데 와파린 복용 중이에요", &["pregnancy_contraindicated_taken"]),
    ("와이프가 임신 중인데 메토트렉세이트를 먹어요", &["pregnancy_contraindicated_taken"]),
    ("임신 아닌데 이소트레티노인 먹어도 되나요?", &[]),
    ("임신 준비 중인데 발프로산을 먹고 있어요", &["pregnancy_harmful"]),
    ("임신 10주인데 타이레놀 먹어도 되나요?", &[]),
    ("임신 28주인데 이부프로펜 먹어도 돼요?", &["pregnancy_nsaid"]),
    ("임신 12주인데 이부프로펜 먹어도 돼요?", &[]),
    ("임신 10주인데 예전에 와파린을 먹다가 끊었어요", &[]),
    ("타이레놀 500mg 하루에 10알 먹었어요", &["daily_dose"]),
    ("타이레놀 1g 4시간마다 먹어요", &["daily_dose"]),
    ("타이레놀 9알 먹었어요", &["daily_dose"]),
    ("타이레놀 두 알씩 하루 세 번 먹어요", &[]),
    ("졸피뎀 두 알 먹었어요", &["daily_dose"]),
    ("타이레놀 500mg 하루 네 번 먹어요", &[]),
    ("메트포르민 1000mg 하루 세 번 복용합니다", &["daily_dose"]),
    ("암로디핀 5mg 하루 한 번", &[]),
    ("두통이 있어요", &[]),
    // Events: a symptom after a drug, or beside another symptom.
    ("페니실린 맞고 두드러기가 나고 숨이 차요", &["reaction_anaphylaxis"]),
    ("두드러기가 났어요", &[]),
    ("아이가 열이 나다가 경련했어요", &["febrile_seizure"]),
    ("열은 나는데 경련은 없어요", &[]),
    ("코감기약 먹고 소변이 안 나와요", &["reaction_urinary_retention"]),
    ("소변이 안 나와요", &[]),
    ("알로푸리놀 먹고 온몸에 발진이 났어요", &["reaction_rash_severe"]),
    ("알로푸리놀 먹는데 발진은 없어요", &[]),
    ("타이레놀 먹고 발진이 났어요", &["reaction_hives"]),
    ("에날라프릴 먹고 입술이 부었어요", &["swelling_of_airway"]),
    ("와파린 먹는데 검은 변이 나와요", &["reaction_bleeding"]),
    ("피를 토했어요", &["vomiting_blood"]),
    ("아토르바스타틴 먹는데 근육통이 있고 소변이 콜라색이에요", &["reaction_rhabdomyolysis"]),
    ("스타틴 먹는데 허벅지가 아프고 소변이 콜라색이에요", &["reaction_rhabdomyolysis"]),
    ("메티마졸 먹는데 목이 아파요", &["reaction_agranulocytosis"]),
    ("이소니아지드 먹는데 황달이 왔어요", &["reaction_jaundice"]),
    ("남편은 와파린을 먹고 저는 검은 변이 나와요", &["black_stool"]),
    // Each limit, and the value next to it.
    ("혈압 180/119", &["blood_pressure_crisis"]),
    ("혈압 179/120", &["blood_pressure_crisis"]),
    ("혈당 250", &["glucose_high"]),
    ("식후 혈당 249", &[]),
    ("공복혈당 250", &["glucose_high"]),
    ("혈당 54", &["glucose_below_70"]),
    ("혈당 70", &[]),
    ("혈당 53", &["glucose_low"]),
    ("eGFR 29.9", &["egfr_low"]),
    ("eGFR 30.0", &[]),
    ("칼륨 6", &["potassium_high"]),
    ("칼륨 5.99", &["potassium_raised"]),
    ("칼륨 2.5", &[]),
    ("칼륨 2.4", &["potassium_low"]),
    ("SpO2 92%", &[]),
    ("SpO2 91.9%", &["oxygen_low"]),
    ("INR 4.5", &[]),
    ("INR 4.6", &["inr_high"]),
    ("나트륨 125", &[]),
    ("나트륨 124", &["sodium_low"]),
    ("혈색소 7.0", &[]),
    ("혈색소 6.9", &["hemoglobin_low"]),
    ("호중구 500", &[]),
    ("호중구 499", &["neutrophils_low"]),
    ("리튬 농도 1.5", &[]),
    ("리튬 농도 1.6", &["lithium_high"]),
    ("디곡신 농도 2.0", &[]),
    ("디곡신 농도 2.1", &["digoxin_high"]),
    ("생후 2개월 아기 체온 38.0도", &["fever_infant"]),
    ("생후 2개월 아기 체온 37.9도", &[]),
    ("생후 89일 아기 체온 38도", &["fever_infant"]),
    ("생후 3개월 아기 체온 38.5도", &[]),
    ("생후 3개월 아기 체온 39.0도", &["fever_young_infant"]),
    ("생후 5개월 아기 체온 38.9도", &[]),
    ("생후 6개월 아기 체온 39.5도", &[]),
    ("혈압 90/60", &["blood_pressure_low"]),
    ("혈압 91/60", &[]),
    ("5세 아이 혈압 88/50", &[]),
    // A bound warns where every value that it allows is dangerous, and of a range the worse end.
    ("칼륨 > 6.0이에요", &["potassium_high"]),
    ("eGFR이 30 미만이래요", &["egfr_low"]),
    ("혈당이 54 이하예요", &["glucose_below_70"]),
    ("혈당이 54 미만이에요", &["glucose_low"]),
    ("혈당이 60 미만이에요", &["glucose_below_70"]),
    ("혈당이 50~80 사이예요", &["glucose_low"]),
    ("수축기 혈압이 90도 안 돼요", &["blood_pressure_low"]),
    ("INR이 5를 안 넘어요", &[]),
    ("맥박 41", &[]),
    ("맥박 40", &["pulse_extreme"]),
    ("맥박 130", &[]),
    ("맥박 131", &["pulse_extreme"]),
    ("생후 6개월 아기 맥박 140", &[]),
    ("호흡수 24", &[]),
    ("호흡수 25", &["breathing_fast"]),
    ("임신 30주인데 혈압이 159/109예요", &[]),
    ("임신 30주인데 혈압이 160/100이에요", &["pregnancy_pressure"]),
    ("임신 30주인데 혈압이 150/110이에요", &["pregnancy_pressure"]),
    ("임신 30주인데 혈압이 185/115예요", &["blood_pressure_crisis"]),
    ("임신 19주인데 이부프로펜 먹어도 돼요?", &[]),
    ("임신 20주인데 이부프로펜 먹어도 돼요?", &["pregnancy_nsaid"]),
    ("아세트아미노펜 1000mg 하루 네 번 먹어요", &[]),
    ("아세트아미노펜 1000mg 하루 다섯 번 먹어요", &["daily_dose"]),
    // A weekly drug that is taken daily, and a mouthful of any drug, by whomever.
    ("메토트렉세이트를 실수로 매일 드셨대요", &["methotrexate_daily"]),
    ("어머니가 메토트렉세이트를 날마다 드셨어요", &["methotrexate_daily"]),
    ("메토트렉세이트를 매일 먹어도 되나요", &[]),
    ("메토트렉세이트를 일주일에 한 번 먹어요", &[]),
    ("메토트렉세이트 처방받았는데 매일 먹는 거예요?", &[]),
    ("메토트렉세이트 처방받았는데 매일 먹었어요 괜찮나요?", &["methotrexate_daily"]),
    ("미녹시딜 바르는데 머리가 한 움큼씩 빠져요", &[]),
    ("아이가 철분제를 한 줌 먹었어요", &["swallowed_handful"]),
    ("타이레놀을 한 움큼 삼켰어요", &["swallowed_handful"]),
    ("글리메피리드를 실수로 두 번 먹었어요", &["extra_dose_dangerous"]),
    ("암로디핀을 깜빡하고 또 먹었어요", &["extra_dose"]),
    ("암로디핀을 하루 두 번 먹었어요", &[]),
    ("철분제를 하루 한 알 먹어요", &[]),
    ("요즘 죽고 싶어요", &["suicide"]),
    ("죽고 싶은 생각은 없어요", &[]),
];

#[test]
fn what_is_dangerous_warns_and_nothing_else_does() {
    let extractor = Extractor::shipped().unwrap();
    let safety = Safety::shipped(extractor.lexicon()).unwrap();
    for (text, expected) in CASES {
        let warnings = safety.warnings(&extractor.extract(text).unwrap());
        let rules: Vec<&str> = warnings.iter().map(|it| it.rule.as_str()).collect();
        assert_eq!(&rules, expected, "{text}");
        for it in &warnings {
            assert!(!it.text.contains(['{', '}']) && !it.source.is_empty(), "{text}: {}", it.text);
            assert!(it.start < it.end && it.end <= text.chars().count(), "{text}");
        }
    }
}

#[test]
fn the_gravest_comes_first_and_names_its_value() {
    let extractor = Extractor::shipped().unwrap();
    let safety = Safety::shipped(extractor.lexicon()).unwrap();
    let slots = extractor.extract("eGFR 25, 혈당 280, K 6.4, 혈압 190/100").unwrap();
    let warnings = safety.warnings(&slots);
    let order: Vec<(Severity, &str)> =
        warnings.iter().map(|it| (it.severity, it.rule.as_str())).collect();
    assert_eq!(
        order,
        [
            (Severity::Emergency, "potassium_high"),
            (Severity::Emergency, "blood_pressure_crisis"),
            (Severity::Urgent, "glucose_high"),
            (Severity::Caution, "egfr_low"),
        ]
    );
    assert!(warnings[0].text.contains("6.4") && warnings[1].text.contains("190/100"));
}

#[derive(serde::Deserialize)]
struct Syndrome {
    id: String,
    #[serde(default)]
    fires: Vec<String>,
    #[serde(default)]
    silent: Vec<String>,
}

#[derive(serde::Deserialize)]
struct Syndromes {
    rule: Vec<Syndrome>,
}

#[test]
fn every_syndrome_fires_on_its_examples_and_not_on_the_others() {
    let read: Syndromes = toml::from_str(include_str!("../rules/syndromes.toml")).unwrap();
    let extractor = Extractor::shipped().unwrap();
    let safety = Safety::shipped(extractor.lexicon()).unwrap();
    let mut wrong = Vec::new();
    for Syndrome { id, fires, silent } in &read.rule {
        assert!(!fires.is_empty() && !silent.is_empty(), "{id} has no examples");
        let examples = fires.iter().map(|it| (it, true)).chain(silent.iter().map(|it| (it, false)));
        for (text, expected) in examples {
            let slots = extractor.extract(text).unwrap();
            let fired: Vec<String> =
                safety.warnings(&slots).into_iter().map(|it| it.rule).collect();
            if fired.contains(id) != expected {
                wrong.push(format!("{id}: {text}: {fired:?}, {slots:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}
