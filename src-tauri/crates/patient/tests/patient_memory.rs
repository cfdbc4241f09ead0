//! Tests the memory of a patient: what turns make of a profile, and properties of any sequence of turns.
#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use std::sync::LazyLock;

use jiff::{SignedDuration, Timestamp};
use proptest::prelude::*;
use simui_clinical::{Extractor, Slots};
use simui_patient::{
    Changes, Edit, Fact, Happening, ItemId, MemoryRules, Pregnancy, Profile, ProfileSlot, Sex,
    Standing, TurnTime, Value, WhyIgnored, describe_item,
};

static EXTRACTOR: LazyLock<Extractor> = LazyLock::new(|| Extractor::shipped().unwrap());
static RULES: LazyLock<MemoryRules> = LazyLock::new(|| MemoryRules::shipped().unwrap());

fn start() -> Timestamp {
    "2026-03-02T09:00:00Z".parse().unwrap()
}

fn after(hours: i64) -> Timestamp {
    start() + SignedDuration::from_hours(hours)
}

fn slots(text: &str) -> Slots {
    EXTRACTOR.extract(text).unwrap()
}

/// Takes a text into the profile as a turn at an hour.
fn take_turn(profile: &mut Profile, turn: u32, hours: i64, text: &str) -> Changes {
    profile.absorb(&slots(text), TurnTime { turn, at: after(hours) }, &RULES)
}

/// Checks the lines of the summary at the hour `now`, after turns at given hours.
fn check(turns: &[(i64, &str)], now: i64, expected: &[&str]) {
    let mut profile = Profile::new();
    for (turn, (hours, text)) in (1..).zip(turns) {
        take_turn(&mut profile, turn, *hours, text);
    }
    let summary = profile.summary(after(now), &RULES).to_string();
    assert_eq!(summary.lines().collect::<Vec<_>>(), expected, "{turns:?}");
}

#[test]
fn a_correction_replaces_what_the_patient_said_before() {
    // The items after the second turn, and the number of contradictions that wait for a person.
    let check = |first: &str, second: &str, expected: &[&str], conflicts: usize| {
        let mut profile = Profile::new();
        take_turn(&mut profile, 1, 0, first);
        take_turn(&mut profile, 2, 1, second);
        let items = profile.items().iter().map(|it| describe_item(it, after(1), &RULES));
        assert_eq!(items.collect::<Vec<_>>(), expected, "{first} / {second}");
        assert_eq!(profile.conflicts().len(), conflicts, "{first} / {second}");
    };
    check("자렐토 먹어요", "자렐토 아니고 릭시아나예요", &["리바록사반 없음", "에독사반"], 0);
    check("고혈압 있어요", "고혈압이 아니라 저혈압이에요", &["고혈압 없음", "저혈압"], 0);
    check("고혈압 있어요", "제가 잘못 말했는데 고혈압은 없어요", &["고혈압 없음"], 0);
    check("임신 12주예요", "아니, 16주예요", &["여성", "임신 16주"], 0);
    check("저는 여자예요", "여자 아니고 남자예요", &["남성"], 0);
    check("몸무게 41kg이에요", "41kg이 아니라 61kg이에요", &["체중 61 kg"], 0);
    // Without a correction both sides wait for a person.
    check("고혈압 있어요", "고혈압은 없어요", &["고혈압", "고혈압 없음"], 1);
    check("임신 12주예요", "임신 16주예요", &["여성", "임신 12주", "임신 16주"], 1);
    // 말고 may also mean besides, and an allergy is taken back by a person only.
    check(
        "암로디핀 먹어요",
        "암로디핀 말고 로사르탄도 먹어요",
        &["암로디핀", "암로디핀 없음", "로사르탄"],
        1,
    );
    check(
        "페니실린 알레르기 있어요",
        "페니실린이 아니라 세파 알레르기였어요",
        &["페니실린", "페니실린 알레르기 없음", "세팔로스포린"],
        1,
    );
}

