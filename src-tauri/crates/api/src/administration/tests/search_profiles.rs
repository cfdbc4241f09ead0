use simui_search::routes::Job;

use super::{audited, desk, opening};
use crate::types::{
    ChangeSettings, FusionFormula, SearchProfile, SearchProfiles, SearchRequest, SearchResponse,
    SettingsView,
};
use crate::{Desk, ErrorCode};

/// Changes one profile, signed by `reviewer`.
async fn change(
    desk: &Desk,
    reviewer: &str,
    id: &str,
    edit: impl FnOnce(&mut SearchProfile),
) -> Result<SettingsView<SearchProfiles>, crate::ApiError> {
    let SettingsView { mut settings, revision, .. } = desk.search_profiles().await.unwrap();
    edit(settings.profiles.iter_mut().find(|it| it.id == id).unwrap());
    let reviewer = reviewer.into();
    desk.set_search_profiles(ChangeSettings { settings, revision, reviewer }).await
}

async fn routing(desk: &Desk, on: bool) {
    let SettingsView { mut settings, revision, .. } = desk.search_profiles().await.unwrap();
    settings.routing = on;
    let request = ChangeSettings { settings, revision, reviewer: "관리".into() };
    desk.set_search_profiles(request).await.unwrap();
}

async fn search(desk: &Desk, profile: Option<&str>, k: Option<u32>) -> SearchResponse {
    let profile = profile.map(str::to_owned);
    let query = "의료광고의 금지".to_owned();
    desk.search(SearchRequest { query, profile, k, ..SearchRequest::default() }).await.unwrap()
}

#[tokio::test]
async fn a_changed_profile_is_signed_audited_and_used_at_once_in_every_process() {
    let (folder, desk) = desk().await;
    let shipped = desk.shipped_search_profiles();
    let view = desk.search_profiles().await.unwrap();
    assert_eq!((&view.settings, view.revision), (&shipped, 0));
    // Another process with the desk open.
    let other = Desk::open(opening(Some(folder.path().join("desk")))).await.unwrap();
    assert_eq!(search(&other, Some("review"), None).await.profile.lexical, 20);

    let error = change(&desk, "심의", "review", |it| it.lexical = 30).await.unwrap_err();
    assert!(error.to_string().contains("no administrator"), "{error}");
    let changed = change(&desk, "관리", "review", |profile| {
        (profile.lexical, profile.k, profile.results) = (30, Some(40.0), vec![3]);
    });
    let changed = changed.await.unwrap();
    assert_eq!(changed.settings.profiles.len(), shipped.profiles.len());
    for one in [&desk, &other] {
        let found = search(one, Some("review"), None).await;
        let used = &found.profile;
        assert_eq!((used.lexical, used.dense, used.k), (30, 20, Some(40.0)));
        assert!(found.hits.len() <= 3);
        assert!(found.hits[0].why.computation.starts_with("1/(40+"), "{:?}", found.hits[0].why);
        let view = one.search_profiles().await.unwrap();
        assert_eq!((view.settings, view.revision), (changed.settings.clone(), 1));
    }
    // Only the changed profile is stored, and the log has it.
    let entries = audited(&desk, "setting_changed").await;
    assert_eq!((entries.len(), entries[0].1.as_str()), (1, "search_profiles"));
    let stored = entries[0].2["after"]["profiles"].as_array().unwrap();
    assert_eq!((stored.len(), &stored[0]["id"]), (1, &"review".into()), "{stored:?}");

    // Back to the shipped values: nothing is stored any more.
    let ours = shipped.profiles.iter().find(|it| it.id == "review").unwrap();
    let back = change(&desk, "관리", "review", |it| *it = ours.clone()).await.unwrap();
    assert_eq!(back.settings, shipped);
    let entries = audited(&desk, "setting_changed").await;
    assert_eq!(entries[1].2["after"]["profiles"].as_array().unwrap().len(), 0);
    assert_eq!(search(&other, Some("review"), None).await.profile.lexical, 20);
}

#[tokio::test]
async fn a_wrong_value_changes_nothing() {
    let (_folder, desk) = desk().await;
    let error = change(&desk, "관리", "counsel", |it| it.results = vec![8, 3]).await.unwrap_err();
    assert_eq!(error.code(), ErrorCode::SearchSteps, "{error}");
    let error = change(&desk, "관리", "search", |it| it.weights = [0.0; 2]).await.unwrap_err();
    assert_eq!(error.code(), ErrorCode::SearchWeights, "{error}");
    assert_eq!(desk.search_profiles().await.unwrap().revision, 0);
}

#[tokio::test]
async fn a_search_says_what_its_scores_were_computed_from() {
    let (_folder, desk) = desk().await;
    for (profile, k, lexical, fusion) in [
        (None, None, 50, FusionFormula::WeightedScores),
        (Some("review"), None, 20, FusionFormula::ReciprocalRank),
        // More results than the lists are deep make them deeper.
        (Some("review"), Some(30), 30, FusionFormula::ReciprocalRank),
    ] {
        let found = search(&desk, profile, k).await;
        let used = &found.profile;
        assert_eq!((used.id.as_str(), used.fusion), (profile.unwrap_or("search"), Some(fusion)));
        assert!(used.lexical >= lexical && !found.hits.is_empty(), "{used:?}");
        for hit in &found.hits {
            let fused = hit.why.fused.unwrap().score;
            let parts = [hit.why.bm25, hit.why.dense].into_iter().flatten();
            let terms = hit.why.computation.split(" + ").count();
            assert_eq!(terms, parts.clone().count(), "{}", hit.why.computation);
            if let Some(k) = used.k {
                let ranks = [hit.ranks.bm25, hit.ranks.dense].into_iter().flatten();
                let sum: f64 = ranks.map(|rank| 1.0 / (k + f64::from(rank))).sum();
                assert!((sum - f64::from(fused)).abs() < 1e-6, "{:?}", hit.why);
            }
        }
    }
    let words = desk.search(SearchRequest {
        query: "의료광고".into(),
        mode: crate::types::SearchMode::Bm25,
        ..SearchRequest::default()
    });
    let words = words.await.unwrap();
    let used = words.profile;
    assert_eq!((used.dense, used.fusion, used.rerank, used.minimum), (0, None, 0, None));
    assert!(used.lexical > 0 && words.hits.iter().all(|hit| hit.why.computation.is_empty()));
}

#[tokio::test]
async fn without_routing_every_question_goes_to_the_plain_profile() {
    let (_folder, desk) = desk().await;
    let profiles = async || {
        let plan = desk.search.plan().await.unwrap();
        [Job::Search, Job::Ask, Job::Consult].map(|job| plan.route(job).unwrap().1.id.clone())
    };
    assert_eq!(profiles().await, ["search", "pharmacy", "counsel"]);
    let guard = desk.guard().await.unwrap();
    routing(&desk, false).await;
    assert_eq!(profiles().await, ["search", "search", "search"]);
    // What is out of scope does not depend on it.
    assert_eq!(desk.guard().await.unwrap(), guard);
    routing(&desk, true).await;
    assert_eq!(profiles().await, ["search", "pharmacy", "counsel"]);
}
