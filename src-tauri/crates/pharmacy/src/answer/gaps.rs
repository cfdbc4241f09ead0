//! Gaps: reports what was asked and is not in the answer, and ingredients that several of the products
//! contain.

use std::collections::{BTreeMap, BTreeSet};

use super::Paragraph;
use crate::dur::{DurNotice, DurTable};
use crate::knowledge::{CO_TAKEN_INTENTS, Intent, Knowledge};
use crate::passage::Passage;
use crate::query::question::Question;
use crate::query::subject::Subject;

/// Intents about a state of the person or a mishap; an answer that does not mention them has a gap.
const STATES: [&str; 7] =
    ["pregnancy", "nursing", "children", "elderly", "liver_kidney", "driving", "missed"];

/// The gap of a question that points at a drug without naming it.
const UNNAMED: &str = "어느 약인지 질문에 없어 그 약에 관한 답은 드리지 못합니다. 약 이름이나 성분을 넣어 다시 물어보십시오.";

/// The gap of a name that is in no document and no list.
pub(crate) fn not_found(name: &str) -> String {
    format!(
        "‘{name}’은(는) 등록된 의약품 이름에서 찾지 못해 살피지 못했습니다. 성분 이름을 확인해 다시 물어보십시오."
    )
}

/// The gap of an answer of which another document states something else.
pub(crate) fn contested(other: &str, title: &str, heading: &str) -> String {
    format!(
        "문서마다 내용이 다릅니다. ‘{title}’({heading})에는 “{other}”라고 적혀 있으니 어느 쪽이 이 제품에 맞는지 허가사항으로 확인하십시오."
    )
}

/// The gaps of an answer made of `paragraphs` and `notices`: an unnamed drug, food or drink, drugs without a
/// document, states of the person, and use together, as far as the question asks for them and the answer does
/// not mention them.
///
/// `intents` are those of the question.
pub(crate) fn gaps(
    question: &Question,
    intents: &[&Intent],
    paragraphs: &[Paragraph],
    notices: &[DurNotice],
    passages: &[Passage],
    knowledge: &Knowledge,
) -> Vec<String> {
    let names = &knowledge.names;
    let text: String = paragraphs.iter().flat_map(|it| &it.sentences).cloned().collect();
    let title = |it: &Paragraph| passages.get(it.passage).map_or("", |it| it.title.as_str());
    let titles: Vec<&str> = paragraphs.iter().map(title).collect();
    let mut gaps = Vec::new();
    if question.points_at_unnamed_drug() {
        gaps.push(UNNAMED.to_owned());
    }
    for intent in intents.iter().filter(|it| CO_TAKEN_INTENTS.contains(&it.id.as_str())) {
        let unwanted = |it: &&String| question.without.iter().any(|drug| drug.written == **it);
        let known = question.foods(knowledge);
        let mentioned = known.iter().filter(|it| it.is_mentioned_in(&text));
        let mentioned: Vec<&String> = mentioned.flat_map(|it| &it.words).collect();
        let foods = intent.words.iter().filter(|it| question.text.contains(it.as_str()));
        for food in foods.filter(|it| !mentioned.contains(it)).filter(|it| !unwanted(it)) {
            let is_answered = |food: &String| match intent.id.as_str() {
                // A sentence on 술 answers a question about 맥주.
                "alcohol" => intent.telling.iter().any(|it| text.contains(it.as_str())),
                _ => text.contains(food.as_str()),
            };
            // 자몽주스: what is said of one part of a compound is said of it.
            let mut words =
                question.text.split_whitespace().filter(|it| it.contains(food.as_str()));
            let in_compound = words.all(|word| {
                let parts = intent.words.iter().filter(|it| word.contains(it.as_str()));
                parts.filter(|it| *it != food).any(is_answered)
            });
            if !is_answered(food) && !in_compound {
                gaps.push(format!("등록된 문서에서 ‘{food}’에 관한 내용은 찾지 못했습니다."));
            }
        }
    }
    let mut mentioned = question.drugs_in(&format!("{text} {}", titles.join(" ")), names);
    // A drug with a document that does not answer is not missing: 카페인 of a 감기약.
    let all_titles: Vec<&str> = passages.iter().map(|it| it.title.as_str()).collect();
    mentioned.extend(question.drugs_in(&all_titles.join(" "), names));
    mentioned.extend(notices.iter().flat_map(|it| question.drugs_in(&it.drugs.join(" "), names)));
    let drugs = question.ingredients();
    for drug in drugs.difference(&mentioned) {
        gaps.push(format!("{}에 관한 문서는 찾지 못했습니다.", names.korean(drug)));
    }
    let in_pairs = paragraphs.iter().any(|paragraph| {
        let own = question.drugs_in(title(paragraph), names);
        let by_class = |sentence: &String| {
            question.drugs.iter().any(|drug| {
                !own.contains(drug.ingredient.as_str())
                    && knowledge.mentions_class_of(sentence, &drug.korean)
            })
        };
        let pair = |sentence: &String| {
            question.drugs_in(&format!("{} {sentence}", title(paragraph)), names).len() > 1
                || !own.is_empty() && by_class(sentence)
        };
        paragraph.sentences.iter().any(pair)
    });
    // A title or heading covers all sentences below it: 어린이 약의 원칙 · 아이가 열이 날 때 is about children.
    let headed: String = paragraphs
        .iter()
        .filter_map(|it| passages.get(it.passage))
        .map(|it| format!("{} {} ", it.title, it.heading))
        .collect();
    for intent in intents.iter().filter(|it| STATES.contains(&it.id.as_str())) {
        let occurs = |it: &String| text.contains(it.as_str()) || headed.contains(it.as_str());
        if !paragraphs.is_empty() && !intent.telling.iter().any(occurs) {
            gaps.push(format!(
                "‘{}’에 관한 내용은 등록된 문서에서 찾지 못했습니다. 적혀 있지 않다는 것이 안전하다는 뜻은 아닙니다.",
                intent.korean
            ));
        }
    }
    let paired =
        notices.iter().any(|it| matches!(it.table, DurTable::Combination | DurTable::Duplicate));
    let products: BTreeSet<_> = question.drugs.iter().map(|it| it.span).collect();
    if drugs.len() > 1
        && products.len() > 1
        && !in_pairs
        && !paired
        && shared_ingredients(question).is_empty()
    {
        gaps.push(
            "이 약들을 함께 쓰는 것에 관한 내용은 등록된 문서와 DUR 자료에서 찾지 못했습니다. 기록이 없다는 것이 안전하다는 뜻은 아닙니다."
                .to_owned(),
        );
    }
    gaps
}