#[test]
fn a_correction_replaces_the_value_of_the_same_day_only() {
    let check = |hours: i64, expected: usize| {
        let mut profile = Profile::new();
        take_turn(&mut profile, 1, 0, "몸무게 41kg이에요");
        take_turn(&mut profile, 2, hours, "41kg이 아니라 61kg이에요");
        assert_eq!(profile.of(ProfileSlot::Vitals).len(), expected, "{hours}");
    };
    check(1, 1);
    check(23, 1);
    check(24, 2);
}

#[test]
fn a_correction_does_not_replace_what_a_person_confirmed() {
    let mut profile = Profile::new();
    let changes = take_turn(&mut profile, 1, 0, "자렐토 먹어요");
    assert!(profile.confirm(changes.added[0], "약사", after(0)));
    take_turn(&mut profile, 2, 1, "자렐토 아니고 릭시아나예요");
    assert_eq!(profile.conflicts().len(), 1);
}

#[test]
fn turns_become_a_summary() {
    let day = 24;
    check(
        &[(
            0,
            "65세 남성이고 고혈압이 있어요. 암로디핀 5mg 하루 한 번 먹어요. 페니실린 알레르기가 있습니다.",
        )],
        0,
        &[
            "알레르기: 페니실린",
            "인적 사항: 65세, 남성",
            "질환: 고혈압",
            "복용약: 암로디핀 5mg 하루 1회",
        ],
    );
    // A blood pressure of 12 hours ago weighs .30.
    check(&[(0, "혈압은 150/95예요")], 12, &["활력징후: 혈압 150/95 mmHg [0.30]"]);
    // An adverse reaction is remembered beside the drug and what was felt, and does not fade.
    check(
        &[
            (0, "리시노프릴 먹다가 기침이 심해서 끊었어요"),
            (1, "리시노프릴 먹고 기침한 적이 있어요"),
        ],
        200 * 24,
        &["복용약: 리시노프릴 중단 [0.00]", "이상반응: 리시노프릴 쓴 뒤 기침"],
    );
    // A bound stays one, and is not the same as the value before.
    check(
        &[(0, "eGFR이 30이에요"), (1, "eGFR이 30 미만이래요")],
        1,
        &["검사 수치: 사구체여과율 <30 mL/min/1.73m²"],
    );
    // Only the last value of each measure counts; a value within 5 mmHg is the same measurement.
    check(
        &[(0, "혈압은 150/95예요"), (1, "혈압 140/90 나왔어요"), (2, "혈압이 142/91이에요")],
        2,
        &["활력징후: 혈압 142/91 mmHg"],
    );
    // A relative's illness, a negated one, a stopped drug, and another person's complaint.
    check(
        &[(
            0,
            "어머니가 당뇨병이에요. 저는 천식은 없어요. 메트포르민은 끊었어요. 남편이 열이 나요.",
        )],
        0,
        &["질환: 천식 없음", "복용약: 메트포르민 중단", "가족력: 어머니: 당뇨병"],
    );
    // Both sides of a contradiction are displayed, the newer first.
    check(
        &[(0, "당뇨병이 있어요"), (day, "당뇨병은 없어요")],
        day,
        &[
            "질환: 당뇨병 없음 (확인 필요), 당뇨병 (확인 필요) [0.98]",
            "확인 필요: 당뇨병 없음 ↔ 당뇨병",
        ],
    );
    // 위암 is not 폐암.
    check(&[(0, "위암이 있어요"), (1, "폐암이 있어요")], 1, &["질환: 폐암, 위암 [1.00]"]);
    // A complaint that has ended is past.
    check(&[(0, "두통이 있어요"), (day, "두통은 없어졌어요")], day, &["증상: 두통 과거"]);
    // A complaint of half a year ago is left out.
    check(&[(0, "두통이 있어요. 고혈압이 있어요")], 200 * day, &["질환: 고혈압 [0.01]"]);
    // Weeks of pregnancy are counted on; after the due date it may be over.
    let pregnant = [(0, "임신 12주입니다")];
    check(&pregnant, 0, &["인적 사항: 여성, 임신 12주"]);
    check(&pregnant, 28 * day, &["인적 사항: 여성, 임신 16주(추정)"]);
    check(
        &pregnant,
        200 * day,
        &["인적 사항: 여성, 임신(출산 예정일이 지났을 수 있음, 확인 필요)"],
    );
    check(&[(0, "65세예요")], 800 * day, &["인적 사항: 약 67세"]);
    // A pregnancy stated again without a week still counts from the first statement.
    check(
        &[(0, "임신 12주입니다"), (28 * day, "임신 중인데 두통이 있어요")],
        28 * day,
        &["인적 사항: 여성, 임신 16주(추정)", "증상: 두통"],
    );
}

