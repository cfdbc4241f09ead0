//! Tests imported names beside the lexicon. The tables are invented for these tests; nothing in them is
//! licensed.
#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use simui_clinical::ClinicalError;
use simui_clinical::vocabulary::{
    ImportedNames, Names, Vocabulary, read_medcat, read_umls, read_umls_types,
};
use simui_clinical::{Extractor, Slot, Slots};

const MRSTY: &str = "C9000001|T047|B2.2.1.2.1|Disease or Syndrome|AT1||\n\
    C9000002|T121|A1.4.1.1.1|Pharmacologic Substance|AT2||\n\
    C9000003|T184|A2.2.2|Sign or Symptom|AT3||\n\
    C9000003|T033|A2.2|Finding|AT4||\n\
    C9000004|T033|A2.2|Finding|AT5||\n\
    C0011849|T047|B2.2.1.2.1|Disease or Syndrome|AT6||\n";

/// A row of MRCONSO.RRF with the given columns.
fn row(cui: &str, lat: &str, preferred: &str, text: &str, suppress: &str) -> String {
    format!("{cui}|{lat}|S|L1|PF|S1|{preferred}|A1||||OWN|PT|1|{text}|0|{suppress}||\n")
}

fn mrconso() -> String {
    [
        row("C9000001", "ENG", "Y", "Glimmer fever", "N"),
        row("C9000001", "KOR", "Y", "반짝열병", "N"),
        row("C9000001", "FRE", "Y", "Fièvre brillante", "N"),
        row("C9000001", "ENG", "N", "Shimmering pyrexia of the hills", "N"),
        row("C9000002", "KOR", "Y", "가나다라정", "N"),
        row("C9000002", "ENG", "Y", "Ganadarine", "N"),
        row("C9000003", "KOR", "Y", "무지개 시야", "N"),
        row("C9000003", "KOR", "Y", "옛이름", "O"),
        row("C9000004", "KOR", "Y", "아무 소견", "N"),
        row("C0011849", "KOR", "Y", "단오줌병", "N"),
        row("C9000001", "KOR", "Y", "고혈압", "N"),
        row("C9000001", "ENG", "Y", "Fever, glimmering (disorder)", "N"),
    ]
    .concat()
}

fn umls() -> (Vocabulary, ImportedNames) {
    let slots = read_umls_types("MRSTY.RRF", MRSTY.as_bytes()).unwrap();
    let mut names = Names::default();
    read_umls("MRCONSO.RRF", mrconso().as_bytes(), &slots, &mut names).unwrap();
    names.finish("MRCONSO.RRF").unwrap()
}

fn read(vocabulary: &Vocabulary, text: &str) -> Slots {
    Extractor::shipped().unwrap().with_vocabulary(vocabulary).extract(text).unwrap()
}

#[test]
fn only_names_of_a_slot_in_two_languages_are_taken() {
    let (vocabulary, report) = umls();
    assert_eq!((vocabulary.concepts(), vocabulary.forms()), (4, 7));
    let expected = ImportedNames { lines: 12, concepts: 4, korean: 5, english: 2, left_out: 5 };
    assert_eq!(report, expected);
}

#[test]
fn imported_names_are_found_and_judged_like_the_lexicons() {
    let (vocabulary, _) = umls();
    let text = "어머니가 반짝열병이 있으셨고 저는 ganadarine을 먹어요. 무지개시야는 없어요. 단오줌병도 있고 고혈압도 있어요.";
    let slots = read(&vocabulary, text);
    let letters: Vec<char> = text.chars().collect();
    let item = |item: &simui_clinical::Item| {
        assert_eq!(letters[item.start..item.end].iter().collect::<String>(), item.text);
        (item.name.clone(), item.cui.clone().unwrap_or_default(), item.status.as_str())
    };
    let conditions: Vec<_> = slots.conditions.iter().map(item).collect();
    assert_eq!(
        conditions,
        [
            ("반짝열병".into(), "C9000001".into(), "family"),
            // The lexicon has this concept: it keeps its name and gains a form.
            ("당뇨병".into(), "C0011849".into(), "active"),
            // The lexicon has this form: its meaning stays.
            ("고혈압".into(), "C0020538".into(), "active"),
        ]
    );
    let drugs: Vec<_> = slots.medications.iter().map(item).collect();
    assert_eq!(drugs, [("가나다라정".into(), "C9000002".into(), "active")]);
    let symptoms: Vec<_> = slots.symptoms.iter().map(item).collect();
    assert_eq!(symptoms, [("무지개 시야".into(), "C9000003".into(), "negated")]);
}

#[test]
fn an_import_changes_nothing_that_the_lexicon_reads() {
    let (vocabulary, _) = umls();
    let (own, both) =
        (Extractor::shipped().unwrap(), Extractor::shipped().unwrap().with_vocabulary(&vocabulary));
    for text in [
        "65세 남성, 고혈압과 당뇨가 있고 메트포르민 500mg 하루 두 번",
        "머리가 아프고 열이 38.5도예요. 페니실린 알레르기",
        "no fever or cough, on warfarin, INR 2.4",
    ] {
        assert_eq!(own.extract(text).unwrap(), both.extract(text).unwrap(), "{text}");
    }
}

