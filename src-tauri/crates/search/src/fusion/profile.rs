use std::fs;
use std::path::Path;

use serde::Deserialize;
use toml::Spanned;

use super::{Fused, List, reciprocal_rank, weighted_scores};
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

/// The number of results.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum Results {
    /// At most this number.
    Most(usize),
    /// One of these numbers, ascending; the caller chooses by the question.
    Steps(Vec<usize>),
}

impl Profile {
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
    fusion: Spanned<String>,
    k: Option<Spanned<f32>>,
    weights: Spanned<[f32; 2]>,
    rerank: usize,
    results: Spanned<Results>,
    minimum: Option<Spanned<f32>>,
}

impl Entry {
    fn check(self, failed: &impl Fn(usize, String) -> SearchError) -> Result<Profile, SearchError> {
        const MOST: usize = 1_000;
        let wrong =
            |at: std::ops::Range<usize>, reason: &str| Err(failed(at.start, reason.to_owned()));
        for count in [&self.lexical, &self.dense] {
            if *count.get_ref() > MOST {
                return wrong(count.span(), "at most 1000 hits can be asked for");
            }
        }
        let method = match (self.fusion.get_ref().as_str(), &self.k) {
            ("reciprocal-rank", Some(k)) if *k.get_ref() >= 0.0 && k.get_ref().is_finite() => {
                Method::ReciprocalRank(*k.get_ref())
            }
            ("reciprocal-rank", Some(k)) => return wrong(k.span(), "k must be zero or more"),
            ("reciprocal-rank", None) => {
                return wrong(self.fusion.span(), "reciprocal-rank needs k; 60.0 is usual");
            }
            ("weighted-scores", None) => Method::WeightedScores,
            ("weighted-scores", Some(k)) => return wrong(k.span(), "weighted-scores has no k"),
            _ => {
                let reason = "write \"reciprocal-rank\" or \"weighted-scores\"";
                return wrong(self.fusion.span(), reason);
            }
        };
        let weights = *self.weights.get_ref();
        let fine = weights.iter().all(|weight| weight.is_finite() && *weight >= 0.0);
        if !fine || weights.iter().sum::<f32>() <= 0.0 {
            return wrong(self.weights.span(), "weights are zero or more, and not both zero");
        }
        if let Results::Steps(steps) = self.results.get_ref()
            && (steps.is_empty() || !steps.is_sorted_by(|a, b| a < b))
        {
            return wrong(self.results.span(), "steps rise, and there is at least one");
        }
        if let Some(minimum) = &self.minimum
            && (self.rerank == 0 || !(0.0..=1.0).contains(minimum.get_ref()))
        {
            return wrong(minimum.span(), "minimum is between 0 and 1, and needs rerank");
        }
        Ok(Profile {
            id: self.id.into_inner(),
            lexical: self.lexical.into_inner(),
            dense: self.dense.into_inner(),
            method,
            weights,
            rerank: self.rerank,
            results: self.results.into_inner(),
            minimum: self.minimum.map(Spanned::into_inner),
        })
    }
}
