//! Finds norms that were struck down: `의료법 … 제56조 제2항 제9호 중 ‘…’ 부분은 헌법에 위반된다.`

use jiff::civil::Date;
use simui_domain::ProvisionPath;

use super::super::law::{Law, Place};
use crate::citations::{Named, references};
use crate::titles::Titles;

/// Words of a decision that may strike down a norm.
pub(super) const WORDS: [&str; 4] =
    ["헌법에 위반된다", "헌법에 위배된다", "합치되지 아니한다", "합치되지 않는다"];

/// A provision that was struck down.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Struck {
    /// Title of the decision.
    pub by: String,
    pub day: Date,
    pub law: String,
    pub path: ProvisionPath,
}

/// Returns the provisions that the 주문 of a decision strikes down.
pub(super) fn read(law: &Law, by: &str, day: Date, titles: &Titles) -> Vec<Struck> {
    let order = law.articles.iter().find(|article| article.title == "주문");
    let Some(order) = order else { return Vec::new() };
    let (_, words) = law.words(Place::Article(order), day);
    // Other sentences of the 주문 may uphold provisions.
    let striking = words.split("다.").filter(|sentence| {
        let sentence = format!("{sentence}다");
        WORDS.iter().any(|words| sentence.contains(words))
    });
    let mut struck = Vec::new();
    for sentence in striking {
        // ‘제46조 제4항’ is a number in quotation marks and no quotation.
        let plain: String =
            sentence.chars().map(|c| if "‘’“”'\"".contains(c) { ' ' } else { c }).collect();
        for reference in references(&plain, titles) {
            if let Named::Provision { title, path, .. } = reference.names
                && !title.is_empty()
            {
                struck.push(Struck { by: by.to_owned(), day, law: title, path });
            }
        }
    }
    // "제89조 가운데 제56조 제2항 제9호": the penalty falls only for the norm that it punishes.
    if struck.iter().any(|it| it.path.paragraph > 0) {
        struck.retain(|it| it.path.paragraph > 0);
    }
    struck.dedup();
    struck
}
