//! How searches of this desk are made at present: the shipped profiles with the changes of the settings, and
//! the routes of the jobs.

use simui_search::fusion::{Formula, Method, Profile, Profiles, Results, WrongValue};
use simui_search::routes::{Job, Route, Routes};

use super::CorpusSearch;
use crate::ApiError;
use crate::desk::settings::settings_in;
use crate::faults::ErrorCode;
use crate::types::{FusionFormula, SearchProfile, SearchProfiles, SettingsView};

/// Subject of the settings.
pub(crate) const SUBJECT: &str = "search_profiles";

/// How searches are made at present.
pub(crate) struct SearchPlan<'a> {
    /// The profiles, with the changes of the settings.
    pub(crate) profiles: Profiles,
    routing: bool,
    routes: &'a Routes,
}

impl CorpusSearch {
    /// Returns how searches are made at present. It reads the settings, so that a change holds at once in
    /// every process.
    pub(crate) async fn plan(&self) -> Result<SearchPlan<'_>, ApiError> {
        let view: SettingsView<SearchProfiles> = settings_in(&self.database, SUBJECT).await?;
        let SearchProfiles { routing, profiles } = view.settings;
        let profiles = with_changes(&self.profiles, &profiles).map_err(|error| {
            let reason = format!(
                "settings {SUBJECT}: {error}; they are from another version of the program, use that one"
            );
            ApiError::invalid(ErrorCode::RecordOfOtherVersion, &[], reason)
        })?;
        Ok(SearchPlan { profiles, routing, routes: &self.routes })
    }
}

impl SearchPlan<'_> {
    /// Returns where the questions of a job go, and with which profile.
    pub(crate) fn route(&self, job: Job) -> Result<(Route, &Profile), ApiError> {
        let route = self.routes.of(job, self.routing);
        let profile = self.profile(&route.profile)?;
        Ok((route, profile))
    }

    /// Returns the profile that the table has for a job, also where the routing is off.
    pub(crate) fn own_profile(&self, job: Job) -> Result<&Profile, ApiError> {
        self.profile(&self.routes.of(job, true).profile)
    }

    /// Returns a profile by its name.
    pub(crate) fn profile(&self, name: &str) -> Result<&Profile, ApiError> {
        self.profiles.get(name).ok_or_else(|| unknown(&self.profiles, name))
    }
}

/// Returns the shipped profiles with changed ones in their places.
pub(crate) fn with_changes(
    shipped: &Profiles,
    changed: &[SearchProfile],
) -> Result<Profiles, ApiError> {
    let mut profiles = shipped.clone();
    for (at, wire) in changed.iter().enumerate() {
        if changed[..at].iter().any(|other| other.id == wire.id) {
            let message = format!("search profile {:?} is there twice; leave one out", wire.id);
            return Err(ApiError::invalid(ErrorCode::RequestMalformed, &[], message));
        }
        let replaced = profile(wire).and_then(|profile| profiles.replace(profile));
        if !replaced.map_err(|wrong| refused(&wire.id, wrong))? {
            return Err(unknown(shipped, &wire.id));
        }
    }
    Ok(profiles)
}

fn unknown(profiles: &Profiles, name: &str) -> ApiError {
    let known: Vec<&str> = profiles.names().collect();
    let short: String = name.chars().take(40).collect();
    let message = format!("search profile {short:?} is unknown; use one of {}", known.join(", "));
    ApiError::invalid(ErrorCode::SearchProfileUnknown, &[("profile", &name)], message)
}

fn refused(id: &str, wrong: WrongValue) -> ApiError {
    let code = match wrong {
        WrongValue::Lexical => ErrorCode::SearchLexicalDepth,
        WrongValue::Dense => ErrorCode::SearchDenseDepth,
        WrongValue::MissingK | WrongValue::NegativeK | WrongValue::UnusedK => {
            ErrorCode::SearchFusionK
        }
        WrongValue::Weights => ErrorCode::SearchWeights,
        WrongValue::Rerank => ErrorCode::SearchRerankDepth,
        WrongValue::Results => ErrorCode::SearchResults,
        WrongValue::Steps => ErrorCode::SearchSteps,
        WrongValue::Minimum => ErrorCode::SearchMinimum,
    };
    ApiError::invalid(code, &[], format!("search profile {id}: {wrong}"))
}

