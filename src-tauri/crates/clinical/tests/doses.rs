//! Tests the dose of a drug: number, unit and count.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test stops at the first surprise")]

use simui_clinical::Extractor;

/// Value, unit and count of the dose of the only drug of each sentence.
#[test]
fn a_dose_is_read_from_what_stands_at_its_drug() {
    type Case = (&'static str, Option<(f64, &'static str, Option<f64>)>);
    const CASES: &[Case] = &[
        ("메트포르민 500mg 하루 두 번 먹어요", Some((500.0, "mg", None))),
        ("타이레놀 500mg 2알 먹었어요", Some((500.0, "mg", Some(2.0)))),
        ("타이레놀500mg2알 먹었어요", Some((500.0, "mg", Some(2.0)))),
        ("타이레놀 두 알 먹었어요", Some((2.0, "알", None))),
        ("이부프로펜시럽 5ml 먹였어요", Some((5.0, "mL", None))),
        ("와파린 1.5T 먹습니다", Some((1.5, "정", None))),
        // A1c is not a capsule, although a number precedes its c.
        ("metformin 1000 bid, A1c 7.8", Some((1000.0, "", None))),
        // Shorthand without a unit, and doses that were changed.
        ("메트포르민 500 bid", Some((500.0, "", None))),
        ("losartan 50 start", Some((50.0, "", None))),
        ("와파린 INR 2.5 qd", None),
        ("암로디핀 5 하루 한 번", Some((5.0, "", None))),
        ("프레드니솔론 5mg에서 10mg으로 올렸어요", Some((10.0, "mg", None))),
        ("암로디핀을 5에서 10으로 증량", Some((10.0, "", None))),
        ("메트포르민 1000에서 500으로 줄였어요", Some((500.0, "", None))),
        ("노바스크 5mg 먹다가 10mg으로 올렸어요", Some((10.0, "mg", None))),
        ("와파린 5mg -> 3mg 감량", Some((3.0, "mg", None))),
        ("와파린 5mg에서 3mg으로 줄이자고 하셨어요", Some((5.0, "mg", None))),
        ("와파린을 5mg에서 3mg으로 변경 예정", Some((5.0, "mg", None))),
        ("암로디핀 먹고 혈압이 150에서 130으로 조절됐어요", None),
        ("메트포르민 먹는데 HbA1c 7.8이래요", None),
    ];
    let extractor = Extractor::shipped().unwrap();
    for (text, expected) in CASES {
        let slots = extractor.extract(text).unwrap();
        let [drug] = slots.medications.as_slice() else {
            panic!("{text}: {:?}", slots.medications)
        };
        let dose = drug.dose.as_ref().map(|it| (it.value, it.unit.as_str(), it.count));
        assert_eq!(dose, *expected, "{text}");
    }
}

/// Times a day of the last drug of each sentence.
#[test]
fn a_frequency_may_carry_a_particle() {
    let extractor = Extractor::shipped().unwrap();
    for (text, expected) in [
        ("warfarin d/c, apixaban 5 mg bid로 변경함", Some(2.0)),
        ("warfarin d/c, apixaban 5 mg bid start", Some(2.0)),
        ("쎄로켈 25mg hs로 먹어요", Some(1.0)),
        ("aspirin 100mg odd days", None),
    ] {
        let slots = extractor.extract(text).unwrap();
        let read = slots.medications.last().and_then(|it| it.frequency.as_ref()?.per_day);
        assert_eq!(read, expected, "{text}");
    }
}
