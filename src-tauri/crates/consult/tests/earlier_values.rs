//! Warnings for values of earlier turns: how long they last, their wording, and what ends them.
#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use std::sync::LazyLock;

use jiff::{SignedDuration, Timestamp};
use proptest::prelude::*;
use simui_clinical::Extractor;
use simui_consult::safety::{Safety, Severity, Warning};
use simui_patient::{
    Concept, Edit, Fact, ItemId, MemoryRules, Profile, ProfileSlot, Standing, TurnTime, Value,
};

static EXTRACTOR: LazyLock<Extractor> = LazyLock::new(|| Extractor::shipped().unwrap());
static SAFETY: LazyLock<Safety> = LazyLock::new(|| Safety::shipped(EXTRACTOR.lexicon()).unwrap());
static RULES: LazyLock<MemoryRules> = LazyLock::new(|| MemoryRules::shipped().unwrap());

const HOUR: i64 = 60;
const DAY: i64 = 24 * HOUR;

fn at(minutes: i64) -> Timestamp {
    let start: Timestamp = "2026-03-02T09:00:00Z".parse().unwrap();
    start + SignedDuration::from_mins(minutes)
}

fn say(profile: &mut Profile, turn: u32, minutes: i64, text: &str) {
    let slots = EXTRACTOR.extract(text).unwrap();
    profile.absorb(&slots, TurnTime { turn, at: at(minutes) }, &RULES);
}

/// The warnings for earlier values in a turn with this text, `minutes` after the first one.
fn warned(profile: &Profile, turn: u32, minutes: i64, text: &str) -> Vec<Warning> {
    let mut profile = profile.clone();
    let time = TurnTime { turn, at: at(minutes) };
    let slots = EXTRACTOR.extract(text).unwrap();
    profile.absorb(&slots, time, &RULES);
    let mut person = slots.demographics;
    profile.complete(&mut person, time.at, &RULES);
    let warned = profile.earlier_warnings(&person, time, &RULES, &|it| SAFETY.warnings(it));
    warned.into_iter().map(|it| it.warning).collect()
}

/// Checks the rules that warn of the values in `text`, `minutes` later, in a turn that does not mention them.
fn check(text: &str, minutes: i64, expected: &[(&str, Severity)]) {
    let mut profile = Profile::new();
    say(&mut profile, 1, 0, text);
    let warned = warned(&profile, 2, minutes, "안녕하세요");
    let found: Vec<(&str, Severity)> =
        warned.iter().map(|it| (it.rule.as_str(), it.severity)).collect();
    assert_eq!(found, expected, "{text} after {minutes} minutes");
}

#[test]
fn each_limit_and_the_value_beside_it() {
    use Severity::{Caution, Emergency, Urgent};
    for (text, expected) in [
        ("eGFR 29.9", Some(("egfr_low", Caution))),
        ("eGFR 30", None),
        ("혈압 180/119", Some(("blood_pressure_crisis", Emergency))),
        ("혈압 179/120", Some(("blood_pressure_crisis", Emergency))),
        ("혈압 179/119", None),
        ("혈당 250", Some(("glucose_high", Urgent))),
        ("혈당 249", None),
        ("식후 혈당 300", Some(("glucose_high", Urgent))),
        ("혈당 53", Some(("glucose_low", Emergency))),
        ("칼륨 6.0", Some(("potassium_high", Emergency))),
        ("칼륨 5.9", Some(("potassium_raised", Urgent))),
        ("칼륨 5.4", None),
        ("SpO2 91%", Some(("oxygen_low", Emergency))),
        ("SpO2 92%", None),
        ("INR 5.2", Some(("inr_high", Urgent))),
    ] {
        check(text, 5, expected.as_slice());
    }
}