#[test]
fn the_speaker_of_a_turn_about_another_is_the_patient() {
    let check = |text: &str, expected: &[&str], ignored: &[&str]| {
        let mut profile = Profile::new();
        let changes = take_turn(&mut profile, 1, 0, text);
        let items = profile.items().iter().map(|it| describe_item(it, after(0), &RULES));
        assert_eq!(items.collect::<Vec<_>>(), expected, "{text}");
        let words: Vec<&str> = changes.ignored.iter().map(|it| it.text.as_str()).collect();
        assert_eq!(words, ignored, "{text}");
    };
    check("엄마 혈압약 타러 왔는데 저는 임신 중이에요", &["여성", "임신 중"], &["혈압약"]);
    check("엄마 혈압약 타러 왔는데 저는 당뇨가 있어요", &["당뇨병"], &["혈압약"]);
    check(
        "애가 열이 38.5도예요. 저는 모유수유 중이고요",
        &["여성", "수유 중"],
        &["열", "열이 38.5도"],
    );
    check("저희 할머니가 와파린 드시는데 코피가 나세요", &[], &["코피가 나", "와파린"]);
}

#[test]
fn statements_about_others_are_ignored_with_a_reason() {
    let check = |text: &str, expected: &[WhyIgnored]| {
        let mut profile = Profile::new();
        let changes = take_turn(&mut profile, 1, 0, text);
        let why: Vec<WhyIgnored> = changes.ignored.iter().map(|it| it.why).collect();
        assert_eq!(why, expected, "{text}: {profile:?}");
    };
    check("남편이 두통이 있어요", &[WhyIgnored::OtherPerson]);
    check("이부프로펜 먹어도 되나요?", &[WhyIgnored::OnlyAsked]);
    check("혈압이 400/20이에요", &[WhyIgnored::NotPlausible]);
    check(
        "eGFR이 30 미만이면 메트포르민 먹어도 되나요?",
        &[WhyIgnored::OnlyAsked, WhyIgnored::OnlyAsked],
    );
    check("고혈압이 있어요", &[]);
}

#[test]
fn changes_say_what_happened() {
    let mut profile = Profile::new();
    assert_eq!(take_turn(&mut profile, 1, 0, "당뇨병이 있어요").added, [ItemId(1)]);
    assert_eq!(take_turn(&mut profile, 2, 1, "당뇨병이 있어요").renewed, [ItemId(1)]);
    let contradiction = take_turn(&mut profile, 3, 2, "당뇨병은 없어요");
    assert_eq!(contradiction.added, [ItemId(2)]);
    assert_eq!(
        (contradiction.conflicts[0].newer, contradiction.conflicts[0].older),
        (ItemId(2), ItemId(1))
    );
    assert!(profile.in_conflict(ItemId(1)) && profile.in_conflict(ItemId(2)));
    take_turn(&mut profile, 4, 3, "메트포르민 먹고 있어요");
    assert_eq!(take_turn(&mut profile, 5, 4, "메트포르민은 끊었어요").changed, [ItemId(3)]);
    let before = profile.history().last().unwrap().before.clone().unwrap();
    assert_eq!(before.fact.standing, Standing::Active);
    // A turn that arrives late does not undo a later one.
    let mut late = profile.clone();
    let changes =
        late.absorb(&slots("메트포르민 먹고 있어요"), TurnTime { turn: 9, at: after(1) }, &RULES);
    assert_eq!(changes.ignored.first().map(|it| it.why), Some(WhyIgnored::Older));
    // A different dose is a contradiction; the same drug without a dose is not.
    take_turn(&mut profile, 6, 5, "암로디핀 5mg 먹어요");
    assert_eq!(take_turn(&mut profile, 7, 6, "암로디핀 먹어요").renewed, [ItemId(4)]);
    assert_eq!(take_turn(&mut profile, 8, 7, "암로디핀 10mg 먹어요").conflicts.len(), 1);
}

