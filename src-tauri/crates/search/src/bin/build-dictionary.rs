//! `simui-build-dictionary SOURCE USER_LEXICON OUT STAMP`: see `models/dictionary/README.md`.
#![expect(clippy::print_stderr, reason = "a command reports to its terminal")]

use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [source, user_lexicon, out, stamp] = arguments.as_slice() else {
        eprintln!("usage: simui-build-dictionary SOURCE USER_LEXICON OUT STAMP");
        return ExitCode::from(2);
    };
    let started = Instant::now();
    match simui_search::mecab::build(
        Path::new(source),
        Path::new(user_lexicon),
        Path::new(out),
        stamp,
    ) {
        Ok(built) => {
            eprintln!(
                "dictionary built: {} entries and {} of our own, {:.0} MB, {:.1} s",
                built.entries,
                built.user_entries,
                built.bytes as f64 / 1e6,
                started.elapsed().as_secs_f64()
            );
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
