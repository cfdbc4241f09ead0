//! Arguments of `simui corpus` and `simui bench`.

use std::path::PathBuf;

use clap::Subcommand;
use jiff::civil::Date;
use simui_domain::DocumentKind;

use super::drug_data::DrugDataCommand;
use super::followed::FollowedCommand;
use super::law::LawCommand;

/// `simui corpus …`
#[derive(Debug, Subcommand)]
pub enum CorpusCommand {
    /// Import files and folders.
    ///
    /// Reads XML and JSON of law.go.kr, Markdown, TXT, HTML, PDF, HWP, HWPX, DOCX, tables (CSV, JSON, JSONL,
    /// XML, XLSX) and ZIP archives of these. Unchanged files are skipped; a newer version of a law is stored
    /// beside the old one. Unreadable files go to quarantine with the reason (`simui corpus quarantine`).
    /// `NAME.mapping.toml` beside a table describes its columns.
    ///
    /// Example: simui corpus import 법령폴더 --kind statute
    Import {
        /// Files and folders. Folders are read with all their subfolders.
        #[arg(required = true)]
        paths: Vec<PathBuf>,
        /// Kind of the documents: statute, guideline, precedent, drug, dur, policy, tech-registry, or auto.
        #[arg(long, default_value = "auto", value_parser = parse_kind_or_auto)]
        kind: KindOrAuto,
        /// Number of files to read at once.
        #[arg(long)]
        jobs: Option<u32>,
        /// Then fit the embedding of dense search to the corpora, if they have changed much. The window and
        /// the server do this in the background.
        #[arg(long)]
        fit: bool,
    },
    /// Fit the embedding of dense search to the corpora.
    ///
    /// Takes about a minute and up to 0.5 GB for 171 laws and 1,535 decisions. The window and the server do
    /// this in the background.
    Fit,
    /// Compute the missing vectors of the chosen encoder (`simui models use encoder`). A stopped run
    /// continues where it stopped.
    ///
    /// The window and the server do this in the background.
    Embed,
    /// List all documents.
    List,
    /// Show a document, or one of its articles.
    Show {
        /// Id or title of the document.
        document: String,
        /// Article, as `제56조제2항제8호` or by its key.
        #[arg(long)]
        article: Option<String>,
        /// Show the version in force on this day.
        #[arg(long)]
        as_of: Option<Date>,
    },
    /// Check that a provision contains a quote.
    ///
    /// Example, after the law was imported: simui corpus verify "거짓된 내용을 표시하는 광고" --article "의료법 제56조제2항제3호"
    Verify {
        /// Words of the quote.
        quote: String,
        /// Law and provision, such as `의료법 제56조제2항제8호`.
        #[arg(long)]
        article: String,
        /// Check against the law of this day. Default: today.
        #[arg(long)]
        as_of: Option<Date>,
    },
    /// Find every citation in a text and check it against the stored sources.
    Citations {
        /// Text file (UTF-8, UTF-16 or CP949); `-` reads standard input.
        file: PathBuf,
        /// Check against the law of this day. Default: today.
        #[arg(long)]
        as_of: Option<Date>,
    },
    #[command(flatten)]
    Law(LawCommand),
    #[command(flatten)]
    Followed(FollowedCommand),
    /// Drug data of data.go.kr: e약은요, permits and DUR.
    #[command(subcommand)]
    Drugs(DrugDataCommand),
}

/// A kind of document; `auto` is `None`.
#[derive(Debug, Clone, Copy)]
pub struct KindOrAuto(pub Option<DocumentKind>);

fn parse_kind_or_auto(text: &str) -> Result<KindOrAuto, String> {
    match text {
        "auto" => Ok(KindOrAuto(None)),
        kind => kind.parse().map(|kind| KindOrAuto(Some(kind))).map_err(|e| format!("{e}")),
    }
}

/// Commands of `simui bench`.
#[derive(Debug, Subcommand)]
pub enum BenchCommand {
    /// Load `corpus.jsonl` (`{"id","title"?,"text"}`) of a folder as kind `bench`.
    ImportBeir {
        /// Folder with corpus.jsonl.
        folder: PathBuf,
        /// Do not fit the embedding.
        #[arg(long)]
        no_fit: bool,
    },
}
