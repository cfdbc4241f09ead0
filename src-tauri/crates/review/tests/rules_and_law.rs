//! Tests that every article that a rule names exists in the starter corpus and is one that its kind may rest
//! on.
#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use std::collections::BTreeSet;

use simui_corpus::{LawBook, ProvisionLookup, install_starter};
use simui_domain::Clock;
use simui_review::kinds::basis;
use simui_review::rules::Detector;
use simui_search::analysis::Analyser;
use simui_store::Database;

/// Articles that are cited only once the official text is imported; the starter corpus has no digest of them.
const WITHOUT_DIGEST: [&str; 2] = ["의료법 제45조", "의료법 제77조"];

#[tokio::test]
async fn rules_name_articles_that_exist() {
    let dir = tempfile::tempdir().unwrap();
    let database = Database::open(dir.path()).await.unwrap();
    let clock = Clock::new(|| "2026-11-21T00:00:00Z".parse().unwrap(), |_| uuid::Uuid::now_v7());
    install_starter(&database, &clock).await.unwrap();
    let law = LawBook::new(database);
    let day = "2026-11-21".parse().unwrap();
    let mut missing = BTreeSet::new();
    let detector = Detector::builtin(Analyser::without_dictionary()).unwrap();
    for (rule, kind, articles) in detector.foundations() {
        for article in articles {
            let lookup = law.find_reference(article, day).await.unwrap();
            let without_digest = WITHOUT_DIGEST.contains(&article.as_str());
            if !without_digest && !matches!(lookup, ProvisionLookup::Found(_)) {
                missing.insert(format!("{rule}: {article} is not in the starter corpus"));
            }
            let provisions = basis(kind).provisions;
            if article.starts_with("의료법") && !provisions.iter().any(|it| article.starts_with(it))
            {
                missing.insert(format!("{rule}: {article} is no basis of {kind}"));
            }
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
}
