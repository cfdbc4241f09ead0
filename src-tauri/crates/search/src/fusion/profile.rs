use std::fs;
use std::path::Path;

use serde::Deserialize;
use toml::Spanned;

use super::{Fused, List, Part, reciprocal_rank, weighted_scores};
use crate::SearchError;

/// The profiles of a file, with distinct ids.
#[derive(Debug, Clone, PartialEq)]
pub struct Profiles(Vec<Profile>);

/// Parameters of a search for one kind of work.
#[derive(Debug, Clone, PartialEq)]
pub struct Profile {
    /// Name of the profile.
    pub id: String,
    /// Hits requested from BM25.
    pub lexical: usize,
    /// Hits requested from the vectors.
    pub dense: usize,
    /// Method of fusing the two lists.
    pub method: Method,
    /// Weights of the lexical and of the dense list.
    pub weights: [f32; 2],
    /// Number of fused hits that are reranked; 0 for none.
    pub rerank: usize,
    /// Number of results.
    pub results: Results,
    /// Least score of the reranker, 0..=1; `None` for no limit.
    pub minimum: Option<f32>,
}

/// A method of fusion.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Method {
    /// [`reciprocal_rank`] with this k.
    ReciprocalRank(f32),
    /// [`weighted_scores`], with the weights of the profile.
    WeightedScores,
}

/// A formula of fusion without its parameters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Formula {
    /// That of [`reciprocal_rank`], which has a k.
    ReciprocalRank,
    /// That of [`weighted_scores`], which has none.
    WeightedScores,
}

/// A value that a profile must not have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum WrongValue {
    /// The list by words is too deep.
    #[error("at most 1000 hits can be asked for")]
    Lexical,
    /// The list by vectors is too deep.
    #[error("at most 1000 hits can be asked for")]
    Dense,
    /// Reciprocal ranks have no k.
    #[error("reciprocal-rank needs k; 60.0 is usual")]
    MissingK,
    /// The k of reciprocal ranks is negative or endless.
    #[error("k must be zero or more")]
    NegativeK,
    /// Weighted scores have a k.
    #[error("weighted-scores has no k")]
    UnusedK,
    /// A weight is negative or endless, or both are zero.
    #[error("weights are zero or more, and not both zero")]
    Weights,
    /// Too many hits are reranked.
    #[error("at most 1000 hits can be reranked")]
    Rerank,
    /// There are no results or too many.
    #[error("results are 1 to 1000")]
    Results,
    /// The steps have another form.
    #[error("steps begin with 0 and rise to at most 1000; there are at least two")]
    Steps,
    /// The least score is out of range, or nothing is reranked.
    #[error("minimum is between 0 and 1, and needs rerank")]
    Minimum,
}

impl Method {
    /// Returns the method with a formula and the k of a profile.
    ///
    /// # Errors
    /// [`WrongValue::MissingK`] and [`WrongValue::UnusedK`] where the k does not belong to the formula.
    pub fn of(formula: Formula, k: Option<f32>) -> Result<Self, WrongValue> {
        match (formula, k) {
            (Formula::ReciprocalRank, Some(k)) => Ok(Self::ReciprocalRank(k)),
            (Formula::ReciprocalRank, None) => Err(WrongValue::MissingK),
            (Formula::WeightedScores, None) => Ok(Self::WeightedScores),
            (Formula::WeightedScores, Some(_)) => Err(WrongValue::UnusedK),
        }
    }

    /// Returns the formula and the k.
    pub fn parts(self) -> (Formula, Option<f32>) {
        match self {
            Self::ReciprocalRank(k) => (Formula::ReciprocalRank, Some(k)),
            Self::WeightedScores => (Formula::WeightedScores, None),
        }
    }
}

/// The number of results.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum Results {
    /// At most this number.
    Most(usize),
    /// One of these numbers, ascending from 0; the caller chooses by the question.
    Steps(Vec<usize>),
}

/// Largest depth of a list, number of reranked hits and number of results.
const MOST: usize = 1_000;

