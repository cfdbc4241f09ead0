//! Arguments of `simui audit`, `simui office`, and the documents of `simui review`.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use simui_api::KeyPlace;
use simui_api::types::PaperForm;

use super::signature::Signed;

/// Commands of `simui audit`.
#[derive(Debug, Subcommand)]
pub enum AuditCommand {
    /// Verify that everything stored agrees with the audit log: the chain, decisions, papers, every
    /// record, and the layout of the database.
    Verify {
        /// Also check that the log still contains this entry, `NUMBER:MAC`, which was written down
        /// elsewhere.
        #[arg(long, value_name = "NUMBER:MAC")]
        head: Option<String>,
        /// Check only what changed since the last complete verification, and the number of all
        /// rows.
        #[arg(long, conflicts_with = "head")]
        new: bool,
    },
    /// Write the audit log to a file, one JSON object per line, with its signed hash beside it
    /// (`FILE.seal.json`).
    Export {
        /// File to write.
        file: PathBuf,
    },
    /// Move the key of the audit log into the operating system's keyring, or back into the data
    /// directory.
    ///
    /// The key is never shown and never changes. Move it to `file` before you take the data
    /// directory to another machine.
    MoveKey {
        /// Place of the key: keyring or file.
        #[arg(long, value_parser = parse_place, default_value = "keyring")]
        to: KeyPlace,
        /// The administrator who signs.
        #[command(flatten)]
        signed: Signed,
    },
    /// Pack cases with their sources, reports and the log, so that others can check them with
    /// `simui-packcheck PACK.zip --key PUBLIC_KEY`.
    Pack {
        /// Ids of the cases. Default: all decided cases.
        cases: Vec<String>,
        /// ZIP file to write.
        #[arg(long)]
        out: PathBuf,
    },
}

/// Arguments of `simui review letter` and `simui review notice`.
#[derive(Debug, Args)]
pub struct PaperCommand {
    /// Id of the case.
    pub case: String,
    /// Format: html, pdf, or eml (a message with the PDF attached).
    #[arg(long, value_parser = parse_form)]
    pub format: PaperForm,
    /// File to write.
    #[arg(long)]
    pub out: PathBuf,
    /// For eml: address of the recipient.
    #[arg(long)]
    pub to: Option<String>,
}

/// Arguments of `simui review casefile`.
#[derive(Debug, Args)]
pub struct CaseFileCommand {
    /// Id of the case.
    pub case: String,
    /// Format: html or pdf.
    #[arg(long, value_parser = parse_form)]
    pub format: PaperForm,
    /// File to write.
    #[arg(long)]
    pub out: PathBuf,
}

/// Commands of `simui office`.
#[derive(Debug, Subcommand)]
pub enum OfficeCommand {
    /// Show the details of the office.
    Show,
    /// Set details of the office. Details that are not given stay as they are.
    ///
    /// Example: simui office set --name "기관명" --numbering "심의-{year}-{number:4}" --as "박관리"
    Set(Box<OfficeFields>),
}

/// The details of the office that can be set.
#[derive(Debug, Args)]
pub struct OfficeFields {
    /// 기관명.
    #[arg(long)]
    pub name: Option<String>,
    /// 주소.
    #[arg(long)]
    pub address: Option<String>,
    /// 담당부서.
    #[arg(long)]
    pub department: Option<String>,
    /// 전화.
    #[arg(long)]
    pub telephone: Option<String>,
    /// 전자우편.
    #[arg(long)]
    pub email: Option<String>,
    /// 발신 명의, if it is not the name of the office.
    #[arg(long)]
    pub signer: Option<String>,
    /// 문서번호 규칙, such as `심의-{year}-{number:4}`.
    #[arg(long)]
    pub numbering: Option<String>,
    /// 불복 절차, as it is printed on decision letters; empty for none.
    #[arg(long)]
    pub objection: Option<String>,
    /// The administrator who signs.
    #[command(flatten)]
    pub signed: Signed,
}

fn parse_form(text: &str) -> Result<PaperForm, String> {
    match text {
        "html" => Ok(PaperForm::Html),
        "pdf" => Ok(PaperForm::Pdf),
        "eml" => Ok(PaperForm::Eml),
        _ => Err("one of html, pdf, eml".to_owned()),
    }
}

fn parse_place(text: &str) -> Result<KeyPlace, String> {
    match text {
        "keyring" => Ok(KeyPlace::Keyring),
        "file" => Ok(KeyPlace::File),
        _ => Err("one of keyring, file".to_owned()),
    }
}
