//! Measures speed and memory of search: `cargo run --release -p simui-search --example search-speed -- 5000
//! 50000 1000000`
//!
//! Each argument is a number of chunks. A corpus of that size is made from the articles and sentences of the
//! statutes in `../shared/corpora` (first unchanged, then mixed) and indexed by a process of its own. Another
//! opens it and asks the questions of `tests/fixtures/law_questions.jsonl`, on one thread. `export COUNT
//! FOLDER` writes such a corpus and the questions for the peers (`tests/bench/peers_at_size.py`). `build
//! COUNT FOLDER` makes a corpus and its index that `measure FOLDER` then measures, as often as one likes.
//!
//! Prints seconds to index and to build the graph of vectors; resident memory of the searching process when
//! it has opened the index, and when it has searched; median and 95th percentile of a search for each mode
//! and stage, and of reading the text of its ten hits; how many of the true 10 and 50 nearest vectors were
//! found; and seconds from storing one law more to finding it.
#![allow(clippy::print_stdout, reason = "an example prints")]

mod common;

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use common::{Outcome, analyser, lines, repository, shared, statutes};
use jiff::Timestamp;
use simui_search::analysis::Analyser;
use simui_search::fusion::Profiles;
use simui_search::index::Query;
use simui_search::retriever::{Ask, Embeddings, Mode, Retriever, Took};
use simui_store::Database;

use common::corpus::stored;

/// Chunks of one stored document.
const DOCUMENT: usize = 100;
/// Documents stored in one transaction.
const TOGETHER: usize = 50;
const WARM_UP: usize = 30;

#[tokio::main]
async fn main() -> Outcome<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [build, count, folder] = arguments.as_slice()
        && build == "build"
    {
        return make(count.parse()?, Path::new(folder)).await;
    }
    if let [export, count, folder] = arguments.as_slice()
        && export == "export"
    {
        return write_texts(count.parse()?, Path::new(folder));
    }
    if let [measured, folder] = arguments.as_slice()
        && measured == "measure"
    {
        return measure(Path::new(folder)).await;
    }
    for count in &arguments {
        let folder = tempfile::tempdir()?;
        let built = Command::new(std::env::current_exe()?)
            .args(["build", count])
            .arg(folder.path())
            .status()?;
        if !built.success() {
            return Err("the index was not built".into());
        }
        measure(folder.path()).await?;
    }
    Ok(())
}

async fn open(database: &Database, analyser: &Analyser, folder: &Path) -> Outcome<Retriever> {
    let embeddings = Embeddings::open(&repository("models/embedding/base.bin"))?;
    let index = folder.join("index");
    let (retriever, _) =
        Retriever::open(database, &embeddings, analyser, &index, &mut |_| {}).await?;
    retriever.ready(database, &mut |_| {}).await?;
    Ok(retriever)
}

/// Makes a corpus and its index.
async fn make(count: usize, folder: &Path) -> Outcome<()> {
    let articles = statutes::read(&shared().join("corpora/statutes/kr"))?;
    let database = Database::open(folder).await?;
    let mut mixed = Mixed::new(&articles);
    let mut documents = Vec::new();
    for first in (0..count).step_by(DOCUMENT) {
        let chunks: Vec<_> =
            (first..count.min(first + DOCUMENT)).map(|at| mixed.chunk(at)).collect();
        documents.push(stored(&first.to_string(), chunks.iter().map(|it| (&*it.0, &*it.1))));
        if documents.len() == TOGETHER || first + DOCUMENT >= count {
            database.save_documents(&documents, Timestamp::UNIX_EPOCH).await?;
            documents.clear();
        }
    }
    let started = Instant::now();
    let retriever = open(&database, &analyser()?, folder).await?;
    let indexed = started.elapsed().as_secs_f64();
    retriever.connected();
    let graph = started.elapsed().as_secs_f64() - indexed;
    let rate = count as f64 / indexed;
    println!("{count} chunks: indexed in {indexed:.1} s ({rate:.0} a second), graph {graph:.1} s");
    Ok(())
}

fn questions() -> Outcome<Vec<String>> {
    let lines = lines(&repository("tests/fixtures/law_questions.jsonl"))?;
    Ok(lines.iter().filter_map(|line| Some(line["text"].as_str()?.to_owned())).collect())
}

