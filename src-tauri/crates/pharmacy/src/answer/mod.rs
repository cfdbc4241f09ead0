//! 답변 생성 by rules: sentences of the passages, chosen and put in order. Every sentence is one of a passage.

mod cautions;
pub(crate) mod choice;
mod conditions;
pub(crate) mod contest;
mod elapsed;
pub use elapsed::states_time_since_dose;
pub(crate) mod food;
mod gaps;
pub(crate) mod general;
pub(crate) mod offered;
pub use offered::{offered_drugs, recommendations};
mod parts;
pub(crate) mod relevancy;
mod unknown;
mod urgent;

pub use unknown::is_unknown_name;
pub use urgent::is_suicide;

use serde::{Deserialize, Serialize};
use simui_clinical::Warning;
use simui_domain::Span;
use simui_search::analysis::Analyser;

use self::urgent::mentions_suicide;
use super::dur::DurNotice;
use super::knowledge::{AskedFor, Intent, Knowledge};
use crate::passage::Passage;
use crate::query::question::{Matter, Question, names_complaint};
use crate::query::subject::{Subject, TAKING_WORDS};

/// The last paragraph of every answer.
pub const CLOSING: &str = "이 답변은 등록된 문서에서 찾은 내용이며 전문가의 진료나 상담을 대신하지 않습니다. 복용하기 전에 의사·약사와 꼭 상담하세요.";

/// Stands in place of a citation behind the first paragraph in an emergency. That paragraph is a fixed text
/// of the desk, so that no document, found or missing, can change it.
pub const OWN_NOTICE: &str = "[응급 안내 · 데스크의 고정 문구]";

/// Added if a digest (요지) is among the sources of an answer.
pub const DIGEST: &str = "요지 문서가 포함되어 있으므로 제품의 허가사항을 함께 확인하십시오.";

/// Added to an answer that may miss the question, by its relevancy.
pub const DOUBTFUL: &str = "찾은 내용이 질문에 맞는지 확실하지 않습니다. 약 이름, 증상, 알고 싶은 것을 더 적어 다시 물어보십시오.";

/// Added to an answer about a complaint that may miss it, or that the documents do not have: what must not
/// wait.
pub const TRIAGE: &str = "갑자기 시작되었거나 참기 어려운 통증, 숨참, 의식 변화, 마비, 멎지 않는 출혈이 있으면 약으로 지켜보지 말고 지금 119에 연락하십시오.";

/// Takes the place of an answer if the documents have none.
pub const INSUFFICIENT: &str = "등록된 문서에서 이 질문에 답할 만한 내용을 찾지 못했습니다(정보 부족). 허가사항을 확인하거나 의사·약사에게 물어보십시오.";

/// An answer before it is verified, in parts.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Draft {
    /// The fixed text that comes first if life is in danger.
    pub urgent: Option<String>,
    /// The warnings beside the fixed text. One whose source the answer quotes stands only there.
    #[serde(default)]
    pub warnings: Vec<Warning>,
    /// A report for each name in the place of a drug that no list has; they come before what is told of the
    /// rest.
    #[serde(default)]
    pub unknown: Vec<String>,
    /// The first sentence, which names the subject of the answer and makes no claim.
    pub lead: String,
    /// The rows of the DUR tables that apply.
    pub notices: Vec<DurNotice>,
    /// What the desk itself says of the question: a warning for each ingredient that several of the
    /// products named contain, by the dictionary of names, and the time since the last dose beside the
    /// interval.
    pub overlaps: Vec<String>,
    /// The paragraphs in order; in the text each ends with its source.
    pub paragraphs: Vec<Paragraph>,
    /// What was asked and is not in the documents, so that nobody takes a missing warning for safety.
    pub gaps: Vec<String>,
    /// The sentences that a chat model wrote.
    #[serde(default)]
    pub by_model: Vec<String>,
}

/// Sentences from one passage.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Paragraph {
    /// The sentences in order.
    pub sentences: Vec<String>,
    /// Index of their passage.
    pub passage: usize,
    /// The part of the passage from the first to the last of the sentences, in Unicode scalars.
    pub quote: Span,
    /// The fact of the person that the sentences concern: `와파린`, `사구체여과율 35 mL/min/1.73m²`.
    #[serde(default)]
    pub about: Option<String>,
}

