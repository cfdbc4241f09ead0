//! What an answer must say beside what the documents say: what they do not say, and what the names alone tell.

use std::collections::{BTreeMap, BTreeSet};

use super::Paragraph;
use crate::dur::{DurNotice, DurTable};
use crate::knowledge::{Intent, Knowledge, THINGS};
use crate::query::question::Question;
use crate::query::subject::Subject;
use crate::retrieval::passage::Passage;

/// Intents of a state or a mishap, which an answer has to speak of.
const STATES: [&str; 7] =
    ["pregnancy", "nursing", "children", "elderly", "liver_kidney", "driving", "missed"];

/// Said where the drug was pointed at, not named.
const UNNAMED: &str = "어느 약인지 질문에 없어 그 약에 관한 답은 드리지 못합니다. 약 이름이나 성분을 넣어 다시 물어보십시오.";

/// A name that is in no document and no list.
pub(crate) fn not_found(name: &str) -> String {
    format!(
        "‘{name}’은(는) 등록된 의약품 이름에서 찾지 못해 살피지 못했습니다. 성분 이름을 확인해 다시 물어보십시오."
    )
}

/// What was asked and is not in what was chosen.
pub(crate) fn gaps(
    question: &Question,
    asked: &[&Intent],
    paragraphs: &[Paragraph],
    notices: &[DurNotice],
    passages: &[Passage],
    knowledge: &Knowledge,
) -> Vec<String> {
    let names = &knowledge.names;
    let said: String = paragraphs.iter().flat_map(|it| &it.sentences).cloned().collect();
    let title = |it: &Paragraph| passages.get(it.passage).map_or("", |it| it.title.as_str());
    let titles: Vec<&str> = paragraphs.iter().map(title).collect();
    let mut gaps = Vec::new();
    if question.points() {
        gaps.push(UNNAMED.to_owned());
    }
    for intent in asked.iter().filter(|it| THINGS.contains(&it.id.as_str())) {
        let unwanted = |it: &&String| question.without.iter().any(|drug| drug.written == **it);
        let things = intent.words.iter().filter(|it| question.text.contains(it.as_str()));
        for thing in things.filter(|it| !unwanted(it)) {
            let told = match intent.id.as_str() {
                // 맥주 is answered by what is said of 술.
                "alcohol" => intent.telling.iter().any(|it| said.contains(it.as_str())),
                _ => said.contains(thing.as_str()),
            };
            if !told {
                gaps.push(format!("등록된 문서에서 ‘{thing}’에 관한 내용은 찾지 못했습니다."));
            }
        }
    }
    let mut spoken = question.drugs_in(&format!("{said} {}", titles.join(" ")), names);
    // What is there and does not answer is not missing: 카페인 of a 감기약.
    let there: Vec<&str> = passages.iter().map(|it| it.title.as_str()).collect();
    spoken.extend(question.drugs_in(&there.join(" "), names));
    spoken.extend(notices.iter().flat_map(|it| question.drugs_in(&it.drugs.join(" "), names)));
    let drugs = question.ingredients();
    for drug in drugs.difference(&spoken) {
        gaps.push(format!("{}에 관한 문서는 찾지 못했습니다.", names.korean(drug)));
    }
    let in_pairs = paragraphs.iter().any(|paragraph| {
        let own = question.drugs_in(title(paragraph), names);
        let by_class = |sentence: &String| {
            question.drugs.iter().any(|it| {
                !own.contains(it.ingredient.as_str())
                    && knowledge.speaks_of_class(sentence, &it.korean)
            })
        };
        let pair = |it: &String| {
            question.drugs_in(&format!("{} {it}", title(paragraph)), names).len() > 1
                || !own.is_empty() && by_class(it)
        };
        paragraph.sentences.iter().any(pair)
    });
    // 어린이 약의 원칙 · 아이가 열이 날 때: all of it is about children.
    let headed: String = paragraphs
        .iter()
        .filter_map(|it| passages.get(it.passage))
        .map(|it| format!("{} {} ", it.title, it.heading))
        .collect();
    for intent in asked.iter().filter(|it| STATES.contains(&it.id.as_str())) {
        let told = |it: &String| said.contains(it.as_str()) || headed.contains(it.as_str());
        if !paragraphs.is_empty() && !intent.telling.iter().any(told) {
            gaps.push(format!(
                "‘{}’에 관한 내용은 등록된 문서에서 찾지 못했습니다. 적혀 있지 않다는 것이 안전하다는 뜻은 아닙니다.",
                intent.korean
            ));
        }
    }
    let paired =
        notices.iter().any(|it| matches!(it.table, DurTable::Combination | DurTable::Duplicate));
    let products: BTreeSet<_> = question.drugs.iter().map(|it| it.span).collect();
    if drugs.len() > 1 && products.len() > 1 && !in_pairs && !paired && twice(question).is_empty() {
        gaps.push(
            "이 약들을 함께 쓰는 것에 관한 내용은 등록된 문서와 DUR 자료에서 찾지 못했습니다. 기록이 없다는 것이 안전하다는 뜻은 아닙니다."
                .to_owned(),
        );
    }
    gaps
}

/// Two classes whose use together was asked about, where no sentence speaks of both.
pub(crate) fn unpaired(
    question: &Question,
    subjects: &[Subject],
    paragraphs: &[Paragraph],
    passages: &[Passage],
) -> Option<String> {
    let taken: Vec<&Subject> = subjects.iter().filter(|it| it.is_taken()).collect();
    let [one, other] = taken.as_slice() else { return None };
    if !question.drugs.is_empty() || !question.asks("interaction") {
        return None;
    }
    let both = paragraphs.iter().any(|paragraph| {
        let title = passages.get(paragraph.passage).map_or("", |it| it.title.as_str());
        let spoken = |it: &Subject, said: &str| it.is_in(said) || it.is_in(title);
        paragraph.sentences.iter().any(|it| spoken(one, it) && spoken(other, it))
    });
    let says = format!(
        "함께 쓰는 것({}, {})에 관한 내용은 등록된 문서에서 찾지 못했습니다. 기록이 없다는 것이 안전하다는 뜻은 아닙니다. 약 이름이나 성분을 넣어 다시 물어보십시오.",
        one.written, other.written
    );
    (!both).then_some(says)
}

/// `게보린과 타이레놀`: one ingredient twice.
pub(crate) fn overlaps(question: &Question) -> Vec<String> {
    twice(question)
        .into_iter()
        .map(|(ingredient, named)| {
            format!(
                "{}에는 모두 {ingredient} 성분이 들어 있어 함께 쓰면 같은 성분이 겹칩니다(제품 이름 사전).",
                named.join(", ")
            )
        })
        .collect()
}

/// Ingredients of several of the products named, with those products.
pub(crate) fn twice(question: &Question) -> BTreeMap<&str, Vec<&str>> {
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
