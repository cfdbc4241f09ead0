//! 규칙: lists, reads, checks and tries rule packs.

mod change;

use std::sync::Arc;

use jiff::civil::Date;
use simui_corpus::ProvisionLookup;
use simui_domain::{Ad, DocumentKind};
use simui_review::rules::{
    AdContext, Detector, PackCheck, Problem, RuleBook, RulePack, Trace, check,
};
use simui_store::StoredPack;

use crate::faults::ErrorCode;
use crate::types::{
    ExceptionTrialView, RuleExample, RulePackRequest, RulePackText, RulePackUse, RulePackVersion,
    RulePackView, RuleProblem, RuleTrace, RulesCheck, RulesCheckRequest,
};
use crate::{ApiError, Desk};

/// File name in messages when the request gives none.
const UNNAMED: &str = "pack.toml";

/// Longest wording of a trial, in characters.
const LONGEST_TRIAL: usize = 20_000;

impl Desk {
    /// Lists all packs with their versions, by id.
    pub async fn rule_packs(&self) -> Result<Vec<RulePackView>, ApiError> {
        let (book, stored) = (self.rule_book().await?, self.database.rule_packs().await?);
        let today = self.today();
        let mut ids: Vec<&str> = book.builtin().iter().map(RulePack::id).collect();
        for pack in &stored {
            if !ids.contains(&pack.id.as_str()) {
                ids.push(&pack.id);
            }
        }
        Ok(ids.into_iter().map(|id| view(id, &book, &stored, today)).collect())
    }

    /// Returns the text of one version.
    pub async fn rule_pack(&self, request: RulePackRequest) -> Result<RulePackText, ApiError> {
        let (book, stored) = (self.rule_book().await?, self.database.rule_packs().await?);
        let RulePackRequest { id, version } = request;
        let missing = |id: &str| ApiError::Missing {
            what: "rule pack",
            id: id.chars().take(80).collect(),
            remedy: "`simui rules list` shows the packs and their versions",
        };
        let today = self.today();
        let view = view(&id, &book, &stored, today);
        let wanted = version.or_else(|| view.in_force.clone());
        let wanted = wanted.or_else(|| view.versions.last().map(|it| it.version.clone()));
        let wanted = wanted.ok_or_else(|| missing(&id))?;
        let pack = view.versions.into_iter().find(|it| it.version == wanted);
        let pack = pack.ok_or_else(|| missing(&format!("{id}@{wanted}")))?;
        let own = book.builtin().iter().find(|it| it.id() == id && it.version() == wanted);
        let kept = stored.iter().find(|it| it.id == id && it.version == wanted);
        let text = own.map(RulePack::text).or(kept.map(|it| it.text.as_str()));
        Ok(RulePackText { pack, text: text.unwrap_or_default().to_owned() })
    }

    /// Checks whether a text could be imported as a pack, and tries its rules on its examples and on an
    /// advertisement.
    pub async fn rules_check(&self, request: RulesCheckRequest) -> Result<RulesCheck, ApiError> {
        let RulesCheckRequest { text, file, ad } = request;
        if ad.as_ref().is_some_and(|ad| ad.chars().count() > LONGEST_TRIAL) {
            let message = format!("ad: at most {LONGEST_TRIAL} characters are tried; shorten it");
            return Err(ApiError::invalid(
                ErrorCode::TextTooLong,
                &[("limit", &LONGEST_TRIAL)],
                message,
            ));
        }
        let found = self.checked(file, text).await?;
        let trial = match (&found.detector, ad.filter(|ad| !ad.trim().is_empty())) {
            (Some((detector, day)), Some(text)) => Some(tried(detector, *day, text)),
            _ => None,
        };
        Ok(RulesCheck { trial, ..checked(&found) })
    }

    /// Checks a pack together with the active ones, on a blocking thread.
    async fn checked(&self, file: Option<String>, text: String) -> Result<PackCheck, ApiError> {
        let (book, today) = (self.rule_book().await?, self.today());
        let file = file.unwrap_or_else(|| UNNAMED.to_owned());
        let checking = tokio::task::spawn_blocking(move || check(&book, &file, &text, today)).await;
        let mut found = checking.map_err(|error| {
            ApiError::rules(ErrorCode::Internal, &[], format!("{error}; report this"))
        })?;
        if let Some(pack) = &found.pack {
            let problems = self.without_foundation(pack, today).await?;
            found.problems.extend(problems);
        }
        Ok(found)
    }

    /// Lists rules that rest on a provision missing from the stored law. A law that is not stored, or only as
    /// our digest, is not checked.
    async fn without_foundation(
        &self,
        pack: &RulePack,
        today: Date,
    ) -> Result<Vec<Problem>, ApiError> {
        let library = self.refresh().await?;
        let first = pack.effective_from().ok().flatten();
        let day = first.map_or(today, |first| first.max(today));
        let mut problems = Vec::new();
        for (rule, line, article) in pack.foundations() {
            let lookup = library.law.find_reference(article, day).await?;
            if let ProvisionLookup::NoSuchProvision { document } = lookup
                && document.kind == DocumentKind::Statute
                && !document.digest
            {
                let message = format!(
                    "rule {rule}: {article} is not in the stored law ({}); name a provision that it has",
                    document.version
                );
                problems.push(Problem { line, message });
            }
        }
        Ok(problems)
    }

