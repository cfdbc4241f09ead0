//! Every pair of the shared DUR tables is found by any of its names, in either order; harmless pairs raise no
//! notice.
#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "a test stops at the first surprise, and says what it skips"
)]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use simui_corpus::{SourceFile, read};
use simui_domain::Clock;
use simui_pharmacy::dur::{DurBook, DurEntry, DurTable, Person};
use simui_pharmacy::knowledge::Knowledge;

fn tables() -> Option<PathBuf> {
    let root = std::env::var_os("SIMUI_SHARED").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../../shared"),
        PathBuf::from,
    );
    let folder = root.join("corpora/dur");
    if folder.exists() {
        return Some(folder);
    }
    eprintln!("skipped: {} is absent", folder.display());
    None
}

fn entries(folder: &Path) -> Vec<DurEntry> {
    let clock = Clock::new(|| "2026-11-21T00:00:00Z".parse().unwrap(), |_| uuid::Uuid::now_v7());
    let mut entries = Vec::new();
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let bytes = std::fs::read(&path).unwrap();
        let source = SourceFile { path: path.display().to_string(), bytes };
        let imported = read(&source, None, &clock).into_only().unwrap().imported;
        let id = imported.document.id.clone();
        entries.extend(
            imported
                .chunks
                .iter()
                .filter_map(|it| DurEntry::read(it.id.clone(), id.clone(), &it.label, &it.text)),
        );
    }
    entries
}

/// Whether a question with both names raises a notice of 병용금기.
fn is_found(book: &DurBook, knowledge: &Knowledge, one: &str, other: &str) -> bool {
    let question = format!("{one}하고 {other} 같이 먹어도 되나요?");
    let named = book.drug_mentions(&question, &knowledge.names);
    let notices = book.check(&question, &named, &Person::default(), &knowledge.names);
    notices.iter().any(|it| it.table == DurTable::Combination)
}

#[test]
fn every_pair_is_found_by_korean_and_english_names_in_either_order() {
    let Some(folder) = tables() else { return };
    let knowledge = Knowledge::shipped().unwrap();
    let book = DurBook::new(entries(&folder), &knowledge.names);
    let english = |side: &BTreeSet<String>| side.iter().cloned().collect::<Vec<_>>().join(", ");
    let korean = |side: &BTreeSet<String>| {
        side.iter().map(|it| knowledge.names.korean(it).to_owned()).collect::<Vec<_>>().join(", ")
    };
    let (mut pairs, mut missed) = (0, BTreeSet::new());
    for (one, other) in book.pairs().filter(|(one, other)| one.is_disjoint(other)) {
        pairs += 1;
        let spellings = [english(one), english(other), korean(one), korean(other)];
        let [e1, e2, k1, k2] = &spellings;
        for (first, second) in [(e1, e2), (e2, e1), (k1, k2), (k2, k1), (k1, e2), (e1, k2)] {
            if !is_found(&book, knowledge, first, second) {
                missed.insert(format!("{first} | {second}"));
            }
        }
    }
    eprintln!("{pairs} pairs, six spellings each: {} not found", missed.len());
    assert!(pairs > 1_500, "{pairs}: the table is read otherwise");
    assert!(missed.is_empty(), "{missed:#?}");
}

/// Both names of every row of 병용금기, as the source file has them.
fn raw_pairs(folder: &Path) -> Vec<(String, String)> {
    let text = std::fs::read_to_string(folder.join("conc_bann.jsonl")).unwrap();
    let cell = |row: &serde_json::Value, name: &str| row[name].as_str().unwrap().to_owned();
    let rows = text.lines().map(|it| serde_json::from_str::<serde_json::Value>(it).unwrap());
    rows.map(|row| (cell(&row, "igrd_nm_1"), cell(&row, "igrd_nm_2"))).collect()
}