/// Writes the draft of an answer by rules: DUR notices and overlaps, then paragraphs, then gaps.
///
/// In an emergency it has only the fixed text and what documents say about that danger. A question about a
/// single name that is unknown gets nothing but the report that it is unknown.
pub fn write(
    question: &Question,
    passages: &[Passage],
    notices: Vec<DurNotice>,
    knowledge: &Knowledge,
    analyser: &Analyser,
) -> Draft {
    let urgent = match &question.matter {
        Matter::Emergency { advice: text, .. } => Some(text.clone()),
        _ => None,
    };
    let intents = intents_of(question, knowledge);
    let unknown_name = || {
        let alone = unknown::single_name(question, passages, knowledge, analyser);
        let in_place = || unknown::names_in_drug_place(question, passages, knowledge, analyser);
        // A complaint of the clinical reading alone does not: 졸려요 beside a name is said of the name.
        let asks_about_it =
            question.drugs.is_empty() && !names_complaint(&question.symptoms, knowledge);
        alone.or_else(|| in_place().into_iter().next().filter(|_| asks_about_it))
    };
    if urgent.is_none()
        && let Some(name) = unknown_name()
    {
        let unknown = vec![gaps::not_found(&name)];
        return Draft { notices, unknown, ..Draft::default() };
    }
    let mut paragraphs = paragraphs(question, &intents, passages, knowledge, analyser);
    let general = general::guidance(question, passages, knowledge, analyser);
    let general_lead = general.map(|(guidance, lead)| {
        paragraphs = guidance;
        lead
    });
    let mut paragraphs = food::with_food(paragraphs, question, passages, knowledge);
    let elapsed = elapsed::compared(question, passages, knowledge).map(|(warning, compared)| {
        if let Some(compared) = compared {
            paragraphs = elapsed::with_first(std::mem::take(&mut paragraphs), compared);
        }
        warning
    });
    let paragraphs = parts::with_parts(paragraphs, question, passages, knowledge, analyser);
    let paragraphs = cautions::with_cautions(paragraphs, question, passages, knowledge);
    let subjects = Subject::of(question, knowledge);
    let overlaps = gaps::overlap_warnings(question).into_iter().chain(elapsed).collect();
    let first = paragraphs.first().and_then(|it| passages.get(it.passage));
    let lead = general_lead.unwrap_or_else(|| lead(question, &subjects, &intents, first));
    if urgent.is_some() {
        // Beside the fixed text only sentences about this emergency (`urgent::may_follow`) and DUR notices
        // are kept.
        let notices = if mentions_suicide(question) { Vec::new() } else { notices };
        return Draft { urgent, lead, notices, paragraphs, ..Draft::default() };
    }
    let draft = Draft { lead, notices, overlaps, paragraphs, ..Draft::default() };
    with_gaps(draft, question, passages, knowledge, analyser)
}

/// The paragraphs of an answer, without its cautions. What documents tell everybody who is pregnant is no
/// answer for a complaint of which it does not speak: the complaint is then answered as anybody's, and what
/// is offered gets its cautions for the person.
fn paragraphs(
    question: &Question,
    intents: &[&Intent],
    passages: &[Passage],
    knowledge: &Knowledge,
    analyser: &Analyser,
) -> Vec<Paragraph> {
    let chosen = choice::paragraphs(question, intents, passages, knowledge, analyser);
    let is_of_person = |it: &Intent| is_state(it.person);
    let asks_for_help = question.drugs.is_empty()
        && names_complaint(&question.symptoms, knowledge)
        && intents.iter().any(|it| is_of_person(it));
    if !asks_for_help {
        return chosen;
    }
    let subjects = Subject::of(question, knowledge);
    let is_on_complaint = |paragraph: &Paragraph| {
        let passage = passages.get(paragraph.passage);
        let texts = passage.into_iter().flat_map(|it| [&it.title, &it.heading]);
        let mut texts = texts.chain(&paragraph.sentences);
        texts.any(|text| subjects.iter().any(|it| it.is_mentioned_in(text)))
    };
    if chosen.iter().any(is_on_complaint) {
        return chosen;
    }
    let mut general = question.clone();
    let is_of_state = |it: &String| is_state(knowledge.asked_for(it));
    general.intents.retain(|it| !is_of_state(it));
    let intents = intents_of(&general, knowledge);
    let of_complaint = choice::paragraphs(&general, &intents, passages, knowledge, analyser);
    if of_complaint.iter().any(is_on_complaint) { of_complaint } else { chosen }
}

/// Whether an intent asks for somebody in a state of life: a mother, a child, somebody old.
fn is_state(person: Option<AskedFor>) -> bool {
    matches!(person, Some(AskedFor::Mother | AskedFor::Age))
}

/// The intents of a question, grave ones first.
fn intents_of<'k>(question: &Question, knowledge: &'k Knowledge) -> Vec<&'k Intent> {
    question.intents.iter().filter_map(|it| knowledge.intent(it)).collect()
}

