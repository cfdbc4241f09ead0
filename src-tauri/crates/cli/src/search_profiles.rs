//! How searches are made: `simui search profiles`, and the line of a search that says it.

use simui_api::Desk;
use simui_api::types::{
    ChangeSettings, FusionFormula, SearchProfile, SearchProfiles, SettingsView, UsedProfile,
};

use crate::args::search::{Minimum, ProfilesCommand, Switch};
use crate::error::CliError;
use crate::output::Output;

/// Changes what the options say, and shows all profiles.
pub async fn run(desk: &Desk, command: ProfilesCommand, out: Output) -> Result<(), CliError> {
    let view = desk.search_profiles().await?;
    let shipped = desk.shipped_search_profiles();
    let view = match command.reviewer.clone() {
        Some(reviewer) if command.profile.is_some() || command.routing.is_some() => {
            let settings = changed(view.settings, &shipped, command);
            let change = ChangeSettings { settings, revision: view.revision, reviewer };
            desk.set_search_profiles(change).await?
        }
        _ => view,
    };
    out.result(&view, |view| describe(view, &shipped));
    Ok(())
}

/// Returns the settings as the options change them. A profile that does not exist is passed on, so that the
/// desk refuses it.
fn changed(
    mut settings: SearchProfiles,
    shipped: &SearchProfiles,
    command: ProfilesCommand,
) -> SearchProfiles {
    if let Some(Switch(on)) = command.routing {
        settings.routing = on;
    }
    let Some(id) = &command.profile else { return settings };
    let named = |all: &SearchProfiles| all.profiles.iter().find(|it| it.id == *id).cloned();
    let Some(before) = named(if command.shipped { shipped } else { &settings }) else {
        let unknown =
            settings.profiles.first().map(|it| SearchProfile { id: id.clone(), ..it.clone() });
        settings.profiles.extend(unknown);
        return settings;
    };
    let fusion = command.fusion.unwrap_or(before.fusion);
    // The other formula has no k: that of the profile must not stand in its way.
    let k = command.k.or(before.k.filter(|_| fusion == before.fusion));
    let after = SearchProfile {
        lexical: command.lexical.unwrap_or(before.lexical),
        dense: command.dense.unwrap_or(before.dense),
        fusion,
        k,
        weights: command.weights.unwrap_or(before.weights),
        rerank: command.rerank.unwrap_or(before.rerank),
        results: command.results.unwrap_or_else(|| before.results.clone()),
        minimum: command.minimum.map_or(before.minimum, |Minimum(minimum)| minimum),
        ..before
    };
    for profile in settings.profiles.iter_mut().filter(|it| it.id == *id) {
        *profile = after.clone();
    }
    settings
}

fn describe(view: &SettingsView<SearchProfiles>, shipped: &SearchProfiles) -> String {
    let SearchProfiles { routing, profiles } = &view.settings;
    let mut text = String::new();
    for profile in profiles {
        let results: Vec<String> = profile.results.iter().map(u32::to_string).collect();
        let SearchProfile { id, lexical, dense, fusion, k, weights, rerank, minimum, .. } = profile;
        let how = Values {
            lexical: *lexical,
            dense: *dense,
            fusion: Some((*fusion, *k, *weights)),
            rerank: *rerank,
            minimum: *minimum,
        };
        let is_changed = !shipped.profiles.contains(profile);
        let mark = if is_changed { " (바꿈)" } else { "" };
        text += &format!("{id}{mark}\t{}, 결과 {}건\n", how.line(), results.join("·"));
    }
    let routing = match routing {
        true => "켜짐: 질문 유형이 프로필과 문서 수를 정함",
        false => "꺼짐: 모든 질문을 search 프로필로 찾음",
    };
    text + &format!("질문 유형별 검색\t{routing}\n")
}

/// Returns the line that says how the hits of a search came about.
pub fn used_profile(used: &UsedProfile) -> String {
    let UsedProfile { id, lexical, dense, fusion, k, weights, rerank, minimum } = used;
    let fusion = fusion.map(|fusion| (fusion, *k, weights.unwrap_or([1.0, 1.0])));
    let how =
        Values { lexical: *lexical, dense: *dense, fusion, rerank: *rerank, minimum: *minimum };
    format!("프로필 {id}: {}\n", how.line())
}

/// The values of a profile that decide scores.
struct Values {
    lexical: u32,
    dense: u32,
    fusion: Option<(FusionFormula, Option<f64>, [f64; 2])>,
    rerank: u32,
    minimum: Option<f64>,
}

impl Values {
    fn line(&self) -> String {
        let mut parts = vec![format!("낱말 {}건", self.lexical), format!("의미 {}건", self.dense)];
        if let Some((fusion, k, [words, meaning])) = self.fusion {
            let formula = match (fusion, k) {
                (FusionFormula::ReciprocalRank, Some(k)) => format!("역순위 합 k={k}"),
                (FusionFormula::ReciprocalRank, None) => "역순위 합".to_owned(),
                (FusionFormula::WeightedScores, _) => "점수 가중합".to_owned(),
            };
            parts.push(format!("{formula}, 가중치 {words}:{meaning}"));
            parts.push(match self.rerank {
                0 => "재정렬 없음".to_owned(),
                rerank => format!("재정렬 {rerank}건"),
            });
            parts.push(match self.minimum {
                Some(minimum) => format!("최저 점수 {minimum}"),
                None => "최저 점수 없음".to_owned(),
            });
        }
        parts.join(", ")
    }
}
