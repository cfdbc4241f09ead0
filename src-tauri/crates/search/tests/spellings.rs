//! A passage is the first hit however the query is spelled: short words, particles, spacing, brackets, Hanja,
//! English words, other names. Through the retriever, in every mode that searches words.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use crate::common;
use crate::common::Entry;
use simui_search::dense::Embedding;
use simui_search::fusion::Profiles;
use simui_search::index::Query;
use simui_search::retriever::{Ask, Embeddings, Mode, Retriever};
use simui_store::Database;

/// Label and text of each passage; no two share a word that is searched for below.
const PASSAGES: [(&str, &str); 12] = [
    ("금지", "의료인은 거짓이나 과장된 내용의 의료광고를 하지 못한다."),
    ("심의", "의료광고를 하려는 경우 미리 자율심의기구의 심의를 받아야 한다."),
    ("약가", "요양급여의 상한금액은 보건복지부장관이 고시한다. 약가 조정은 위원회가 정한다."),
    ("타이레놀", "타이레놀정500밀리그람(아세트아미노펜) 1회 1~2정씩 1일 3~4회 복용한다."),
    ("와파린", "와파린과 아스피린을 함께 복용하면 출혈 위험이 커진다."),
    ("당뇨", "당화혈색소 목표는 6.5 % 미만으로 한다."),
    ("제자리암", "제자리암은 암의 10 %를 지급한다."),
    ("자격정지", "면허의 자격을 정지시킬 수 있는 사유는 다음과 같다. 의료법 제66조제1항에 따른다."),
    ("위헌", "사전심의를 받지 아니한 의료광고를 금지한 조항은 헌법에 위반된다(2015헌바75)."),
    ("MRI", "MRI 검사는 자기공명영상 장치로 하며 조영제를 쓸 수 있다."),
    ("처방", "의사는 처방전을 작성하여 환자에게 내준다."),
    ("보관", "직사광선을 피하여 서늘한 곳에 보관한다."),
];

const QUERIES: [(&str, &str); 24] = [
    // Words of two syllables.
    ("약가", "약가"),
    ("심의", "심의"),
    ("출혈", "와파린"),
    ("처방", "처방"),
    // Names with particles and strengths.
    ("타이레놀을 몇 알까지 먹어도 되나요", "타이레놀"),
    ("타이레놀은", "타이레놀"),
    ("와파린이랑 같이 먹어도 되는 약", "와파린"),
    ("아세트아미노펜의 용량", "타이레놀"),
    ("타이레놀정 500mg", "타이레놀"),
    // Numbers of provisions and decisions, however they are set.
    ("의료법 제66조제1항", "자격정지"),
    ("의료법 제66조 제1항", "자격정지"),
    ("「의료법」 제 66 조 제 1 항", "자격정지"),
    ("의료법제66조①", "자격정지"),
    ("2015헌바75", "위헌"),
    ("헌법재판소 2015 헌바 75 결정", "위헌"),
    // Hanja.
    ("誇張 廣告", "금지"),
    ("處方箋", "처방"),
    ("資格停止", "자격정지"),
    // English between Korean.
    ("mri 찍을 때 조영제", "MRI"),
    ("ＭＲＩ", "MRI"),
    ("warfarin과 아스피린 출혈", "와파린"),
    // Other names.
    ("HbA1c 목표", "당뇨"),
    ("상피내암 지급", "제자리암"),
    ("과장광고", "금지"),
];

#[tokio::test]
async fn however_it_is_written_it_is_found() {
    let Some(analyser) = common::analyser() else { return };
    let dir = tempfile::tempdir().unwrap();
    let database = Database::open(dir.path()).await.unwrap();
    for (label, text) in PASSAGES {
        Entry { title: "", ..Entry::new(label, text) }.save(&database).await;
    }
    let embeddings = Embeddings::open(&Embedding::locate(None).unwrap()).unwrap();
    let folder = dir.path().join("index");
    let (retriever, _) =
        Retriever::open(&database, &embeddings, analyser, &folder, &mut |_| {}).await.unwrap();
    assert!(retriever.ready(&database, &mut |_| {}).await.unwrap());
    let profiles = Profiles::shipped().unwrap();
    let profile = profiles.get("search").unwrap();
    let mut lost = Vec::new();
    for (text, expected) in QUERIES {
        for mode in [Mode::Bm25, Mode::Hybrid] {
            let query = Query { limit: 3, ..Query::new(text) };
            let ask = Ask { query, mode, profile, rerank: true, deadline: None, encoded: None };
            let found = retriever.find(&ask).unwrap();
            let first = found.hits.first().map(|hit| hit.chunk_id.as_str().to_owned());
            if !first.as_ref().is_some_and(|id| id.ends_with(expected)) {
                lost.push(format!("{text} ({mode:?}): {first:?} instead of {expected}"));
            }
        }
    }
    assert!(lost.is_empty(), "{}", lost.join("\n"));
}
