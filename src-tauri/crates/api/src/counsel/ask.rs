use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Instant;

use simui_clinical::Warning;
use simui_consult::leave_out_described;
use simui_consult::rules::Rules as ConsultRules;
use simui_domain::{RunId, ThinkingRole};
use simui_flow::{EventKind, Limits, RamJournal};
use simui_pharmacy::person::person_facts;
use simui_pharmacy::query::complaints::Complaints;
use simui_pharmacy::query::question::{Matter, Question};
use simui_pharmacy::retrieval::scope::Guard;
use simui_pharmacy::{Find, Passage, PharmacyNode, PharmacyState, Shelf, Wanted, pharmacy_graph};
use simui_search::routes::Job;
use simui_store::ChunkRow;
use tokio::sync::{mpsc, oneshot};

use super::answer_view::answer_view;
use super::calculations::Stated;
use super::products::named_drugs;
use super::turn_check::{as_warning, beside};
use crate::desk::chat_models::Room;
use crate::desk::corpus_search::count;
use crate::desk::onnx_models::{MINIMUM, OUT_OF_SCOPE};
use crate::faults::ErrorCode;
use crate::types::{AskRequest, AskResponse, DeskEvent, Engine, SearchRequest, WebLinkState};
use crate::{ApiError, Desk};

/// A request of the graph for passages, and the channel for the answer.
type PassageRequest = (Wanted, oneshot::Sender<Result<Vec<Passage>, String>>);

/// The roles whose prompts have documents.
const ROLES_WITH_DOCUMENTS: [ThinkingRole; 4] = [
    ThinkingRole::Answering,
    ThinkingRole::AnswerVerification,
    ThinkingRole::Correction,
    ThinkingRole::Judging,
];

