use simui_corpus::path_in;
use simui_domain::{ArticleChange, ArticlePart, ChangeKind, Document, ProvisionPath};
use simui_review::rules::Detector;
use simui_store::OpenCitation;

use super::changes::both;
use crate::types::{Impact, ImpactRequest, ImpactedArticle, ImpactedCase, ImpactedRule};
use crate::{ApiError, Desk};

impl Desk {
    /// Returns what depends on the articles of a law that changed between two days: open cases, rules, other
    /// texts.
    pub async fn impact(&self, request: ImpactRequest) -> Result<Impact, ApiError> {
        let ImpactRequest { law, from, to } = request;
        let law = self.versions(&law).await?;
        let (old, new) = both(&law, from, to)?;
        let parts = law.compare(&self.database, from, to).await?.unwrap_or_default();
        let main = parts.into_iter().find(|part| part.part == ArticlePart::Main);
        let citations = self.database.open_citations().await?;
        let rules = self.rules_of(self.today()).await?;
        let mut articles = Vec::new();
        for change in main.map(|part| part.articles).unwrap_or_default() {
            // Citations of a renumbered article have its former number.
            let number = change.old_key.as_ref().unwrap_or(&change.key);
            let Ok(path) = number.parse::<ProvisionPath>() else { continue };
            let mut links = self.links.incoming(new, Some(&path), to).await?;
            links.retain(|link| link.document_id != new.id || link.article_key != change.key);
            let cases = cases(&old.title, &path, &change, &citations);
            let rules = rules_on(&rules, old, &path, &change);
            let cited = !(cases.is_empty() && rules.is_empty() && links.is_empty());
            if cited || change.kind != ChangeKind::Added {
                articles.push(ImpactedArticle { change, cases, rules, links });
            }
        }
        let (from, to) = (self.version(old, None), self.version(new, None));
        Ok(Impact { title: law.title, from, to, articles })
    }
}

fn rules_on(
    detector: &Detector,
    law: &Document,
    article: &ProvisionPath,
    change: &ArticleChange,
) -> Vec<ImpactedRule> {
    let mut rules = Vec::new();
    for (rule, kind, articles) in detector.foundations() {
        for named in articles {
            let Some(path) = path_in(&law.title, named).filter(|it| article.contains(it)) else {
                continue;
            };
            let touched = is_touched(change, &path);
            rules.push(ImpactedRule {
                rule: rule.to_owned(),
                kind,
                article: named.clone(),
                touched,
            });
        }
    }
    rules
}

fn cases(
    title: &str,
    article: &ProvisionPath,
    change: &ArticleChange,
    citations: &[OpenCitation],
) -> Vec<ImpactedCase> {
    let mut cases: Vec<ImpactedCase> = Vec::new();
    for citation in citations {
        let path = path_in(title, &citation.article).filter(|path| article.contains(path));
        let Some(path) = path else { continue };
        let touched = is_touched(change, &path);
        match cases.last_mut().filter(|case| case.case_id == citation.case_id) {
            Some(case) => {
                case.cited.push(citation.article.clone());
                case.touched |= touched;
            }
            None => cases.push(ImpactedCase {
                case_id: citation.case_id.clone(),
                external_id: citation.external_id.clone(),
                status: citation.status,
                cited: vec![citation.article.clone()],
                touched,
            }),
        }
    }
    cases
}

/// Whether a change concerns the cited provision, its lower levels, or the text that introduces it.
fn is_touched(change: &ArticleChange, cited: &ProvisionPath) -> bool {
    // A move, or a new title, concerns the whole article.
    change.provisions.is_empty()
        || change.provisions.iter().any(|provision| {
            let paths = [&provision.old_path, &provision.path];
            paths.into_iter().flatten().any(|path| path.contains(cited) || cited.contains(path))
        })
}
