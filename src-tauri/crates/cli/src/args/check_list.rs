//! Arguments of `simui check-list`.

use std::path::PathBuf;

use clap::Args;

/// Arguments of `simui check-list`.
///
/// FILE has one drug a line: `와파린 2mg 1일 1회`, `타이레놀정500밀리그램 1회 2정 1일 3회 5일`,
/// `Amoxicillin 250 mg tid 7d`. Lines may describe the patient: `72세 여자 60kg 크레아티닌 1.4`,
/// `페니실린 알레르기`. At most 80 lines; nothing is stored.
///
/// One JSON object, every list gravest first: drugs (lines with ingredients, strengths, dose as
/// read), warnings (age, pregnancy, nursing, kidneys, allergies, illnesses), interactions
/// (severity, pair, text, source, quote), duplications, doses (totals of a day against their limits,
/// sentences for this function of the kidneys), calculations, unknown (lines that name no drug of the
/// desk), not_checked. severity is contraindicated, serious or caution.
#[derive(Debug, Args)]
#[command(verbatim_doc_comment)]
pub struct CheckListCommand {
    /// The prescription; `-` reads standard input.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The patient in words: `72세 여자 60kg 크레아티닌 1.4 신부전`.
    #[arg(long, value_name = "TEXT")]
    pub about: Option<String>,
    /// Use the record of this patient, too: id or complete name.
    #[arg(long, value_name = "ID")]
    pub patient: Option<String>,
    /// Name or id of the person who asks.
    #[arg(long = "as", value_name = "REVIEWER")]
    pub reviewer: Option<String>,
}
