//! Times the exact scan: `cargo run --release -p simui-search --example dense-speed` prints the best, the
//! median and the 95th percentile of 400 queries over 5,000 and 50,000 vectors.
#![allow(clippy::print_stdout, reason = "an example prints")]

use std::time::{Duration, Instant};

use simui_search::dense::Vectors;

/// Of the shipped base and a fit.
const DIMS: usize = 384;

fn main() {
    let mut state = 1_u64;
    let mut number = || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 40) as f32 / (1_u64 << 23) as f32 - 1.0
    };
    for count in [5_000, 50_000] {
        let mut vectors = Vectors::new(DIMS);
        for _ in 0..count {
            let vector: Vec<f32> = (0..DIMS).map(|_| number()).collect();
            vectors.push(&vector);
        }
        let mut times: Vec<Duration> = (0..400)
            .map(|_| {
                let query: Vec<f32> = (0..DIMS).map(|_| number()).collect();
                let started = Instant::now();
                let found = vectors.nearest(&query, 50, |index| index % 7 != 0);
                let time = started.elapsed();
                assert_eq!(found.len(), 50);
                time
            })
            .collect();
        times.sort_unstable();
        println!(
            "{count} vectors of {DIMS}: best {:.2?}, median {:.2?}, p95 {:.2?}",
            times[0], times[200], times[380]
        );
    }
}
