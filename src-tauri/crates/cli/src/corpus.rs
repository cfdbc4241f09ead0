use simui_api::Desk;
use simui_api::types::{
    DeskEvent, EmbedOutcome, EmbedReport, FitOutcome, FitReport, ImportRequest, ShowDocument,
    VerifyRequest,
};

use crate::args::corpus::{BenchCommand, CorpusCommand};
use crate::error::CliError;
use crate::output::Output;
use crate::progress::{bar, cancelled_by_ctrl_c, watching};
use crate::{citations, drug_data, law, update};

pub async fn run(desk: &Desk, command: CorpusCommand, out: Output) -> Result<(), CliError> {
    match command {
        CorpusCommand::Import { paths, kind, jobs, fit: fit_too } => {
            let paths = paths.iter().map(|path| path.display().to_string()).collect();
            import(desk, ImportRequest { paths, kind: kind.0, jobs }, out).await?;
            if fit_too { fit(desk, false).await.map(drop) } else { Ok(()) }
        }
        CorpusCommand::Fit => {
            let report = fit(desk, true).await?;
            out.result(&report, |report| match report.outcome {
                FitOutcome::Fitted => format!("조각 {}건에 맞춤", report.chunks),
                FitOutcome::NotDue => "맞출 만큼 자료가 많지 않음".to_owned(),
                FitOutcome::Cancelled => "중단됨".to_owned(),
            });
            Ok(())
        }
        CorpusCommand::Embed => {
            let report = embed(desk).await?;
            out.result(&report, |report| match report.outcome {
                EmbedOutcome::Complete => format!("벡터 {}건 완성", report.of),
                EmbedOutcome::Cancelled => {
                    format!("중단됨: {}건 가운데 {}건까지 만듦", report.of, report.done)
                }
                EmbedOutcome::Behind => "자료가 바뀌는 중: 가져오기가 끝난 뒤 다시".to_owned(),
                EmbedOutcome::NoEncoder => {
                    "고른 인코더가 없음: simui models use encoder ID".to_owned()
                }
            });
            Ok(())
        }
        CorpusCommand::List => {
            let documents = desk.documents().await?;
            out.result(&documents, |documents| {
                documents
                    .iter()
                    .map(|d| {
                        let from = d.effective_from.map(|date| date.to_string());
                        let from = from.unwrap_or_default();
                        let state = law::state(d.state, d.in_force);
                        format!(
                            "{}\t{}\t{from}\t{}\t{}\t{}\t{state}\n",
                            d.id, d.kind, d.title, d.version, d.ministry
                        )
                    })
                    .collect()
            });
            Ok(())
        }
        CorpusCommand::Show { document, article, as_of } => {
            let view = desk.document(ShowDocument { document, article, as_of }).await?;
            out.result(&view, |view| {
                let document = &view.document;
                let mut text = format!("{} ({})\n", document.title, document.version);
                text += &law::end_of(document);
                for article in &view.articles {
                    text += &format!("\n{} {}", article.key, article.title);
                    text += &law::not_in_force(article);
                    text += &format!("\n{}\n", article.text);
                }
                text
            });
            Ok(())
        }
        CorpusCommand::Verify { quote, article, as_of } => {
            let verified = desk.verify(VerifyRequest { quote, article, as_of }).await?;
            out.result(&verified, |v| format!("{:?} {}", v.status, v.note));
            Ok(())
        }
        CorpusCommand::Citations { file, as_of } => citations::run(desk, &file, as_of, out).await,
        CorpusCommand::Law(command) => law::run(desk, command, out).await,
        CorpusCommand::Followed(command) => update::run(desk, command, out).await,
        CorpusCommand::Drugs(command) => drug_data::run(desk, command, out).await,
    }
}

async fn import(desk: &Desk, request: ImportRequest, out: Output) -> Result<(), CliError> {
    let bar = bar("{bar:30} {pos}/{len} {wide_msg}");
    let watched_bar = bar.clone();
    let watch = watching(desk, move |event| {
        if let DeskEvent::Import { progress } = event {
            watched_bar.set_length(progress.files_total);
            watched_bar.set_position(progress.files_done);
            watched_bar.set_message(progress.path);
        }
    });
    let report = cancelled_by_ctrl_c(desk.import_paths(request), || desk.cancel_import()).await;
    watch.abort();
    bar.finish_and_clear();
    out.result(&report?, |report| {
        format!(
            "문서 {}건, 조문 {}건, 조각 {}건 (그대로 {}건, 격리 {}건), {} ms",
            report.documents,
            report.articles,
            report.chunks,
            report.unchanged,
            report.quarantined.len(),
            report.took_ms
        )
    });
    Ok(())
}

/// Fits the embedding to the corpora, where that is due or `again` is set.
async fn fit(desk: &Desk, again: bool) -> Result<FitReport, CliError> {
    let bar = bar("의미 검색 맞춤 {bar:30} {pos}/{len}");
    let watched_bar = bar.clone();
    let fitting = desk.fit(again, move |done, of| {
        watched_bar.set_length(of.into());
        watched_bar.set_position(done.into());
    });
    let report = cancelled_by_ctrl_c(fitting, || desk.cancel_fit()).await;
    bar.finish_and_clear();
    Ok(report?)
}

/// Computes the vectors of the chosen encoder.
async fn embed(desk: &Desk) -> Result<EmbedReport, CliError> {
    let bar = bar("인코더 벡터 {bar:30} {pos}/{len} {eta}");
    let watched_bar = bar.clone();
    let embedding = desk.embed(move |done, of| {
        watched_bar.set_length(of.into());
        watched_bar.set_position(done.into());
    });
    let report = cancelled_by_ctrl_c(embedding, || desk.cancel_embed()).await;
    bar.finish_and_clear();
    Ok(report?)
}

pub async fn run_bench(desk: &Desk, command: BenchCommand, out: Output) -> Result<(), CliError> {
    let BenchCommand::ImportBeir { folder, no_fit } = command;
    let report = desk.import_beir(&folder).await?;
    out.result(&report, |report| format!("문서 {}건", report.documents));
    if no_fit { Ok(()) } else { fit(desk, false).await.map(drop) }
}