/// Converts a profile of a request.
fn profile(wire: &SearchProfile) -> Result<Profile, WrongValue> {
    let formula = match wire.fusion {
        FusionFormula::ReciprocalRank => Formula::ReciprocalRank,
        FusionFormula::WeightedScores => Formula::WeightedScores,
    };
    let results = match wire.results.as_slice() {
        [most] => Results::Most(*most as usize),
        steps => Results::Steps(steps.iter().map(|step| *step as usize).collect()),
    };
    Ok(Profile {
        id: wire.id.clone(),
        lexical: wire.lexical as usize,
        dense: wire.dense as usize,
        method: Method::of(formula, wire.k.map(|k| k as f32))?,
        weights: wire.weights.map(|weight| weight as f32),
        rerank: wire.rerank as usize,
        results,
        minimum: wire.minimum.map(|minimum| minimum as f32),
    })
}

/// Converts a profile to the type of the interfaces.
pub(crate) fn to_wire(profile: &Profile) -> SearchProfile {
    let (fusion, k) = fusion_of(profile.method);
    let results = match &profile.results {
        Results::Most(most) => vec![count(*most)],
        Results::Steps(steps) => steps.iter().copied().map(count).collect(),
    };
    SearchProfile {
        id: profile.id.clone(),
        lexical: count(profile.lexical),
        dense: count(profile.dense),
        fusion,
        k,
        weights: profile.weights.map(decimal),
        rerank: count(profile.rerank),
        results,
        minimum: profile.minimum.map(decimal),
    }
}

/// Returns formula and k of a method in the types of the interfaces.
pub(crate) fn fusion_of(method: Method) -> (FusionFormula, Option<f64>) {
    let (formula, k) = method.parts();
    let fusion = match formula {
        Formula::ReciprocalRank => FusionFormula::ReciprocalRank,
        Formula::WeightedScores => FusionFormula::WeightedScores,
    };
    (fusion, k.map(decimal))
}

/// Returns the number that a person would write: 0.8 instead of 0.800000011920929.
pub(crate) fn decimal(value: f32) -> f64 {
    value.to_string().parse().unwrap_or_else(|_| f64::from(value))
}

/// Converts a number of hits.
pub(crate) fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

    use super::*;

    #[test]
    fn a_profile_survives_the_interface() {
        let shipped = Profiles::shipped().unwrap();
        for one in shipped.iter() {
            let wire = to_wire(one);
            assert_eq!(profile(&wire).as_ref(), Ok(one));
            let text = serde_json::to_string(&wire).unwrap();
            assert_eq!(serde_json::from_str::<SearchProfile>(&text).unwrap(), wire, "{text}");
            assert!(!text.contains("00000"), "{text}");
        }
    }

    #[test]
    fn each_wrong_value_has_its_own_error() {
        let shipped = Profiles::shipped().unwrap();
        let check = |id: &str, spoil: fn(&mut SearchProfile), code: ErrorCode| {
            let mut wire = to_wire(shipped.get(id).unwrap());
            spoil(&mut wire);
            let error = with_changes(&shipped, &[wire]).unwrap_err();
            assert_eq!(error.code(), code, "{error}");
        };
        check("review", |it| it.lexical = 1_001, ErrorCode::SearchLexicalDepth);
        check("review", |it| it.dense = 1_001, ErrorCode::SearchDenseDepth);
        check("review", |it| it.k = None, ErrorCode::SearchFusionK);
        check("review", |it| it.k = Some(-1.0), ErrorCode::SearchFusionK);
        check("review", |it| it.k = Some(1e300), ErrorCode::SearchFusionK);
        check("pharmacy", |it| it.k = Some(60.0), ErrorCode::SearchFusionK);
        check("review", |it| it.weights = [0.0, 0.0], ErrorCode::SearchWeights);
        check("review", |it| it.rerank = 1_001, ErrorCode::SearchRerankDepth);
        check("review", |it| it.results = vec![0], ErrorCode::SearchResults);
        check("review", |it| it.results = vec![0, 5], ErrorCode::SearchResults);
        check("review", |it| it.results.clear(), ErrorCode::SearchResults);
        check("counsel", |it| it.results = vec![5], ErrorCode::SearchSteps);
        check("counsel", |it| it.results = vec![0, 8, 3, 15], ErrorCode::SearchSteps);
        check("pharmacy", |it| it.minimum = Some(1.5), ErrorCode::SearchMinimum);
        check("pharmacy", |it| it.rerank = 0, ErrorCode::SearchMinimum);
        check("review", |it| it.id = "nobody".to_owned(), ErrorCode::SearchProfileUnknown);
        let review = to_wire(shipped.get("review").unwrap());
        let twice = with_changes(&shipped, &[review.clone(), review]).unwrap_err();
        assert_eq!(twice.code(), ErrorCode::RequestMalformed);
    }
}
