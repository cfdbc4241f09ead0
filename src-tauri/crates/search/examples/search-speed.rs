//! Measures speed and memory of search: `cargo run --release -p simui-search --example search-speed -- 5000
//! 50000 1000000`
//!
//! Each argument is a number of chunks. A corpus of that size is made from the articles and sentences of the
//! statutes in `../shared/corpora` (first unchanged, then mixed), indexed, and searched with the questions of
//! `tests/fixtures/law_questions.jsonl`.
//!
//! Prints chunks indexed per second (both cores); median and 95th percentile of a warm search on one thread,
//! for each mode and stage; how many of the true ten nearest vectors were found; and the largest resident
//! memory so far.
#![allow(clippy::print_stdout, reason = "an example prints")]

mod common;

use std::fs;
use std::time::{Duration, Instant};

use common::{Outcome, analyser, lines, repository, shared, statutes};
use jiff::Timestamp;
use simui_search::analysis::Analyser;
use simui_search::dense::Vectors;
use simui_search::fusion::Profiles;
use simui_search::index::Query;
use simui_search::retriever::{Ask, Embeddings, Mode, Retriever, Took};
use simui_store::Database;

use common::corpus::stored;

/// Chunks of one stored document.
const DOCUMENT: usize = 5_000;
const WARM_UP: usize = 30;

#[tokio::main]
async fn main() -> Outcome<()> {
    let counts =
        std::env::args().skip(1).map(|it| it.parse()).collect::<Result<Vec<usize>, _>>()?;
    let articles = statutes::read(&shared().join("corpora/statutes/kr"))?;
    let questions: Vec<String> = lines(&repository("tests/fixtures/law_questions.jsonl"))?
        .iter()
        .filter_map(|line| Some(line["text"].as_str()?.to_owned()))
        .collect();
    for count in counts {
        measure(count, &articles, &questions, &analyser()?).await?;
    }
    Ok(())
}

async fn measure(
    count: usize,
    articles: &[statutes::Article],
    questions: &[String],
    analyser: &Analyser,
) -> Outcome<()> {
    let folder = tempfile::tempdir()?;
    let database = Database::open(folder.path()).await?;
    let mut mixed = Mixed::new(articles);
    for first in (0..count).step_by(DOCUMENT) {
        let chunks: Vec<_> =
            (first..count.min(first + DOCUMENT)).map(|at| mixed.chunk(at)).collect();
        let document = stored(&first.to_string(), chunks.iter().map(|it| (&*it.0, &*it.1)));
        database.save_document(&document, Timestamp::UNIX_EPOCH).await?;
    }
    let embeddings = Embeddings::open(&repository("models/embedding/base.bin"))?;
    let started = Instant::now();
    let index = folder.path().join("index");
    let (retriever, _) =
        Retriever::open(&database, &embeddings, analyser, &index, &mut |_| {}).await?;
    retriever.ready(&database, &mut |_| {}).await?;
    let rate = count as f64 / started.elapsed().as_secs_f64();
    println!("{count} chunks: indexed {rate:.0} a second");
    let profiles = Profiles::shipped()?;
    let profile = profiles.get("search").ok_or("no profile \"search\"")?;
    for mode in [Mode::Bm25, Mode::Dense, Mode::Hybrid] {
        let mut times: [Vec<Duration>; 7] = Default::default();
        for (number, question) in questions.iter().take(WARM_UP).chain(questions).enumerate() {
            let query = Query { limit: 10, ..Query::new(question.clone()) };
            let found = retriever.find(&Ask {
                query,
                mode,
                profile,
                rerank: true,
                deadline: None,
                encoded: None,
            })?;
            if number >= WARM_UP {
                let Took { analyse, bm25, embed, dense, fuse, rerank, total } = found.took;
                let stages = [total, analyse, bm25, embed, dense, fuse, rerank];
                times.iter_mut().zip(stages).for_each(|(all, one)| all.push(one));
            }
        }
        let stages = ["all", "analysis", "bm25", "embed", "dense", "fuse", "rerank"];
        for (stage, times) in stages.iter().zip(times) {
            println!("  {mode:?} {stage}: {}", spread(times));
        }
    }
    if let Some(embedding) = retriever.embedding() {
        let mut vectors = Vectors::new(embedding.dims());
        let mut mixed = Mixed::new(articles);
        for (heading, text) in (0..count.min(200_000)).map(|at| mixed.chunk(at)) {
            vectors.push(&embedding.embed(&analyser.terms(&format!("{heading}\n{text}"))));
        }
        let recalls: Vec<f64> = questions
            .iter()
            .map(|question| {
                let asked = embedding.embed(&analyser.terms(question));
                let exact = vectors.nearest_exactly(&asked, 10, |_| true);
                let found = vectors.nearest(&asked, 10, |_| true);
                let hits = found.iter().filter(|it| exact.contains(it)).count();
                hits as f64 / exact.len().max(1) as f64
            })
            .collect();
        let mean = recalls.iter().sum::<f64>() / recalls.len().max(1) as f64;
        println!("  of the ten nearest among {}: {mean:.4} found", vectors.len());
    }
    if let Some(peak) = peak() {
        println!("  memory: {peak} MiB at most so far");
    }
    Ok(())
}

fn spread(mut times: Vec<Duration>) -> String {
    times.sort_unstable();
    let at = |share: usize| times.get(times.len() * share / 100).copied().unwrap_or_default();
    format!("median {:.2?}, p95 {:.2?}", at(50), at(95))
}

/// Returns the largest resident memory of this process in MiB, where the system reports it.
fn peak() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().trim_end_matches(" kB").parse::<u64>().ok()? / 1024)
}

/// Returns the articles, then mixed ones until the count is reached: a heading, and sentences of three other
/// articles.
struct Mixed<'a> {
    articles: &'a [statutes::Article],
    sentences: Vec<&'a str>,
    state: u64,
}

impl<'a> Mixed<'a> {
    fn new(articles: &'a [statutes::Article]) -> Self {
        let lines = articles.iter().flat_map(|it| it.text.lines()).map(str::trim);
        let sentences = lines.filter(|line| line.chars().count() > 20).collect();
        Self { articles, sentences, state: 1 }
    }

    /// Returns heading and text; must be called in order.
    fn chunk(&mut self, at: usize) -> (String, String) {
        if let Some(article) = self.articles.get(at) {
            return (article.heading.clone(), article.text.clone());
        }
        let article = self.below(self.articles.len());
        let sentences = [(); 3].map(|()| self.below(self.sentences.len()));
        let text = sentences.map(|sentence| self.sentences[sentence]).join("\n");
        (self.articles[article].heading.clone(), text)
    }

    fn below(&mut self, end: usize) -> usize {
        self.state = self
            .state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.state >> 33) as usize % end
    }
}
