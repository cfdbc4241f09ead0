//! Tests of decisions that have lost their legal basis: the norm was struck down, the decision was overruled,
//! or its article was deleted or changed.
#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "a test stops at the first surprise, and says what it skips"
)]

use std::path::Path;

use jiff::civil::Date;
use simui_corpus::{ImportOptions, LawBook, import};
use simui_domain::{CitationStatus, DocumentKind};
use simui_store::Database;
use tempfile::TempDir;

use crate::common;

struct Desk {
    dir: TempDir,
    database: Database,
    book: LawBook,
}

impl Desk {
    async fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        let database = Database::open(&dir.path().join("data")).await.unwrap();
        Self { book: LawBook::new(database.clone()), database, dir }
    }

    async fn write(&self, name: &str, text: &str) {
        let path = self.dir.path().join(name);
        std::fs::write(&path, text).unwrap();
        self.take_in(&path).await;
    }

    async fn take_in(&self, path: &Path) {
        let options = ImportOptions { jobs: 2, ..ImportOptions::default() };
        let paths = [path.to_owned()];
        let report =
            import(&paths, &options, &self.database, &common::clock(), &|_| {}).await.unwrap();
        assert!(report.documents > 0 || report.unchanged > 0, "{}: {report:?}", path.display());
    }

    /// The reason why the decision with this number no longer counts on a given day.
    async fn lost(&self, case: &str, day: &str) -> Option<String> {
        let documents = self.database.documents().await.unwrap();
        let named = |it: &&simui_domain::Document| it.title.contains(&format!(" {case} "));
        let id = documents.iter().find(named).unwrap().id.clone();
        let lost = self.book.lost_ground(&id, day.parse().unwrap()).await.unwrap();
        lost.map(|lost| lost.why)
    }
}

fn law(number: &str, from: &str, body: &str) -> String {
    format!(
        "---\n제목: 시험법\n법령ID: '000001'\n법령구분: 법률\n공포일자: {from}\n공포번호: '{number}'\n시행일자: {from}\n상태: 시행\n---\n{body}"
    )
}

fn decision(court: &str, case: &str, day: &str, body: &str) -> String {
    format!(
        "---\n판례일련번호: '{case}'\n사건번호: {case}\n사건명: 시험법위반\n법원명: {court}\n선고일자: {day}\n---\n\n# 시험법위반\n\n{body}"
    )
}

fn applying(provision: &str) -> String {
    format!(
        "## 판시사항\n\n병원 광고가 시험법 {provision}에서 금지하는 광고에 해당하지 않는다고 한 사례\n\n## 판례내용\n\n【피 고 인】 피고인\n【상 고 인】 검사\n【주    문】\n  상고를 기각한다.\n\n【이    유】 이 사건 광고 문구는 시험법 {provision}에서 금지하는 광고라고 볼 수 없다.\n"
    )
}

async fn small() -> Desk {
    let desk = Desk::new().await;
    let first = "\n##### 제1조 (금지)\n\n**①** 누구든지 겁을 주는 광고를 하지 못한다.\n\n**②** 누구든지 심의를 받지 아니한 광고를 하지 못한다.\n\n**③** 누구든지 견주는 광고를 하지 못한다.\n\n##### 제2조 (알림)\n\n**①** 알릴 것을 알린다.\n";
    let later = "\n##### 제1조 (금지)\n\n**①** 누구든지 겁을 주는 광고를 하지 못한다.\n\n**②** 누구든지 심의를 받지 아니한 광고를 하지 못한다.\n\n**③** 누구든지 다른 병원을 헐뜯는 광고를 하지 못한다.\n\n##### 제2조\n\n삭제 <2018.1.1>\n";
    desk.write("first.md", &law("1", "2005-01-01", first)).await;
    desk.write("later.md", &law("2", "2018-01-01", later)).await;
    for (case, day, provision) in [
        ("2009도1", "2009-05-01", "제1조 제1항"),
        ("2010도2", "2010-05-01", "제1조 제2항"),
        ("2011도3", "2011-05-01", "제1조 제3항"),
        ("2012도4", "2012-05-01", "제2조 제1항"),
        ("2013도5", "2013-05-01", "제1조 제1항 및 제1조 제2항"),
        ("2014도6", "2014-05-01", "제1조 제1항"),
        ("2016도7", "2016-05-01", "제1조 제2항"),
    ] {
        desk.write(&format!("{case}.md"), &decision("대법원", case, day, &applying(provision)))
            .await;
    }
    let struck = "## 전문\n\n【당 사 자】\n청 구 인 김○○\n\n【주 문】\n시험법(2005. 1. 1. 법률 제1호로 제정된 것) 제1조 제2항 중 ‘심의를 받지 아니한 광고’ 부분 및 제5조 가운데 ‘제1조 제2항’에 관한 부분은 모두 헌법에 위반된다.\n\n【이 유】\n재판관 전원의 의견이다.\n";
    desk.write("2015헌바8.md", &decision("헌법재판소", "2015헌바8", "2015-12-23", struck)).await;
    let overruling = "## 판례내용\n\n【피 고 인】 피고인\n【상 고 인】 피고인\n【주    문】\n  상고를 기각한다.\n\n【이    유】 겁을 주는지는 달리 보아야 한다. 이와 달리 본 대법원 2014. 5. 1. 선고 2014도6 판결 등은 이 판결의 견해와 저촉되는 한도 내에서 이를 변경하기로 한다.\n[반대의견] 대법원 2009. 5. 1. 선고 2009도1 판결은 위 반대의견에 배치되는 범위 내에서 변경되어야 한다고 본다.\n";
    desk.write("2019도9.md", &decision("대법원", "2019도9", "2019-03-21", overruling)).await;
    desk
}