#[test]
fn a_person_decides() {
    let mut profile = Profile::new();
    take_turn(&mut profile, 1, 0, "페니실린 알레르기가 있어요");
    take_turn(&mut profile, 2, 1, "페니실린 알레르기는 없어요");
    assert_eq!(profile.conflicts().len(), 1);
    assert_eq!(profile.allergies().len(), 1);
    assert!(profile.confirm(ItemId(1), "김약사", after(2)));
    assert!(profile.conflicts().is_empty());
    assert!(profile.item(ItemId(2)).is_none());
    let aside = profile.history().iter().find(|it| it.happening == Happening::SetAside).unwrap();
    assert_eq!((aside.item, aside.by.as_deref()), (ItemId(2), Some("김약사")));
    // A confirmed item is not changed by a turn.
    take_turn(&mut profile, 3, 3, "메트포르민 먹어요");
    let metformin = profile.items().last().unwrap().id;
    assert!(profile.confirm(metformin, "김약사", after(4)));
    let changes = take_turn(&mut profile, 4, 5, "메트포르민은 끊었어요");
    assert_eq!(changes.conflicts.len(), 1);
    assert_eq!(profile.item(metformin).unwrap().fact.standing, Standing::Active);
    // An edit that ends the contradiction closes it.
    let edit = Edit { standing: Some(Standing::Stopped), ..Edit::default() };
    assert!(profile.edit(metformin, edit, "김약사", after(6), &RULES));
    assert!(profile.conflicts().is_empty());
    assert!(profile.delete(metformin, "김약사", after(7)).is_some());
    assert!(!profile.confirm(metformin, "김약사", after(8)));
    assert!(profile.history().iter().any(|it| it.happening == Happening::Deleted));
}

#[test]
fn the_person_of_today_completes_a_turn() {
    let mut profile = Profile::new();
    take_turn(&mut profile, 1, 0, "34세이고 임신 20주입니다");
    let mut later = slots("이부프로펜 먹어도 되나요?");
    profile.complete(&mut later.demographics, after(14 * 24), &RULES);
    assert_eq!(later.demographics.is_pregnant, Some(true));
    assert_eq!(later.demographics.pregnancy_weeks, Some(22));
    assert_eq!(
        (later.demographics.age, later.demographics.gender.as_deref()),
        (Some(34), Some("여성"))
    );
    // After the due date a pregnancy is only possible.
    let mut much_later = slots("이부프로펜 먹어도 되나요?");
    profile.complete(&mut much_later.demographics, after(300 * 24), &RULES);
    assert_eq!(much_later.demographics.is_pregnant, None);
    assert_eq!(much_later.demographics.pregnancy_status, Some("possible"));
    // What the turn itself states takes precedence.
    let mut otherwise = slots("임신은 아니에요. 40세입니다");
    profile.complete(&mut otherwise.demographics, after(1), &RULES);
    assert_eq!(
        (otherwise.demographics.is_pregnant, otherwise.demographics.age),
        (Some(false), Some(40))
    );
}

#[test]
fn the_context_has_what_an_answer_depends_on() {
    let context = |turns: &[&str], hours: i64| {
        let mut profile = Profile::new();
        for (turn, text) in (1..).zip(turns) {
            take_turn(&mut profile, turn, 0, text);
        }
        profile.context(after(hours), &RULES).canonical()
    };
    let base = context(&["62세 남성입니다", "고혈압이 있어요"], 0);
    // The order, an age one year apart and a normal value make no difference.
    for same in [
        ["고혈압이 있어요", "62세 남성입니다", "고혈압이 있어요"],
        ["63세 남성입니다", "고혈압이 있어요", "체온은 36.5도예요"],
    ] {
        assert_eq!(context(&same, 0), base, "{same:?}");
    }
    for other in [
        "페니실린 알레르기가 있어요",
        "당뇨병이 있어요",
        "메트포르민 먹어요",
        "수유 중이에요",
        "혈압이 190/110이에요",
        "eGFR 25예요",
        "고혈압은 없어요",
        "72세예요",
        "어머니가 당뇨병이에요",
    ] {
        let with = context(&["62세 남성입니다", "고혈압이 있어요", other], 0);
        assert_ne!(with, base, "{other}");
    }
    // A pregnancy stated later at the same week is the same.
    let twenty = context(&["임신 20주입니다"], 0);
    assert_eq!(context(&["임신 18주입니다"], 24 * 15), twenty);
    let pregnant = ["임신 18주입니다"];
    assert_ne!(context(&pregnant, 0), context(&pregnant, 24 * 21));
    assert!(!base.contains("2026"), "{base}");
}

