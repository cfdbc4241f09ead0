//! A desk of patients in memory.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock, Mutex, OnceLock};

use jiff::{SignedDuration, Timestamp};
use simui_clinical::Extractor;
use simui_consult::budget::{Plan, WINDOW, by_morphemes};
use simui_consult::cache::{Entry, ResponseCache};
use simui_consult::complexity::DocumentCounts;
use simui_consult::rules::Rules;
use simui_consult::safety::Safety;
use simui_consult::{
    ConsultState, EarlierTurn, Effects, Mode, Part, Parts, Turn, TurnInput, TurnResources,
    consult_graph,
};
use simui_domain::Clock;
use simui_flow::{Engine, Limits, RamJournal, RunStatus};
use simui_patient::{MemoryRules, Profile, TurnTime};
use simui_pharmacy::dur::{DurBook, DurEntry};
use simui_pharmacy::knowledge::Knowledge;
use simui_pharmacy::pipeline::roles::{AskModel, PASSAGE_CHARS};
use simui_pharmacy::retrieval::scope::Guard;
use simui_pharmacy::{Find, Passage, Shelf, Wanted};
use simui_search::analysis::{Analyser, Dictionary};
use simui_search::fusion::Profiles;
use simui_search::routes::{Job, Routes};

pub const PASSAGES: [(&str, &str, &str); 16] = [
    (
        "아세트아미노펜",
        "용법·용량",
        "성인은 한 번에 500mg씩 먹습니다. 하루 최대 용량은 4,000mg입니다.",
    ),
    ("아세트아미노펜", "상호작용", "아세트아미노펜과 술을 함께 하면 간 손상 위험이 커집니다."),
    ("아세트아미노펜", "효능·효과", "아세트아미노펜은 두통과 열을 줄입니다."),
    ("아세트아미노펜", "임부·수유부", "아세트아미노펜은 임신 중에 의사와 상담하고 씁니다."),
    (
        "와파린",
        "상호작용",
        "와파린과 이부프로펜을 함께 쓰면 출혈 위험이 커집니다. 와파린은 정해진 시간에 먹습니다.",
    ),
    ("와파린", "용법·용량", "와파린은 하루 한 번 먹습니다."),
    (
        "이부프로펜",
        "임부·수유부",
        "임신 20주 이후에는 이부프로펜을 쓰지 않습니다. 수유부는 먼저 상담합니다.",
    ),
    ("이부프로펜", "효능·효과", "이부프로펜은 두통, 치통, 생리통을 줄입니다."),
    (
        "이부프로펜",
        "용법·용량",
        "이부프로펜은 한 번에 200mg씩 먹고 하루 1,200mg을 넘기지 않습니다.",
    ),
    ("이부프로펜", "경고", "이부프로펜은 위장 출혈을 일으킬 수 있으니 주의하십시오."),
    ("아목시실린", "용법·용량", "아목시실린은 8시간마다 먹습니다."),
    ("아목시실린", "경고", "페니실린에 과민반응이 있던 사람은 아목시실린을 쓰지 마십시오."),
    ("메트포르민", "용법·용량", "메트포르민은 식사와 함께 먹습니다."),
    ("메트포르민", "이상반응", "메트포르민은 설사와 메스꺼움을 일으킬 수 있습니다."),
    ("암로디핀", "이상반응", "암로디핀은 다리 부종을 일으킬 수 있습니다."),
    ("세티리진", "효능·효과", "세티리진은 두드러기와 콧물을 줄입니다."),
];

static EXTRACTOR: LazyLock<Extractor> = LazyLock::new(|| Extractor::shipped().unwrap());
static SAFETY: LazyLock<Safety> = LazyLock::new(|| Safety::shipped(EXTRACTOR.lexicon()).unwrap());
static MEMORY: LazyLock<MemoryRules> = LazyLock::new(|| MemoryRules::shipped().unwrap());
static ANALYSER: LazyLock<Analyser> = LazyLock::new(|| {
    let opened = Dictionary::locate(None).and_then(|found| Analyser::open(&found));
    opened.unwrap_or_else(|_| Analyser::without_dictionary())
});

/// A patient's record and earlier turns.
#[derive(Default)]
struct Patient {
    profile: Profile,
    history: Vec<EarlierTurn>,
}

