//! Tests the register of 신의료기술: which use it clears, which it leaves, and what the finding then says.
#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "a panic is the report of a failed test"
)]

use jiff::civil::date;
use simui_domain::{Ad, Technology, TechnologyStanding, ViolationKind};
use simui_review::rules::{AdContext, Detector, Examination};
use simui_search::analysis::{Analyser, Dictionary};

fn technology(name: &str, aliases: &[&str], indication: &str) -> Technology {
    Technology {
        name: name.to_owned(),
        aliases: aliases.iter().map(|it| (*it).to_owned()).collect(),
        notice: "보건복지부고시 제2024-1호".to_owned(),
        evaluated_on: Some(date(2024, 3, 1)),
        indication: indication.to_owned(),
        standing: TechnologyStanding::Recognised,
    }
}

fn register() -> Vec<Technology> {
    let deferred =
        technology("기질혈관분획 주사", &["지방 유래 기질혈관분획"], "무릎 골관절염 환자");
    vec![
        technology(
            "골수 흡인 농축물 관절강내 주사",
            &["골수 농축물"],
            "무릎(슬관절) 골관절염 환자",
        ),
        technology("자가 혈소판 풍부 혈장 주사", &["PRP"], "무릎 골관절염 환자"),
        technology("자가 혈소판 풍부 혈장 치료술", &["PRP"], "팔꿈치 상과염 환자"),
        technology("면역세포 배양 주입술", &["자가 면역세포 주입"], ""),
        Technology { standing: TechnologyStanding::Deferred, ..deferred },
    ]
}

fn examined(detector: &Detector, text: &str, day: jiff::civil::Date) -> Examination {
    let ad = Ad { text: text.to_owned(), ..Ad::default() };
    detector.examine(&AdContext { ad: &ad, as_of: day, technologies: &register() })
}

fn detectors() -> Vec<Detector> {
    let mut analysers = vec![Analyser::without_dictionary()];
    match Dictionary::locate(None).and_then(|found| Analyser::open(&found)) {
        Ok(analyser) => analysers.push(analyser),
        Err(error) => eprintln!("only without a dictionary: {error}"),
    }
    analysers.into_iter().map(|it| Detector::builtin(it).unwrap()).collect()
}

#[test]
fn the_register_clears_the_use_that_it_lists_and_no_other() {
    enum Said {
        /// Cleared; the trial cites the notice.
        Cleared,
        /// A finding whose rationale has these words.
        Found(&'static str),
        /// A finding that a person has to settle, whose rationale has these words.
        Open(&'static str),
    }
    use Said::*;
    let day = date(2025, 1, 1);
    let cases = [
        ("무릎 골관절염에 골수 흡인 농축물 관절강내 주사를 시행합니다", day, Cleared),
        ("무릎 관절염 환자분께 골수 농축물 주사를 합니다", day, Cleared),
        ("골수 농축물을 어깨에 주사합니다", day, Found("무릎(슬관절) 골관절염 환자에 쓰는")),
        ("무릎과 어깨에 골수 농축물 주사", day, Found("‘어깨’")),
        ("PRP 주사로 무릎 골관절염을 치료합니다", day, Cleared),
        ("팔꿈치 상과염에 PRP 주사", day, Cleared),
        ("PRP로 탈모를 치료합니다", day, Found("‘탈모’")),
        ("PRP 주사를 시행합니다", day, Open("광고에 사용대상이 없음")),
        ("자가 면역세포 주입을 시행합니다", day, Cleared),
        (
            "무릎 골관절염에 골수 농축물 주사",
            date(2024, 2, 29),
            Found("광고일보다 뒤인 2024-03-01"),
        ),
        ("무릎 골관절염에 지방 유래 기질혈관분획 주사", day, Open("평가 유예")),
        ("신의료기술로 인정받은 줄기세포 주사를 무릎에 놓습니다", day, Open("")),
    ];
    let mut wrong = Vec::new();
    for detector in detectors() {
        for (text, day, expected) in &cases {
            let found = examined(&detector, text, *day);
            let of_v1 = found.findings.iter().find(|it| it.kind == ViolationKind::V1);
            let holds = match expected {
                Cleared => {
                    let mut trials = found.cleared.iter().flat_map(|it| &it.exceptions);
                    of_v1.is_none()
                        && trials.any(|it| it.applied && it.why.contains("제2024-1호, 2024-03-01"))
                }
                Found(words) => of_v1.is_some_and(|finding| {
                    let is_cited = finding.rationale.contains(words)
                        && finding.rationale.contains("제2024-1호");
                    is_cited && !finding.unsettled
                }),
                Open(words) => of_v1.is_some_and(|it| it.unsettled && it.rationale.contains(words)),
            };
            if !holds {
                wrong.push(format!(
                    "{text}: {:?} {:?}",
                    of_v1.map(|it| &it.rationale),
                    found.cleared
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
