//! Sentences of drugs' documents that concern another drug, a state or an illness.

use simui_domain::Span;
use simui_pharmacy::Passage;
use simui_pharmacy::knowledge::Knowledge;
use simui_pharmacy::text::sentence::sentences;

use super::findings::{Finding, PrescriptionSeverity};

/// Words of use together.
const TOGETHER: [&str; 8] =
    ["함께", "병용", "같이", "동시", "투여 중", "복용 중", "쓰는 사람", "상호작용"];
/// Words that allow, or that deny an effect.
const ALLOWS: [&str; 10] = [
    "계속 먹습",
    "쓰이기도",
    "써도 됩",
    "쓸 수 있",
    "영향을 주지 않",
    "상호작용이 없",
    "함께 써도",
    "영향이 없",
    "먼저 상담",
    "용량은 같",
];
/// Words that forbid.
const FORBIDS: [&str; 10] = [
    "금기",
    "하지 마십시오",
    "지 마십시오",
    "하지 말 것",
    "지 말 것",
    "지 않습니다",
    "지 않는다",
    "안 됩니다",
    "하지 마세요",
    "투여하지 않",
];
/// Verbs of use before a word that forbids.
const USES: [&str; 10] = [
    "투여하지",
    "복용하지",
    "사용하지",
    "병용하지",
    "쓰지",
    "먹지",
    "마시지",
    "금기",
    "안 됩니다",
    "투여 금",
];
/// Words of grave harm.
const GRAVE: [&str; 26] = [
    "출혈",
    "심한",
    "심각",
    "위험",
    "생명",
    "중증",
    "부정맥",
    "횡문근",
    "세로토닌",
    "고칼륨",
    "저혈당",
    "호흡",
    "독성",
    "의식",
    "간 손상",
    "사망",
    "피합",
    "피하십시오",
    "피하세요",
    "피해야",
    "크게 높",
    "QT",
    "경련",
    "지 않는 것이 좋",
    "권하지 않",
    "권장하지 않",
];

/// A sentence of a section.
pub(super) struct SectionSentence<'a> {
    pub passage: &'a Passage,
    pub quote: &'a str,
}

impl SectionSentence<'_> {
    /// The grounds that this sentence gives, with a text before it.
    pub fn finding(&self, text: String) -> Finding {
        let digest = if self.passage.digest { " (요지)" } else { "" };
        Finding {
            text,
            source: format!("{} › {}{digest}", self.passage.title, self.passage.heading),
            quote: self.quote.to_owned(),
            doc_id: Some(self.passage.document_id.to_string()),
        }
    }
}

/// The sentences of sections, without those that address a program.
pub(super) fn section_sentences<'a>(
    passages: impl Iterator<Item = &'a Passage>,
    knowledge: &Knowledge,
) -> Vec<SectionSentence<'a>> {
    let of = |passage: &'a Passage| {
        let spans: Vec<Span> = sentences(&passage.text);
        let quotes = spans.into_iter().filter_map(|it| it.slice(&passage.text));
        quotes.map(move |quote| SectionSentence { passage, quote })
    };
    passages.flat_map(of).filter(|it| !knowledge.addresses_a_program(it.quote)).collect()
}

/// Whether a sentence is about use together with something else.
pub(super) fn is_of_both(sentence: &SectionSentence<'_>) -> bool {
    is_of_interactions(sentence) || TOGETHER.iter().any(|it| sentence.quote.contains(it))
}

/// Whether the section is about interactions.
pub(super) fn is_of_interactions(sentence: &SectionSentence<'_>) -> bool {
    sentence.passage.heading.contains("상호작용")
}

/// Whether a sentence forbids a drug to those who take something else, or sends them to a doctor first:
/// 질산염을 쓰는 사람은 실데나필을 쓰지 않습니다.
pub(super) fn is_of_takers(sentence: &SectionSentence<'_>) -> bool {
    let of_takers = ["쓰는 사람", "먹는 사람"].iter().any(|it| sentence.quote.contains(it));
    of_takers && (forbids(sentence.quote) || sentence.quote.contains("상담"))
}

/// Whether a sentence allows the use, so that it is no finding.
pub(super) fn allows(sentence: &str) -> bool {
    ALLOWS.iter().any(|it| sentence.contains(it))
}

/// Whether a sentence forbids the use.
pub(super) fn forbids(sentence: &str) -> bool {
    FORBIDS.iter().any(|it| sentence.contains(it)) && USES.iter().any(|it| sentence.contains(it))
}

/// How grave what a sentence says is.
pub(super) fn severity(sentence: &str) -> PrescriptionSeverity {
    if forbids(sentence) {
        PrescriptionSeverity::Contraindicated
    } else if GRAVE.iter().any(|it| sentence.contains(it)) {
        PrescriptionSeverity::Serious
    } else {
        PrescriptionSeverity::Caution
    }
}