/// The draft with the gaps of its paragraphs and notices, and with a doubt if it may miss the question.
fn with_gaps(
    mut draft: Draft,
    question: &Question,
    passages: &[Passage],
    knowledge: &Knowledge,
    analyser: &Analyser,
) -> Draft {
    let (paragraphs, notices) = (&draft.paragraphs, &draft.notices);
    let intents = intents_of(question, knowledge);
    let mut unknown_names = unknown::name_beside_drug(question, passages, knowledge, analyser);
    for name in unknown::names_in_drug_place(question, passages, knowledge, analyser) {
        if !unknown_names.contains(&name) {
            unknown_names.push(name);
        }
    }
    let names_vaccine = |it: &String| ["백신", "접종"].iter().any(|word| it.contains(word));
    if !paragraphs.iter().flat_map(|it| &it.sentences).any(names_vaccine) {
        unknown_names.retain(|name| !question.vaccines.iter().any(|it| it.contains(name)));
        unknown_names.extend(question.vaccines.iter().cloned());
    }
    let mut gaps = gaps::gaps(question, &intents, paragraphs, notices, passages, knowledge);
    draft.unknown = unknown_names.iter().map(|it| gaps::not_found(it)).collect();
    let subjects = Subject::of(question, knowledge);
    gaps.extend(gaps::missing_pair(question, &subjects, paragraphs, passages));
    gaps.extend(cautions::silent_facts(question, paragraphs, notices, knowledge));
    gaps.extend(parts::unanswered(question, paragraphs, passages, knowledge));
    for contest in contest::contests(paragraphs, passages, knowledge, analyser) {
        let Some(other) = passages.get(contest.passage) else { continue };
        gaps.push(gaps::contested(&contest.other, &other.title, &other.heading));
    }
    draft.gaps = gaps;
    let scored = relevancy::relevancy(question, &draft, passages, knowledge);
    let is_doubtful = scored.is_some_and(|it| it.0 < knowledge.relevancy.doubtful_below)
        && !food::is_answered(question, &draft.paragraphs, knowledge);
    if is_doubtful {
        draft.gaps.push(DOUBTFUL.to_owned());
    }
    if (is_doubtful || draft.is_empty()) && question.drugs.is_empty() && question.complains {
        draft.gaps.push(TRIAGE.to_owned());
    }
    draft
}

/// The draft with other paragraphs, and with the gaps of these.
pub(crate) fn with_paragraphs(
    draft: Draft,
    paragraphs: Vec<Paragraph>,
    question: &Question,
    passages: &[Passage],
    knowledge: &Knowledge,
    analyser: &Analyser,
) -> Draft {
    let draft = Draft { paragraphs, ..draft };
    match draft.urgent {
        Some(_) => draft,
        None => with_gaps(draft, question, passages, knowledge, analyser),
    }
}

/// The first sentence of an answer: `타이레놀(아세트아미노펜) — 상호작용에 대해 등록된 문서에서 찾은 내용입니다.`
fn lead(
    question: &Question,
    subjects: &[Subject],
    intents: &[&Intent],
    first: Option<&Passage>,
) -> String {
    let mut products: Vec<(&str, Vec<&str>)> = Vec::new();
    for drug in &question.drugs {
        let written = drug.corrected.as_ref().unwrap_or(&drug.written).as_str();
        match products.iter_mut().find(|(it, _)| *it == written) {
            Some((_, ingredients)) if ingredients.contains(&drug.korean.as_str()) => {}
            Some((_, ingredients)) => ingredients.push(&drug.korean),
            None => products.push((written, vec![&drug.korean])),
        }
    }
    let mut about: Vec<String> = products
        .iter()
        .map(|(written, ingredients)| match ingredients.as_slice() {
            [one] if one == written => (*written).to_owned(),
            ingredients => format!("{written}({})", ingredients.join("·")),
        })
        .collect();
    // The asker's own word (혈압약), not the name of its class.
    if about.is_empty() {
        about.extend(subjects.iter().take(2).map(|it| it.title.clone()));
    }
    if about.is_empty() {
        let complaints = question.symptoms.iter().filter(|it| *it != TAKING_WORDS);
        about.extend(complaints.take(2).cloned());
    }
    if about.is_empty() {
        about.extend(first.map(|it| it.title.clone()));
    }
    let mut wanted: Vec<&str> = intents.iter().take(2).map(|it| it.korean.as_str()).collect();
    if question.person.pregnant && !wanted.contains(&"임부") {
        wanted.push("임부");
    }
    let about = about.join(", ");
    match wanted.is_empty() {
        true => format!("{about}에 대해 등록된 문서에서 찾은 내용입니다."),
        false => format!("{about} — {}에 대해 등록된 문서에서 찾은 내용입니다.", wanted.join("·")),
    }
}

