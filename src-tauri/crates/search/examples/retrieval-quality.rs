//! Measures every way of searching on retrieval sets in the form of BEIR:
//! `cargo run --release -p simui-search --example retrieval-quality -- FOLDER`
//!
//! For both halves of the questions it prints recall at 1, 10 and
//! 50 and the mean reciprocal rank of the first right document among ten; settings and weights come from the
//! first half only. `all` instead counts every question, for sets that nothing was tuned on; `seconds=60`
//! bounds fitting; a `.bin` names another base embedding, a `.toml` other weights.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "an example prints")]

mod common;

use std::path::Path;
use std::time::{Duration, Instant};

use common::bm25::Bm25;
use common::measure::Measures;
use common::pipeline::{DEPTH, Pipeline, Ranked, base, both, fusions};
use common::sets::{self, Set};
use common::{Outcome, analyser};
use simui_search::analysis::{Analyser, Terms};
use simui_search::dense::{Embedding, Vectors};
use simui_search::rerank::{Weights, rerank};

const MODES: [&str; 8] = [
    "BM25 morphemes (k1 1.5)",
    "BM25 bigrams (k1 1.5)",
    "BM25 index, all fields",
    "dense, base",
    "dense, fitted",
    "hybrid, reciprocal rank",
    "hybrid, weighted scores",
    "hybrid, reranked",
];

#[tokio::main]
async fn main() -> Outcome<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let analyser = analyser()?;
    let base = base(&arguments)?;
    let weights = match arguments.iter().find(|it| it.ends_with(".toml")) {
        Some(file) => Weights::open(Path::new(file))?,
        None => Weights::shipped()?,
    };
    let all = arguments.iter().any(|it| it == "all");
    let seconds = arguments.iter().find_map(|it| it.strip_prefix("seconds="));
    let seconds = seconds.map_or(Ok(600), str::parse)?;
    for folder in arguments.iter().filter(|it| Path::new(it).is_dir()) {
        let set = sets::read(Path::new(folder))?;
        measure(&set, &analyser, &base, &weights, seconds, all).await?;
    }
    Ok(())
}

async fn measure(
    set: &Set,
    analyser: &Analyser,
    base: &Embedding,
    weights: &Weights,
    seconds: u64,
    all: bool,
) -> Outcome<()> {
    let pipeline = Pipeline::new(set, analyser, base, seconds).await?;
    let fields = |field: fn(&Terms) -> &[String]| {
        Bm25::new(&pipeline.terms.iter().map(field).collect::<Vec<_>>())
    };
    let morphemes = fields(|terms| &terms.morphemes);
    let bigrams = fields(|terms| &terms.bigrams);
    let mut unfitted = Vectors::new(base.dims());
    for vector in both(&pipeline.terms, |terms| base.embed(terms)) {
        unfitted.push(&vector);
    }
    let mut halves = [[Measures::default(); MODES.len()]; 2];
    let (mut searched, mut reranked) = (Vec::new(), Vec::new());
    for question in &set.questions {
        let started = Instant::now();
        let terms = analyser.terms(&question.text);
        let vector = pipeline.embedding.embed(&terms);
        let lexical = pipeline.lexical(&question.text)?;
        let dense = pipeline.dense(&vector);
        let [by_rank, by_score] = fusions(&lexical, &dense);
        searched.push(started.elapsed());
        let again = Instant::now();
        let candidates = pipeline.candidates(&by_score, &lexical, &vector);
        let embedding = &pipeline.embedding;
        let (order, _) =
            rerank(weights, &terms, &candidates, &pipeline.passages, embedding, &|| false);
        reranked.push(again.elapsed());
        let order: Ranked = order.into_iter().map(|it| (it.place, it.score)).collect();
        let near = unfitted.nearest(&base.embed(&terms), DEPTH, |_| true);
        let found = [
            morphemes.search(&terms.morphemes, 2 * DEPTH),
            bigrams.search(&terms.bigrams, 2 * DEPTH),
            lexical,
            near.into_iter().map(|it| (it.index, it.score)).collect(),
            dense,
            by_rank,
            by_score,
            order,
        ];
        let half = &mut halves[usize::from(all || question.held_out)];
        for (measures, found) in half.iter_mut().zip(found) {
            measures.add(&found, &question.right);
        }
    }
    println!(
        "{}: {} documents, fitted in {:.0?}; p95 {:.2?} before reranking, {:.2?} for it",
        set.name,
        set.documents.len(),
        pipeline.fitting,
        late(searched),
        late(reranked)
    );
    for (name, half) in ["tuning half", if all { "all" } else { "held out" }].iter().zip(&halves) {
        if half[0].questions > 0.0 {
            println!("  {name}, {} questions    R@1    R@10   R@50   MRR@10", half[0].questions);
            for (mode, measures) in MODES.iter().zip(half) {
                println!("  {mode:<28} {}", measures.row());
            }
        }
    }
    Ok(())
}

/// The 95th percentile.
fn late(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times.get(times.len() * 95 / 100).copied().unwrap_or_default()
}
