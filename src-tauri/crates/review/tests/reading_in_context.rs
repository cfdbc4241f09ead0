//! Tests that rules see a sentence in its context: a stance, a name or the role of a figure clears what it is
//! about, and nothing beside it.
#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "a panic is the report of a failed test"
)]

use jiff::civil::date;
use simui_domain::{Ad, ViolationKind};
use simui_review::rules::{AdContext, Detector};
use simui_search::analysis::{Analyser, Dictionary};

/// Texts with the kind that must be found; none may be found where the kind is empty.
const CASES: &[(&str, &str)] = &[
    // A heading carries its stance until the paragraph or a promise ends it.
    ("부작용\n- 통증\n- 붓기\n- 재발", ""),
    ("임플란트 시술 후 유의사항 안내드립니다.\n1) 붓기는 3일째 가장 심하고 이후 사라집니다", ""),
    ("시술 후 주의사항\n- 부작용 걱정 없이 100% 완치!", "V3"),
    ("주의사항: 시술 후 통증이 전혀 없으니 안심하세요", "V3"),
    ("[직원 채용]\n근무지: 본원\n대우: 국내 최고", ""),
    ("[직원 채용]\n근무지: 본원\n\n국내 최고의 수술", "V6"),
    ("간호사 채용 중입니다. 비염 100% 완치 보장 한의원", "V3"),
    ("오해: 라식을 하면 평생 눈이 나빠지지 않는다\n진실: 나이가 들면 다시 나빠질 수 있습니다", ""),
    ("오해: 수술은 아프다\n진실: 저희 수술은 통증이 전혀 없습니다", "V3"),
    ("[직원 채용]\n환자분께는 모든 시술 50% 할인 이벤트", "V12"),
    ("시술 후 주의사항\n없습니다. 통증도 흉터도 전혀 없으니까요", "V3"),
    ("시술 전 주의사항\n국내 최고 의료진이 시술합니다", "V6"),
    ("시술 전 주의사항\n오늘만 라식 50% 할인", "V12"),
    ("입사 검진을 합니다. 국내 최고의 수술 장비", "V6"),
    // Examples of unlawful advertising are items of a list, and only those.
    ("이런 광고는 불법입니다\n- 100% 완치 보장\n- 국내 최고", ""),
    ("이런 광고는 불법입니다\n저희는 100% 완치를 보장합니다", "V3"),
    ("과장 광고 체크리스트\n□ 최고, 최초, 유일이라는 말을 쓰나요?", ""),
    ("오해 1. 레이저를 받으면 기미가 완전히 사라진다", ""),
    ("우리는 이런 약속을 하지 않습니다\n- 무조건 낫는다는 약속\n- 부작용이 없다는 약속", ""),
    ("우리는 이런 약속을 하지 않습니다\n- 과장 광고\n\n무조건 낫게 해 드립니다", "V3"),
    (
        "의료법 제56조(의료광고의 금지 등)\n2. 환자에 관한 치료경험담\n4. 다른 의료인등의 기능과 비교하는 내용",
        "",
    ),
    // The next sentence replies: what it denies is no claim, what it affirms is one.
    ("한 번 맞으면 누구나 완치된다. 그렇지 않습니다.", ""),
    ("\"흉터가 전혀 남지 않는 수술\"\n널리 퍼진 오해입니다.", ""),
    ("저희가 국내 최초인가요? 아닙니다.", ""),
    (
        "통증이 전혀 없는 수술입니다.\n주위에서 이렇게 말하는 분이 많습니다.\n모두 사실이 아닙니다.",
        "",
    ),
    ("100% 완치된다고들 합니다. 저희는 그런 말을 쓰지 않습니다.", ""),
    ("Q. 누구나 완치되나요?\nA. 그렇습니다.", "V3"),
    ("한 번 맞으면 누구나 완치된다. 사실입니다.", "V3"),
    ("한 번 맞으면 누구나 완치된다. 오해가 아닙니다.", "V3"),
    ("누구나 100% 완치됩니다. 과장 광고는 쓰지 않습니다.", "V3"),
    ("누구나 100% 완치됩니다. 포기하지 마세요.", "V3"),
    ("수술 뒤 흉터가 남습니다. 사실이 아닙니다.", "V3"),
    ("Q. 이 시술은 평생 쓸 수 있나요?\nA. 그렇지 않습니다. 사람마다 다릅니다.", ""),
    ("흉터가 남나요? 아니요, 전혀요.", "V3"),
    ("\"한 달이면 누구나 낫는다\"\n\"먹기만 하면 완치된다\"\n→ 둘 다 사실이 아닙니다.", ""),
    ("누구나 완치됩니다.\n\n\"술은 약이다\"\n→ 둘 다 사실이 아닙니다.", "V3"),
    ("저희는 누구나 완치합니다. 수술은 아픕니다. 둘 다 사실이 아닙니다.", "V3"),
    ("흉터가 남습니다\n무릎이 낫습니다\n둘 다 사실이 아닙니다.", "V3"),
    ("한 번 받으면 누구나 완치됩니다. 조심하세요!", "V3"),
    ("\"한 번 받으면 누구나 완치된다\"\n→ 그렇게 말하는 광고는 조심하셔야 합니다.", ""),
    ("어떻게 두 달 만에 당뇨가 완치되었을까요? 저희 한약 덕분입니다.", "V3"),
    ("어떻게 하면 당뇨가 완치될까요?", ""),
    (
        "저희는 이런 약속을 하지 않습니다.\n하나, 반드시 낫게 해 드린다는 약속.\n둘, 다른 병원보다 낫다는 약속.",
        "",
    ),
    ("예를 들어 다음과 같은 표현은 문제가 될 수 있습니다.\n- 완치 보장\n- 국내 최고", ""),
    ("저희가 하지 않는 약속: 누구나 완치된다는 약속", ""),
    ("재발하지 않는 약속: 누구나 100% 완치", "V3"),
    // A clause clears itself.
    ("100% 성공을 장담하는 병원은 피하세요", ""),
    ("100% 성공하는 우리 병원을 의심하지 마세요", "V3"),
    ("오해: 라식은 아프다\n- 진실: 저희 수술은 통증이 전혀 없습니다", "V3"),
    ("저희는 100% 성공을 장담합니다. 다른 병원은 피하세요", "V3"),
    ("한 번에 완치된다는 말은 사실이 아닙니다", ""),
    ("100% 완치라는 광고는 의심하세요. 저희는 100% 완치해 드립니다", "V3"),
    ("저희는 과장하지 않습니다, 100% 낫습니다", "V3"),
    ("과장 광고 없이 100% 완치를 약속합니다", "V3"),
    ("국내 최고 시설을 갖추었으니 저희 새 병원 광고를 확인하세요", "V6"),
    ("최고라는 말이 아깝지 않은 의료진", "V6"),
    ("할인 이벤트를 하지 않습니다", ""),
    ("마취 효과는 두세 시간이면 사라집니다", ""),
    ("효과가 뛰어나 암이 사라집니다", "V3"),
    ("연예인 추천이나 협찬을 받지 않는 의원입니다", ""),
    ("협찬을 받지 않는 다른 곳과 달리 저희는 연예인 협찬을 받습니다", "V13"),
    ("할인하지 않는 다른 곳과 달리 저희는 50% 할인합니다", "V12"),
    ("의료법은 환자의 치료 후기를 광고에 쓰는 일을 금지합니다", ""),
    ("의료법 위반 없이 100% 완치해 드립니다", "V3"),
    ("의료법을 위반하지 않는 국내 최고의 병원", "V6"),
    ("의료법에 따라 환자의 치료 후기는 게시할 수 없습니다", ""),
    ("과장 광고를 쓰지 않는 병원의 생생한 완치 후기", "V2"),
    ("심의기준에 따라 100% 완치를 보장합니다", "V3"),
    // A word is a whole morpheme.
    ("신장결석은 10년 안에 재발합니다", ""),
    ("면회는 최고 8명까지 됩니다", ""),
    // A name is no claim, and a claim is no name.
    ("으뜸병원에 오세요", ""),
    ("완치로 12길에 있습니다", ""),
    ("최고의 의원", "V6"),
    ("국내 최고병원으로 오세요", "V6"),
    ("저희는 최고병원입니다", "V6"),
    ("강남의 으뜸병원", "V6"),
    ("완치병원에 오세요", "V3"),
    ("문의 02-1234-5678, 사업자등록번호 123-45-67890", ""),
    // A figure is an outcome unless its own phrase says otherwise.
    ("성인의 30%가 겪는 비염입니다", ""),
    ("국내 성인의 10명 중 3명이 앓고 있으며, 65세 이상에서는 60%를 넘습니다", ""),
    ("출혈이나 감염이 생길 수 있습니다(약 3%)", ""),
    ("성인의 30%가 겪는 비염, 저희는 98% 호전", "V5"),
    ("수술비는 낮추고 성공률 98%", "V5"),
];

#[test]
fn context_clears_what_it_is_about_and_nothing_beside_it() {
    let analyser = Dictionary::locate(None).and_then(|found| Analyser::open(&found));
    let analyser = analyser.unwrap_or_else(|error| {
        eprintln!("without a dictionary: {error}");
        Analyser::without_dictionary()
    });
    let detector = Detector::builtin(analyser).unwrap();
    let mut wrong = Vec::new();
    for (text, expected) in CASES {
        let ad = Ad { text: (*text).to_owned(), ..Ad::default() };
        let context = AdContext { ad: &ad, as_of: date(2026, 11, 21), technologies: &[] };
        let findings = detector.examine(&context).findings;
        let kinds: Vec<ViolationKind> = findings.iter().map(|it| it.kind).collect();
        let holds = match expected.parse::<ViolationKind>() {
            Ok(kind) => kinds.contains(&kind),
            Err(_) => kinds.is_empty(),
        };
        if !holds {
            wrong.push(format!("{text:?}: {expected:?} expected, found {kinds:?}"));
        }
    }
    assert!(wrong.is_empty(), "{} texts:\n{}", wrong.len(), wrong.join("\n"));
}
