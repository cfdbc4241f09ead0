//! `simui audit …`, `simui office …`, and the papers of `simui review …`.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use simui_api::KeyPlace;
use simui_api::types::PaperForm;

use crate::args_administration::Signed;

/// `simui audit …`
#[derive(Debug, Subcommand)]
pub enum AuditCommand {
    /// Verify that everything stored agrees with the audit log: its chain, decisions, papers, every record, the database's layout.
    Verify {
        /// Also check that it still holds this entry, `NUMBER:MAC`, which was written down elsewhere.
        #[arg(long, value_name = "NUMBER:MAC")]
        head: Option<String>,
        /// Only what changed since everything was last found whole, and the number of all rows.
        #[arg(long, conflicts_with = "head")]
        new: bool,
    },
    /// Write the audit log to a file, one JSON object a line, with its signed hash beside it (`FILE.seal.json`).
    Export {
        /// The file to write.
        file: PathBuf,
    },
    /// Move the key of the audit log into the operating system's keyring, or back into the data directory.
    ///
    /// The key is never shown and never changes. Move it to `file` before you take the data directory to another machine.
    MoveKey {
        /// keyring or file.
        #[arg(long, value_parser = parse_place, default_value = "keyring")]
        to: KeyPlace,
        /// Who signs.
        #[command(flatten)]
        signed: Signed,
    },
    /// Pack cases with their sources, reports and the log, for somebody to check with `simui-packcheck PACK.zip --key PUBLIC_KEY`.
    Pack {
        /// The cases' ids; all decided ones when none is named.
        cases: Vec<String>,
        /// The .zip to write.
        #[arg(long)]
        out: PathBuf,
    },
}

/// `simui review letter`, `simui review notice`
#[derive(Debug, Args)]
pub struct PaperCommand {
    /// The case's id.
    pub case: String,
    /// html, pdf, or eml: a message with the PDF attached.
    #[arg(long, value_parser = parse_form)]
    pub format: PaperForm,
    /// Where to.
    #[arg(long)]
    pub out: PathBuf,
    /// For eml: the recipient's address.
    #[arg(long)]
    pub to: Option<String>,
}

/// `simui review casefile`
#[derive(Debug, Args)]
pub struct CaseFileCommand {
    /// The case's id.
    pub case: String,
    /// html or pdf.
    #[arg(long, value_parser = parse_form)]
    pub format: PaperForm,
    /// Where to.
    #[arg(long)]
    pub out: PathBuf,
}

/// `simui office …`
#[derive(Debug, Subcommand)]
pub enum OfficeCommand {
    /// Show what is set.
    Show,
    /// Set it; what is not named stays as it is.
    ///
    /// Example: simui office set --name "기관명" --numbering "심의-{year}-{number:4}" --as "박관리"
    Set(Box<OfficeFields>),
}

/// What can be set about the office.
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
    /// 발신 명의, when it is not the office's name.
    #[arg(long)]
    pub signer: Option<String>,
    /// 문서번호 규칙, such as `심의-{year}-{number:4}`.
    #[arg(long)]
    pub numbering: Option<String>,
    /// 불복 절차, as it shall stand on decision letters; empty for none.
    #[arg(long)]
    pub objection: Option<String>,
    /// Who signs.
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
