//! Turns of single patients: memory, allergies, dangers, references, the cache, and reasons to stop.

use simui_consult::answer::Kind;
use simui_consult::complexity::Complexity;
use simui_consult::quality::Scorer;
use simui_consult::{ConsultState, Mode, Part, Parts, StopReason};

use super::desk::{Desk, PASSAGES};

/// Checks that every sentence quoted from a document is in a passage of that document, word for word.
pub fn every_sentence_has_its_source(state: &ConsultState) {
    for paragraph in state.answer.paragraphs.iter().filter(|it| it.kind == Kind::Quote) {
        let (sentences, mark) = paragraph.text.rsplit_once(" [문서 ").unwrap();
        let n: u32 = mark.trim_end_matches(']').parse().unwrap();
        let citation = state.answer.citations.iter().find(|it| it.n == n).unwrap();
        let stored = PASSAGES
            .iter()
            .find(|it| it.0 == citation.title && it.1 == citation.section)
            .unwrap_or_else(|| panic!("{citation:?}"));
        assert!(stored.2.contains(&citation.quote), "{citation:?}");
        for sentence in sentences.split_inclusive(". ") {
            assert!(stored.2.contains(sentence.trim()), "{sentence} is not in {}", stored.2);
        }
    }
    for paragraph in &state.answer.paragraphs {
        let sourced = matches!(paragraph.kind, Kind::Quote) || paragraph.n.is_some();
        assert_eq!(sourced, paragraph.text.contains("[문서 "), "{paragraph:?}");
    }
}

fn kinds(state: &ConsultState) -> Vec<Kind> {
    state.answer.paragraphs.iter().map(|it| it.kind).collect()
}

#[test]
fn a_turn_is_answered_for_its_patient() {
    let mut desk = Desk::new();
    let stated = desk.send("a", "65세 남성이고 와파린 먹고 있어요. 페니실린 알레르기가 있어요.");
    assert_eq!(stated.intent.complexity, Complexity::Statement);
    assert_eq!(stated.stopped_by, Some(StopReason::NoRetrieval));
    assert!(
        stated.kept && stated.facts.remembered.iter().any(|it| it.contains("페니실린")),
        "{stated:#?}"
    );
    let answer = stated.answer.text();
    assert!(answer.contains("와파린") && answer.contains("기록했습니다"), "{answer}");

    let asked = desk.send("a", "이부프로펜 먹어도 돼요?");
    assert_eq!((asked.intent.k, asked.stopped_by), (3, Some(StopReason::QualityMet)));
    assert_eq!(asked.quality.map(|it| it.by), Some(Scorer::Judge));
    let answer = asked.answer.text();
    assert!(answer.contains("[병용금기]") && answer.contains("와파린(기록된 복용약)"), "{answer}");
    assert!(asked.used.contains(&"와파린".to_owned()), "{:?}", asked.used);
    assert!(answer.contains("이부프로펜은 위장 출혈") || answer.contains("이부프로펜"), "{answer}");
    assert!(answer.ends_with("의사·약사와 꼭 상담하세요."), "{answer}");
    every_sentence_has_its_source(&asked);

    assert!(!answer.contains("임신"), "a man of 65: {answer}");

    // Nothing of it reaches another patient.
    let other = desk.send("b", "이부프로펜 먹어도 돼요?");
    assert!(!other.answer.text().contains("와파린(기록"), "{}", other.answer.text());
    assert!(other.facts.is_empty() && other.hit.is_none());
}

#[test]
fn an_allergy_is_respected_turns_later() {
    let mut desk = Desk::new();
    desk.send("a", "페니실린 알레르기가 있어요.");
    for text in ["안녕하세요", "고혈압이 있어요", "암로디핀 부작용이 뭐예요?"]
    {
        let state = desk.send("a", text);
        assert!(state.alerts.is_empty(), "{text}: {:?}", state.alerts);
    }
    let state = desk.send("a", "목이 아픈데 아목시실린 먹어도 되나요?");
    assert_eq!(kinds(&state)[0], Kind::Warning, "{}", state.answer.text());
    assert!(state.answer.paragraphs[0].text.contains("페니실린"), "{}", state.answer.text());
    assert!(state.used.contains(&"페니실린".to_owned()));

    // If no drug is named, none is proposed that the record forbids.
    desk.send("b", "아스피린 알레르기가 있어요.");
    let state = desk.send("b", "머리가 아픈데 뭐 먹으면 되나요?");
    assert!(
        state.answer.citations.iter().all(|it| it.title != "이부프로펜"),
        "{}",
        state.answer.text()
    );
    assert!(state.answer.citations.iter().any(|it| it.title == "아세트아미노펜"));
    assert!(state.answer.text().contains("답에서 뺐습니다"), "{}", state.answer.text());
    // A row of the DUR tables forbids it with what the patient takes.
    desk.send("c", "와파린 먹고 있어요.");
    let state = desk.send("c", "머리가 아픈데 뭐 먹으면 되나요?");
    let answer = state.answer.text();
    assert!(state.answer.citations.iter().all(|it| it.title != "이부프로펜"), "{answer}");
    assert!(answer.contains("병용금기에 해당하여 이부프로펜"), "{answer}");
    assert!(answer.contains("기록된 약(와파린)과 함께 써도 되는지"), "{answer}");
}

