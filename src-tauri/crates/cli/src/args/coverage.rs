//! Arguments of `simui coverage`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::signature::Signed;

/// Commands of `simui coverage`.
#[derive(Debug, Subcommand)]
pub enum CoverageCommand {
    /// Import a folder of tables and documents. It replaces the last import.
    ///
    /// The folder holds insurers.csv, coverage_standard.csv, coverage_alias.csv and
    /// documents/INSURER/DOCTYPE/* (pdf, md, txt; a form feed in a .txt file starts a page).
    /// Alternatively it holds one table with the columns ins_cd, insurer, code, std_name, alias,
    /// and pages.jsonl with insurer, doc_type, file, page, text on each line.
    Import {
        /// Folder to import.
        folder: PathBuf,
    },
    /// Answer a question about coverage from the companies' documents. Each value has a page and a
    /// quote.
    ///
    /// Example: simui coverage compare "두 회사 암진단비 비교해줘"
    Compare(CompareCommand),
    /// List what was read of a company's documents, one fact a line.
    ///
    /// Example: simui coverage facts N13 --coverage A4200_1 --json
    Facts {
        /// Code of the company.
        insurer: String,
        /// Code of a coverage.
        #[arg(long, value_name = "CODE")]
        coverage: Option<String>,
    },
    /// Print the text of a page of a document, or draw the page of a PDF as it looks.
    ///
    /// Example: simui coverage page N13 가입설계서.pdf 1 --out page.png
    Page(PageCommand),
    /// Save a comparison by name, to be asked again later. Identifiers are masked.
    ///
    /// Example: simui coverage save "암 3사" "3사 암진단비 비교"
    Save {
        /// Name that no other saved comparison has.
        name: String,
        /// The question, in Korean.
        query: String,
        /// Code of a company to include. May be given several times.
        #[arg(long = "insurer", value_name = "CODE")]
        insurers: Vec<String>,
        /// Code of the coverage that a person chose.
        #[arg(long, value_name = "CODE")]
        coverage: Option<String>,
    },
    /// List the saved comparisons; with a name, ask its questions again, one answer a line.
    Saved {
        /// Name of a saved comparison.
        name: Option<String>,
    },
    /// Delete a saved comparison.
    Forget {
        /// Its name.
        name: String,
    },
    /// Show what is imported.
    Status,
    /// Rules by which documents and questions are read.
    #[command(subcommand)]
    Rules(CoverageRulesCommand),
}

/// Commands of `simui coverage rules`.
#[derive(Debug, Subcommand)]
pub enum CoverageRulesCommand {
    /// List the rule files, and who replaced which.
    List,
    /// Print a rule file as it holds now.
    Show {
        /// Name of the file: cues.toml.
        name: String,
    },
    /// Check a file in place of the rule file of the same name: what is wrong with it, or which facts of
    /// the imported documents it changes.
    Check {
        /// The file; its name says which rule file it replaces.
        file: PathBuf,
    },
    /// Put a file in place of the rule file of the same name.
    ///
    /// Example: simui coverage rules replace documents.toml --as 관리자
    Replace {
        /// The file; its name says which rule file it replaces.
        file: PathBuf,
        #[command(flatten)]
        signed: Signed,
    },
    /// Go back to the program's own file.
    Reset {
        /// Name of the file: cues.toml.
        name: String,
        #[command(flatten)]
        signed: Signed,
    },
}

/// Arguments of `simui coverage page`.
#[derive(Debug, Args)]
pub struct PageCommand {
    /// Code of the company.
    pub insurer: String,
    /// File name of the document.
    pub document: String,
    /// Number of the page, from 1.
    pub page: u32,
    /// Type of the document, where two of the company have the same name.
    #[arg(long = "type", value_name = "DOCTYPE")]
    pub doc_type: Option<String>,
    /// Draw the page to this PNG file instead. The document's file must still be where it was imported
    /// from.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Width of the picture in pixels, 400 to 2400.
    #[arg(long, value_name = "PIXELS", default_value_t = 1200, requires = "out")]
    pub width: u32,
    /// Say where these words of the page's text stand on the picture.
    #[arg(long, value_name = "WORDS", requires = "out")]
    pub quote: Option<String>,
}

/// Arguments of `simui coverage compare`.
#[derive(Debug, Args)]
pub struct CompareCommand {
    /// The question, in Korean.
    #[arg(required_unless_present = "batch")]
    pub query: Option<String>,
    /// Code of a company to include. May be given several times.
    #[arg(long = "insurer", value_name = "CODE")]
    pub insurers: Vec<String>,
    /// Code of the coverage that a person chose.
    #[arg(long, value_name = "CODE")]
    pub coverage: Option<String>,
    /// Write the comparison to this file instead: .csv, .html, .pdf or .json.
    #[arg(long, value_name = "FILE", conflicts_with = "batch")]
    pub out: Option<PathBuf>,
    /// Read `{"id","query","insurers"?,"coverage_code"?,"anchor"?}` lines and write one answer line
    /// for each.
    #[arg(long, value_name = "FILE", conflicts_with = "query")]
    pub batch: Option<PathBuf>,
}
