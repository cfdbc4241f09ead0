use std::sync::Arc;
use std::time::Instant;

use simui_counsel::pharmacy::knowledge::Knowledge;
use simui_counsel::pharmacy::scope::Guard;
use simui_counsel::pharmacy::{Find, Passage, PharmacyState, Shelf, Wanted, pharmacy_graph};
use simui_domain::{DocumentKind, RunId};
use simui_flow::{Engine, EventKind, Limits, RamJournal};
use simui_store::ChunkRow;
use tokio::sync::{mpsc, oneshot};

use super::shown::shown;
use crate::types::{AskRequest, AskResponse, DeskEvent, SearchRequest};
use crate::{ApiError, Desk};

/// Passages asked of each search (seed 001, step 2).
const CANDIDATES: u32 = 20;

/// What the graph wants, and where the passages go.
type Asked = (Wanted, oneshot::Sender<Result<Vec<Passage>, String>>);

impl Desk {
    /// Answers a pharmacist's question from the desk's drug documents.
    pub async fn ask(&self, request: AskRequest) -> Result<AskResponse, ApiError> {
        if request.question.trim().is_empty() {
            return Err(ApiError::Invalid(
                "the question is empty; write what you want to know about a drug".to_owned(),
            ));
        }
        let knowledge =
            Knowledge::shipped().map_err(|error| ApiError::Invalid(error.to_string()))?;
        self.digests().await?;
        let begun = Instant::now();
        let dur = self.dur_book(knowledge).await?;
        let (wants, mut wanted) = mpsc::channel::<Asked>(1);
        let shelf = Shelf {
            knowledge,
            dur,
            analyser: self.holdings.analyser().clone(),
            find: asking(wants),
            guard: self.guard().await?,
        };
        let graph = Arc::new(pharmacy_graph(&Arc::new(shelf))?);
        let journal = Arc::new(RamJournal::new());
        let engine = Engine::new(graph, journal, self.clock.clone(), Limits::default());
        let id: RunId = self.clock.new_id();
        let state = PharmacyState::new(&request.question);
        let mut events = engine.subscribe();
        let mut run = std::pin::pin!(engine.start(id.clone(), "question", state));
        // The graph lives longer than a borrow of the desk may: it asks, and the desk answers.
        let stop = loop {
            tokio::select! {
                stop = &mut run => break stop?,
                Some((what, found)) = wanted.recv() => {
                    // The graph has gone when nobody waits for what was found.
                    let _ = found.send(self.passages(&what).await.map_err(|it| it.to_string()));
                }
                Ok(event) = events.recv() => self.tell_step(request.ask_id.as_ref(), event.kind),
            }
        };
        while let Ok(event) = events.try_recv() {
            self.tell_step(request.ask_id.as_ref(), event.kind);
        }
        let steps = engine.checkpoints(&id).await?;
        shown(&stop, &steps, begun.elapsed())
    }

    /// Tells whoever asked how far the answer is.
    pub(super) fn tell_step(&self, ask_id: Option<&String>, event: EventKind) {
        let (node, ms) = match event {
            EventKind::NodeStarted { node, .. } => (node, None),
            EventKind::NodeFinished { node, ms, .. } => (node, Some(ms)),
            _ => return,
        };
        if let Some(ask_id) = ask_id.cloned() {
            self.tell(DeskEvent::AskStep { ask_id, node, ms });
        }
    }

    /// Puts the digests of drugs on a desk that has been without them: the first question waits for that.
    pub(super) async fn digests(&self) -> Result<(), ApiError> {
        let install = || async {
            simui_corpus::install_drug_digests(&self.database, &self.clock).await?;
            Ok::<(), ApiError>(())
        };
        self.counsel.digests.get_or_try_init(install).await.map(|_| ())
    }

    pub(super) async fn passages(&self, wanted: &Wanted) -> Result<Vec<Passage>, ApiError> {
        match wanted {
            Wanted::Matches(queries) => self.matches(queries).await,
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

    /// Passages of drug documents for several queries, each with its best score.
    async fn matches(&self, queries: &[String]) -> Result<Vec<Passage>, ApiError> {
        let mut passages: Vec<Passage> = Vec::new();
        for query in queries {
            let request = SearchRequest {
                query: query.clone(),
                kinds: vec![DocumentKind::Drug],
                k: Some(CANDIDATES),
                profile: Some("pharmacy".to_owned()),
                ..SearchRequest::default()
            };
            for hit in self.search(request).await?.hits {
                match passages.iter_mut().find(|it| it.chunk_id == hit.chunk_id) {
                    Some(known) => known.score = known.score.max(hit.score),
                    None => passages.push(Passage {
                        chunk_id: hit.chunk_id,
                        document_id: hit.doc_id,
                        title: hit.title,
                        heading: hit.article,
                        text: hit.text,
                        digest: hit.digest,
                        score: hit.score,
                    }),
                }
            }
        }
        Ok(passages)
    }

    /// The out-of-scope thresholds on the scale of the reranker that looks at pharmacy searches.
    pub(super) async fn guard(&self) -> Result<Guard, ApiError> {
        let chosen = self.onnx.chosen().await?;
        let minimum = self.profile("pharmacy")?.minimum.unwrap_or_default();
        Ok(Guard { score: chosen.offline_minimum.unwrap_or(minimum), relevance: RELEVANCE })
    }
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