impl Desk {
    pub(super) async fn answer(&self, request: AskRequest) -> Result<AskResponse, ApiError> {
        if request.question.trim().is_empty() {
            return Err(ApiError::invalid(
                ErrorCode::QuestionEmpty,
                &[],
                "the question is empty; write what you want to know about a drug".to_owned(),
            ));
        }
        let asker = self.named_or_acting(request.reviewer.as_deref()).await?;
        if request.engine == Engine::Chat {
            self.check_chat_roles(&ThinkingRole::PHARMACY, "answered").await?;
        }
        self.digests().await?;
        let begun = Instant::now();
        let id: RunId = self.clock.new_id();
        let knowledge = self.knowledge_of(&request.question).await?;
        let generation = self.database.corpus_generation().await?;
        let dur = self.dur_book_for(&request.question, &knowledge, generation).await?;
        let (wants, mut wanted) = mpsc::channel::<PassageRequest>(1);
        let guard = self.guard().await?;
        let room = match request.engine {
            Engine::Chat => self.chat.room(&ROLES_WITH_DOCUMENTS).await?,
            Engine::Rules => Room::default(),
        };
        let shelf = Shelf {
            knowledge,
            dur,
            analyser: self.holdings.analyser().clone(),
            find: passage_finder(wants),
            guard,
            passage_chars: room.passage_chars(),
            model: (request.engine == Engine::Chat).then(|| self.chat.answering(id.to_string())),
        };
        let shelf = Arc::new(shelf);
        let graph = Arc::new(pharmacy_graph(&shelf)?);
        let journal = Arc::new(RamJournal::new());
        let engine = simui_flow::Engine::new(graph, journal, self.clock.clone(), Limits::default());
        let reader = self.text_reader()?;
        let drugs = named_drugs(&request.question, &shelf.knowledge, &reader)?;
        let read = reader.extract_with(&request.question, &drugs)?;
        let facts = person_facts(&read.slots, &shelf.knowledge);
        let (rules, names) = (ConsultRules::shipped()?, &shelf.knowledge.names);
        let mut warnings = read.warnings;
        warnings.extend(rules.allergies.warnings(&read.slots, names, &rules.words));
        let complaints = Complaints::of(&read.slots);
        let matter = matter(&request.question, &complaints, &warnings, &shelf);
        let is_plain = warnings.is_empty() && !matches!(matter, Matter::Emergency { .. });
        let mut own = read.slots.clone().seen_from_subject();
        leave_out_described(&request.question, &mut own, &shelf.knowledge);
        let found = self.check_turn(&own, &BTreeSet::new(), None, &shelf, generation).await?;
        warnings.extend(beside(&matter, found).into_iter().map(as_warning));
        warnings.sort_by_key(|it| it.severity);
        let state = PharmacyState::new(&request.question, warnings, facts, complaints);
        let settings = self.ask_settings().await?.settings;
        // A question with a warning of its own is not sent to a search service.
        let may_leave = settings.web_links && is_plain;
        let mut events = engine.subscribe();
        let mut run = std::pin::pin!(engine.start(id.clone(), "question", state));
        let mut web = std::pin::pin!(self.web_links(&settings, &request.question));
        let (mut searching, mut links) = (false, None);
        // The graph outlives any borrow of the desk, so that it requests passages by a channel.
        let stop = loop {
            tokio::select! {
                stop = &mut run => break stop?,
                Some((what, found)) = wanted.recv() => {
                    // Sending fails when the graph has ended, because nobody waits for the passages.
                    let _ = found.send(self.passages(Job::Ask, &what, guard).await.map_err(|it| it.to_string()));
                }
                Ok(event) = events.recv() => {
                    searching |= may_leave && has_passed_guard(&event.kind);
                    self.tell_step(request.ask_id.as_ref(), event.kind);
                }
                found = &mut web, if searching && links.is_none() => links = Some(found),
            }
        };
        while let Ok(event) = events.try_recv() {
            searching |= may_leave && has_passed_guard(&event.kind);
            self.tell_step(request.ask_id.as_ref(), event.kind);
        }
        let steps = engine.checkpoints(&id).await?;
        let mut response = answer_view(&stop, &steps, begun.elapsed())?;
        if let Some(question) = &stop.state.question {
            let stated = Stated::by_question(&read.slots);
            self.calculations_of(
                question,
                &stop.state.draft,
                &stated,
                &shelf.knowledge,
                &shelf.dur,
            )
            .await?
            .add_to(&mut response, &stop.state);
        }
        if let Some(question) =
            stop.state.question.as_ref().filter(|_| response.emergency.is_none())
        {
            let parts: Vec<String> = response.answer.split("\n\n").map(str::to_owned).collect();
            let citations = &response.citations;
            let against = self
                .check_recommended(&parts, citations, question, (&own, None), &shelf, generation)
                .await?;
            if let Some(against) = against {
                against.add_to(&mut response);
            }
        }
        if settings.web_links {
            response.web_state = WebLinkState::NotAsked;
        }
        if searching && links.is_none() {
            response.web_state = WebLinkState::Waiting;
            self.tell_answer(request.ask_id.as_ref(), &response);
            links = Some(web.await);
        }
        if let Some(links) = links {
            links.add_to(&mut response);
        }
        if !request.not_kept && settings.keep_days > 0 {
            response.asked_id = Some(id.to_string());
            let calls = &stop.state.calls;
            let (question, days) = (&request.question, settings.keep_days);
            let kept =
                self.keep(id.as_str(), asker.as_ref(), question, &response, calls, days).await;
            if let Err(error) = kept {
                // The answer is returned even when it cannot be stored, for instance on a full disk.
                response.asked_id = None;
                response.notices.push(format!("이 질문은 지난 질문에 남지 않았습니다: {error}"));
            }
        }
        Ok(response)
    }

    /// Sends an answer to the interface while its links are still being searched.
    fn tell_answer(&self, ask_id: Option<&String>, response: &AskResponse) {
        if let Some(ask_id) = ask_id.cloned() {
            self.send_event(DeskEvent::AskAnswered {
                ask_id,
                response: Box::new(response.clone()),
            });
        }
    }

    /// Sends the progress of the answer to the asker.
    pub(super) fn tell_step(&self, ask_id: Option<&String>, event: EventKind) {
        let Some(ask_id) = ask_id.cloned() else { return };
        self.send_event(match event {
            EventKind::NodeStarted { node, .. } => DeskEvent::AskStep { ask_id, node, ms: None },
            EventKind::NodeFinished { node, ms, .. } => {
                DeskEvent::AskStep { ask_id, node, ms: Some(ms) }
            }
            EventKind::Token { text, .. } => DeskEvent::AskToken { ask_id, text },
            _ => return,
        });
    }

    /// Stores the digests of drugs on a desk that has none. The first question waits for it.
    pub(crate) async fn digests(&self) -> Result<(), ApiError> {
        let install = || async {
            simui_corpus::install_drug_digests(&self.database, &self.clock).await?;
            Ok::<(), ApiError>(())
        };
        self.counsel.digests.get_or_try_init(install).await.map(|_| ())
    }

    /// Returns the passages that a graph asks for, by the route of its job.
    pub(super) async fn passages(
        &self,
        job: Job,
        wanted: &Wanted,
        guard: Guard,
    ) -> Result<Vec<Passage>, ApiError> {
        match wanted {
            Wanted::Matches(queries) => self.matches(job, queries, guard).await,
            Wanted::Sections(documents) => {
                let mut sections = Vec::new();
                for document in documents {
                    let rows = self.database.chunks_of_document(document).await?;
                    sections.extend(rows.into_iter().map(section));
                }
                Ok(sections)
            }
        }
    }

