//! A small library for tests: the starter corpus, and invented decisions.

use std::path::Path;
use std::sync::Arc;

use jiff::civil::{Date, date};
use simui_corpus::{ImportOptions, LawBook, import, install_starter};
use simui_domain::{Ad, CaseId, Clock};
use simui_flow::State as _;
use simui_search::analysis::Analyser;
use simui_search::fusion::Profiles;
use simui_search::retriever::{Embeddings, Retriever};
use simui_store::Database;

use crate::library::Library;
use crate::retrieval::{Lane, Search, offline, retrieve};
use crate::rules::RuleBook;
use crate::state::{Retrieved, ReviewDelta, ReviewState};
use crate::{classify, draft, verify};

pub const DAY: Date = date(2026, 11, 21);

pub struct Desk {
    _dir: tempfile::TempDir,
    pub library: Arc<Library>,
    search: Search,
}

fn decision(case: &str, day: &str, body: &str) -> String {
    format!(
        "---\n판례일련번호: '{case}'\n사건번호: {case}\n사건명: 의료법위반\n법원명: 대법원\n선고일자: {day}\n---\n\n# 의료법위반\n\n{body}"
    )
}

/// A decision that cleared the wording of [`super::CLEARED`].
const CLEARING: &str = "## 판시사항\n\n병원 홈페이지에 ‘라식 수술 후 부작용이 전혀 없습니다’라고 적은 의료광고가 의료법에서 금지하는 과대광고에 해당하지 않는다고 한 사례\n\n## 판결요지\n\n‘라식 수술 후 부작용이 전혀 없습니다’라는 의료광고는 전체 인상에 비추어 객관적인 사실을 과장한 과대광고에 해당하지 않는다.\n\n## 판례내용\n\n【피 고 인】 피고인\n【상 고 인】 검사\n【주    문】\n  상고를 기각한다.\n\n【이    유】 원심이 무죄로 판단한 것은 정당하다.\n";

/// A decision that cleared its wording until [`OVERRULING`] gave up its view.
const FALLEN: &str = "## 판시사항\n\n의원 누리집에 ‘평생 재발 없는 허리 치료’라고 적은 의료광고가 의료법에서 금지하는 과대광고에 해당하지 않는다고 한 사례\n\n## 판결요지\n\n‘평생 재발 없는 허리 치료’라는 의료광고는 과대광고에 해당하지 않는다.\n\n## 판례내용\n\n【피 고 인】 피고인\n【상 고 인】 검사\n【주    문】\n  상고를 기각한다.\n\n【이    유】 원심이 무죄로 판단한 것은 정당하다.\n";

const OVERRULING: &str = "## 판시사항\n\n‘재발 없는 치료’라는 의료광고가 의료법에서 금지하는 과대광고에 해당한다고 한 사례\n\n## 판결요지\n\n‘재발 없는 치료’라는 의료광고는 과대광고에 해당한다.\n\n## 판례내용\n\n【피 고 인】 피고인\n【상 고 인】 피고인\n【주    문】\n  상고를 기각한다.\n\n【이    유】 재발 없는 치료라는 광고는 과대광고이다. 이와 달리 본 대법원 2012. 4. 12. 선고 2011도501 판결 등은 이 판결의 견해와 저촉되는 한도 내에서 이를 변경하기로 한다.\n";

/// A law with a deleted article.
const LAW: &str = "---\n제목: 시험법\n법령ID: '000009'\n법령구분: 법률\n공포일자: 2020-01-01\n공포번호: '9'\n시행일자: 2020-01-01\n상태: 시행\n---\n\n##### 제1조 (광고)\n\n누구든지 견주는 광고를 하지 못한다.\n\n##### 제2조\n\n삭제 <2020.1.1>\n";

impl Desk {
    pub async fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        let database = Database::open(&dir.path().join("data")).await.unwrap();
        let clock =
            Clock::new(|| "2026-11-21T00:00:00Z".parse().unwrap(), |_| uuid::Uuid::now_v7());
        install_starter(&database, &clock).await.unwrap();
        for (name, text) in [
            ("1.md", decision("2016도777", "2016-05-12", CLEARING)),
            ("2.md", decision("2011도501", "2012-04-12", FALLEN)),
            ("3.md", decision("2018도999", "2019-06-13", OVERRULING)),
            ("4.md", LAW.to_owned()),
        ] {
            std::fs::write(dir.path().join(name), text).unwrap();
            import_file(&database, &dir.path().join(name), &clock).await;
        }
        let analyser = Analyser::without_dictionary();
        let folder = dir.path().join("index");
        let (retriever, _) =
            Retriever::open(&database, &Embeddings::none(), &analyser, &folder, &mut |_| {})
                .await
                .unwrap();
        let library = Library {
            rules: Arc::new(RuleBook::new(&[], analyser).unwrap()),
            retriever: Arc::new(retriever),
            law: Arc::new(LawBook::new(database.clone())),
            technologies: [].into(),
            rulings: Arc::default(),
            database,
        };
        let profiles = Profiles::shipped().unwrap();
        let search = offline(profiles.get("review").unwrap().clone());
        Self { _dir: dir, library: Arc::new(library), search }
    }

    /// Runs a review up to its first draft.
    pub async fn drafted(&self, text: &str) -> ReviewState {
        self.drafted_on(text, DAY).await
    }

    /// Runs a review of an advertisement of `day` up to its first draft.
    pub async fn drafted_on(&self, text: &str, day: Date) -> ReviewState {
        let ad = Ad { text: text.to_owned(), ..Ad::default() };
        let mut state = ReviewState::new(CaseId::from("case"), ad, day);
        state.apply(classify::claims(&state, &self.library).unwrap());
        state.apply(classify::findings(&state, &self.library).unwrap());
        for (lane, delta) in [
            (Lane::Statutes, ReviewDelta::Statutes as fn(Vec<Retrieved>) -> ReviewDelta),
            (Lane::Guidelines, ReviewDelta::Guidelines),
            (Lane::Precedents, ReviewDelta::Precedents),
        ] {
            let found = retrieve(&state, &self.library, &self.search, lane).await.unwrap();
            state.apply(delta(found));
        }
        self.draft(&mut state).await;
        state
    }

    pub async fn draft(&self, state: &mut ReviewState) {
        let draft = draft::write(state, &self.library).await.unwrap();
        state.apply(ReviewDelta::Drafted(Box::new(draft)));
    }

    pub async fn verify(&self, state: &mut ReviewState) {
        let verified = verify::attack(state, &self.library).await.unwrap();
        state.apply(verified);
    }
}

async fn import_file(database: &Database, path: &Path, clock: &Clock) {
    let options = ImportOptions { jobs: 1, ..ImportOptions::default() };
    let report = import(&[path.to_owned()], &options, database, clock, &|_| {}).await.unwrap();
    assert_eq!(report.documents, 1, "{}: {report:?}", path.display());
}
