//! A desk with a row in every table, written through the program.

use std::fs;
use std::path::Path;

use serde_json::json;

use crate::common::Desk;
use crate::common::scripted_model::{ScriptedModel, give_roles};

/// Password of the administrator of [`guarded`].
const PASSWORD: &str = "올바른 말 전지";

const PACK: &str = r#"
id = 'lamp'
version = '1'
title = '등잔 광고'
effective_from = '2026-01-01'

[[rule]]
id = 'lamp'
title = '호롱불'
kind = 'V6'
level = 'standard'
severity = 'medium'
articles = ['의료법 제56조제2항제8호']
rationale = '{words:은/는} 등잔 표현입니다.'
query = '과장 광고'
patterns = ['"호롱불"']
exceptions = ['objective_evidence', 'negated']
[rule.examples]
fires = ['호롱불 같은 치료']
silent = ['호롱불을 쓰지 않습니다']
"#;

/// Returns a desk without passwords.
pub fn desk() -> Desk {
    let desk = Desk::new();
    let done = |arguments: &[&str]| desk.run(arguments).succeeded();
    let server = ScriptedModel::start(|_, _| "{}".to_owned());
    give_roles(&desk, &server.address, &["claim_extraction"]);
    desk.reviewer("김심의");
    desk.reviewer("박심의");
    done(&["accounts", "expert", "김심의", "--kinds", "V1,V3", "--as", "관리"]);
    done(&["office", "set", "--name", "심의위원회", "--as", "관리"]);
    let settings = ["--second-review", "critical", "--check-one-in", "1", "--as", "관리"];
    done(&[&["review", "settings"], &settings[..]].concat());
    twice_decided(&desk);
    // A case completed without a person and drawn for a check.
    done(&["review", "intake", &file(&desk, "ad.txt", "무릎 통증 진료, 평일 9시부터")]);
    done(&["rules", "import", &file(&desk, "lamp.toml", PACK), "--as", "관리"]);
    documents(&desk);
    people(&desk);
    desk
}

/// Returns a copy of the desk in which the administrator has a password.
pub fn guarded(desk: &Desk) -> Desk {
    let desk = desk.copy();
    desk.run_with(&["accounts", "password", "관리"], PASSWORD.as_bytes()).succeeded();
    desk
}

/// Writes a file beside the desk's own and returns its path.
fn file(desk: &Desk, name: &str, text: &str) -> String {
    let path = desk.dir().join(name);
    fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

/// Creates a case that two people decided, that was reopened, and decided again.
fn twice_decided(desk: &Desk) {
    let done = |arguments: &[&str]| desk.run(arguments).succeeded();
    let letter = desk.dir().join("letter.html");
    let letter = ["--format", "html", "--out", letter.to_str().unwrap()];
    let ad = json!({
        "id": "A-1", "text": "국내 최초 100% 완치 보장 줄기세포 치료", "published_on": "2026-11-01",
        "advertiser": "가나의원", "medium": "internet",
    });
    let run = ["--engine", "chat", "review", "run", "-"];
    let reviewed = desk.run_with(&run, ad.to_string().as_bytes()).succeeded().json();
    let case = reviewed["case_id"].as_str().unwrap();
    let decide = |action: &str| {
        done(&["review", "decide", case, "--action", action, "--as", "김심의", "--note", "고침"]);
    };
    decide("request_revision");
    done(&[&["review", "notice", case], &letter[..]].concat());
    let second = json!({ "text": "국내 최초 100% 완치 보장 줄기세포 치료 둘째 판" }).to_string();
    desk.run_with(&["review", "revise", case, "-"], second.as_bytes()).succeeded();
    for reopened in [false, true] {
        if reopened {
            done(&["review", "reopen", case, "--as", "김심의", "--note", "다시"]);
        }
        decide("approve");
        done(&["review", "second", case, "--act", "agree", "--as", "박심의", "--note", "나도"]);
        done(&[&["review", "letter", case], &letter[..]].concat());
    }
    done(&["review", "similar", case]);
}

/// Imports documents of several kinds, one with a fault that somebody resolved.
fn documents(desk: &Desk) {
    let done = |arguments: &[&str]| desk.run(arguments).succeeded();
    let head = "기술명,고시번호,고시일\n";
    let list = file(desk, "list.csv", &format!("{head}가상 시술,제1호,2024-03-01\n"));
    let faulty = file(desk, "faulty.csv", &format!("{head},제2호,2024-03-01\n"));
    let words = "# 시험용\n\n## 제1조(시험)\n\n의료법 제56조를 따른다.\n";
    done(&["corpus", "import", &list, &faulty]);
    done(&["corpus", "import", &file(desk, "words.md", words), "--kind", "guideline"]);
    let label = json!([{ "itemSeq": "202600001", "itemName": "구름펜정", "seQesitm": "귀울림이 나타납니다." }]);
    done(&["corpus", "import", &file(desk, "labels.json", &label.to_string())]);
    let pairs = "성분명1,제품명1,성분명2,제품명2,금기사유\n가상신,안개정,나상신,서리정,부정맥\n";
    done(&["corpus", "import", &file(desk, "병용금기.csv", pairs)]);
    done(&["corpus", "links", "시험용"]);
    done(&["corpus", "resolve", &faulty, "--as", "김심의", "--note", "원문도 그렇다"]);
    let fixture = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/fixtures/coverage");
    done(&["coverage", "import", fixture.to_str().unwrap()]);
    let head = "---\n요지: true\n자료종류: drug\n제목: 구름정\n식별자: 약-구름정\n판: '2026.1'\n";
    let days = "발행일자: 2026-01-01\n시행일자: 2026-01-01\n---\n";
    let digest = format!("{head}{days}\n# 구름정\n\n## 개요\n\n구름정은 시험용입니다.\n");
    done(&["corpus", "import", &file(desk, "digest.md", &digest)]);
    let digests = done(&["corpus", "digests", "--kind", "drug"]).json();
    let digest = digests[0]["document"]["id"].as_str().unwrap();
    done(&["corpus", "sign-digest", digest, "--as", "김심의", "--note", "원문과 견줌"]);
    let rules = done(&["coverage", "rules", "show", "slots.toml", "--json"]).json();
    let rules = file(desk, "slots.toml", rules["text"].as_str().unwrap());
    done(&["coverage", "rules", "replace", &rules, "--as", "관리"]);
    done(&["coverage", "save", "암 비교", "가온손해보험과 누리생명의 암진단비 비교"]);
}

/// Creates a patient with an answered turn, and a question that names the patient.
fn people(desk: &Desk) {
    let done = |arguments: &[&str]| desk.run(arguments).succeeded();
    let patient = done(&["patient", "add", "가나다"]).json();
    let patient = patient["id"].as_str().unwrap();
    let question = "혈압이 150에 80이에요. 타이레놀 하루 최대 용량이 얼마예요?";
    done(&["consult", "--patient", patient, question]);
    done(&["consult", "--patient", patient, "이부프로펜 하루 최대 용량이 얼마예요?"]);
    let asked = done(&["ask", "가나다 님은 타이레놀 하루 최대 용량이 얼마예요?"]).json();
    let asked = asked["asked_id"].as_str().unwrap();
    done(&["ask", "--feedback", asked, "--verdict", "helpful"]);
}