impl Profile {
    /// Checks the values, by the rules of the file and of the settings.
    ///
    /// # Errors
    /// The first wrong value.
    pub fn check(&self) -> Result<(), WrongValue> {
        let weights_fit = self.weights.iter().all(|weight| weight.is_finite() && *weight >= 0.0)
            && self.weights.iter().any(|weight| *weight > 0.0);
        let results = match &self.results {
            Results::Most(most) => {
                (1..=MOST).contains(most).then_some(()).ok_or(WrongValue::Results)
            }
            Results::Steps(steps) => {
                let rise = steps.is_sorted_by(|a, b| a < b) && steps.last() <= Some(&MOST);
                let fit = steps.len() > 1 && steps.first() == Some(&0) && rise;
                fit.then_some(()).ok_or(WrongValue::Steps)
            }
        };
        let minimum_fits = |minimum| self.rerank > 0 && (0.0..=1.0).contains(&minimum);
        match self.method {
            _ if self.lexical > MOST => Err(WrongValue::Lexical),
            _ if self.dense > MOST => Err(WrongValue::Dense),
            Method::ReciprocalRank(k) if !(k.is_finite() && k >= 0.0) => Err(WrongValue::NegativeK),
            _ if !weights_fit => Err(WrongValue::Weights),
            _ if self.rerank > MOST => Err(WrongValue::Rerank),
            _ if results.is_err() => results,
            _ if self.minimum.is_some_and(|it| !minimum_fits(it)) => Err(WrongValue::Minimum),
            _ => Ok(()),
        }
    }

    /// Returns the largest number of results.
    pub fn most(&self) -> usize {
        match &self.results {
            Results::Most(most) => *most,
            Results::Steps(steps) => steps.last().copied().unwrap_or_default().max(1),
        }
    }

    /// Returns the number of hits for a job that chooses among them itself: all that are reranked.
    pub fn candidates(&self) -> usize {
        if self.rerank > 0 { self.rerank } else { self.most() }
    }

    /// Writes the computation of a fused score from the places of a hit in both lists, for instance
    /// `1/(60+3) + 1/(60+1)` or `0.8×7.12/12.5`. `best` are the highest scores of the lists.
    pub fn computation(&self, parts: [Option<Part>; 2], best: [f32; 2]) -> String {
        let terms =
            parts.iter().zip(self.weights).zip(best).filter_map(|((part, weight), best)| {
                let part = part.as_ref()?;
                Some(match self.method {
                    Method::ReciprocalRank(k) => format!("{weight}/({k}+{})", part.rank),
                    Method::WeightedScores if best > 0.0 => {
                        format!("{weight}×{}/{}", figure(part.score.max(0.0)), figure(best))
                    }
                    Method::WeightedScores => "0".to_owned(),
                })
            });
        terms.collect::<Vec<_>>().join(" + ")
    }

    /// Fuses the lexical and the dense list.
    pub fn fuse<K: Ord + Clone>(&self, lexical: &[(K, f32)], dense: &[(K, f32)]) -> Vec<Fused<K>> {
        let lists = [
            List { weight: self.weights[0], hits: lexical },
            List { weight: self.weights[1], hits: dense },
        ];
        match self.method {
            Method::ReciprocalRank(k) => reciprocal_rank(&lists, k),
            Method::WeightedScores => weighted_scores(&lists),
        }
    }
}

