//! Every pair of the shared DUR tables is found by any of its names, in either order; harmless pairs raise no
//! notice.
#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "a test stops at the first surprise, and says what it skips"
)]

use std::collections::{BTreeSet, HashSet};
use std::path::{Path, PathBuf};

use proptest::prelude::*;
use simui_corpus::{SourceFile, read};
use simui_domain::{ChunkId, Clock, DocumentId};
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

/// Drugs of invented rows, in Korean and English.
const DRUGS: [(&str, &str); 4] = [
    ("이트라코나졸", "Itraconazole"),
    ("심바스타틴", "Simvastatin"),
    ("가상신", "gasangsin"),
    ("나상신", "nasangsin"),
];

/// A row of pairs or of ages with invented products.
fn row() -> impl Strategy<Value = (String, String)> {
    let numbers = (0..4_usize, 0..4_usize, 0..3_u8, 0..3_u8, 0..2_u8, any::<bool>());
    numbers.prop_map(|(one, other, product, beside, reason, of_pairs)| {
        let (korean, english) = DRUGS[one];
        let drug = format!("성분명: {korean}\n제품명: 안개{product}정\n제품코드: {product}\n");
        let reason = format!("금기사유: 까닭 {reason}");
        if of_pairs {
            let second = DRUGS[other].0;
            let row = format!("{drug}성분명 2: {second}\n제품명 2: 서리{beside}정\n{reason}");
            (format!("병용금기 {korean} + {second}"), row)
        } else {
            let age = format!("성분명(일반명): {english}\n특정연령: {}세 미만", 2 + 10 * beside);
            (format!("특정연령대금기 {korean}"), format!("{drug}{age}\n{reason}"))
        }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    /// One row of each meaning with the products of all gives the notices that all rows give; a cited row is
    /// one of the named products where there is one.
    #[test]
    fn rows_that_say_the_same_are_one(rows in prop::collection::vec(row(), 0..40)) {
        let knowledge = Knowledge::shipped().unwrap();
        let entry = |(at, (heading, text)): (usize, &(String, String))| {
            DurEntry::read(ChunkId(at.to_string()), DocumentId("dur".into()), heading, text).unwrap()
        };
        let entries: Vec<DurEntry> = rows.iter().enumerate().map(entry).collect();
        let all = DurBook::new(entries.clone(), &knowledge.names);
        let products = entries.iter().flat_map(DurEntry::products).flatten().collect();
        let mut meanings = HashSet::new();
        let one_each = entries.iter().filter(|it| meanings.insert(it.meaning())).cloned();
        let few = DurBook::of_meanings(one_each.collect(), products, &knowledge.names);
        let child = Person { age_months: Some(60), ..Person::default() };
        let check = |book: &DurBook, text: &str| {
            let named = book.drug_mentions(text, &knowledge.names);
            let mentions: Vec<_> = named.iter().map(|it| (it.ingredient.clone(), it.span)).collect();
            let notices = book.check(text, &named, &child, &knowledge.names);
            let contents: Vec<_> =
                notices.iter().map(|it| (it.table, it.drugs.clone(), it.warning.clone())).collect();
            (mentions, contents, notices)
        };
        for (one, other) in [(0, 1), (1, 2), (2, 3)] {
            for text in [
                format!("{}하고 {}", DRUGS[one].0, DRUGS[other].0),
                format!("안개{one}정이랑 서리{}정", other % 3),
            ] {
                let (found, expected) = (check(&few, &text), check(&all, &text));
                prop_assert_eq!((&found.0, &found.1), (&expected.0, &expected.1), "{}", text);
                let products = few.products_named(&text);
                let named = |entry: &&DurEntry| {
                    let of_row = entry.products();
                    of_row.iter().all(|it| it.as_ref().is_some_and(|it| products.contains(&it.0)))
                };
                let named: Vec<DurEntry> = entries.iter().filter(named).cloned().collect();
                let cited = check(&few.citing(named.clone(), &knowledge.names), &text);
                prop_assert_eq!(&cited.1, &expected.1, "{}", text);
                for notice in &cited.2 {
                    let same = named.iter().find(|entry| {
                        meaning_of(&entries, &notice.chunk_id) == Some(entry.meaning())
                    });
                    prop_assert!(same.is_none_or(|_| named.iter().any(|it| it.chunk_id == notice.chunk_id)));
                }
            }
        }
    }
}

fn meaning_of(entries: &[DurEntry], id: &ChunkId) -> Option<String> {
    entries.iter().find(|it| it.chunk_id == *id).map(DurEntry::meaning)
}