/// Writes the texts of such a corpus and the questions for the peers, a JSON string a line.
fn write_texts(count: usize, folder: &Path) -> Outcome<()> {
    let articles = statutes::read(&shared().join("corpora/statutes/kr"))?;
    let mut mixed = Mixed::new(&articles);
    let texts = (0..count).map(|at| {
        let (heading, text) = mixed.chunk(at);
        format!("{heading}\n{text}")
    });
    write_lines(&folder.join("corpus.jsonl"), texts)?;
    write_lines(&folder.join("questions.jsonl"), questions()?.into_iter())
}

fn write_lines(path: &Path, mut lines: impl Iterator<Item = String>) -> Outcome<()> {
    let mut file = BufWriter::new(File::create(path)?);
    lines.try_for_each(|line| writeln!(file, "{}", serde_json::Value::from(line)))?;
    Ok(file.flush()?)
}

async fn measure(folder: &Path) -> Outcome<()> {
    let questions = questions()?;
    let analyser = analyser()?;
    let database = Database::open(folder).await?;
    let started = Instant::now();
    let retriever = open(&database, &analyser, folder).await?;
    let opened = started.elapsed();
    let idle = resident();
    let profiles = Profiles::shipped()?;
    let profile = profiles.get("search").ok_or("no profile \"search\"")?;
    for mode in [Mode::Bm25, Mode::Dense, Mode::Hybrid] {
        let mut times: [Vec<Duration>; 8] = Default::default();
        for (number, question) in questions.iter().take(WARM_UP).chain(&questions).enumerate() {
            let query = Query { limit: 10, ..Query::new(question.clone()) };
            let asked = Ask { query, mode, profile, rerank: true, deadline: None, encoded: None };
            let found = retriever.find(&asked)?;
            let reading = Instant::now();
            let ids: Vec<_> = found.hits.iter().map(|hit| hit.chunk_id.clone()).collect();
            database.chunks(&ids).await?;
            let text = reading.elapsed();
            if number >= WARM_UP {
                let Took { analyse, bm25, embed, dense, fuse, rerank, total } = found.took;
                let stages = [total + text, analyse, bm25, embed, dense, fuse, rerank, text];
                times.iter_mut().zip(stages).for_each(|(all, one)| all.push(one));
            }
        }
        let stages =
            ["all with text", "analysis", "bm25", "embed", "dense", "fuse", "rerank", "text"];
        for (stage, times) in stages.iter().zip(times) {
            println!("  {mode:?} {stage}: {}", spread(times));
        }
    }
    println!(
        "  opened in {opened:.2?}; memory: {idle} MiB opened, {} MiB after searching",
        resident()
    );
    if let (Some(embedding), Some(vectors)) = (retriever.embedding(), retriever.vectors()) {
        for nearest in [10, 50] {
            let recalls = questions.iter().map(|question| {
                let asked = embedding.embed(&analyser.terms(question));
                let exact = vectors.nearest_exactly(&asked, nearest, |_| true);
                let found = vectors.nearest(&asked, nearest, |_| true);
                // A tie may be broken otherwise.
                let worst = exact.last().map_or(0.0, |it| it.score);
                let hits = found.iter().filter(|it| it.score >= worst).count();
                hits as f64 / exact.len().max(1) as f64
            });
            let mean = recalls.sum::<f64>() / questions.len().max(1) as f64;
            println!("  of the {nearest} nearest: {mean:.4} found");
        }
    }
    let law: Vec<_> = (0..DOCUMENT).map(|at| format!("새로운 법률 제{at}조의 본문이다.")).collect();
    let one_more = stored("one-more", law.iter().map(|text| ("새로운 법률", text.as_str())));
    let started = Instant::now();
    database.save_document(&one_more, Timestamp::UNIX_EPOCH).await?;
    let saved = started.elapsed();
    let retriever = open(&database, &analyser, folder).await?;
    let query = Query::new("새로운 법률 제7조의 본문");
    let asked =
        Ask { query, mode: Mode::Hybrid, profile, rerank: true, deadline: None, encoded: None };
    let found = retriever.find(&asked)?;
    let took = started.elapsed();
    let first = found.hits.first().ok_or("one law more is not found")?;
    println!("  one law more: stored in {saved:.2?}, found in {took:.2?} ({})", first.chunk_id);
    Ok(())
}

fn spread(mut times: Vec<Duration>) -> String {
    times.sort_unstable();
    let at = |share: usize| times.get(times.len() * share / 100).copied().unwrap_or_default();
    format!("median {:.2?}, p95 {:.2?}", at(50), at(95))
}

/// Returns the resident memory of this process in MiB; 0 where the system does not report it.
fn resident() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kilobytes = line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok());
    kilobytes.unwrap_or(0) / 1024
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
