//! Arguments of `simui calculate`.

use clap::{Args, Subcommand, ValueEnum};
use simui_api::types::{PackUnit, PersonSex};

/// Calculators that show formula, inputs and source. Nothing is stored.
#[derive(Debug, Subcommand)]
pub enum CalculateCommand {
    /// 크레아티닌 청소율 by Cockcroft and Gault, in mL/min; for adults.
    Crcl(Clearance),
    /// 추정 사구체여과율 (eGFR) by CKD-EPI 2021, in mL/min/1.73m²; for adults.
    Egfr(Filtration),
    /// 체질량지수, in kg/m².
    Bmi(Body),
    /// 체표면적 by Mosteller, in m².
    Bsa(Body),
    /// A dose by body weight, from a sentence of a stored document; without one there is no number.
    Dose(Dose),
    /// How many days a pack lasts.
    Duration(Duration),
}

/// Arguments of `simui calculate crcl`.
#[derive(Debug, Args)]
pub struct Clearance {
    /// Age in completed years.
    #[arg(long, value_name = "YEARS")]
    pub age: f64,
    /// Sex, as the formula distinguishes it.
    #[arg(long, value_enum)]
    pub sex: SexName,
    /// Body weight in kg.
    #[arg(long, value_name = "KG")]
    pub weight: f64,
    /// Serum creatinine in mg/dL.
    #[arg(long, value_name = "MG_DL")]
    pub creatinine: f64,
}

/// Arguments of `simui calculate egfr`.
#[derive(Debug, Args)]
pub struct Filtration {
    /// Age in completed years.
    #[arg(long, value_name = "YEARS")]
    pub age: f64,
    /// Sex, as the formula distinguishes it.
    #[arg(long, value_enum)]
    pub sex: SexName,
    /// Serum creatinine in mg/dL.
    #[arg(long, value_name = "MG_DL")]
    pub creatinine: f64,
}

/// Arguments of `simui calculate bmi` and `bsa`.
#[derive(Debug, Args)]
pub struct Body {
    /// Body weight in kg.
    #[arg(long, value_name = "KG")]
    pub weight: f64,
    /// Height in cm.
    #[arg(long, value_name = "CM")]
    pub height: f64,
}

/// Arguments of `simui calculate dose`.
#[derive(Debug, Args)]
pub struct Dose {
    /// A product or an ingredient, with its strength if wanted: `타이레놀 시럽 160mg/5mL`.
    pub drug: String,
    /// Body weight in kg.
    #[arg(long, value_name = "KG")]
    pub weight: f64,
    /// Age in completed years.
    #[arg(long, value_name = "YEARS")]
    pub age: Option<f64>,
    /// Age in completed months, for a small child.
    #[arg(long, value_name = "MONTHS", conflicts_with = "age")]
    pub months: Option<f64>,
}

/// Arguments of `simui calculate duration`.
#[derive(Debug, Args)]
pub struct Duration {
    /// Contents of the pack.
    #[arg(long, value_name = "N")]
    pub contents: f64,
    /// Amount at a time.
    #[arg(long, value_name = "N")]
    pub per_time: f64,
    /// Times a day.
    #[arg(long, value_name = "N")]
    pub times: f64,
    /// Unit of contents and amount.
    #[arg(long, value_enum, default_value_t = UnitName::Tablet)]
    pub unit: UnitName,
}

/// Sex, by the names of the command line.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum SexName {
    /// 남성.
    Male,
    /// 여성.
    Female,
}

impl From<SexName> for PersonSex {
    fn from(name: SexName) -> Self {
        match name {
            SexName::Male => PersonSex::Male,
            SexName::Female => PersonSex::Female,
        }
    }
}

/// Units of packs, by the names of the command line.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum UnitName {
    /// 정.
    Tablet,
    /// 캡슐.
    Capsule,
    /// 포.
    Sachet,
    /// Millilitres of a liquid.
    Ml,
}

impl From<UnitName> for PackUnit {
    fn from(name: UnitName) -> Self {
        match name {
            UnitName::Tablet => PackUnit::Tablet,
            UnitName::Capsule => PackUnit::Capsule,
            UnitName::Sachet => PackUnit::Sachet,
            UnitName::Ml => PackUnit::Millilitre,
        }
    }
}
