use std::sync::Arc;
use std::time::Instant;

use simui_domain::{DocumentKind, RunId, ThinkingRole};
use simui_flow::{EventKind, Limits, RamJournal};
use simui_pharmacy::knowledge::Knowledge;
use simui_pharmacy::query::question::{Matter, Question};
use simui_pharmacy::retrieval::scope::Guard;
use simui_pharmacy::{Find, Passage, PharmacyNode, PharmacyState, Shelf, Wanted, pharmacy_graph};
use simui_store::ChunkRow;
use tokio::sync::{mpsc, oneshot};

use super::shown::shown;
use crate::onnx::{MINIMUM, OUT_OF_SCOPE};
use crate::types::{AskRequest, AskResponse, DeskEvent, Engine, SearchRequest, WebLinkState};
use crate::{ApiError, Desk};

/// Passages that each search returns at most.
const CANDIDATES: u32 = 20;

/// What the graph wants, and where the passages go.
type Asked = (Wanted, oneshot::Sender<Result<Vec<Passage>, String>>);

impl Desk {
    pub(super) async fn answer(&self, request: AskRequest) -> Result<AskResponse, ApiError> {
        if request.question.trim().is_empty() {
            return Err(ApiError::Invalid(
                "the question is empty; write what you want to know about a drug".to_owned(),
            ));
        }
        let knowledge =
            Knowledge::shipped().map_err(|error| ApiError::Invalid(error.to_string()))?;
        let asker = match &request.reviewer {
            Some(name) => Some(self.signer(name).await?),
            None => self.acting().await?.map(|account| account.reviewer),
        };
        if request.engine == Engine::Chat {
            self.check_chat_roles(&ThinkingRole::PHARMACY, "answered").await?;
        }
        self.digests().await?;
        let begun = Instant::now();
        let id: RunId = self.clock.new_id();
        let dur = self.dur_book(knowledge).await?;
        let (wants, mut wanted) = mpsc::channel::<Asked>(1);
        let guard = self.guard().await?;
        let shelf = Shelf {
            knowledge,
            dur,
            analyser: self.holdings.analyser().clone(),
            find: asking(wants),
            guard,
            model: (request.engine == Engine::Chat).then(|| self.chat.answering(id.to_string())),
        };
        let shelf = Arc::new(shelf);
        let graph = Arc::new(pharmacy_graph(&shelf)?);
        let journal = Arc::new(RamJournal::new());
        let engine = simui_flow::Engine::new(graph, journal, self.clock.clone(), Limits::default());
        let state = PharmacyState::new(&request.question);
        let settings = self.ask_settings().await?.settings;
        let may_leave = settings.web_links && !is_emergency(&request.question, &shelf);
        let mut events = engine.subscribe();
        let mut run = std::pin::pin!(engine.start(id.clone(), "question", state));
        let mut web = std::pin::pin!(self.web_links(&settings, &request.question));
        let (mut searching, mut links) = (false, None);
        // The graph lives longer than a borrow of the desk may: it asks, and the desk answers.
        let stop = loop {
            tokio::select! {
                stop = &mut run => break stop?,
                Some((what, found)) = wanted.recv() => {
                    // The graph has gone when nobody waits for what was found.
                    let _ = found.send(self.passages(&what, guard).await.map_err(|it| it.to_string()));
                }
                Ok(event) = events.recv() => {
                    searching |= may_leave && is_past_the_guard(&event.kind);
                    self.tell_step(request.ask_id.as_ref(), event.kind);
                }
                found = &mut web, if searching && links.is_none() => links = Some(found),
            }
        };
        while let Ok(event) = events.try_recv() {
            searching |= may_leave && is_past_the_guard(&event.kind);
            self.tell_step(request.ask_id.as_ref(), event.kind);
        }
        let steps = engine.checkpoints(&id).await?;
        let mut response = shown(&stop, &steps, begun.elapsed())?;
        if settings.web_links {
            response.web_state = WebLinkState::NotAsked;
        }
        if searching && links.is_none() {
            response.web_state = WebLinkState::Waiting;
            self.tell_answer(request.ask_id.as_ref(), &response);
            links = Some(web.await);
        }
        if let Some(links) = links {
            links.beside(&mut response);
        }
        if !request.not_kept && settings.keep_days > 0 {
            response.asked_id = Some(id.to_string());
            let calls = &stop.state.calls;
            let (question, days) = (&request.question, settings.keep_days);
            let kept =
                self.keep(id.as_str(), asker.as_ref(), question, &response, calls, days).await;
            if let Err(error) = kept {
                // An answer is not lost because the disk is full.
                response.asked_id = None;
                response.notices.push(format!("이 질문은 지난 질문에 남지 않았습니다: {error}"));
            }
        }
        Ok(response)
    }

