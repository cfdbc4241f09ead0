//! `cargo bench -p simui-clinical`: extracts a sentence, a turn of 200 characters and a note of 10 kB.
#![allow(clippy::unwrap_used, missing_docs, reason = "a benchmark stops at the first surprise")]

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use simui_clinical::Extractor;

const SENTENCE: &str =
    "65세 남성으로 10년째 당뇨 환자입니다. 공복혈당은 180 정도이고 HbA1c는 8.2%입니다.";

fn extract(criterion: &mut Criterion) {
    let extractor = Extractor::shipped().unwrap();
    let turn = format!(
        "{SENTENCE} 메트포르민 500mg 하루 두 번 먹고 있고 어머니도 고혈압이 있으세요. 페니실린 알레르기가 있고 어제부터 머리가 아프고 속이 쓰려요. 열은 없는데 기침이 나서 감기약을 같이 먹어도 되는지 궁금합니다. 혈압은 140에 90이었어요."
    );
    let note: String = std::iter::repeat_n(turn.as_str(), 1 + 10_000 / turn.len()).collect();
    criterion.bench_function("sentence", |bencher| {
        bencher.iter(|| extractor.extract(black_box(SENTENCE)).unwrap())
    });
    criterion.bench_function("turn", |it| it.iter(|| extractor.extract(black_box(&turn)).unwrap()));
    criterion
        .bench_function("note_10kB", |it| it.iter(|| extractor.extract(black_box(&note)).unwrap()));
    criterion.bench_function("start", |it| it.iter(|| Extractor::shipped().unwrap()));
}

criterion_group!(benches, extract);
criterion_main!(benches);
