//! The guidance for every drug (digests `일반_*`), which answers where the documents of the drug asked about
//! are silent: labels of products say nothing of a missed dose.

use std::collections::BTreeSet;

use simui_search::analysis::Analyser;

use super::{Paragraph, choice, intents_of};
use crate::knowledge::{General, Intent, Knowledge};
use crate::passage::Passage;
use crate::query::question::Question;
use crate::ranking::evidence::is_of_drug;

/// Most sentences of the guidance.
const MAX_SENTENCES: usize = 4;

/// The intent of a question about drugs that guidance for every drug answers, if no document of these drugs
/// speaks of it.
pub(crate) fn silent_intent<'k>(
    question: &Question,
    passages: &[Passage],
    knowledge: &'k Knowledge,
) -> Option<&'k Intent> {
    let intent = general_intent(question, knowledge)?;
    let is_own = |passage: &&Passage| {
        question.is_own_label(&passage.document_id) || is_of_drug(passage, question, knowledge)
    };
    let mut own = passages.iter().filter(is_own);
    let speaks = |it: &Passage| intent.telling.iter().any(|cue| it.text.contains(cue.as_str()));
    (!own.any(speaks)).then_some(intent)
}

/// The intent of a question about drugs that guidance for every drug answers too, if the question asks
/// nothing else but for leave (개봉한 지 한 달 됐는데 써도 괜찮아요).
fn general_intent<'k>(question: &Question, knowledge: &'k Knowledge) -> Option<&'k Intent> {
    let drugs = &question.drugs;
    let mut intents = intents_of(question, knowledge).into_iter();
    let first = intents.find(|it| it.id != "contraindication")?;
    let is_general = match first.general? {
        General::All => !drugs.is_empty() || !question.products.is_empty(),
        General::LongTerm => {
            !drugs.is_empty() && drugs.iter().all(|it| knowledge.is_taken_daily(&it.korean))
        }
    };
    is_general.then_some(first)
}

/// The passages of guidance on an intent: their document names no drug, and its title or their heading has a
/// cue word of the intent.
pub(crate) fn is_guidance(passage: &Passage, intent: &Intent, knowledge: &Knowledge) -> bool {
    let headed = format!("{} {}", passage.title, passage.heading);
    intent.telling.iter().any(|it| headed.contains(it.as_str()))
        && knowledge.names.find(&headed).is_empty()
}

/// The paragraphs of guidance that answer, and the first sentence of such an answer; `None` where the
/// documents of the drug speak of what is asked, or no guidance does.
pub(super) fn guidance(
    question: &Question,
    passages: &[Passage],
    knowledge: &Knowledge,
    analyser: &Analyser,
) -> Option<(Vec<Paragraph>, String)> {
    let intent = silent_intent(question, passages, knowledge)?;
    let at: Vec<usize> =
        (0..passages.len()).filter(|it| is_guidance(&passages[*it], intent, knowledge)).collect();
    let of_guidance: Vec<Passage> = at.iter().map(|it| passages[*it].clone()).collect();
    let asked = question.ingredients();
    let of_everybody = Question {
        drugs: Vec::new(),
        products: Vec::new(),
        symptoms: Vec::new(),
        ..question.clone()
    };
    let found = choice::paragraphs(&of_everybody, &[intent], &of_guidance, knowledge, analyser);
    // 와파린을 빠뜨리면 …: a rule for another drug.
    let is_own = |sentence: &String| {
        question.drugs.iter().any(|drug| knowledge.mentions_class_of(sentence, &drug.korean))
            || knowledge
                .names
                .find(sentence)
                .iter()
                .any(|it| asked.contains(it.ingredient.as_str()))
    };
    let is_of_others = |sentence: &String| {
        !is_own(sentence)
            && (!knowledge.names.find(sentence).is_empty() || knowledge.mentions_a_class(sentence))
    };
    let mut left = MAX_SENTENCES;
    let mut paragraphs = Vec::new();
    for mut paragraph in found {
        paragraph.sentences.retain(|it| !is_of_others(it));
        paragraph.sentences.truncate(left);
        left -= paragraph.sentences.len();
        if !paragraph.sentences.is_empty() {
            paragraphs.push(Paragraph { passage: at[paragraph.passage], ..paragraph });
        }
    }
    let drugs = question.drugs.iter().map(|it| it.written.as_str());
    let products = question.products.iter().map(|it| it.written.as_str());
    let names: BTreeSet<&str> = drugs.chain(products).collect();
    let names: Vec<&str> = names.into_iter().collect();
    let lead = format!(
        "등록된 {} 문서에는 ‘{}’에 관한 내용이 없습니다. 아래는 모든 약에 두루 해당하는 일반 안내입니다.",
        names.join(", "),
        intent.korean
    );
    (!paragraphs.is_empty()).then_some((paragraphs, lead))
}