    /// Searches the documents of a job with several queries. Each passage gets its best score on the scale of
    /// `guard`.
    async fn matches(
        &self,
        job: Job,
        queries: &[String],
        guard: Guard,
    ) -> Result<Vec<Passage>, ApiError> {
        let plan = self.search.plan().await?;
        let (route, profile) = plan.route(job)?;
        let by_cross_encoder = self.onnx.chosen().await?.reranker.is_some();
        let mut passages: Vec<Passage> = Vec::new();
        for query in queries {
            let request = SearchRequest {
                query: query.clone(),
                kinds: route.kinds.clone(),
                k: Some(count(route.hits(profile))),
                profile: Some(profile.id.clone()),
                ..SearchRequest::default()
            };
            let found = self.search_unfolded(request).await?;
            // Hits for which the cross-encoder was too late have passed the offline reranker's least score
            // instead.
            let late = by_cross_encoder && found.reranker.is_none();
            let least = if late { guard.score } else { f32::MIN };
            for hit in found.hits {
                let score = hit.score.max(least);
                match passages.iter_mut().find(|it| it.chunk_id == hit.chunk_id) {
                    Some(known) => known.score = known.score.max(score),
                    None => passages.push(Passage {
                        chunk_id: hit.chunk_id,
                        document_id: hit.doc_id,
                        title: hit.title,
                        heading: hit.article,
                        text: hit.text,
                        digest: hit.digest,
                        score,
                    }),
                }
            }
        }
        Ok(passages)
    }

    /// Returns the out-of-scope thresholds on the scale of the reranker: the least score of the pharmacists'
    /// profile where none was calibrated, also where the routing is off. An uncalibrated
    /// cross-encoder gets no score threshold, because its scale is unknown; the share of content words is
    /// demanded all the same.
    pub(crate) async fn guard(&self) -> Result<Guard, ApiError> {
        let chosen = self.onnx.chosen().await?;
        let plan = self.search.plan().await?;
        let minimum = plan.own_profile(Job::Ask)?.minimum.unwrap_or_default();
        let offline = chosen.offline_out_of_scope.or(chosen.offline_minimum).unwrap_or(minimum);
        let score = match self.onnx.reranker(&chosen).await {
            Ok(Some(reranker)) => {
                let score = reranker.entry.score.as_ref();
                let of = |name: &str| score.and_then(|it| it.thresholds.get(name)).copied();
                of(OUT_OF_SCOPE).or_else(|| of(MINIMUM)).unwrap_or(f32::MIN)
            }
            _ => offline,
        };
        Ok(Guard { score, relevance: MIN_WORD_SHARE })
    }
}

/// Whether the event shows that the guard accepted the question as one for this desk.
fn has_passed_guard(event: &EventKind) -> bool {
    matches!(event, EventKind::NodeStarted { node, .. } if *node == PharmacyNode::Dur.to_string())
}

/// How a question with these warnings is treated.
fn matter(text: &str, heard: &Complaints, warnings: &[Warning], shelf: &Shelf) -> Matter {
    let (knowledge, dur) = (&shelf.knowledge, &shelf.dur);
    let mut question = Question::read_as_heard(text, heard, knowledge, dur, &shelf.analyser);
    let warnings = warnings.iter().map(|it| (it.rule.as_str(), it.severity, it.text.as_str()));
    question.heed(warnings, knowledge);
    question.matter
}

/// Least share of a question's content words in the best passage, where the question names neither drug nor
/// complaint.
const MIN_WORD_SHARE: f32 = 0.55;

/// Converts a section that no search ranked to a passage.
pub(super) fn section(row: ChunkRow) -> Passage {
    Passage {
        chunk_id: row.chunk.id,
        document_id: row.document_id,
        title: row.title,
        heading: row.chunk.label,
        text: row.chunk.text,
        digest: row.digest,
        score: 0.0,
    }
}

fn passage_finder(wants: mpsc::Sender<PassageRequest>) -> Find {
    Arc::new(move |what| {
        let wants = wants.clone();
        Box::pin(async move {
            let (found, answered) = oneshot::channel();
            let gone = |_| "the desk was closed while it searched; ask again".to_owned();
            wants.send((what, found)).await.map_err(|_| gone(()))?;
            answered.await.map_err(|_| gone(()))?
        })
    })
}
