//! Prints how the reader parses files: `cargo run -p simui-corpus --example outline -- FILE…`.
#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "a tool for engineers")]

use jiff::Timestamp;
use simui_corpus::{SourceFile, read};
use simui_domain::Clock;
use uuid::Uuid;

fn main() {
    let verbose = std::env::var_os("PROVISIONS").is_some();
    for path in std::env::args().skip(1) {
        let clock = Clock::new(Timestamp::now, |_| Uuid::nil());
        let bytes = std::fs::read(&path).unwrap();
        match read(&SourceFile { path: path.clone(), bytes }, None, &clock).into_only() {
            Err(finding) => println!("{path}\tREFUSED\t{}\t{}", finding.place, finding.reason),
            Ok(reading) => {
                println!(
                    "{path}\t{}\t{}",
                    reading.imported.document.title,
                    reading.main_articles()
                );
                for finding in &reading.findings {
                    println!("{path}\tFINDING\t{}\t{}", finding.place, finding.reason);
                }
                if verbose {
                    for article in &reading.imported.articles {
                        println!(
                            "{}\t{}\t{}",
                            article.key,
                            article.title,
                            article.breadcrumb.join(" > ")
                        );
                        for p in &article.provisions {
                            let text: String =
                                p.text.replace('\n', " / ").chars().take(90).collect();
                            println!("    {} [{}..{}] {text} «{}»", p.path, p.start, p.end, p.note);
                        }
                    }
                    for chunk in &reading.imported.chunks {
                        println!(
                            "  CHUNK {} {}..{} {} chars",
                            chunk.label,
                            chunk.start,
                            chunk.end,
                            chunk.text.chars().count()
                        );
                    }
                }
            }
        }
    }
}
