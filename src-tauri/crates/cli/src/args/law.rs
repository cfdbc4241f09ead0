//! Arguments of `simui corpus` about versions of law, links and quarantine.

use clap::{Args, Subcommand};
use jiff::civil::Date;
use simui_domain::DocumentKind;

/// Commands about versions of law, links between texts, and quarantine.
#[derive(Debug, Subcommand)]
pub enum LawCommand {
    /// List the unresolved entries of quarantine: what imports could not read.
    Quarantine {
        /// Also list resolved entries.
        #[arg(long)]
        all: bool,
    },
    /// Mark the quarantined entries of a file as resolved.
    Resolve {
        /// The file, as the list shows it.
        path: String,
        /// Resolve only this place in the file, as the list shows it.
        #[arg(long)]
        place: Option<String>,
        /// Name or id of the person who resolves it.
        #[arg(long = "as", value_name = "REVIEWER")]
        reviewer: String,
        /// What was done about it.
        #[arg(long)]
        note: String,
    },
    /// List our own digests (요지) and who has read them.
    Digests {
        /// Only digests of this kind: statute, guideline, precedent, drug.
        #[arg(long)]
        kind: Option<DocumentKind>,
        /// Only those that nobody has signed as they stand.
        #[arg(long)]
        unread: bool,
    },
    /// Sign that you have read a digest, and what you say of it.
    ///
    /// Example: simui corpus sign-digest ID --as 김약사 --note "허가사항과 견줌"
    SignDigest {
        /// Id of the digest.
        document: String,
        /// Say that it is wrong; the note says what.
        #[arg(long)]
        faulty: bool,
        /// Name or id of the person who signs.
        #[arg(long = "as", value_name = "REVIEWER")]
        reviewer: String,
        /// What was compared, or what is wrong.
        #[arg(long, default_value = "")]
        note: String,
    },
    /// List the stored versions of a law.
    History {
        /// Title of the law, or the id of one version.
        law: String,
    },
    /// Show what changed in a law between two days, article by article.
    ///
    /// Example: simui corpus diff 의료법 --from 2018-01-01 --to 2026-01-01
    Diff(Days),
    /// Show what a document or one of its articles cites.
    Links {
        /// Id or title of the document.
        document: String,
        /// Article, as `제56조제2항` or by its key.
        #[arg(long)]
        article: Option<String>,
        /// Show what cites it instead.
        #[arg(long)]
        incoming: bool,
        /// Show only links whose target is not stored.
        #[arg(long)]
        broken: bool,
        /// Links on this day. Default: today.
        #[arg(long)]
        as_of: Option<Date>,
        /// Maximum number of links.
        #[arg(long, default_value_t = 1000)]
        limit: u32,
    },
    /// List links whose target is not stored, of all texts in force.
    BrokenLinks {
        /// Links on this day. Default: today.
        #[arg(long)]
        as_of: Option<Date>,
        /// Maximum number of links.
        #[arg(long, default_value_t = 100)]
        limit: u32,
        /// Number of links to skip.
        #[arg(long, default_value_t = 0)]
        offset: u32,
    },
    /// Show the open cases, rules and texts that cite articles of a law changed between two days.
    Impact(Days),
}

/// A law and two days to compare.
#[derive(Debug, Args)]
pub struct Days {
    /// Title of the law, or the id of one version.
    pub law: String,
    /// First day; the text in force on it is compared.
    #[arg(long)]
    pub from: Date,
    /// Second day; the text in force on it is compared.
    #[arg(long)]
    pub to: Date,
}