#[test]
fn a_medcat_table_is_read_by_the_names_of_its_columns() {
    let table = "cui,name,type_ids,name_status,ontologies\n\
        C9100001,\"흰달증, 급성\",T047,P,OWN\n\
        C9100001,흰달증,T047,P,OWN\n\
        C9100002,moonstone tablet,T033|T121,A,OWN\n\
        C9100003,\"say \"\"hm\"\"\",T184,A,OWN\n\
        C9100004,모호증,T047,N,OWN\n\
        C9100005,어떤것,T999,P,OWN\n";
    let mut names = Names::default();
    read_medcat("cdb.csv", table.as_bytes(), &mut names).unwrap();
    let (vocabulary, report) = names.finish("cdb.csv").unwrap();
    assert_eq!((report.lines, report.concepts, report.left_out), (6, 3, 3));
    let slots = read(&vocabulary, "흰달증이 있어서 moonstone tablet 복용 중");
    assert_eq!(slots.conditions[0].name, "흰달증");
    assert_eq!(slots.medications[0].cui.as_deref(), Some("C9100002"));
}

#[test]
fn a_written_vocabulary_is_read_again_and_joined_with_another() {
    let (vocabulary, _) = umls();
    let lines: Vec<String> = vocabulary.lines().collect();
    let text = lines.join("\n");
    assert_eq!(Vocabulary::read("umls", &text).unwrap(), vocabulary);
    for (from, to) in [("0\t", "99\t"), ("C\t", "Q\t")] {
        let broken = text.replacen(from, to, 1);
        assert!(Vocabulary::read("umls", &broken).is_err(), "{from}");
    }
    let mut names = Names::default();
    let table = "name,cui,type_ids\n반짝열병,X1,T184\n새말증,X2,T184\n";
    read_medcat("cdb.csv", table.as_bytes(), &mut names).unwrap();
    let both = vocabulary.and(names.finish("cdb.csv").unwrap().0);
    let slots = read(&both, "반짝열병과 새말증이 있어요");
    assert_eq!(slots.conditions[0].name, "반짝열병");
    assert_eq!(slots.symptoms[0].name, "새말증");
    assert!(!Extractor::shipped().unwrap().lexicon().has_concept(Slot::Symptom, "새말증"));
}

#[test]
fn the_first_wrong_line_is_named() {
    let types = |text: &str| read_umls_types("MRSTY.RRF", text.as_bytes()).map(|_| ());
    let names = |text: &[u8]| {
        let slots = read_umls_types("MRSTY.RRF", MRSTY.as_bytes())?;
        let mut names = Names::default();
        read_umls("MRCONSO.RRF", text, &slots, &mut names)?;
        names.finish("MRCONSO.RRF").map(|_| ())
    };
    let medcat = |text: &str| {
        let mut names = Names::default();
        read_medcat("cdb.csv", text.as_bytes(), &mut names)?;
        names.finish("cdb.csv").map(|_| ())
    };
    let good = row("C9000001", "KOR", "Y", "반짝열병", "N");
    let cases: Vec<(Result<(), ClinicalError>, &str)> = vec![
        (types("C9000001|T047|\nC12|T047|\n"), "MRSTY.RRF:2: \"C12\" is no concept"),
        (types("C9000001|Disease|\n"), "MRSTY.RRF:1: \"Disease\" is no semantic type"),
        (types("C9000001\n"), "MRSTY.RRF:1: fewer than 2 fields"),
        (names(format!("{good}C9000001|KOR|S\n").as_bytes()), "MRCONSO.RRF:2: 3 fields"),
        (names(b"C900\xff0001|KOR|\n"), "MRCONSO.RRF:1: not UTF-8"),
        (names(&vec![b'x'; 70_000]), "MRCONSO.RRF:1: longer than 65536 bytes"),
        (names(row("C9000004", "KOR", "Y", "아무", "N").as_bytes()), "MRCONSO.RRF:1: no name of"),
        (medcat("name,cui\n"), "cdb.csv:1: no column \"type_ids\""),
        (medcat("name,cui,type_ids\n흰달증,,T047\n"), "cdb.csv:2: no cui"),
        (medcat("name,cui,type_ids\n\"흰달증,C1,T047\n"), "cdb.csv:2: a quotation mark"),
        (medcat("name,cui,type_ids\n흰달증\n"), "cdb.csv:2: 1 fields"),
        (medcat(""), "cdb.csv:0: no name of"),
    ];
    for (result, message) in cases {
        let error = result.unwrap_err().to_string();
        assert!(error.contains(message), "{error} lacks {message}");
        assert!(error.contains("nothing was imported"), "{error}");
        assert_eq!(error.lines().count(), 1, "{error}");
    }
}
