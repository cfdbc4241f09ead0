//! Trains the base embedding on public-domain statutes and decisions:
//! `cargo run --release -p simui-search --example train-embedding -- <file to write>`; see
//! models/embedding/README.md. Decisions of the half held out for measuring are not read.
#![allow(clippy::print_stderr, reason = "an example prints")]

mod common;

use std::path::PathBuf;
use std::time::Instant;

use common::{Outcome, analyser, decisions, held_out, shared, statutes};
use simui_search::analysis::Analyser;
use simui_search::dense::train::{Material, Next, Settings, train};

const THREADS: usize = 2;
/// Characters of a passage of reasons.
const PASSAGE: usize = 700;

fn main() -> Outcome<()> {
    let mut arguments = std::env::args().skip(1);
    let file = PathBuf::from(arguments.next().ok_or("name a file to write")?);
    let mut settings = Settings::default();
    let mut sources = Sources { provisions: true, swapped: false };
    while let (Some(name), Some(value)) = (arguments.next(), arguments.next()) {
        match name.as_str() {
            // Leaves out the questions that decisions ask about statutes.
            "provisions" => sources.provisions = value != "0",
            // Learns from the other half of the decisions. The reranker is tuned with such a model, because
            // the shipped one knows the answers of the tuning half.
            "swapped" => sources.swapped = value != "0",
            "epochs" => settings.epochs = value.parse()?,
            "rate" => settings.rate = value.parse()?,
            "dims" => settings.dims = value.parse()?,
            "batch" => settings.batch = value.parse()?,
            "temperature" => settings.temperature = value.parse()?,
            _ => return Err(format!("{name} is no setting").into()),
        }
    }
    let started = Instant::now();
    let material = material(&analyser()?, sources)?;
    eprintln!(
        "{} passages, {} questions, {:.0?}",
        material.passages(),
        material.links(),
        started.elapsed()
    );
    let embedding = train(material, &settings, &mut |progress| {
        if progress.done % 40 == 0 {
            eprintln!(
                "{} of {}: {:.3}, {:.0?}",
                progress.done,
                progress.of,
                progress.loss,
                started.elapsed()
            );
        }
        Next::Continue
    });
    let embedding = embedding.ok_or("there is nothing to learn from")?;
    embedding.save(&file)?;
    eprintln!(
        "{} rows of {}, {}, {:.0?}",
        embedding.rows(),
        embedding.dims(),
        embedding.fingerprint(),
        started.elapsed()
    );
    Ok(())
}

/// The passages and questions of the decisions.
#[derive(Clone, Copy)]
struct Sources {
    provisions: bool,
    swapped: bool,
}

fn material(analyser: &Analyser, sources: Sources) -> Outcome<Material> {
    let mut material = Material::default();
    let articles = statutes::read(&shared().join("corpora/statutes/kr"))?;
    let places = statutes::places(&articles);
    let passages: Vec<_> =
        articles.iter().map(|it| (it.heading.clone(), it.text.clone())).collect();
    material.add_passages(analyser, &passages, THREADS);

    let mut decisions = decisions::read(&shared().join("corpora/precedents/precedents.jsonl"))?;
    decisions.retain(|decision| held_out(&decision.id) == sources.swapped);
    for decision in decisions.iter().filter(|_| sources.provisions) {
        for (number, issue) in &decision.issues {
            let question = decisions::question(issue);
            for (law, article) in decision.provisions(*number) {
                if let Some(&place) = places.get(&(law.as_str(), article.as_str())) {
                    material.add_link(analyser, &question, place);
                }
            }
        }
    }
    let mut passages = Vec::new();
    let mut links: Vec<(&str, usize)> = Vec::new();
    let first = material.passages();
    for decision in &decisions {
        for (number, holding) in &decision.holdings {
            if let Some(issue) = decision.issues.get(number) {
                links.push((issue, first + passages.len()));
            }
            passages.push((String::new(), holding.clone()));
        }
        passages
            .extend(reasons(&decision.reasons).into_iter().map(|it| (decision.name.clone(), it)));
    }
    material.add_passages(analyser, &passages, THREADS);
    for (question, place) in links {
        material.add_link(analyser, question, place);
    }
    Ok(material)
}

/// Splits the reasons into passages of whole lines.
fn reasons(text: &str) -> Vec<String> {
    let mut passages = vec![String::new()];
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        if let Some(last) = passages.last_mut() {
            last.push_str(line);
            last.push('\n');
            if last.chars().count() > PASSAGE {
                passages.push(String::new());
            }
        }
    }
    passages.retain(|it| it.chars().count() > 80);
    passages
}
