//! Clauses about a cancer subtype and about the first day of cover.

use super::{ask, book};

#[test]
fn a_limit_is_of_the_kind_in_its_own_sentence() {
    let text = "유사암진단비(1년감액)\n갑상선암 또는 제자리암으로 진단확정된 경우 가입금액 지급(각각 최초 1회한). 경계성종양은 수술을 받은 경우에 한하여 가입금액 지급";
    let again = "유사암진단비(1년감액)\n갑상선암, 제자리암, 경계성종양 진단확정시 가입금액 지급 (단, 경계성종양은 계약일부터 1년이 지난 후 진단확정된 경우에 한하여 보장)";
    for (text, kind, expected) in [
        (text, "제자리암", "Y"),
        (text, "경계성종양", "조건부"),
        (again, "제자리암", "Y"),
        (again, "경계성종양", "조건부"),
    ] {
        let book = book(&[("약관", "약관.txt", text)]);
        let answer = ask(&book, &format!("가온 유사암진단비(1년감액) {kind} 되나요"));
        let slots = answer.slots.iter().filter(|it| it.slot_key.starts_with("subtype_"));
        let slot = slots.into_iter().find(|it| it.label.starts_with(kind)).unwrap();
        assert_eq!(slot.insurers[0].value.as_deref(), Some(expected), "{kind}: {text}");
    }
}

#[test]
fn the_day_of_beginning_of_a_list_of_names() {
    let list = "단, 암진단비(유사암제외), 뇌출혈진단비,\n[갱신형]표적항암약물허가치료비Ⅱ(최초1회한)(10년갱신)의\n보장은 계약일부터 90일이 지난 날의 다음날부터 시작됩니다.";
    for (subtype, expected) in [
        ("암진단비(유사암제외)", Some("90일")),
        ("표적항암약물허가치료비", Some("90일")),
        ("상해수술비", None),
    ] {
        let book = book(&[("상품요약서", "요약.txt", list)]);
        let answer = ask(&book, &format!("가온 {subtype} 면책기간"));
        let slot = answer.slots.iter().find(|it| it.slot_key == "waiting_period");
        let value = slot.and_then(|it| it.insurers[0].value.as_deref());
        assert_eq!(value, expected, "{subtype}");
    }
}
