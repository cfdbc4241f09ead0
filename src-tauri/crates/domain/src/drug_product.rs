//! 의약품 품목: products as their labels and permits describe them.

use serde::{Deserialize, Serialize};

/// 의약품 품목: a product with what its imported label or permit tells of it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct DrugProduct {
    /// 품목명, as the document writes it: `나무펜정500밀리그램(아세트아미노펜)`.
    pub name: String,
    /// 주성분 with their salts, as the document writes them and in its order; empty where it names none.
    pub ingredients: Vec<String>,
    /// 함량: how much of each ingredient the product has; empty where the document does not say it clearly.
    #[serde(default)]
    pub amounts: Vec<IngredientAmount>,
}

/// 함량: the amount of an ingredient in a part of a product, such as 500 mg in 1 정.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct IngredientAmount {
    /// The ingredient, as the document writes it; for a salt, the part that the amount counts where the
    /// document says it (암로디핀으로서).
    pub ingredient: String,
    /// The number of `unit`.
    pub amount: f64,
    /// `mg`, `IU` or `mL`. Other units of mass are converted to mg.
    pub unit: String,
    /// The part of the product that has this amount.
    pub per: ProductPart,
}

/// A part of a product that a strength is given for: 1 정, 5 mL.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ProductPart {
    /// The number of `unit`, above 0.
    pub amount: f64,
    /// `정`, `캡슐`, `포`, `병`, `개`, `매`, `mL` or `g`.
    pub unit: String,
}
