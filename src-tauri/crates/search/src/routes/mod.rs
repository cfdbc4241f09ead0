//! Which documents and which profile the questions of a job go to.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use serde::Deserialize;
use simui_domain::DocumentKind;
use toml::Spanned;

use crate::SearchError;
use crate::fusion::{Profile, Profiles, Results};

/// The work that a question belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Job {
    /// A person searches the corpora.
    Search,
    /// A review of an advertisement looks for its grounds.
    Review,
    /// A pharmacist asks about drugs.
    Ask,
    /// A patient's turn in a consultation.
    Consult,
}

/// The routes of all jobs: `routes.toml`.
#[derive(Debug, Clone, PartialEq)]
pub struct Routes {
    search: Route,
    review: Route,
    ask: Route,
    consult: Route,
}

/// Where the questions of a job go.
#[derive(Debug, Clone, PartialEq)]
pub struct Route {
    /// Kinds of document that are searched; all where there are none.
    pub kinds: Vec<DocumentKind>,
    /// Name of the profile.
    pub profile: String,
    /// How many hits the job takes.
    pub take: Take,
    /// Place among the steps of the profile's results by the kind of question.
    steps: BTreeMap<String, usize>,
}

/// How many hits a job takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Take {
    /// The results of the profile.
    Results,
    /// All hits that are reranked; the job chooses among them.
    Reranked,
}

impl Routes {
    /// Returns the routes that are built in.
    ///
    /// # Errors
    /// [`SearchError::Data`] when the built-in file is wrong, which a test excludes.
    pub fn shipped(profiles: &Profiles) -> Result<Self, SearchError> {
        Self::parse("routes.toml", include_str!("routes.toml"), profiles)
    }

    /// Parses routes to `profiles` in TOML; `path` appears in messages.
    ///
    /// # Errors
    /// [`SearchError::Data`] with the line that is wrong.
    pub fn parse(path: &str, text: &str, profiles: &Profiles) -> Result<Self, SearchError> {
        let failed = |at: usize, reason: String| SearchError::data(path, text, at, reason);
        let file: File = toml::from_str(text).map_err(|error| {
            failed(error.span().map_or(0, |span| span.start), error.message().to_owned())
        })?;
        let check = |entry: Entry| entry.check(profiles, &failed);
        Ok(Self {
            search: check(file.search)?,
            review: check(file.review)?,
            ask: check(file.ask)?,
            consult: check(file.consult)?,
        })
    }

    /// Returns the route of a job. Without routing it leads to the profile of a plain search, in the
    /// documents of the job.
    pub fn of(&self, job: Job, routing: bool) -> Route {
        let route = match job {
            Job::Search => &self.search,
            Job::Review => &self.review,
            Job::Ask => &self.ask,
            Job::Consult => &self.consult,
        };
        let profile = if routing { &route.profile } else { &self.search.profile };
        Route { profile: profile.clone(), ..route.clone() }
    }
}

impl Route {
    /// Returns the number of hits that the job takes of a search with its profile.
    pub fn hits(&self, profile: &Profile) -> usize {
        match self.take {
            Take::Results => profile.most(),
            Take::Reranked => profile.candidates(),
        }
    }

    /// Returns the number of documents for a kind of question: its step, or all results where the profile has
    /// no steps or the kind is not in the table. A question of step 0 needs none in any profile.
    pub fn documents(&self, question: &str, profile: &Profile) -> usize {
        let step = self.steps.get(question).copied();
        match (step, &profile.results) {
            (Some(0), _) => 0,
            (Some(step), Results::Steps(steps)) => {
                steps.get(step).copied().unwrap_or_else(|| profile.most())
            }
            _ => profile.most(),
        }
    }

    /// Returns whether the table has a kind of question.
    pub fn knows(&self, question: &str) -> bool {
        self.steps.contains_key(question)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    search: Entry,
    review: Entry,
    ask: Entry,
    consult: Entry,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    kinds: Vec<DocumentKind>,
    profile: Spanned<String>,
    take: Take,
    #[serde(default)]
    steps: BTreeMap<String, Spanned<usize>>,
}

impl Entry {
    fn check(
        self,
        profiles: &Profiles,
        failed: &impl Fn(usize, String) -> SearchError,
    ) -> Result<Route, SearchError> {
        let Some(profile) = profiles.get(self.profile.get_ref()) else {
            let known: Vec<&str> = profiles.names().collect();
            let reason = format!("there is no such profile; write one of {}", known.join(", "));
            return Err(failed(self.profile.span().start, reason));
        };
        let count = match &profile.results {
            Results::Most(_) => 0,
            Results::Steps(steps) => steps.len(),
        };
        for step in self.steps.values() {
            if *step.get_ref() >= count {
                let reason = format!("profile {:?} has {count} steps, from 0", profile.id);
                return Err(failed(step.span().start, reason));
            }
        }
        let steps = self.steps.into_iter().map(|(question, step)| (question, step.into_inner()));
        Ok(Route {
            kinds: self.kinds,
            profile: self.profile.into_inner(),
            take: self.take,
            steps: steps.collect(),
        })
    }
}
