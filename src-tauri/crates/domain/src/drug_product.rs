//! 의약품 품목: products as their labels and permits describe them.

use serde::{Deserialize, Serialize};

/// 의약품 품목: a product with what its imported label or permit tells of it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DrugProduct {
    /// 품목명, as the document writes it: `나무펜정500밀리그램(아세트아미노펜)`.
    pub name: String,
    /// 주성분 with their salts, as the document writes them and in its order; empty where it names none.
    pub ingredients: Vec<String>,
}
