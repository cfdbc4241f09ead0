use std::collections::HashMap;

use jiff::civil::Date;
use simui_corpus::ProvisionLookup;
use simui_domain::{AppliedPack, Citation, DocumentKind, ReviewResult};
use simui_review::library::Library;
use simui_store::FinishedCase;

use crate::faults::ErrorCode;
use crate::types::{AffectedCase, AffectedCases, AffectedRequest, ChangedGround};
use crate::{ApiError, Desk};
use simui_domain::korean_day;

/// Version and text of a provision, and whether the text is a digest; `None` when none is in force.
type Provision = Option<(String, String, bool)>;

/// Compares the grounds of cases with the present ones. Each provision is looked up once, because most cases
/// cite the same few.
struct Grounds<'a> {
    library: &'a Library,
    today: Date,
    provisions: HashMap<(String, Date), Provision>,
}

impl Desk {
    /// Lists the finished cases whose rules or cited law have changed since.
    pub async fn affected_cases(
        &self,
        request: AffectedRequest,
    ) -> Result<AffectedCases, ApiError> {
        let library = self.refresh().await?;
        let mut grounds = Grounds::new(&library, self.today());
        let finished = self.database.finished_cases().await?;
        let checked = u32::try_from(finished.len()).unwrap_or(u32::MAX);
        let mut cases = Vec::new();
        for case in finished {
            let as_of = case.published_on.unwrap_or_else(|| korean_day(case.received_at));
            let Some(result) = self.database.result(&case.run_id).await? else { continue };
            let mut changed = grounds.of(&result, as_of).await?;
            changed.retain(|ground| asks_for(&request, ground));
            if !changed.is_empty() {
                cases.push(affected(case, as_of, changed));
            }
        }
        Ok(AffectedCases { cases, checked })
    }

    /// Returns the rule packs and stored sources of `as_of` that have changed since a draft was made. A later
    /// version of the law is no reason for a new draft, because the law of the advertisement's day applies.
    pub(super) async fn changed_grounds(
        &self,
        result: &ReviewResult,
        as_of: Date,
    ) -> Result<Vec<ChangedGround>, ApiError> {
        let library = self.refresh().await?;
        let mut changed = Grounds::new(&library, self.today()).of(result, as_of).await?;
        changed.retain(|ground| !matches!(ground, ChangedGround::Law { .. }));
        Ok(changed)
    }
}

/// Whether a request asks for cases with this ground.
fn asks_for(request: &AffectedRequest, ground: &ChangedGround) -> bool {
    let of_law = |article: &str| {
        request.law.as_ref().is_none_or(|law| {
            article.strip_prefix(law.trim()).is_some_and(|rest| rest.starts_with(" 제"))
        })
    };
    match ground {
        ChangedGround::Pack { was, now } => {
            let id = was.as_ref().or(now.as_ref()).map(|pack| pack.id.as_str());
            match &request.pack {
                Some(pack) => id == Some(pack.as_str()),
                None => request.law.is_none(),
            }
        }
        ChangedGround::Source { article, .. } | ChangedGround::Law { article, .. } => {
            request.pack.is_none() && of_law(article)
        }
    }
}

impl<'a> Grounds<'a> {
    fn new(library: &'a Library, today: Date) -> Self {
        Self { library, today, provisions: HashMap::new() }
    }

    async fn of(
        &mut self,
        result: &ReviewResult,
        as_of: Date,
    ) -> Result<Vec<ChangedGround>, ApiError> {
        let mut changed = self.packs(&result.packs, as_of)?;
        changed.extend(self.citations(&result.citations, as_of).await?);
        Ok(changed)
    }

    /// Results stored before packs were recorded name none, so that nothing is compared for them.
    fn packs(&self, was: &[AppliedPack], as_of: Date) -> Result<Vec<ChangedGround>, ApiError> {
        if was.is_empty() {
            return Ok(Vec::new());
        }
        let rules = self.library.rules.on(as_of);
        let now = rules
            .map_err(|error| ApiError::rules(ErrorCode::RulesUnusable, &[], error.to_string()))?
            .applied(as_of);
        let find = |packs: &[AppliedPack], id: &str| packs.iter().find(|it| it.id == id).cloned();
        let mut changed = Vec::new();
        for pack in was {
            let present = find(&now, &pack.id);
            if present.as_ref() != Some(pack) {
                changed.push(ChangedGround::Pack { was: Some(pack.clone()), now: present });
            }
        }
        let new = now.into_iter().filter(|pack| find(was, &pack.id).is_none());
        changed.extend(new.map(|pack| ChangedGround::Pack { was: None, now: Some(pack) }));
        Ok(changed)
    }

    async fn citations(
        &mut self,
        citations: &[Citation],
        as_of: Date,
    ) -> Result<Vec<ChangedGround>, ApiError> {
        let mut changed: Vec<ChangedGround> = Vec::new();
        let mut seen: Vec<&str> = Vec::new();
        for citation in citations.iter().filter(|it| it.kind != DocumentKind::Precedent) {
            if seen.contains(&citation.article.as_str()) {
                continue;
            }
            seen.push(&citation.article);
            let article = citation.article.clone();
            let then = self.provision(&article, as_of).await?;
            let now = self.provision(&article, self.today).await?;
            let version = |provision: &Provision| provision.as_ref().map(|it| it.0.clone());
            let words = |provision: &Provision| provision.as_ref().map(|it| it.1.clone());
            let is_source = match &then {
                // A stored digest that was replaced by the official text has another version, too.
                Some((version, words, _)) => {
                    *version != citation.version || !words.contains(&citation.quote)
                }
                None => true,
            };
            if is_source {
                changed.push(ChangedGround::Source {
                    article: article.clone(),
                    was: citation.version.clone(),
                    now: version(&then),
                });
            }
            // A digest is in our own words, so that its difference from the official text is no change of the
            // law.
            let comparable = match (&then, &now) {
                (Some(then), Some(now)) => then.2 == now.2,
                _ => true,
            };
            if words(&then) != words(&now) && then.is_some() && comparable {
                changed.push(ChangedGround::Law {
                    article,
                    was: version(&then).unwrap_or_default(),
                    now: version(&now),
                });
            }
        }
        Ok(changed)
    }

    async fn provision(&mut self, article: &str, day: Date) -> Result<Provision, ApiError> {
        let key = (article.to_owned(), day);
        if let Some(known) = self.provisions.get(&key) {
            return Ok(known.clone());
        }
        let found = match self.library.law.find_reference(article, day).await? {
            ProvisionLookup::Found(found) => Some((found.version, found.whole, found.digest)),
            _ => None,
        };
        self.provisions.insert(key, found.clone());
        Ok(found)
    }
}

fn affected(case: FinishedCase, as_of: Date, grounds: Vec<ChangedGround>) -> AffectedCase {
    AffectedCase {
        case_id: case.case_id,
        external_id: case.external_id,
        excerpt: case.excerpt,
        final_verdict: case.final_verdict,
        finalized_at: case.finalized_at,
        as_of,
        grounds,
    }
}