#[test]
fn a_value_warns_by_its_age() {
    use Severity::{Caution, Emergency, Urgent};
    // Vital signs: weight .5 after 415.9 minutes, .001 after 4,144.7; laboratory values take twice as long.
    for (text, minutes, expected) in [
        ("혈압 190/125", 415, Some(("blood_pressure_crisis", Emergency))),
        ("혈압 190/125", 416, Some(("blood_pressure_crisis", Urgent))),
        ("혈압 190/125", 4_144, Some(("blood_pressure_crisis", Urgent))),
        ("혈압 190/125", 4_145, None),
        ("칼륨 6.2", 831, Some(("potassium_high", Emergency))),
        ("칼륨 6.2", 832, Some(("potassium_high", Urgent))),
        ("칼륨 6.2", 8_289, Some(("potassium_high", Urgent))),
        ("칼륨 6.2", 8_290, None),
        // The age of a value is that of its measurement.
        ("3일 전에 혈압이 190/125였어요", 1, None),
        ("어제 혈압이 190/125였어요", 1, Some(("blood_pressure_crisis", Urgent))),
        // A low filtration rate does not expire.
        ("eGFR 25", 400 * DAY, Some(("egfr_low", Caution))),
        ("어머니 혈압이 190/125예요", 5, None),
        ("혈압 400/90", 5, None),
    ] {
        check(text, minutes, expected.as_slice());
    }
}

#[test]
fn warnings_tell_when_the_value_was_stated() {
    let warning = |text: &str, minutes: i64| {
        let mut profile = Profile::new();
        say(&mut profile, 1, 0, text);
        warned(&profile, 2, minutes, "안녕하세요")[0].text.clone()
    };
    for (statement, minutes, begins) in [
        ("혈압 190/125", 0, "1분 전에 말씀하신 혈압 190/125 mmHg는 고혈압 위기"),
        ("혈압 190/125", 59, "59분 전에 말씀하신 혈압"),
        ("혈압 190/125", 60, "1시간 전에 말씀하신 혈압"),
        ("혈압 190/125", 1_439, "23시간 전에 말씀하신 혈압"),
        ("혈압 190/125", 1_440, "1일 전에 말씀하신 혈압"),
        ("eGFR 25", 2 * DAY, "2일 전에 말씀하신 사구체여과율 25"),
        ("어제 혈압이 190/125였어요", 2 * HOUR, "2시간 전에 말씀하신 1일 전의 혈압 190/125"),
    ] {
        let text = warning(statement, minutes);
        assert!(text.starts_with(begins), "{text}");
    }
    let again = "다시 재거나 검사한 값을 알려 주십시오.";
    assert!(!warning("혈압 190/125", 6 * HOUR).contains(again));
    assert!(warning("혈압 190/125", 7 * HOUR).ends_with(again));
    // Values that a person entered, or a record brought, are not called stated by the patient.
    let mut profile = Profile::new();
    say(&mut profile, 1, 0, "혈압 150/95");
    let value = Value::Measured {
        name: "혈압".to_owned(),
        value: None,
        upper: None,
        comparator: None,
        systolic: Some(190.0),
        diastolic: Some(125.0),
        unit: "mmHg".to_owned(),
    };
    let edit = Edit { value: Some(value.clone()), ..Edit::default() };
    profile.edit(ItemId(1), edit, "박약사", at(10), &RULES);
    let text = &warned(&profile, 2, 3 * HOUR, "안녕하세요")[0].text;
    assert!(text.contains("기록의 혈압 190/125"), "{text}");
    let fact = Fact {
        slot: ProfileSlot::Vitals,
        concept: Concept::known("blood_pressure", None),
        value,
        standing: Standing::Active,
        experiencer: "patient".to_owned(),
        confidence: 1.0,
        measured_at: Some(at(-DAY)),
    };
    let mut profile = Profile::new();
    profile.take(&[fact], TurnTime { turn: 0, at: at(0) }, &RULES);
    let text = &warned(&profile, 1, 5, "안녕하세요")[0].text;
    assert!(text.starts_with("1일 전 기록의 혈압 190/125"), "{text}");
}