/// Turns about different subjects.
const UNRELATED: [&str; 10] = [
    "65세 남성입니다",
    "고혈압이 있어요",
    "페니실린 알레르기가 있어요",
    "메트포르민 500mg 먹어요",
    "혈압이 150/95예요",
    "당화혈색소 8.2%예요",
    "두통이 있어요",
    "어머니가 유방암이에요",
    "천식은 없어요",
    "와파린은 끊었어요",
];

/// Turns that contradict some of those.
const OTHERS: [&str; 12] = [
    "70세 여성입니다",
    "고혈압은 없어요",
    "페니실린 알레르기는 없어요",
    "메트포르민 1000mg 먹어요",
    "혈압이 120/80이에요",
    "두통은 없어요",
    "임신 12주입니다",
    "임신은 아니에요",
    "땅콩 알레르기가 있고 새우 알레르기도 있어요",
    "와파린 먹어요",
    "예전에 결핵을 앓았어요. 혹시 위암일까요",
    "50대입니다. 수유 중이에요",
];

/// Any of the turns.
fn any_turn() -> impl Strategy<Value = &'static str> {
    prop::sample::select([&UNRELATED[..], &OTHERS[..]].concat())
}

fn turns() -> impl Strategy<Value = Vec<(i64, &'static str)>> {
    prop::collection::vec((0_i64..2000, any_turn()), 1..14)
}