/// The gap of a question about the use of two classes together, if no sentence mentions both.
pub(crate) fn missing_pair(
    question: &Question,
    subjects: &[Subject],
    paragraphs: &[Paragraph],
    passages: &[Passage],
) -> Option<String> {
    let medicines: Vec<&Subject> = subjects.iter().filter(|it| it.is_medicine()).collect();
    let [one, other] = medicines.as_slice() else { return None };
    if !question.drugs.is_empty() || !question.asks("interaction") {
        return None;
    }
    let both = paragraphs.iter().any(|paragraph| {
        let title = passages.get(paragraph.passage).map_or("", |it| it.title.as_str());
        let is_mentioned = |subject: &Subject, sentence: &str| {
            subject.is_mentioned_in(sentence) || subject.is_mentioned_in(title)
        };
        paragraph.sentences.iter().any(|it| is_mentioned(one, it) && is_mentioned(other, it))
    });
    let gap = format!(
        "함께 쓰는 것({}, {})에 관한 내용은 등록된 문서에서 찾지 못했습니다. 기록이 없다는 것이 안전하다는 뜻은 아닙니다. 약 이름이나 성분을 넣어 다시 물어보십시오.",
        one.written, other.written
    );
    (!both).then_some(gap)
}

/// A warning for each ingredient that several of the products named contain: 게보린과 타이레놀.
pub(crate) fn overlap_warnings(question: &Question) -> Vec<String> {
    shared_ingredients(question)
        .into_iter()
        .map(|(ingredient, named)| {
            format!(
                "{}에는 모두 {ingredient} 성분이 들어 있어 함께 쓰면 같은 성분이 겹칩니다(제품 이름 사전).",
                named.join(", ")
            )
        })
        .collect()
}

/// Korean names of the ingredients that several of the products named contain, each with these products.
pub(crate) fn shared_ingredients(question: &Question) -> BTreeMap<&str, Vec<&str>> {
    let mut products: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for drug in &question.drugs {
        let named = products.entry(drug.korean.as_str()).or_default();
        if !named.contains(&drug.written.as_str()) {
            named.push(&drug.written);
        }
    }
    products.retain(|_, named| named.len() > 1);
    products
}