#[test]
fn what_ends_a_warning_and_what_does_not() {
    let mut profile = Profile::new();
    say(&mut profile, 1, 0, "혈압 190/125, 식후 혈당 300, eGFR 25");
    let rules = |text: &str| -> Vec<String> {
        warned(&profile, 2, 10, text).into_iter().map(|it| it.rule).collect()
    };
    let all = ["blood_pressure_crisis", "glucose_high", "egfr_low"];
    assert_eq!(rules("고마워요"), all);
    assert_eq!(rules("남편 혈압은 120/80이에요"), all, "somebody else's");
    assert_eq!(rules("지난달에 혈압이 120/80이었어요"), all, "an older one");
    assert_eq!(rules("혈압 120/80이에요"), all[1..]);
    // A value of this turn warns by itself and replaces the earlier one.
    assert_eq!(rules("혈압 195/130이에요"), all[1..]);
    // All names of blood sugar are one measure.
    assert_eq!(rules("공복혈당 100이에요"), ["blood_pressure_crisis", "egfr_low"]);
    assert_eq!(rules("칼륨 4.1, eGFR 80"), all[..2]);
    // A value that a person has corrected does not warn.
    for (standing, warns) in
        [(Standing::Active, true), (Standing::Past, false), (Standing::Negated, false)]
    {
        let mut profile = Profile::new();
        say(&mut profile, 1, 0, "혈압 190/125");
        let edit = Edit { standing: Some(standing), ..Edit::default() };
        profile.edit(ItemId(1), edit, "박약사", at(5), &RULES);
        assert_eq!(!warned(&profile, 2, 10, "고마워요").is_empty(), warns, "{standing:?}");
    }
    // The present state of the patient counts: this pressure is grave only in a pregnancy.
    let mut profile = Profile::new();
    say(&mut profile, 1, 0, "혈압 165/112");
    assert!(warned(&profile, 2, 10, "고마워요").is_empty());
    assert_eq!(warned(&profile, 2, 10, "임신 30주예요")[0].rule, "pregnancy_pressure");
}

/// A measure: a text with a dangerous value, one with a normal value, and the rule.
fn measures() -> impl Strategy<Value = (&'static str, &'static str, &'static str)> {
    prop::sample::select(vec![
        ("혈압이 190/125예요", "혈압이 125/80이에요", "blood_pressure_crisis"),
        ("혈당이 320이에요", "혈당이 110이에요", "glucose_high"),
        ("식후 혈당이 320이에요", "공복혈당이 95예요", "glucose_high"),
        ("eGFR 25", "eGFR 90", "egfr_low"),
        ("칼륨 6.4", "칼륨 4.2", "potassium_high"),
        ("SpO2 85%", "SpO2 98%", "oxygen_low"),
        ("INR 6.0", "INR 2.5", "inr_high"),
    ])
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn a_newer_normal_value_silences_and_a_newer_dangerous_one_warns(
        turns in prop::collection::vec((measures(), any::<bool>(), 1_i64..600), 1..8),
        later in 1_i64..300,
    ) {
        let mut profile = Profile::new();
        let (mut now, mut last) = (0, std::collections::BTreeMap::new());
        for (turn, ((dangerous, normal, rule), danger, minutes)) in (1..).zip(&turns) {
            now += minutes;
            say(&mut profile, turn, now, if *danger { dangerous } else { normal });
            last.insert(*rule, (*danger, now));
        }
        let turn = u32::try_from(turns.len()).unwrap() + 1;
        now += later;
        let rules: Vec<String> = warned(&profile, turn, now, "네").into_iter().map(|it| it.rule).collect();
        for (rule, (danger, stated_at)) in last {
            let lives = match rule {
                "egfr_low" => i64::MAX,
                "blood_pressure_crisis" | "oxygen_low" => 4_144,
                _ => 8_289,
            };
            let expected = usize::from(danger && now - stated_at <= lives);
            prop_assert_eq!(rules.iter().filter(|it| *it == rule).count(), expected, "{} {:?}", rule, turns);
        }
    }
}