    /// Shows an answer whose links are on their way.
    fn tell_answer(&self, ask_id: Option<&String>, response: &AskResponse) {
        if let Some(ask_id) = ask_id.cloned() {
            self.tell(DeskEvent::AskAnswered { ask_id, response: Box::new(response.clone()) });
        }
    }

    /// Tells whoever asked how far the answer is.
    pub(super) fn tell_step(&self, ask_id: Option<&String>, event: EventKind) {
        let Some(ask_id) = ask_id.cloned() else { return };
        self.tell(match event {
            EventKind::NodeStarted { node, .. } => DeskEvent::AskStep { ask_id, node, ms: None },
            EventKind::NodeFinished { node, ms, .. } => {
                DeskEvent::AskStep { ask_id, node, ms: Some(ms) }
            }
            EventKind::Token { text, .. } => DeskEvent::AskToken { ask_id, text },
            _ => return,
        });
    }

    /// Puts the digests of drugs on a desk that has been without them: the first question waits for that.
    pub(crate) async fn digests(&self) -> Result<(), ApiError> {
        let install = || async {
            simui_corpus::install_drug_digests(&self.database, &self.clock).await?;
            Ok::<(), ApiError>(())
        };
        self.counsel.digests.get_or_try_init(install).await.map(|_| ())
    }

    pub(super) async fn passages(
        &self,
        wanted: &Wanted,
        guard: Guard,
    ) -> Result<Vec<Passage>, ApiError> {
        match wanted {
            Wanted::Matches(queries) => self.matches(queries, guard).await,
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

    /// Passages of drug documents for several queries, each with its best score on the scale of `guard`.
    async fn matches(&self, queries: &[String], guard: Guard) -> Result<Vec<Passage>, ApiError> {
        let by_cross_encoder = self.onnx.chosen().await?.reranker.is_some();
        let mut passages: Vec<Passage> = Vec::new();
        for query in queries {
            let request = SearchRequest {
                query: query.clone(),
                kinds: vec![DocumentKind::Drug],
                k: Some(CANDIDATES),
                profile: Some("pharmacy".to_owned()),
                ..SearchRequest::default()
            };
            let found = self.search(request).await?;
            // What a cross-encoder was too late for has passed the offline reranker's least score instead.
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

    /// The out-of-scope thresholds on the scale of the reranker that looks at pharmacy searches. A cross-encoder of which nobody has
    /// found any asks for nothing: its scale is its own, and the share of words still has to hold.
    pub(crate) async fn guard(&self) -> Result<Guard, ApiError> {
        let chosen = self.onnx.chosen().await?;
        let minimum = self.profile("pharmacy")?.minimum.unwrap_or_default();
        let offline = chosen.offline_out_of_scope.or(chosen.offline_minimum).unwrap_or(minimum);
        let score = match self.onnx.reranker(&chosen).await {
            Ok(Some(reranker)) => {
                let score = reranker.entry.score.as_ref();
                let of = |name: &str| score.and_then(|it| it.thresholds.get(name)).copied();
                of(OUT_OF_SCOPE).or_else(|| of(MINIMUM)).unwrap_or(f32::MIN)
            }
            _ => offline,
        };
        Ok(Guard { score, relevance: RELEVANCE })
    }
}

/// Whether the question is one that this desk answers: the guard let it through.
fn is_past_the_guard(event: &EventKind) -> bool {
    matches!(event, EventKind::NodeStarted { node, .. } if *node == PharmacyNode::Dur.to_string())
}

/// Somebody in danger is told what to do; a search service is not told about them.
fn is_emergency(question: &str, shelf: &Shelf) -> bool {
    let read = Question::read(question, shelf.knowledge, &shelf.dur, &shelf.analyser);
    matches!(read.matter, Matter::Emergency { .. })
}

/// Least share of a question's content words that the best passage has, where it names neither drug nor complaint.
const RELEVANCE: f32 = 0.55;

/// A section that no search ranked.
fn section(row: ChunkRow) -> Passage {
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

fn asking(wants: mpsc::Sender<Asked>) -> Find {
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