#[test]
fn danger_comes_first_whatever_is_asked() {
    let mut desk = Desk::new();
    for text in [
        "혈압이 190에 120인데 아세트아미노펜 용법 알려 주세요",
        "혈압이 190에 120이에요",
        "안녕하세요 혈압이 190에 120이에요",
    ] {
        for mode in [Mode::Agent, Mode::Plain] {
            let state = desk.send_in("a", text, mode, Parts::default());
            let first = &state.answer.paragraphs[0];
            assert!(first.kind == Kind::Warning && first.text.contains("119"), "{text}: {first:?}");
        }
    }
    // A pregnancy stated in an earlier turn counts for a drug of this turn.
    let mut desk = Desk::new();
    desk.send("c", "임신 12주예요.");
    let state = desk.send("c", "이소트레티노인 먹어도 되나요?");
    assert!(
        state.answer.paragraphs[0].text.contains("임신 중에 쓰면 안 되는"),
        "{}",
        state.answer.text()
    );
    let state = desk.send("d", "이소트레티노인 먹어도 되나요?");
    assert_ne!(kinds(&state)[0], Kind::Warning);
}

#[test]
fn a_danger_of_an_earlier_turn_is_repeated_first() {
    const HEART: &str = "가슴이 쥐어짜듯 아파요";
    let mut desk = Desk::new();
    desk.send("a", HEART);
    for text in ["안녕하세요", "아세트아미노펜 용법 알려 주세요", "아세트아미노펜 용법 알려 주세요"]
    {
        let state = desk.send("a", text);
        let first = &state.answer.paragraphs[0];
        assert!(
            first.kind == Kind::Warning && first.text.contains("분 전에 말씀하신"),
            "{first:?}"
        );
        let count = state.answer.text().matches("119").count();
        assert_eq!(count, 1, "{}", state.answer.text());
    }
    assert!(!desk.send("a", HEART).answer.text().contains("전에 말씀하신"));
    // Neither another patient nor a turn in plain mode gets the alert.
    assert_ne!(kinds(&desk.send("b", "아세트아미노펜 용법 알려 주세요"))[0], Kind::Warning);
    let plain = desk.send_in("a", "아세트아미노펜 용법", Mode::Plain, Parts::default());
    assert_ne!(kinds(&plain)[0], Kind::Warning);
}

#[test]
fn references_to_earlier_drugs_are_resolved() {
    let mut desk = Desk::new();
    desk.send("a", "와파린 먹고 있어요");
    let state = desk.send("a", "제가 먹는 약이랑 이부프로펜 같이 먹어도 되나요?");
    assert!(state.answer.text().contains("출혈"), "{}", state.answer.text());
    let mut desk = Desk::new();
    desk.send("b", "아세트아미노펜 용법 알려 주세요");
    let state = desk.send("b", "그 약 술이랑 먹어도 돼요?");
    assert!(state.answer.text().contains("간 손상"), "{}", state.answer.text());
}

