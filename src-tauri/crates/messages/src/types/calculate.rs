use serde::{Deserialize, Serialize};
use simui_pharmacy::calculate::{CalculationKind, Sex};
use ts_rs::TS;

/// The unit of a pack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum PackUnit {
    /// 정.
    Tablet,
    /// 캡슐.
    Capsule,
    /// 포.
    Sachet,
    /// 밀리리터 (mL).
    Millilitre,
}

/// A request of a calculator. A field that the formula needs and that is absent is an error.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct CalculateRequest {
    /// The formula: `cockcroft_gault`, `ckd_epi`, `bmi`, `bsa`, `weight_dose` or `pack_duration`.
    pub id: CalculationKind,
    /// Age in completed years.
    #[serde(default)]
    pub age: Option<f64>,
    /// Age in completed months, for a small child; it counts before the years.
    #[serde(default)]
    pub months: Option<f64>,
    /// 성별.
    #[serde(default)]
    pub sex: Option<Sex>,
    /// Body weight in kg.
    #[serde(default)]
    pub weight: Option<f64>,
    /// Height in cm.
    #[serde(default)]
    pub height: Option<f64>,
    /// Serum creatinine in mg/dL.
    #[serde(default)]
    pub creatinine: Option<f64>,
    /// The drug of a dose by weight: a product or an ingredient, with its strength if wanted (160mg/5mL).
    #[serde(default)]
    pub drug: Option<String>,
    /// Contents of a pack, in `unit`.
    #[serde(default)]
    pub contents: Option<f64>,
    /// Amount at a time, in `unit`.
    #[serde(default)]
    pub per_time: Option<f64>,
    /// Times a day.
    #[serde(default)]
    pub times: Option<f64>,
    /// Unit of the pack; 정 if it is absent.
    #[serde(default)]
    pub unit: Option<PackUnit>,
}