#[tokio::test]
async fn what_takes_the_ground_away() {
    let desk = small().await;
    for (case, day, because) in [
        // Its basis is unchanged.
        ("2009도1", "2026-01-01", None),
        ("2019도9", "2026-01-01", None),
        // Struck down, but not before that day. Later decisions took it into account.
        ("2010도2", "2015-12-22", None),
        ("2010도2", "2015-12-23", Some("2015헌바8 결정으로 효력을 잃었습니다")),
        ("2016도7", "2026-01-01", None),
        // It also applied a provision that is still valid.
        ("2013도5", "2017-01-01", None),
        // Its article has been changed or deleted.
        ("2011도3", "2017-12-31", None),
        ("2011도3", "2018-01-01", Some("개정되어 2018-01-01부터 다른 말입니다")),
        ("2012도4", "2018-01-01", Some("지금은 없습니다")),
        // Overruled. A dissenting opinion does not overrule.
        ("2014도6", "2019-03-20", None),
        ("2014도6", "2019-03-21", Some("2019도9 판결으로 그 견해가 변경되었습니다")),
    ] {
        let lost = desk.lost(case, day).await;
        match because {
            None => assert_eq!(lost, None, "{case} on {day}"),
            Some(words) => {
                let why = lost.unwrap_or_default();
                assert!(why.contains(words), "{case} on {day}: {why}");
            }
        }
    }
}

#[tokio::test]
async fn a_quote_of_a_fallen_decision_is_repealed() {
    let desk = small().await;
    let article = "대법원 2014. 5. 1. 선고 2014도6 판결 이유";
    let quote = "이 사건 광고 문구는 시험법 제1조 제1항에서 금지하는 광고라고 볼 수 없다.";
    let check =
        async |quote: &str, day: Date| desk.book.verify_quote(quote, article, day).await.unwrap();
    let before = check(quote, Date::constant(2018, 1, 1)).await;
    assert_eq!(before.status, CitationStatus::Verified, "{before:?}");
    let after = check(quote, Date::constant(2020, 1, 1)).await;
    assert_eq!(after.status, CitationStatus::Repealed, "{after:?}");
    assert!(after.note.contains("2019도9"), "{}", after.note);
    // Text that the decision does not contain is not found, whether or not the decision is still valid.
    let invented =
        check("금지하는 광고라고 볼 수 있다는 것이다.", Date::constant(2020, 1, 1)).await;
    assert_ne!(invented.status, CitationStatus::Verified);
    let text = "대법원 2014. 5. 1. 선고 2014도6 판결을 참조한다.";
    let found = desk.book.check_citations(text, Date::constant(2020, 1, 1)).await.unwrap();
    assert_eq!(found[0].status, CitationStatus::Repealed, "{found:?}");
}

/// On the shared corpora: lists the stored decisions on medical advertising that have lost their basis, and
/// checks that most have not.
#[tokio::test]
async fn the_shared_decisions_stand_or_say_why_not() {
    let Some(corpora) = common::corpora() else { return };
    let desk = Desk::new().await;
    desk.take_in(&corpora.join("statutes/kr/의료법")).await;
    desk.take_in(&corpora.join("precedents/md")).await;
    desk.take_in(&corpora.join("constitutional")).await;
    let day = Date::constant(2026, 11, 21);
    let (mut all, mut lost) = (0, 0);
    for document in desk.database.documents().await.unwrap() {
        if document.kind != DocumentKind::Precedent {
            continue;
        }
        all += 1;
        if let Some(ground) = desk.book.lost_ground(&document.id, day).await.unwrap() {
            lost += 1;
            eprintln!("{}: {}", document.title, ground.why);
        }
    }
    assert_eq!(all, 50);
    assert!(lost * 4 < all, "{lost} of {all}");
}
