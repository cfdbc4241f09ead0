use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use simui_inference::InferenceError;
use simui_inference::lawgokr::{Chosen, Format, LawGoKr, Target, Updated};
use simui_inference::outbound::Secret;
use tempfile::TempDir;

use crate::fixture::{Fixture, Reply, Seen, client, quick, reply};

const KEY: &str = "gehe-im7";

fn desk(server: &Fixture) -> LawGoKr {
    LawGoKr::at(client(quick()).0, Secret::new(KEY), &format!("{}/DRF/", server.base))
}

fn item(serial: &str, title: &str, effective: &str) -> String {
    format!(
        "<law id=\"1\"><법령일련번호>{serial}</법령일련번호><법령명한글><![CDATA[{title}]]></법령명한글>\
         <법령ID>000123</법령ID><공포일자>20260101</공포일자><시행일자>{effective}</시행일자></law>"
    )
}

fn list(total: usize, items: &[String]) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?><LawSearch><target>law</target><totalCnt>{total}</totalCnt>\
         <page>1</page>{}</LawSearch>",
        items.concat()
    )
}

fn law(title: &str) -> String {
    format!(
        "<법령 법령키=\"1\"><기본정보><법령명_한글>{title}</법령명_한글></기본정보>\
         <조문><조문단위><조문번호>1</조문번호><조문내용>제1조 &lt;목적&gt;</조문내용></조문단위></조문></법령>"
    )
}

/// Two pages of a list, and the documents on them.
fn service(seen: &Seen) -> Reply {
    if seen.target.starts_with("/DRF/lawSearch.do?") {
        let items = match seen.parameter("page") {
            "1" => vec![
                item("11", "가상의료법 시행령", "20260101"),
                item("12", "가상의료법", "20260301"),
            ],
            "2" => vec![item("13", "가상의료법", "20270101")],
            _ => vec![],
        };
        return reply(200, list(3, &items));
    }
    match seen.parameter("MST") {
        "12" => reply(200, law("가상의료법")),
        "13" => reply(200, law("가상의료법 (뒤)")),
        _ => reply(200, "<Law>일치하는 법령이 없습니다.</Law>"),
    }
}

async fn update(desk: &LawGoKr, target: Target, title: &str, folder: &Path) -> Updated {
    let chosen = [Chosen { target, title: title.into() }];
    desk.update(&chosen, folder, Format::Xml, &mut |_| {}).await.unwrap()
}

