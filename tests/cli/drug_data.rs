//! Drug data of data.go.kr, through the program: fetched page by page, continued after a kill, imported,
//! asked.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crate::common::Desk;
use serde_json::{Value, json};

/// A key as the portal shows it.
const KEY: &str = "gehe%2Fim%2B7%3D%3D";

/// A copy of data.go.kr's services on loopback.
struct DataService {
    base: String,
    seen: Arc<Mutex<Vec<String>>>,
    /// While set, the second page of e약은요 never comes.
    hangs: Arc<AtomicBool>,
}

impl DataService {
    fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        let seen = Arc::<Mutex<Vec<String>>>::default();
        let hangs = Arc::new(AtomicBool::new(false));
        let (log, hanging) = (Arc::clone(&seen), Arc::clone(&hangs));
        std::thread::spawn(move || {
            let mut kept: Vec<TcpStream> = Vec::new();
            for stream in listener.incoming() {
                let mut stream = stream.unwrap();
                let mut head = BufReader::new(stream.try_clone().unwrap()).lines();
                let target = head.next().unwrap().unwrap();
                while head.next().is_some_and(|line| !line.unwrap().is_empty()) {}
                log.lock().unwrap().push(target.clone());
                if hanging.load(Ordering::Relaxed) && target.contains("pageNo=2&") {
                    kept.push(stream);
                    continue;
                }
                let body = answer(&target);
                let _ = write!(
                    stream,
                    "HTTP/1.1 200 OK\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
                    body.len()
                );
            }
        });
        Self { base, seen, hangs }
    }

    /// The pages that were asked for, in order.
    fn pages(&self) -> String {
        let seen = self.seen.lock().unwrap();
        let page = |target: &String| {
            let (_, rest) = target.split_once("pageNo=").unwrap_or_default();
            rest.split(['&', ' ']).next().unwrap_or_default().to_owned()
        };
        seen.iter().map(page).collect::<Vec<_>>().join(" ")
    }

    fn wait_for(&self, calls: usize) {
        let begun = Instant::now();
        while self.seen.lock().unwrap().len() < calls {
            assert!(begun.elapsed() < Duration::from_secs(60), "only {}", self.pages());
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

/// 230 labels, one of which has a name of its own; a pair and an age of DUR; and a refused key.
fn answer(target: &str) -> String {
    let parameter = |name: &str| {
        let (_, rest) = target.split_once(&format!("{name}=")).unwrap_or_default();
        rest.split(['&', ' ']).next().unwrap_or_default().parse::<usize>().unwrap()
    };
    let (page, rows) = (parameter("pageNo"), parameter("numOfRows"));
    let all: Vec<Value> = if target.contains("getDrbEasyDrugList") {
        (0..230).map(label).collect()
    } else if target.contains("DURIrdntInfoService03/getUsjntTabooInfoList02") {
        vec![json!({ "item": {
            "DUR_SEQ": "1", "TYPE_NAME": "병용금기", "MIX_TYPE": "단일", "INGR_CODE": "D000762",
            "INGR_KOR_NAME": "이트라코나졸", "INGR_ENG_NAME": "Itraconazole",
            "MIXTURE_INGR_CODE": "D000027", "MIXTURE_INGR_KOR_NAME": "심바스타틴",
            "MIXTURE_INGR_ENG_NAME": "Simvastatin", "NOTIFICATION_DATE": "20090303",
            "PROHBT_CONTENT": "횡문근융해증", "DEL_YN": "정상",
        } })]
    } else if target.contains("DURIrdntInfoService03/getSpcifyAgrdeTabooInfoList02") {
        vec![json!({ "item": {
            "DUR_SEQ": "2", "TYPE_NAME": "특정연령대금기", "INGR_CODE": "D000123",
            "INGR_NAME": "트라마돌", "INGR_ENG_NAME": "Tramadol", "FORM_NAME": "정제",
            "AGE_BASE": "12세 미만", "PROHBT_CONTENT": "호흡억제", "DEL_YN": "정상",
        } })]
    } else {
        return "<OpenAPI_ServiceResponse><cmmMsgHeader><errMsg>SERVICE ERROR</errMsg><returnAuthMsg>\
                SERVICE_KEY_IS_NOT_REGISTERED_ERROR</returnAuthMsg><returnReasonCode>30</returnReasonCode>\
                </cmmMsgHeader></OpenAPI_ServiceResponse>"
            .to_owned();
    };
    let total = all.len();
    let items: Vec<Value> = all.into_iter().skip((page - 1) * rows).take(rows).collect();
    json!({
        "header": { "resultCode": "00", "resultMsg": "NORMAL SERVICE." },
        "body": { "pageNo": page, "totalCount": total, "numOfRows": rows, "items": items },
    })
    .to_string()
}

fn label(n: usize) -> Value {
    let (name, effect) = match n {
        217 => ("새벽이슬펜정500밀리그램(아세트아미노펜)".to_owned(), "귀울림"),
        _ => (format!("가상{n}호캡슐"), "졸음"),
    };
    json!({
        "entpName": "가나제약(주)", "itemName": name, "itemSeq": format!("2026{n:05}"),
        "efcyQesitm": "이 약은 두통에 사용합니다.\n",
        "useMethodQesitm": "성인은 1회 1정씩 1일 3회 복용합니다.\n", "atpnWarnQesitm": null,
        "seQesitm": format!("{effect}이 나타나는 경우 복용을 중지하십시오.\n"),
        "openDe": "2021-01-29 00:00:00", "updateDe": "2024-05-09", "bizrno": "1234567890",
    })
}

/// A desk with an administrator, whose drug data comes from `service`.
fn desk(service: &DataService) -> Desk {
    let desk = Desk::new();
    desk.run(&["reviewer", "add", "관리", "--role", "administrator"]).succeeded();
    desk.run(&["outbound", "drug-service", &service.base, "--as", "관리"]).succeeded();
    desk
}

fn audited(desk: &Desk, action: &str) -> Vec<Value> {
    desk.run(&["audit", "verify"]).succeeded();
    let file = desk.dir().join("audit.jsonl");
    desk.run(&["audit", "export", file.to_str().unwrap()]).succeeded();
    let text = std::fs::read_to_string(file).unwrap();
    let entries = text.lines().map(|line| serde_json::from_str(line).unwrap());
    entries.filter(|entry: &Value| entry["action"] == action).collect()
}

#[test]
fn nothing_is_fetched_until_an_administrator_allows_it() {
    let service = DataService::start();
    let desk = desk(&service);
    let list = desk.run(&["corpus", "drugs", "list"]).succeeded().json();
    assert_eq!(list["obstacles"], json!(["off", "services"]));
    assert!(list["services"].as_array().unwrap().iter().all(|it| it["followed"] == false));
    let unknown = ["corpus", "drugs", "follow", "price", "--as", "관리"];
    desk.run(&unknown).failed_with("there is no service \"price\"");
    desk.run(&["corpus", "drugs", "update"]).failed_with("no service is followed");
    desk.run(&["corpus", "drugs", "follow", "e약은요", "--as", "관리"]).succeeded();
    desk.run(&["corpus", "drugs", "update"]).failed_with("switched off, nothing was sent");
    assert_eq!(service.pages(), "");

    desk.run(&["outbound", "on", "--as", "관리"]).succeeded();
    desk.run(&["outbound", "drug-service", "none", "--as", "관리"]).succeeded();
    let list = desk.run(&["corpus", "drugs", "list"]).succeeded().json();
    assert_eq!(list["host"], "apis.data.go.kr");
    assert_eq!(list["obstacles"][0], "host");
    desk.run(&["corpus", "drugs", "update"]).failed_with("calls to this host are not allowed");
    assert!(audited(&desk, "outbound_call").is_empty());
    desk.run(&["corpus", "drugs", "unfollow", "label", "--as", "관리"]).succeeded();
    let again = ["corpus", "drugs", "unfollow", "label", "--as", "관리"];
    desk.run(&again).failed_with("is not followed");
}

#[test]
fn a_killed_update_goes_on_and_its_products_can_be_asked_about() {
    let service = DataService::start();
    let desk = desk(&service);
    desk.run(&["outbound", "on", "--as", "관리"]).succeeded();
    desk.run(&["corpus", "drugs", "follow", "label", "--as", "관리"]).succeeded();
    service.hangs.store(true, Ordering::Relaxed);
    let mut update = desk.spawn(&["corpus", "drugs", "update"]);
    service.wait_for(2);
    update.kill().unwrap();
    update.wait().unwrap();
    let list = desk.run(&["corpus", "drugs", "list"]).succeeded().json();
    assert_eq!(list["services"][0]["interrupted"], json!({ "done": 1, "total": 3 }));
    let documents = desk.run(&["corpus", "list"]).succeeded().json();
    assert!(!documents.to_string().contains("가상"), "a part of a list is not imported");

    service.hangs.store(false, Ordering::Relaxed);
    let report = desk.run(&["corpus", "drugs", "update"]).succeeded().json();
    assert_eq!(service.pages(), "1 2 2 3");
    let label = &report["services"][0];
    assert_eq!(
        (&label["state"], &label["rows"], &label["new_pages"], &label["unchanged_pages"]),
        (&json!("new"), &json!(230), &json!(2), &json!(1))
    );
    assert_eq!(report["imported"]["documents"], 230);
    assert_eq!(report["imported"]["quarantined"], json!([]));
    let asked = desk.run(&["ask", "새벽이슬펜정 부작용이 뭐예요?"]).succeeded().json();
    let text = asked["answer"].as_str().unwrap();
    assert!(text.contains("귀울림"), "{text}");
    assert!(
        asked["citations"][0]["title"].as_str().unwrap().starts_with("새벽이슬펜정"),
        "{asked}"
    );

    let check = desk.run(&["corpus", "drugs", "update", "--check"]).succeeded().json();
    assert_eq!(
        (&check["services"][0]["state"], &check["imported"]),
        (&json!("unchanged"), &json!(null))
    );
    let again = desk.run(&["corpus", "drugs", "update"]).succeeded().json();
    assert_eq!(service.pages(), "1 2 2 3 1 1 2 3", "this service cannot tell what has changed");
    assert_eq!(again["services"][0]["unchanged_pages"], 3);
    assert_eq!(
        (&again["imported"]["documents"], &again["imported"]["unchanged"]),
        (&json!(0), &json!(3))
    );
    // The killed process may have ended before its two calls were written into the log.
    let calls = audited(&desk, "outbound_call");
    assert!(calls.len() >= 6, "{calls:?}");
    assert!(calls.iter().all(|it| it["details"]["path"].as_str().unwrap().ends_with("serviceKey")));
    assert_eq!(audited(&desk, "drug_data_updated").len(), 3);
}

#[test]
fn a_refused_service_is_named_and_the_others_are_imported() {
    let service = DataService::start();
    let desk = desk(&service);
    desk.run(&["outbound", "on", "--as", "관리"]).succeeded();
    // A stored key is never sent to a mirror, and never shown.
    let passphrase = "eine lange Losung";
    let create = ["keys", "file", "create", "--as", "관리"];
    desk.run_with(&create, format!("{passphrase}\n").as_bytes()).succeeded();
    let set = ["--keys-stdin", "keys", "set", "data.go.kr", "--as", "관리"];
    desk.run_with(&set, format!("{passphrase}\n{KEY}\n").as_bytes()).succeeded();
    let services =
        ["dur-ingredient-combination", "DUR 성분 특정연령대금기", "dur-ingredient-elderly"];
    let follow = [&["corpus", "drugs", "follow"][..], &services, &["--as", "관리"]].concat();
    desk.run(&follow).succeeded();
    let update = ["--keys-stdin", "corpus", "drugs", "update", "--as", "관리"];
    let refused = desk.run_with(&update, format!("{passphrase}\n").as_bytes());
    let refused = refused.failed_with("1 of 3 services could not be fetched");
    let report = refused.json();
    let states: Vec<&Value> =
        report["services"].as_array().unwrap().iter().map(|it| &it["state"]).collect();
    assert_eq!(states, ["new", "new", "failed"]);
    let fault = &report["services"][2]["fault"];
    assert_eq!(fault["code"], "drug_key_refused");
    let message = fault["message"].as_str().unwrap();
    assert!(message.starts_with("data.go.kr DUR 성분 노인주의, page 1: refused: 30"), "{message}");
    assert_eq!(report["imported"]["documents"], 2);
    assert_eq!(report["imported"]["quarantined"], json!([]));
    let question = "이트라코나졸이랑 심바스타틴 같이 먹어도 되나요?";
    let answer = desk.run(&["ask", question]).succeeded().json();
    assert!(answer["answer"].as_str().unwrap().contains("횡문근융해증"), "{answer}");
    let question = "8살 아이가 트라마돌 먹어도 되나요?";
    let answer = desk.run(&["ask", question]).succeeded().json();
    assert!(answer["answer"].as_str().unwrap().contains("12세 미만에게 쓰지 않습니다"), "{answer}");

    audited(&desk, "outbound_call");
    let mut printed = format!("{}{}", refused.out, refused.err);
    printed += &std::fs::read_to_string(desk.dir().join("audit.jsonl")).unwrap();
    printed += &service.seen.lock().unwrap().join("\n");
    assert!(!printed.contains("gehe"), "{printed}");
}
