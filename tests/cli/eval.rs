//! `simui eval`: measures the desk through the program.

use crate::common::Desk;
use serde_json::json;

#[test]
fn consistency_is_measured_and_nothing_is_stored() {
    let desk = Desk::new();
    let ads = [
        json!({"id": "cure", "text": "라식으로 근시를 100% 완치합니다. 예약은 전화로 받습니다.", "rewritten": ["저희 라식이면 근시가 완전히 낫습니다."]}),
        json!({"text": "일요일은 쉽니다. 평일은 9시에 엽니다."}),
    ];
    let file = desk.dir().join("ads.jsonl");
    std::fs::write(&file, ads.map(|ad| ad.to_string()).join("\n")).unwrap();
    let report = desk.run(&["eval", "consistency", file.to_str().unwrap()]).succeeded().json();
    assert_eq!(report["ads"], 2);
    let of = report["verdict"]["of"].as_u64().unwrap();
    assert!(of > 15, "{report}");
    assert_eq!(report["steady_ads"]["of"], 2);
    let by_change: u64 = report["by_change"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["verdict"]["of"].as_u64().unwrap())
        .sum();
    assert_eq!(by_change, of);
    let additions = &report["additions"];
    assert_eq!(additions["ads"], 1, "{additions}");
    for rate in ["verdict", "kinds", "taken_out"] {
        assert_eq!(additions[rate]["share"], 1.0, "{rate}: {additions}");
    }
    for state in ["open", "done"] {
        let page = desk.run(&["review", "queue", "--state", state]).succeeded().json();
        assert_eq!(page["cases"], json!([]), "{page}");
    }
}

#[test]
fn bad_input_is_one_clear_error() {
    let desk = Desk::new();
    desk.run(&["eval", "consistency", "없는 파일.jsonl"]).failed_with("없는 파일.jsonl");
    let file = desk.dir().join("ads.jsonl");
    std::fs::write(&file, "{\"text\":\"가\"}\n{\"text\":7}\n").unwrap();
    desk.run(&["eval", "consistency", file.to_str().unwrap()]).failed_with("ads.jsonl:2: ");
    std::fs::write(&file, "\n").unwrap();
    desk.run(&["eval", "consistency", file.to_str().unwrap()])
        .failed_with("no advertisement in it");
}
