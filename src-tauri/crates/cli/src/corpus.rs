use std::path::PathBuf;

use indicatif::{ProgressBar, ProgressStyle};
use simui_api::Desk;
use simui_api::types::{DeskEvent, ImportRequest, ShowDocument, VerifyRequest};
use tokio::sync::broadcast::error::RecvError;

use crate::args::{BenchCommand, CorpusCommand};
use crate::error::CliError;
use crate::law;
use crate::output::Output;

pub async fn run(desk: &Desk, command: CorpusCommand, out: Output) -> Result<(), CliError> {
    match command {
        CorpusCommand::Import { paths, kind, jobs } => {
            let paths = paths.iter().map(|path| path.display().to_string()).collect();
            import(desk, ImportRequest { paths, kind: kind.0, jobs }, out).await
        }
        CorpusCommand::List => {
            let documents = desk.documents().await?;
            out.result(&documents, |documents| {
                documents
                    .iter()
                    .map(|d| {
                        let from = d.effective_from.map(|date| date.to_string());
                        let from = from.unwrap_or_default();
                        format!("{}\t{}\t{from}\t{}\t{}\n", d.id, d.kind, d.title, d.version)
                    })
                    .collect()
            });
            Ok(())
        }
        CorpusCommand::Show { document, article, as_of } => {
            let view = desk.document(ShowDocument { document, article, as_of }).await?;
            out.result(&view, |view| {
                let mut text = format!("{} ({})\n", view.document.title, view.document.version);
                for article in &view.articles {
                    text += &format!("\n{} {}\n{}\n", article.key, article.title, article.text);
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
        other => law::run(desk, other, out).await,
    }
}

async fn import(desk: &Desk, request: ImportRequest, out: Output) -> Result<(), CliError> {
    let bar = ProgressBar::new(0);
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} {wide_msg}") {
        bar.set_style(style);
    }
    let mut events = desk.events();
    let shown = bar.clone();
    let watch = tokio::spawn(async move {
        loop {
            match events.recv().await {
                Ok(DeskEvent::Import { progress }) => {
                    shown.set_length(progress.files_total);
                    shown.set_position(progress.files_done);
                    shown.set_message(progress.path);
                }
                Ok(_) | Err(RecvError::Lagged(_)) => {}
                Err(RecvError::Closed) => break,
            }
        }
    });
    let report = desk.import_paths(request).await;
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

pub async fn run_bench(desk: &Desk, command: BenchCommand, out: Output) -> Result<(), CliError> {
    let BenchCommand::ImportBeir { folder } = command;
    import_beir(desk, folder, out).await
}

async fn import_beir(desk: &Desk, folder: PathBuf, out: Output) -> Result<(), CliError> {
    let report = desk.import_beir(&folder).await?;
    out.result(&report, |report| format!("문서 {}건", report.documents));
    Ok(())
}