/// The profile after turns with the given hours between them.
fn profile_after(turns: &[(i64, &'static str)]) -> Profile {
    let mut profile = Profile::new();
    let mut hours = 0;
    for (turn, (more, text)) in (1..).zip(turns) {
        hours += more;
        take_turn(&mut profile, turn, hours, text);
    }
    profile
}

/// The remembered facts with their times, but without item numbers.
fn remembered(profile: &Profile) -> Vec<String> {
    let fact = |it: &Fact| format!("{it:?}");
    let mut all: Vec<String> = profile
        .items()
        .iter()
        .map(|it| format!("{} {:?} {:?}", fact(&it.fact), it.first, it.last))
        .collect();
    all.sort();
    all
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn the_order_of_unrelated_turns_does_not_matter(
        order in Just((0..UNRELATED.len()).collect::<Vec<_>>()).prop_shuffle()
    ) {
        let profile_of = |order: &[usize]| {
            let mut profile = Profile::new();
            for at in order {
                let turn = u32::try_from(*at).unwrap();
                take_turn(&mut profile, turn, i64::from(turn), UNRELATED[*at]);
            }
            profile
        };
        let (one, other) = (profile_of(&(0..UNRELATED.len()).collect::<Vec<_>>()), profile_of(&order));
        prop_assert_eq!(remembered(&one), remembered(&other));
        prop_assert_eq!(one.context(after(50), &RULES), other.context(after(50), &RULES));
    }

    #[test]
    fn a_repeated_turn_changes_nothing(before in turns(), text in any_turn(), later in 0_i64..100) {
        let mut once = profile_after(&before);
        let (turn, at) = (100, 40_000);
        take_turn(&mut once, turn, at, text);
        let mut twice = once.clone();
        take_turn(&mut twice, turn, at, text);
        prop_assert_eq!(&twice, &once);
        // Later, only the time of the last statement differs.
        take_turn(&mut twice, turn, at + later, text);
        let timeless = |profile: &Profile| -> Vec<(ItemId, Fact, Timestamp)> {
            profile.items().iter().map(|it| (it.id, it.fact.clone(), it.first.at)).collect()
        };
        prop_assert_eq!(timeless(&twice), timeless(&once));
        prop_assert_eq!(twice.history(), once.history());
    }

    #[test]
    fn weights_fall_and_never_vanish(turns in turns(), step in 1_i64..5000) {
        let profile = profile_after(&turns);
        for item in profile.items() {
            let mut last = 1.0;
            for hours in (-step..200_000).step_by(usize::try_from(step).unwrap()) {
                let weight = RULES.weight(item, after(hours));
                prop_assert!(weight > 0.0 && weight <= last);
                last = weight;
            }
            if item.fact.is_of_allergy() || item.fact.slot == ProfileSlot::Demographics {
                prop_assert!((last - 1.0).abs() < f64::EPSILON);
            }
        }
    }

    #[test]
    fn no_allergy_ever_vanishes(before in turns(), more in turns()) {
        let mut profile = profile_after(&before);
        take_turn(&mut profile, 200, 30_000, "페니실린 알레르기가 있고 땅콩 알레르기도 있어요");
        for (turn, (hours, text)) in (201..).zip(&more) {
            take_turn(&mut profile, turn, 30_000 + hours, text);
            let names: Vec<&str> =
                profile.allergies().iter().map(|it| it.fact.concept.name.as_str()).collect();
            prop_assert!(names.contains(&"페니실린") && names.contains(&"땅콩"), "{:?}", names);
        }
        let summary = profile.summary(after(90_000), &RULES);
        prop_assert_eq!(summary.sections[0].key.as_str(), "allergies");
        prop_assert!(summary.to_string().contains("페니실린"));
        let context = profile.context(after(90_000), &RULES).canonical();
        prop_assert!(context.contains("allergy=\"페니실린\"") && context.contains("allergy=\"땅콩\""));
    }

    #[test]
    fn no_statement_is_overwritten(turns in turns()) {
        // Every value that was ever remembered is in an item or in the history.
        let mut profile = Profile::new();
        let mut seen: Vec<(ItemId, Value, Standing)> = Vec::new();
        for (turn, (hours, text)) in (1..).zip(&turns) {
            take_turn(&mut profile, turn, 2000 * i64::from(turn) + hours, text);
            seen.extend(profile.items().iter().map(|it| (it.id, it.fact.value.clone(), it.fact.standing)));
        }
        for (id, value, standing) in seen {
            let now = profile.item(id).into_iter();
            let past = profile.history().iter().filter_map(|it| it.before.as_deref());
            let kept = now.chain(past).any(|item| {
                item.id == id && item.fact.value == value && item.fact.standing == standing
            });
            prop_assert!(kept, "{} {:?} {:?}", id, value, standing);
        }
    }

    #[test]
    fn a_profile_is_kept_as_json(turns in turns()) {
        let profile = profile_after(&turns);
        let text = serde_json::to_string(&profile).unwrap();
        prop_assert_eq!(serde_json::from_str::<Profile>(&text).unwrap(), profile);
    }
}

#[test]
fn an_item_written_by_a_person_counts() {
    let mut profile = Profile::new();
    take_turn(&mut profile, 1, 0, "임신 12주입니다");
    let fact = Fact {
        slot: ProfileSlot::Demographics,
        concept: profile.items().last().unwrap().fact.concept.clone(),
        value: Value::Pregnancy { state: Pregnancy::No, weeks: None },
        standing: Standing::Active,
        experiencer: "patient".to_owned(),
        confidence: 1.0,
        measured_at: None,
    };
    let id = profile.write(&fact, TurnTime { turn: 2, at: after(5) }, "김약사", &RULES);
    assert!(profile.in_conflict(id));
    // Until one of them is confirmed, the side that calls for more care counts.
    let person = profile.person(after(6), &RULES);
    assert_eq!(person.pregnancy.unwrap().state, Pregnancy::Yes);
    assert_eq!(person.sex, Some(Sex::Female));
    assert!(profile.confirm(id, "김약사", after(7)));
    assert_eq!(profile.person(after(8), &RULES).pregnancy.unwrap().state, Pregnancy::No);
}
