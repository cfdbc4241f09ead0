//! 의약품 품목: products as their labels and permits describe them.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// 의약품 품목: a product with what its imported label, permit or 낱알식별 tells of it. What none of them tells is
/// empty.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct DrugProduct {
    /// 품목명, as the document writes it: `나무펜정500밀리그램(아세트아미노펜)`.
    pub name: String,
    /// 품목기준코드.
    pub item_code: String,
    /// 업체명.
    pub company: String,
    /// 영문명.
    pub english_name: String,
    /// 주성분, in the order of the document.
    pub ingredients: Vec<ProductIngredient>,
    /// 분류: the class of effects.
    pub class: String,
    /// 전문·일반 구분.
    pub prescription: String,
    /// ATC 코드.
    pub atc: String,
    /// 보험코드 (EDI), each once.
    pub edi: Vec<String>,
    /// 표준코드, each once.
    pub barcodes: Vec<String>,
    /// How the pill looks, where a table of 낱알식별 tells it.
    pub looks: Option<PillLooks>,
}

/// 성분과 분량: an ingredient of a product.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct ProductIngredient {
    /// The name as written, with its salt: `록소프로펜나트륨`.
    pub name: String,
    /// The amount as written; empty where none is told.
    pub amount: String,
    /// The unit of the amount as written: `밀리그램`.
    pub unit: String,
}

/// 낱알식별: how a pill looks, in the words of the table.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct PillLooks {
    /// Marks on the front: `YH`.
    pub front: String,
    /// Marks on the back.
    pub back: String,
    /// 모양: `원형`.
    pub shape: String,
    /// 색상, front and back joined by a comma.
    pub colour: String,
    /// 장축 in millimetres, as written.
    pub length_mm: String,
    /// 성상: `흰색의 원형 정제`.
    pub description: String,
}