#[test]
fn a_kept_answer_is_served_to_its_own_patient_only() {
    let mut desk = Desk::new();
    desk.send("a", "고혈압이 있어요");
    let first = desk.send("a", "아세트아미노펜 하루 최대 용량이 얼마예요?");
    let again = desk.send("a", "아세트아미노펜 하루 최대 용량이 얼마예요?");
    assert_eq!(again.stopped_by, Some(StopReason::CacheHit));
    assert_eq!((again.intent, again.quality), (first.intent, first.quality));
    assert_eq!(again.answer.citations, first.answer.citations);
    let quotes = |state: &ConsultState| -> Vec<String> {
        let sourced = state.answer.paragraphs.iter().filter(|it| it.n.is_some());
        sourced.map(|it| it.text.clone()).collect()
    };
    assert_eq!(quotes(&again), quotes(&first));
    // Another patient with an equal record does not get the answer.
    desk.send("b", "고혈압이 있어요");
    let other = desk.send("b", "아세트아미노펜 하루 최대 용량이 얼마예요?");
    assert!(other.hit.is_none() && other.nearest.is_none());
    // Another drug, or a new fact of the patient, makes another question.
    for text in [
        "이부프로펜 하루 최대 용량이 얼마예요?",
        "임신 중인데 아세트아미노펜 하루 최대 용량이 얼마예요?",
    ] {
        assert!(desk.send("a", text).hit.is_none(), "{text}");
    }
    desk.corpus = 2;
    assert!(desk.send("b", "아세트아미노펜 하루 최대 용량이 얼마예요?").hit.is_none());

    // An answer for which nothing of anybody was known is shared.
    let mut desk = Desk::new();
    let first = desk.send("x", "이부프로펜 용법 알려 주세요");
    assert_eq!(first.key.as_ref().and_then(|it| it.patient.clone()), None);
    assert!(desk.send("y", "이부프로펜 용법 알려 주세요").hit.is_some());
    desk.send("z", "와파린 먹어요");
    assert!(desk.send("z", "이부프로펜 용법 알려 주세요").hit.is_none());
    assert!(desk.send_without("y", "이부프로펜 용법 알려 주세요", Part::Cache).hit.is_none());
}

#[test]
fn every_turn_ends_for_a_reason() {
    use StopReason::*;
    for (text, mode, without, reasons) in [
        ("안녕하세요", Mode::Agent, None, vec![NoRetrieval]),
        ("네 감사합니다", Mode::Agent, None, vec![NoRetrieval]),
        ("삼성전자 주가 알려줘", Mode::Agent, None, vec![OutOfScope]),
        ("아세트아미노펜 용법", Mode::Agent, None, vec![QualityMet]),
        ("아세트아미노펜 용법", Mode::Plain, None, vec![PlainMode]),
        ("아세트아미노펜 용법", Mode::Agent, Some(Part::Refine), vec![RefineOff]),
        // No document has an answer.
        (
            "아베마시클립 보관 방법",
            Mode::Agent,
            None,
            vec![DuplicateDocuments, NoProgress, MaxIterations],
        ),
        ("아베마시클립 보관 방법", Mode::Agent, Some(Part::DuplicateGuard), vec![NoProgress]),
    ] {
        let mut desk = Desk::new();
        let state = desk.send_in("a", text, mode, Parts::without(without));
        let reason = state.stopped_by.unwrap();
        assert!(reasons.contains(&reason), "{text} {without:?}: {reason:?}");
        assert!(state.iterations <= 2 && !state.answer.paragraphs.is_empty());
    }
}

#[test]
fn both_guards_out_the_iterations_still_end() {
    let mut desk = Desk::new();
    let parts = Parts::without([Part::DuplicateGuard, Part::ProgressGuard]);
    let state = desk.send_in("a", "아베마시클립 보관 방법", Mode::Agent, parts);
    assert_eq!((state.stopped_by, state.iterations), (Some(StopReason::MaxIterations), 2));
    assert_eq!(state.searches.len(), 3);
    assert!(!state.rewritten.is_empty() && state.answer.text().contains("정보 부족"));
}

#[test]
fn a_turn_is_answered_without_any_one_part() {
    for part in Part::ALL {
        let mut desk = Desk::new();
        desk.send_without("a", "65세이고 와파린 먹고 있어요", part);
        let state = desk.send_without("a", "이부프로펜 먹어도 되나요?", part);
        assert!(state.answer.text().contains("이부프로펜"), "{part}");
        every_sentence_has_its_source(&state);
        let knows = state.answer.text().contains("와파린(기록된 복용약)");
        let should = !matches!(part, Part::Memory | Part::Slots | Part::Dur);
        assert_eq!(knows, should, "{part}: {}", state.answer.text());
    }
}

#[test]
fn plain_mode_neither_reads_nor_writes_the_record() {
    let mut desk = Desk::new();
    desk.send("a", "와파린 먹고 있어요");
    let state = desk.send_in(
        "a",
        "고혈압이 있는데 이부프로펜 먹어도 되나요?",
        Mode::Plain,
        Parts::default(),
    );
    assert!(state.facts.is_empty() && !state.kept && state.quality.is_none());
    let state = desk.send("a", "고마워요");
    assert!(!state.facts.summary.contains("고혈압"), "{}", state.facts.summary);
}
