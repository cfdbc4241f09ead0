use std::path::PathBuf;

use clap::{Args, Subcommand};

/// `simui coverage …`
#[derive(Debug, Subcommand)]
pub enum CoverageCommand {
    /// Import a folder of tables and documents; it replaces the last import.
    ///
    /// The folder holds insurers.csv, coverage_standard.csv, coverage_alias.csv and documents/INSURER/DOCTYPE/* (pdf, md, txt; a form feed in a .txt
    /// file starts a page); or one table with the columns ins_cd, insurer, code, std_name, alias and beside it pages.jsonl with insurer,
    /// doc_type, file, page, text a line.
    Import {
        /// The folder.
        folder: PathBuf,
    },
    /// Answer a question about coverage: what the companies' documents say, each value with page and quote.
    ///
    /// Example: simui coverage compare "두 회사 암진단비 비교해줘"
    Compare(CompareCommand),
    /// List the lines of a company's tables that name a coverage and its amount.
    Amounts {
        /// The company's code.
        insurer: String,
    },
    /// Show what is imported.
    Status,
}

/// `simui coverage compare`
#[derive(Debug, Args)]
pub struct CompareCommand {
    /// The question, in Korean.
    #[arg(required_unless_present = "batch")]
    pub query: Option<String>,
    /// Also this company, by its code.
    #[arg(long = "insurer", value_name = "CODE")]
    pub insurers: Vec<String>,
    /// The coverage a person chose, by its code.
    #[arg(long, value_name = "CODE")]
    pub coverage: Option<String>,
    /// Write the comparison to this file instead: .csv, .html, .pdf or .json.
    #[arg(long, value_name = "FILE", conflicts_with = "batch")]
    pub out: Option<PathBuf>,
    /// Read `{"id","query","insurers"?,"coverage_code"?,"anchor"?}` lines and write a line of answer for each.
    #[arg(long, value_name = "FILE", conflicts_with = "query")]
    pub batch: Option<PathBuf>,
}