fn names(updated: &Updated) -> Vec<String> {
    updated.saved.iter().map(|it| it.file_name().unwrap().to_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn a_list_is_read_page_by_page() {
    let server = Fixture::start(|_, seen| service(seen)).await;
    let page = desk(&server).list(Target::Law, "가상의료법", 1).await.unwrap();
    assert_eq!((page.total, page.documents.len()), (3, 2));
    let second = &page.documents[1];
    assert_eq!(
        (
            second.serial.as_str(),
            second.id.as_str(),
            second.title.as_str(),
            second.effective.as_str()
        ),
        ("12", "000123", "가상의료법", "20260301")
    );
    let seen = &server.seen()[0];
    assert_eq!(
        (seen.parameter("OC"), seen.parameter("type"), seen.parameter("target")),
        (KEY, "XML", "law")
    );
    assert_eq!(seen.parameter("display"), "100");
}

#[tokio::test]
async fn new_versions_are_saved_once() {
    let server = Fixture::start(|_, seen| service(seen)).await;
    let desk = desk(&server);
    let folder = TempDir::new().unwrap();
    let first = update(&desk, Target::Law, "가상의료법", folder.path()).await;
    assert_eq!(names(&first), ["law-12-20260301.xml", "law-13-20270101.xml"]);
    assert_eq!((first.unchanged, first.failed.len()), (0, 0));
    assert_eq!(fs::read_to_string(&first.saved[0]).unwrap(), law("가상의료법"));
    let details = || server.seen().iter().filter(|seen| seen.target.contains("lawService")).count();
    assert_eq!(details(), 2);
    let law = Chosen { target: Target::Law, title: "가상의료법".into() };
    let (new, there) = desk.outstanding(&law, folder.path(), Format::Xml).await.unwrap();
    assert_eq!((new.len(), there, details()), (0, 2, 2));
    let elsewhere = TempDir::new().unwrap();
    let (new, there) = desk.outstanding(&law, elsewhere.path(), Format::Xml).await.unwrap();
    let serials: Vec<_> = new.iter().map(|it| it.serial.as_str()).collect();
    assert_eq!((serials, there, details()), (vec!["12", "13"], 0, 2), "nothing is fetched");
    let second = update(&desk, Target::Law, " 가상의료법 ", folder.path()).await;
    assert_eq!((second.saved.len(), second.unchanged, details()), (0, 2, 2));
    // Nothing is lost if a file was changed or deleted, or if the state is damaged.
    fs::write(&first.saved[0], "changed").unwrap();
    let third = update(&desk, Target::Law, "가상의료법", folder.path()).await;
    assert_eq!((names(&third), third.unchanged), (vec!["law-12-20260301.xml".to_owned()], 1));
    fs::write(folder.path().join("fetched.json"), "{").unwrap();
    assert_eq!(update(&desk, Target::Law, "가상의료법", folder.path()).await.saved.len(), 2);
    for item in fs::read_dir(folder.path()).unwrap() {
        let path = item.unwrap().path();
        assert_ne!(path.extension().unwrap(), "part");
        assert!(!fs::read_to_string(path).unwrap().contains(KEY));
    }
}

#[tokio::test]
async fn an_update_goes_on_after_a_fault() {
    let down = Arc::new(AtomicBool::new(true));
    let state = Arc::clone(&down);
    let server = Fixture::start(move |_, seen| {
        let fails = seen.parameter("MST") == "13" && state.load(Ordering::Relaxed);
        if fails { reply(500, "") } else { service(seen) }
    })
    .await;
    let desk = desk(&server);
    let folder = TempDir::new().unwrap();
    let first = update(&desk, Target::Law, "가상의료법", folder.path()).await;
    assert_eq!((names(&first), first.failed.len()), (vec!["law-12-20260301.xml".to_owned()], 1));
    assert!(matches!(first.failed[0].error, InferenceError::Status { status: 500, .. }));
    down.store(false, Ordering::Relaxed);
    let second = update(&desk, Target::Law, "가상의료법", folder.path()).await;
    assert_eq!((names(&second), second.unchanged), (vec!["law-13-20270101.xml".to_owned()], 1));
}

/// A response given to every request, and the resulting error.
async fn check(answer: impl Fn(&Seen) -> Reply + Send + Sync + 'static, part: &str) {
    let server = Fixture::start(move |_, seen| answer(seen)).await;
    let folder = TempDir::new().unwrap();
    let updated = update(&desk(&server), Target::Law, "가상의료법", folder.path()).await;
    assert_eq!((updated.saved.len(), updated.failed.len()), (0, 1));
    let error = format!("{} {:?}", updated.failed[0].error, updated.failed[0].error);
    assert!(error.contains(part), "{part:?} is not in {error}");
    assert!(!error.contains(KEY), "{error}");
    let others = fs::read_dir(folder.path())
        .unwrap()
        .filter(|it| it.as_ref().unwrap().file_name() != "fetched.json");
    assert_eq!(others.count(), 0, "nothing is saved");
}

#[tokio::test]
async fn refusals_and_wrong_answers_are_failures() {
    let page = "<!DOCTYPE html><html><title>오류</title>페이지 접속에 실패하였습니다</html>";
    check(move |_| reply(200, page), "접속에 실패").await;
    check(
        |seen| {
            reply(
                200,
                format!(
                    "<Response><result>검증 실패</result><msg>키 {}</msg></Response>",
                    seen.parameter("OC")
                ),
            )
        },
        "검증 실패 키 ****",
    )
    .await;
    check(|_| reply(200, list(2, &[])), "0 of 2 documents").await;
    check(|_| reply(200, list(1, &[item("1", "다른법", "20260101")])), "near it: 다른법").await;
    check(|_| reply(200, list(1, &[item("../x", "가상의료법", "20260101")])), "instead of digits")
        .await;
    check(|_| reply(200, list(1, &[item("1", "가상의료법", "2026/1")])), "instead of digits").await;
    check(|_| reply(200, "<LawSearch><totalCnt>many</totalCnt></LawSearch>"), "many").await;
    let is_list = |seen: &Seen| seen.target.contains("lawSearch");
    let one = || reply(200, list(1, &[item("12", "가상의료법", "20260101")]));
    check(move |seen| if is_list(seen) { one() } else { reply(200, page) }, "HTML").await;
    check(
        move |seen| {
            if is_list(seen) { one() } else { reply(200, "<법령><조문><조문단위>") }
        },
        "not whole",
    )
    .await;
    check(
        move |seen| {
            if is_list(seen) {
                one()
            } else {
                reply(200, "<Law>일치하는 법령이 없습니다.</Law>")
            }
        },
        "일치하는 법령이 없습니다.",
    )
    .await;
}

#[tokio::test]
async fn each_collection_is_asked_in_its_own_words() {
    let documents = [
        (Target::EfLaw, item("7", "가", "20260101"), "MST=7&efYd=20260101", "eflaw-7-20260101.xml"),
        (
            Target::AdmRul,
            "<admrul><행정규칙일련번호>8</행정규칙일련번호><행정규칙명>가</행정규칙명>\
             <시행일자>20260102</시행일자></admrul>"
                .into(),
            "ID=8",
            "admrul-8-20260102.xml",
        ),
        (
            Target::Ordin,
            "<law><자치법규일련번호>9</자치법규일련번호><자치법규명>가</자치법규명></law>".into(),
            "MST=9",
            "ordin-9.xml",
        ),
        (
            Target::Prec,
            "<prec><판례일련번호>10</판례일련번호><사건명>다른 이름</사건명><사건번호>가</사건번호></prec>".into(),
            "ID=10",
            "prec-10.xml",
        ),
        (
            Target::Detc,
            "<Detc><헌재결정례일련번호>11</헌재결정례일련번호><사건명>가</사건명></Detc>".into(),
            "ID=11",
            "detc-11.xml",
        ),
    ];
    for (target, item, asked, saved) in documents {
        let server = Fixture::start(move |_, seen| {
            let search = seen.target.contains("lawSearch");
            reply(200, if search { list(1, std::slice::from_ref(&item)) } else { law("가") })
        })
        .await;
        let folder = TempDir::new().unwrap();
        let updated = update(&desk(&server), target, "가", folder.path()).await;
        assert_eq!(names(&updated), [saved], "{:?}", updated.failed);
        let detail = &server.seen()[1];
        assert!(detail.target.contains(asked), "{} has no {asked}", detail.target);
        assert_eq!(detail.parameter("target"), target.name());
        assert_eq!(Target::named(target.name()), Some(target));
    }
}

#[tokio::test]
async fn json_is_guarded_too() {
    for (body, problem) in [
        ("{\"법령\": {\"조문\": {}}}", None),
        ("{\"Law\": \"일치하는 법령이 없습니다.\"}", Some("일치하는 법령이 없습니다.")),
        ("{\"result\": \"실패\", \"msg\": \"이유\"}", Some("실패 이유")),
        ("{}", Some("empty")),
        ("{\"법령\": ", Some("not whole")),
        ("<!doctype html>", Some("HTML")),
    ] {
        let server = Fixture::start(move |_, seen| {
            if seen.target.contains("lawSearch") { service(seen) } else { reply(200, body) }
        })
        .await;
        let desk = desk(&server);
        let listed = desk.list(Target::Law, "가", 1).await.unwrap().documents.remove(0);
        let document = desk.document(&listed, Format::Json).await;
        match problem {
            None => assert_eq!(document.unwrap(), body.as_bytes()),
            Some(problem) => {
                let error = document.unwrap_err().to_string();
                assert!(error.contains(problem), "{body}: {error}");
            }
        }
    }
}

#[tokio::test]
async fn a_closed_policy_ends_the_update() {
    let (outbound, calls) = client(quick());
    let desk = LawGoKr::new(outbound, Secret::new(KEY));
    let folder = TempDir::new().unwrap();
    let chosen = [Chosen { target: Target::Law, title: "의료법".into() }];
    let error = desk.update(&chosen, folder.path(), Format::Xml, &mut |_| {}).await.unwrap_err();
    assert!(matches!(error, InferenceError::Refused { .. }), "{error}");
    assert!(error.to_string().starts_with(LawGoKr::HOST), "{error}");
    assert!(calls.lock().unwrap().is_empty());
}