/// A desk of patients, all in memory.
pub struct Desk {
    patients: BTreeMap<String, Patient>,
    pub answers: Arc<Mutex<ResponseCache>>,
    pub queries: Arc<Mutex<Vec<Vec<String>>>>,
    runtime: tokio::runtime::Runtime,
    pub corpus: u64,
    pub turns: i64,
    pub window: u32,
    pub model: Option<AskModel>,
}

impl Desk {
    pub fn new() -> Self {
        Self {
            patients: BTreeMap::new(),
            answers: Arc::default(),
            queries: Arc::default(),
            runtime: tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap(),
            corpus: 1,
            turns: 0,
            window: WINDOW,
            model: None,
        }
    }

    /// A desk with chat models beside the rules.
    pub fn with_model(model: AskModel) -> Self {
        Self { model: Some(model), ..Self::new() }
    }

    pub fn send(&mut self, patient: &str, text: &str) -> ConsultState {
        self.send_in(patient, text, Mode::Agent, Parts::default())
    }

    pub fn send_without(&mut self, patient: &str, text: &str, part: Part) -> ConsultState {
        self.send_in(patient, text, Mode::Agent, Parts::without([part]))
    }

    /// Answers a turn of a patient. One minute passes between any two turns of the desk.
    pub fn send_in(&mut self, patient: &str, text: &str, mode: Mode, parts: Parts) -> ConsultState {
        self.turns += 1;
        let start: Timestamp = "2026-03-02T09:00:00Z".parse().unwrap();
        let at = start + SignedDuration::from_mins(self.turns);
        let known = self.patients.entry(patient.to_owned()).or_default();
        let time = TurnTime { turn: u32::try_from(known.history.len()).unwrap() + 1, at };
        let (profile, history) = (known.profile.clone(), known.history.clone());
        let (patient_id, turn_text) = (patient.to_owned(), text.to_owned());
        let remembered = Arc::new(Mutex::new(false));
        let (looking, keeping, kept) =
            (self.answers.clone(), self.answers.clone(), remembered.clone());
        let effects = Effects {
            read: Arc::new(move || {
                let known = TurnInput {
                    patient: &patient_id,
                    profile: &profile,
                    history: &history,
                    time,
                    memory: &MEMORY,
                    knowledge: Knowledge::shipped().unwrap(),
                    words: &Rules::shipped().unwrap().words,
                };
                let extract = |text: &str| EXTRACTOR.extract(text).map_err(|it| it.to_string());
                Turn::read(&turn_text, &known, &extract, &|it| SAFETY.warnings(it))
            }),
            remember: Arc::new(move || {
                let kept = kept.clone();
                Box::pin(async move {
                    assert!(!std::mem::replace(&mut *kept.lock().unwrap(), true), "only once");
                    Ok(())
                })
            }),
            find: Arc::new(move |key, vector| looking.lock().unwrap().find(key, vector)),
            keep: Arc::new(move |entry: Entry| keeping.lock().unwrap().keep(entry)),
            embed: Arc::new(embed),
        };
        let resources = Arc::new(TurnResources {
            shelf: shelf(&self.queries, self.model.clone()),
            rules: Rules::shipped().unwrap(),
            effects,
            count: by_morphemes(ANALYSER.clone()),
            window: self.window,
            answer_tokens: 0,
            engine: if self.model.is_some() { "chat" } else { "rules" }.to_owned(),
            documents: documents(),
            search: "counsel".to_owned(),
            corpus: self.corpus,
            turn: OnceLock::new(),
        });
        let graph = Arc::new(consult_graph(&resources).unwrap());
        let clock = Clock::new(move || at, |_| uuid::Uuid::now_v7());
        let engine = Engine::new(graph, Arc::new(RamJournal::new()), clock, Limits::default());
        let run = engine.start("r".into(), "consultation", ConsultState::new(text, mode, parts));
        let stop = self.runtime.block_on(run).unwrap();
        assert_eq!(stop.status, RunStatus::Finished, "{text}: {:?}", stop.failure);
        if *remembered.lock().unwrap() {
            let slots = resources.turn.get().unwrap().slots();
            let known = self.patients.get_mut(patient).unwrap();
            known.profile.absorb(slots, time, &MEMORY);
        }
        let remembered = *remembered.lock().unwrap();
        let turn = resources.turn.get().unwrap();
        let about = turn.slots().another_person().map(str::to_owned);
        let question = stop.state.question.as_ref().filter(|_| stop.state.intent.k > 0);
        let topic = turn.subject.topic().completed_by(question);
        let earlier = EarlierTurn { at, text: text.to_owned(), remembered, about, topic };
        self.patients.get_mut(patient).unwrap().history.push(earlier);
        stop.state
    }
}

