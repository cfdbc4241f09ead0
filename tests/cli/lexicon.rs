//! `simui lexicon`: names from licensed tables, through the program. The tables are invented for these tests.

use crate::common::Desk;
use serde_json::json;

const MRSTY: &str =
    "C9000001|T047|B2|Disease or Syndrome|AT1||\nC9000002|T121|A1|Pharmacologic Substance|AT2||\n";
const MRCONSO: &str = "C9000001|KOR|P|L1|PF|S1|Y|A1||||OWN|PT|1|반짝열병|0|N||\n\
    C9000002|ENG|P|L2|PF|S2|Y|A2||||OWN|PT|2|Ganadarine|0|N||\n\
    C9000002|SPA|P|L3|PF|S3|Y|A3||||OWN|PT|2|Ganadarina|0|N||\n";

#[test]
fn imported_names_are_found_until_they_are_removed() {
    let desk = Desk::new();
    let file = |name: &str, text: &str| {
        let path = desk.dir().join(name);
        std::fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    let (mrsty, mrconso) = (file("MRSTY.RRF", MRSTY), file("MRCONSO.RRF", MRCONSO));
    let import = ["lexicon", "import", "--mrconso", mrconso.as_str(), "--mrsty", mrsty.as_str()];
    let text = "반짝열병이 있어서 ganadarine을 먹고 있어요";

    let before = desk.run(&["extract", text]).succeeded().json();
    assert_eq!(before["conditions"], json!([]));

    let report = desk.run(&import).succeeded().json();
    assert_eq!(report["source"], "umls");
    assert_eq!(
        [
            &report["lines"],
            &report["concepts"],
            &report["korean"],
            &report["english"],
            &report["left_out"]
        ],
        [&json!(3), &json!(2), &json!(1), &json!(1), &json!(1)]
    );
    let slots = desk.run(&["extract", text]).succeeded().json();
    assert_eq!(slots["conditions"][0]["name"], "반짝열병");
    assert_eq!(slots["conditions"][0]["cui"], "C9000001");
    assert_eq!(slots["medications"][0]["status"], "active");

    // Another source is kept beside it; a wrong table changes nothing.
    let cdb =
        file("cdb.csv", "name,cui,ontologies,name_status,type_ids\n흰달증,C9100001,OWN,P,T184\n");
    desk.run(&["lexicon", "import", "--medcat", &cdb]).succeeded();
    let broken = file("broken.csv", "name,cui,type_ids\n\"흰,C1,T047\n");
    desk.run(&["lexicon", "import", "--medcat", &broken]).failed_with("broken.csv:2: ");
    let status = desk.run(&["lexicon", "status"]).succeeded().json();
    assert_eq!(status["imported"].as_array().unwrap().len(), 2);
    assert!(status["own_concepts"].as_u64().unwrap() > 1_500);
    let both = desk.run(&["extract", "반짝열병과 흰달증"]).succeeded().json();
    assert_eq!(both["symptoms"][0]["name"], "흰달증");

    // Who imports and removes is recorded.
    desk.run(&["reviewer", "add", "박관", "--role", "administrator"]).succeeded();
    let named = ["lexicon", "import", "--medcat", &cdb, "--as", "박관"];
    assert_eq!(desk.run(&named).succeeded().json()["imported_by"], "박관");
    desk.run(&["lexicon", "remove", "umls", "--as", "박관"]).succeeded();
    desk.run(&["lexicon", "remove", "umls"]).failed_with("does not exist");
    desk.run(&["audit", "verify"]).succeeded();
    let after = desk.run(&["extract", text]).succeeded().json();
    assert_eq!(after["conditions"], json!([]));
}

#[test]
fn a_damaged_import_says_what_to_do() {
    let desk = Desk::new();
    let cdb = desk.dir().join("cdb.csv");
    std::fs::write(&cdb, "name,cui,type_ids\n흰달증,C9100001,T184\n").unwrap();
    desk.run(&["lexicon", "import", "--medcat", cdb.to_str().unwrap()]).succeeded();
    let kept = std::fs::read_dir(desk.dir().join("vocabulary")).unwrap();
    let kept = kept.map(|it| it.unwrap().path()).find(|it| it.is_file()).unwrap();
    let changed = std::fs::read_to_string(&kept).unwrap().replace("흰달증", "흰별증");
    std::fs::write(&kept, changed).unwrap();
    desk.run(&["extract", "흰별증"]).failed_with("simui lexicon remove medcat");
    let status = desk.run(&["lexicon", "status"]).succeeded().json();
    assert_eq!((&status["imported"], &status["damaged"]), (&json!([]), &json!(["medcat"])));
    desk.run(&["lexicon", "remove", "medcat"]).succeeded();
    desk.run(&["extract", "두통"]).succeeded();
}

#[test]
fn bad_requests_are_refused() {
    let desk = Desk::new();
    assert_eq!(desk.run(&["lexicon", "import"]).code, Some(2));
    assert_eq!(desk.run(&["lexicon", "import", "--mrconso", "a"]).code, Some(2));
    desk.run(&["lexicon", "import", "--medcat", "없는 표.csv"]).failed_with("없는 표.csv");
    let folder = desk.dir().display().to_string();
    desk.run(&["lexicon", "import", "--medcat", &folder]).failed_with("check the path");
}