    async fn rule_book(&self) -> Result<Arc<RuleBook>, ApiError> {
        Ok(self.refresh().await?.rules.clone())
    }

    /// Returns the rules of a day.
    pub(crate) async fn rules_of(&self, day: Date) -> Result<Arc<Detector>, ApiError> {
        let rules = self.rule_book().await?.on(day);
        rules.map_err(|error| ApiError::rules(ErrorCode::RulesUnusable, &[], error.to_string()))
    }
}

fn view(id: &str, book: &RuleBook, stored: &[StoredPack], today: Date) -> RulePackView {
    let now = book.in_force(id, today);
    let is_now = |version: &str| now.is_some_and(|it| it.version() == version);
    let own = book.builtin().iter().filter(|it| it.id() == id).map(|pack| RulePackVersion {
        id: id.to_owned(),
        version: pack.version().to_owned(),
        title: pack.title().to_owned(),
        builtin: true,
        sha256: pack.sha256(),
        effective_from: pack.effective_from().ok().flatten(),
        effective_to: pack.effective_to().ok().flatten(),
        imported_by: None,
        imported_at: None,
        active: true,
        in_force: is_now(pack.version()),
        uses: Vec::new(),
    });
    let imported = stored
        .iter()
        .filter(|it| it.id == id)
        .map(|pack| RulePackVersion { in_force: is_now(&pack.version), ..version(pack) });
    let versions: Vec<RulePackVersion> = own.chain(imported).collect();
    let title = now.map(|pack| pack.title().to_owned());
    let latest = || versions.last().map(|it| it.title.clone()).unwrap_or_default();
    RulePackView {
        id: id.to_owned(),
        title: title.unwrap_or_else(latest),
        in_force: now.map(|pack| pack.version().to_owned()),
        versions,
    }
}

/// Converts a stored version to its view, without deciding whether it applies today.
fn version(pack: &StoredPack) -> RulePackVersion {
    RulePackVersion {
        id: pack.id.clone(),
        version: pack.version.clone(),
        title: pack.title.clone(),
        builtin: false,
        sha256: pack.sha256.clone(),
        effective_from: pack.effective_from,
        effective_to: pack.effective_to,
        imported_by: Some(pack.imported_by.clone()),
        imported_at: Some(pack.imported_at),
        active: pack.active().is_some(),
        in_force: false,
        uses: pack
            .uses
            .iter()
            .map(|period| RulePackUse {
                active_from: period.active_from,
                activated_by: period.activated_by.clone(),
                active_to: period.active_to,
                deactivated_by: period.deactivated_by.clone(),
            })
            .collect(),
    }
}

fn checked(found: &PackCheck) -> RulesCheck {
    let number = |line: usize| u32::try_from(line).unwrap_or(u32::MAX);
    RulesCheck {
        id: found.pack.as_ref().map(|pack| pack.id().to_owned()),
        version: found.pack.as_ref().map(|pack| pack.version().to_owned()),
        usable: found.problems.is_empty(),
        problems: found
            .problems
            .iter()
            .map(|it| RuleProblem { line: number(it.line), message: it.message.clone() })
            .collect(),
        examples: found
            .examples
            .iter()
            .map(|outcome| RuleExample {
                rule: outcome.example.rule.clone(),
                line: number(outcome.example.line),
                text: outcome.example.text.clone(),
                fires: outcome.example.fires,
                holds: outcome.holds,
                traces: outcome
                    .traces
                    .iter()
                    .map(|trace| traced(trace, &outcome.example.text))
                    .collect(),
            })
            .collect(),
        trial: None,
    }
}

fn tried(detector: &Detector, day: Date, text: String) -> Vec<RuleTrace> {
    let ad = Ad { text, ..Ad::default() };
    let context = AdContext { ad: &ad, as_of: day, technologies: &[] };
    detector.trace(&context).iter().map(|trace| traced(trace, &ad.text)).collect()
}

fn traced(trace: &Trace, text: &str) -> RuleTrace {
    let words = trace.words.iter().filter_map(|span| span.slice(text)).map(str::to_owned);
    RuleTrace {
        rule: trace.rule.clone(),
        kind: trace.kind,
        fired: trace.fired,
        words: words.collect(),
        spans: trace.words.clone(),
        exceptions: trace
            .exceptions
            .iter()
            .map(|exception| ExceptionTrialView {
                name: exception.name.clone(),
                applied: exception.applied,
                why: exception.why.clone(),
            })
            .collect(),
    }
}
