//! Prints the morphemes and search terms of each line of standard input:
//! `cargo run -p simui-search --example show-morphemes < ad.txt`.
#![allow(clippy::print_stdout, reason = "an example prints")]

use std::io::BufRead;

use simui_search::SearchError;
use simui_search::analysis::{Analyser, Dictionary};

fn main() -> Result<(), SearchError> {
    let analyser = Analyser::open(&Dictionary::locate(None)?)?;
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        for morpheme in analyser.morphemes(&line) {
            let (start, end) = (morpheme.start, morpheme.end);
            println!("{start}..{end}\t{}\t{}\t{}", morpheme.surface, morpheme.lemma, morpheme.tag);
        }
        let terms = analyser.terms(&line);
        println!(
            "morphemes: {}\nbigrams: {}\n",
            terms.morphemes.join(" "),
            terms.bigrams.join(" ")
        );
    }
    Ok(())
}