/// The shipped numbers of documents.
fn documents() -> DocumentCounts {
    let profiles = Profiles::shipped().unwrap();
    let route = Routes::shipped(&profiles).unwrap().of(Job::Consult, true);
    DocumentCounts::of(&route, profiles.get(&route.profile).unwrap())
}

/// An embedding of morphemes hashed into 128 dimensions, of length 1.
fn embed(text: &str) -> Vec<f32> {
    let mut vector = vec![0.0_f32; 128];
    for term in ANALYSER.terms(text).morphemes {
        let hash =
            term.bytes().fold(7_usize, |hash, byte| hash.wrapping_mul(31) + usize::from(byte));
        vector[hash % 128] += 1.0;
    }
    let length = vector.iter().map(|it| it * it).sum::<f32>().sqrt().max(f32::MIN_POSITIVE);
    vector.iter().map(|it| it / length).collect()
}

fn passage(at: usize, score: f32) -> Passage {
    let (title, heading, text) = PASSAGES[at];
    Passage {
        chunk_id: format!("c{at}").as_str().into(),
        document_id: title.into(),
        title: title.to_owned(),
        heading: heading.to_owned(),
        text: text.to_owned(),
        digest: true,
        score,
    }
}

/// Finds the passages that share a word with a query. `asked` records the queries.
fn find(asked: Arc<Mutex<Vec<Vec<String>>>>) -> Find {
    Arc::new(move |wanted| {
        let found = match wanted {
            Wanted::Sections(documents) => {
                let of = |at: &usize| documents.iter().any(|it| it.as_str() == PASSAGES[*at].0);
                (0..PASSAGES.len()).filter(of).map(|at| passage(at, 0.0)).collect()
            }
            Wanted::Matches(queries) => {
                asked.lock().unwrap().push(queries.clone());
                let scored = |at: usize| {
                    let words = queries.iter().flat_map(|it| it.split(' '));
                    let words = words.filter(|it| it.chars().count() > 1);
                    let (title, _, text) = PASSAGES[at];
                    let shared =
                        words.filter(|it| title.contains(*it) || text.contains(*it)).count();
                    passage(at, f32::from(u8::try_from(shared.min(9)).unwrap()) / 10.0)
                };
                (0..PASSAGES.len()).map(scored).filter(|it| it.score > 0.0).collect()
            }
        };
        Box::pin(async move { Ok(found) })
    })
}

fn shelf(asked: &Arc<Mutex<Vec<Vec<String>>>>, model: Option<AskModel>) -> Arc<Shelf> {
    let knowledge = Knowledge::shipped().unwrap();
    let rows = [
        (
            "d1",
            "병용금기 warfarin + ibuprofen",
            "성분명 1: warfarin\n성분명 2: ibuprofen\n금기사유: 출혈 위험 증가",
        ),
        (
            "d2",
            "병용금기 itraconazole + simvastatin",
            "성분명 1: itraconazole\n성분명 2: simvastatin\n금기사유: 근육병증",
        ),
    ];
    let rows = rows
        .into_iter()
        .filter_map(|(id, label, text)| DurEntry::read(id.into(), "dur".into(), label, text));
    Arc::new(Shelf {
        knowledge: std::sync::Arc::new(knowledge.clone()),
        dur: Arc::new(DurBook::new(rows.collect(), &knowledge.names)),
        analyser: ANALYSER.clone(),
        find: find(asked.clone()),
        guard: Guard { score: 0.05, relevance: 0.55 },
        model,
        passage_chars: PASSAGE_CHARS,
    })
}

#[test]
fn the_context_keeps_to_its_window() {
    let mut desk = Desk::new();
    desk.window = 1_000;
    let state = desk.send("a", "이부프로펜과 아세트아미노펜 용법과 부작용을 알려 주세요");
    let context = state.context.unwrap();
    assert_eq!(context.plan.window, 1_000);
    assert_eq!(context.plan.generation, Plan::of(1_000).generation);
}