impl Paragraph {
    /// The head of the paragraph, unless `before` it stands one on the same fact: `[해당: 와파린]`.
    pub fn head(&self, before: Option<&Self>) -> Option<String> {
        let fact = self.about.as_ref()?;
        let repeated = before.is_some_and(|it| it.about.as_ref() == Some(fact));
        (!repeated).then(|| format!("[해당: {fact}]"))
    }
}

impl Draft {
    /// The draft with safety warnings; one that is the fixed text already is not repeated.
    #[must_use]
    pub fn with_warnings(self, warnings: &[Warning]) -> Self {
        let others = warnings.iter().filter(|it| self.urgent.as_ref() != Some(&it.text));
        Self { warnings: others.cloned().collect(), ..self }
    }

    /// Whether a paragraph or a notice has the source of a warning.
    fn quotes(&self, warning: &Warning) -> bool {
        let is_source = |text: &String| text.contains(&warning.quote);
        !warning.quote.is_empty()
            && (self.paragraphs.iter().flat_map(|it| &it.sentences).any(is_source)
                || self.notices.iter().any(|it| it.quote == warning.quote))
    }

    /// Whether the draft has nothing from a document.
    pub fn is_empty(&self) -> bool {
        self.paragraphs.is_empty() && self.notices.is_empty()
    }

    /// The numbers of the documents cited, from 1 in the order of their use: one for each paragraph (a
    /// passage that is used again keeps its number), and after them one for each notice.
    pub fn numbers(&self) -> (Vec<usize>, Vec<usize>) {
        let mut order: Vec<usize> = Vec::new();
        let numbers = self
            .paragraphs
            .iter()
            .map(|it| match order.iter().position(|seen| *seen == it.passage) {
                Some(at) => at + 1,
                None => {
                    order.push(it.passage);
                    order.len()
                }
            })
            .collect();
        (numbers, (0..self.notices.len()).map(|at| order.len() + at + 1).collect())
    }

    /// The part of a passage that the paragraphs use, from the first to the last of their sentences.
    pub fn quote_of(&self, passage: usize) -> Span {
        let quotes = self.paragraphs.iter().filter(|it| it.passage == passage).map(|it| it.quote);
        let union = |a: Span, b: Span| Span { start: a.start.min(b.start), end: a.end.max(b.end) };
        quotes.reduce(union).unwrap_or(Span { start: 0, end: 0 })
    }

    /// The paragraph on names that no list has, if there are any.
    pub fn unknown_names(&self) -> Option<String> {
        (!self.unknown.is_empty()).then(|| self.unknown.join(" "))
    }

    /// The answer as text, in which every paragraph ends with `[문서 N]`. `digest` adds [`DIGEST`].
    pub fn text(&self, digest: bool) -> String {
        let (numbers, notice_numbers) = self.numbers();
        let mut parts: Vec<String> = Vec::new();
        parts.extend(self.urgent.as_ref().map(|it| format!("{it} {OWN_NOTICE}")));
        let unquoted = self.warnings.iter().filter(|it| !self.quotes(it));
        parts.extend(unquoted.map(Warning::with_source));
        parts.extend(self.unknown_names());
        if !self.is_empty() {
            parts.push(self.lead.clone());
        }
        for (notice, number) in self.notices.iter().zip(&notice_numbers) {
            let drugs = notice.drugs.join(" + ");
            parts.push(format!(
                "[{}] {drugs}: {} [문서 {number}]",
                notice.table.korean(),
                notice.warning
            ));
        }
        parts.extend(self.overlaps.clone());
        let mut before = None;
        for (paragraph, number) in self.paragraphs.iter().zip(&numbers) {
            parts.extend(paragraph.head(before));
            parts.push(format!("{} [문서 {number}]", paragraph.sentences.join(" ")));
            before = Some(paragraph);
        }
        if self.is_empty() && self.urgent.is_none() && self.warnings.is_empty() {
            parts.push(INSUFFICIENT.to_owned());
        }
        if !self.gaps.is_empty() {
            parts.push(self.gaps.join(" "));
        }
        if digest && !self.paragraphs.is_empty() {
            parts.push(DIGEST.to_owned());
        }
        parts.push(CLOSING.to_owned());
        parts.join("\n\n")
    }
}
