//! Invented patients are the same for the same seed, and their profiles are never mixed up.
#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use std::sync::LazyLock;

use jiff::Timestamp;
use proptest::prelude::*;
use simui_clinical::Extractor;
use simui_evaluate::patients::{Invented, measure};
use simui_patient::MemoryRules;

static EXTRACTOR: LazyLock<Extractor> = LazyLock::new(|| Extractor::shipped().unwrap());
static RULES: LazyLock<MemoryRules> = LazyLock::new(|| MemoryRules::shipped().unwrap());

fn start() -> Timestamp {
    "2026-01-05T00:00:00Z".parse().unwrap()
}

#[test]
fn eighty_people_are_remembered_and_kept_apart() {
    let people = Invented::shipped().unwrap().people(1, 80);
    assert_eq!(people.iter().map(|it| it.turns.len()).sum::<usize>(), 400);
    assert_eq!(people, Invented::shipped().unwrap().people(1, 80));
    assert_eq!(people[..10], Invented::shipped().unwrap().people(1, 10));
    assert_ne!(people, Invented::shipped().unwrap().people(2, 80));
    let report = measure(&people, &EXTRACTOR, &RULES, start()).unwrap();
    let all = |rate: simui_evaluate::Rate| rate.held == rate.of && rate.of > 0;
    assert!(all(report.apart), "{:?}", report.apart);
    assert!(all(report.allergies), "{:?}", report.allergies);
    assert!(all(report.kept_out), "{:?}", report.missed);
    assert!(
        report.remembered.share.unwrap() >= 0.97,
        "{:?} {:#?}",
        report.remembered,
        report.missed
    );
}

#[test]
fn the_people_are_like_a_population() {
    let people = Invented::shipped().unwrap().people(7, 2000);
    let share = |name: &str, standing: &str| {
        let has = |person: &&simui_evaluate::patients::Person| {
            person.facts.iter().any(|it| it.name == name && it.standing == standing)
        };
        people.iter().filter(has).count() as f64 / people.len() as f64
    };
    for (name, low, high) in [("고혈압", 0.22, 0.40), ("당뇨병", 0.09, 0.21), ("천식", 0.02, 0.09)]
    {
        let share = share(name, "active");
        assert!((low..=high).contains(&share), "{name}: {share}");
    }
    let allergic = people.iter().filter(|it| it.facts.iter().any(|it| it.standing == "allergy"));
    assert!((500..700).contains(&allergic.count()));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    /// For any people: each profile follows from the turns of its own patient alone, and no allergy is lost.
    #[test]
    fn no_profile_is_mixed_up_with_another(seed in any::<u64>(), count in 2_u32..12) {
        let people = Invented::shipped().unwrap().people(seed, count);
        let report = measure(&people, &EXTRACTOR, &RULES, start()).unwrap();
        prop_assert_eq!(report.apart.held, report.apart.of);
        prop_assert_eq!(report.allergies.held, report.allergies.of, "{:?}", report.missed);
    }
}