/// Writes a score with at most four decimals.
fn figure(score: f32) -> String {
    let text = format!("{score:.4}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

impl Profiles {
    /// Returns the profiles that are built in.
    ///
    /// # Errors
    /// [`SearchError::Data`] when the built-in file is wrong, which a test excludes.
    pub fn shipped() -> Result<Self, SearchError> {
        Self::parse("profiles.toml", include_str!("profiles.toml"))
    }

    /// Reads profiles from a TOML file.
    ///
    /// # Errors
    /// [`SearchError::File`] when it cannot be read, [`SearchError::Data`] with the line that is wrong.
    pub fn open(path: &Path) -> Result<Self, SearchError> {
        let text = fs::read_to_string(path).map_err(SearchError::file(path))?;
        Self::parse(&path.display().to_string(), &text)
    }

    /// Parses profiles in TOML; `path` appears in messages.
    ///
    /// # Errors
    /// [`SearchError::Data`] with the line that is wrong.
    pub fn parse(path: &str, text: &str) -> Result<Self, SearchError> {
        let failed = |at: usize, reason: String| SearchError::data(path, text, at, reason);
        let file: File = toml::from_str(text).map_err(|error| {
            failed(error.span().map_or(0, |span| span.start), error.message().to_owned())
        })?;
        let mut profiles: Vec<Profile> = Vec::new();
        for entry in file.profile {
            let at = entry.id.span().start;
            let profile = entry.check(&failed)?;
            if profiles.iter().any(|other| other.id == profile.id) {
                return Err(failed(
                    at,
                    format!("{:?} is there already; name it otherwise", profile.id),
                ));
            }
            profiles.push(profile);
        }
        Ok(Self(profiles))
    }

    /// Replaces the profile of the same name. The form of its results stays: a number, or as many steps.
    /// Returns `false` where no profile has the name.
    ///
    /// # Errors
    /// The first wrong value.
    pub fn replace(&mut self, changed: Profile) -> Result<bool, WrongValue> {
        let Some(profile) = self.0.iter_mut().find(|profile| profile.id == changed.id) else {
            return Ok(false);
        };
        match (&profile.results, &changed.results) {
            (Results::Most(_), Results::Most(_)) => {}
            (Results::Steps(before), Results::Steps(after)) if before.len() == after.len() => {}
            (Results::Most(_), Results::Steps(_)) => return Err(WrongValue::Results),
            (Results::Steps(_), _) => return Err(WrongValue::Steps),
        }
        changed.check()?;
        *profile = changed;
        Ok(true)
    }

    /// Iterates over the profiles, in the order of the file.
    pub fn iter(&self) -> impl Iterator<Item = &Profile> {
        self.0.iter()
    }

    /// Iterates over the names, in the order of the file.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|profile| profile.id.as_str())
    }

    /// Returns the profile with this name.
    pub fn get(&self, id: &str) -> Option<&Profile> {
        self.0.iter().find(|profile| profile.id == id)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    profile: Vec<Entry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    id: Spanned<String>,
    lexical: Spanned<usize>,
    dense: Spanned<usize>,
    fusion: Spanned<Formula>,
    k: Option<Spanned<f32>>,
    weights: Spanned<[f32; 2]>,
    rerank: Spanned<usize>,
    results: Spanned<Results>,
    minimum: Option<Spanned<f32>>,
}

impl Entry {
    fn check(self, failed: &impl Fn(usize, String) -> SearchError) -> Result<Profile, SearchError> {
        let k = self.k.as_ref();
        let method = Method::of(*self.fusion.get_ref(), k.map(|k| *k.get_ref()));
        let checked = method.and_then(|method| {
            let profile = Profile {
                id: self.id.get_ref().clone(),
                lexical: *self.lexical.get_ref(),
                dense: *self.dense.get_ref(),
                method,
                weights: *self.weights.get_ref(),
                rerank: *self.rerank.get_ref(),
                results: self.results.get_ref().clone(),
                minimum: self.minimum.as_ref().map(|minimum| *minimum.get_ref()),
            };
            profile.check()?;
            Ok(profile)
        });
        checked.map_err(|wrong| {
            let fusion = self.fusion.span();
            let span = match wrong {
                WrongValue::Lexical => self.lexical.span(),
                WrongValue::Dense => self.dense.span(),
                WrongValue::MissingK => fusion,
                WrongValue::NegativeK | WrongValue::UnusedK => k.map_or(fusion, Spanned::span),
                WrongValue::Weights => self.weights.span(),
                WrongValue::Rerank => self.rerank.span(),
                WrongValue::Results | WrongValue::Steps => self.results.span(),
                WrongValue::Minimum => self.minimum.as_ref().map_or(fusion, Spanned::span),
            };
            failed(span.start, wrong.to_string())
        })
    }
}
