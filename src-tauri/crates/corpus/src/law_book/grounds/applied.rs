//! Checks whether the provisions that a decision applied still have the same wording.

use jiff::civil::Date;
use simui_domain::ProvisionPath;

use super::super::LawBook;
use super::super::compare::Words;
use super::super::found::ProvisionLookup;
use super::super::law::{Law, Place};
use super::LostGround;
use crate::CorpusError;
use crate::citations::{Named, references};
use crate::titles::Titles;

/// Returns the provisions that a decision names in its 판시사항, 요지 and 참조조문.
pub(super) fn provisions(law: &Law, titles: &Titles) -> Vec<(String, ProvisionPath)> {
    let headings = ["판시사항", "판결요지", "결정요지", "참조조문"];
    let mut found: Vec<(String, ProvisionPath)> = Vec::new();
    for article in law.articles.iter().filter(|it| headings.contains(&it.title.as_str())) {
        let (_, words) = law.words(Place::Article(article), Date::MAX);
        for reference in references(&words, titles) {
            if let Named::Provision { title, path, .. } = reference.names
                && !title.is_empty()
                && !found.contains(&(title.clone(), path.clone()))
            {
                found.push((title, path));
            }
        }
    }
    found
}

/// Returns the reason if at least half of the applied provisions are deleted on a day, or differ from the day
/// of the decision.
pub(super) async fn changed(
    book: &LawBook,
    applied: &[(String, ProvisionPath)],
    decided: Date,
    as_of: Date,
) -> Result<Option<LostGround>, CorpusError> {
    let (mut why, mut others) = (None, 0);
    for (title, path) in applied {
        let then = book.at(title, path, decided).await?;
        let now = book.at(title, path, as_of).await?;
        match (then, now) {
            // Digests (요지) are our own words and differ from official texts without any change of the law.
            (ProvisionLookup::Found(then), ProvisionLookup::Found(now))
                if then.digest || now.digest => {}
            (ProvisionLookup::Found(then), ProvisionLookup::Found(now)) => {
                if Words::new(&then.whole).bare() == Words::new(&now.whole).bare() {
                    continue;
                }
                let from = now.effective_from.map_or_else(String::new, |day| format!("{day}부터 "));
                others += 1;
                why.get_or_insert(format!(
                    "적용한 {title} {path}이(가) 그 뒤 개정되어 {from}다른 말입니다."
                ));
            }
            (_, ProvisionLookup::Deleted(_)) => {
                others += 1;
                why.get_or_insert(format!("적용한 {title} {path}이(가) 그 뒤 삭제되었습니다."));
            }
            (ProvisionLookup::Found(then), ProvisionLookup::NoSuchProvision { .. })
                if !then.digest =>
            {
                others += 1;
                why.get_or_insert(format!("적용한 {title} {path}이(가) 지금은 없습니다."));
            }
            // The wording of that time is not stored, so nothing can be concluded.
            _ => {}
        }
    }
    Ok(why.filter(|_| others * 2 >= applied.len()).map(|why| LostGround { why }))
}

impl LawBook {
    async fn at(
        &self,
        title: &str,
        path: &ProvisionPath,
        day: Date,
    ) -> Result<ProvisionLookup, CorpusError> {
        self.find_provision(title, path, day).await
    }
}
