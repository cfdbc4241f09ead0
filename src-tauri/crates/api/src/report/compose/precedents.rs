//! 판례: decisions weighed for and against the violations.

use simui_domain::{DecisionEffect, Disposition, ReviewResult, Stance, WeighedDecision};

use super::{aside, paragraph};
use crate::report::document::{Block, Section, Tone};
use crate::report::text::{Phrase, plain};

/// Returns the decisions, those for the advertiser first; `None` where none were weighed.
pub fn section(result: &ReviewResult) -> Option<Section> {
    let sides = [Stance::Against, Stance::For, Stance::LostGround];
    let of = |stance| result.decisions.iter().filter(move |decision| decision.stance == stance);
    let blocks: Vec<Block> = sides.into_iter().flat_map(of).flat_map(weighed).collect();
    (!blocks.is_empty()).then(|| Section { title: "판례의 무게".to_owned(), blocks })
}

fn weighed(decision: &WeighedDecision) -> Vec<Block> {
    let (side, tone) = side(decision.stance);
    let heading = Phrase::new()
        .plain(&format!("{}  ", decision.decision))
        .toned(side, tone)
        .plain(effect(decision.effect))
        .words();
    let mut ended: Vec<String> = vec![format!("{} 유형", decision.kind)];
    ended.extend(decision.outcome.map(|outcome| outcome.word().to_owned()));
    ended.extend(decision.disposition.map(|ordered| disposition_word(ordered).to_owned()));
    if !decision.wording.is_empty() {
        let near = format!("판단한 표현 ‘{}’, 유사도 {:.2}", decision.wording, decision.similarity);
        ended.push(near);
    }
    vec![
        Block::Subheading { words: heading },
        Block::Quote { words: plain(&decision.quote), tone },
        aside(&format!("{} · {}", decision.article, ended.join(" · "))),
        paragraph(&decision.why),
    ]
}

fn side(stance: Stance) -> (&'static str, Tone) {
    match stance {
        Stance::For => ("위반 쪽", Tone::Bad),
        Stance::Against => ("광고주 쪽", Tone::Good),
        Stance::LostGround => ("근거를 잃어 세지 않음", Tone::Calm),
    }
}

fn effect(effect: DecisionEffect) -> &'static str {
    match effect {
        DecisionEffect::Shown => "",
        DecisionEffect::Lowered => " · 판단을 한 단계 낮춤",
        DecisionEffect::Person => " · 사람이 판단",
    }
}

fn disposition_word(disposition: Disposition) -> &'static str {
    match disposition {
        Disposition::Convicted => "유죄",
        Disposition::Acquitted => "무죄",
        Disposition::Remanded => "파기환송",
        Disposition::Discontinued => "면소·공소기각",
        Disposition::AppealDismissed => "상소 기각",
        Disposition::Annulled => "처분 취소",
        Disposition::ClaimDismissed => "청구 기각",
        Disposition::Granted => "청구 인용",
        Disposition::Inadmissible => "각하",
        Disposition::Unconstitutional => "위헌",
        Disposition::Incompatible => "헌법불합치",
        Disposition::Constitutional => "합헌",
        Disposition::Mixed => "일부씩 다름",
    }
}