#[test]
fn every_row_is_found_by_the_names_that_it_writes_in_either_order() {
    let Some(folder) = tables() else { return };
    let knowledge = Knowledge::shipped().unwrap();
    let book = DurBook::new(entries(&folder), &knowledge.names);
    let rows = raw_pairs(&folder);
    let missed: Vec<_> = rows
        .iter()
        .flat_map(|(one, other)| [(one, other), (other, one)])
        .filter(|(one, other)| !is_found(&book, knowledge, one, other))
        .collect();
    eprintln!("{} rows, either order: {} not found", rows.len(), missed.len());
    assert!(rows.len() > 1_500, "{}: the table is read otherwise", rows.len());
    assert!(missed.is_empty(), "{missed:#?}");
}

/// The table has a row for 펜터민 with the combination, but none for 펜터민 with 토피라메이트 alone.
#[test]
fn a_combination_beside_its_own_ingredient_is_two_products() {
    let Some(folder) = tables() else { return };
    let knowledge = Knowledge::shipped().unwrap();
    let book = DurBook::new(entries(&folder), &knowledge.names);
    for (one, other, expected) in [
        ("펜터민/토피라메이트 복합제", "펜터민", true),
        ("펜터민", "토피라메이트", false),
        ("펜터민 토피라메이트", "펜터민", false),
        ("요오드화나트륨", "옥사피움", false),
    ] {
        assert_eq!(is_found(&book, knowledge, one, other), expected, "{one} | {other}");
    }
}

/// Drugs that are often taken together; the tables have a row for none of their pairs.
const HARMLESS: [&str; 21] = [
    "아세트아미노펜",
    "아목시실린",
    "세티리진",
    "로라타딘",
    "암브록솔",
    "로페라미드",
    "락툴로오스",
    "파모티딘",
    "시메티콘",
    "레보티록신",
    "엽산",
    "암로디핀",
    "로사르탄",
    "히드로클로로티아지드",
    "란소프라졸",
    "몬테루카스트",
    "글리메피리드",
    "칼슘",
    "아스코르브산",
    "이부프로펜",
    "프로바이오틱스",
];

#[test]
fn harmless_pairs_raise_nothing() {
    let Some(folder) = tables() else { return };
    let knowledge = Knowledge::shipped().unwrap();
    let book = DurBook::new(entries(&folder), &knowledge.names);
    let pairs = HARMLESS.iter().enumerate();
    let pairs =
        pairs.flat_map(|(at, one)| HARMLESS[at + 1..].iter().map(move |other| (one, other)));
    let alarms: Vec<_> =
        pairs.clone().filter(|(one, other)| is_found(&book, knowledge, one, other)).collect();
    eprintln!("{} harmless pairs, {} alarms", pairs.count(), alarms.len());
    assert!(alarms.is_empty(), "{alarms:?}");
}

#[test]
fn the_person_decides_which_tables_speak() {
    let Some(folder) = tables() else { return };
    let knowledge = Knowledge::shipped().unwrap();
    let book = DurBook::new(entries(&folder), &knowledge.names);
    let nobody = Person::default();
    let pregnant = Person { pregnant: true, ..nobody };
    let child = Person { age_months: Some(5), ..nobody };
    let old = Person { elderly: true, ..nobody };
    let check = |drug: &str, person: &Person, table: DurTable, expected: bool| {
        let named = book.drug_mentions(drug, &knowledge.names);
        let notices = book.check(drug, &named, person, &knowledge.names);
        let found = notices.iter().any(|it| it.table == table);
        assert_eq!(found, expected, "{drug} {table:?} {notices:?}");
    };
    check("이부프로펜", &pregnant, DurTable::Pregnancy, true);
    check("이부프로펜", &nobody, DurTable::Pregnancy, false);
    check("아미트리프틸린", &old, DurTable::Elderly, true);
    check("아미트리프틸린", &nobody, DurTable::Elderly, false);
    check("이부프로펜, 나프록센", &nobody, DurTable::Duplicate, true);
    check("이부프로펜, 아목시실린", &nobody, DurTable::Duplicate, false);
    check("클로르프로마진", &child, DurTable::Age, true);
    check("클로르프로마진", &nobody, DurTable::Age, false);
    check("아세트아미노펜", &nobody, DurTable::Dose, true);
}
