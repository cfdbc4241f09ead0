#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use super::*;

#[test]
fn each_job_goes_to_its_documents_and_its_profile() {
    let profiles = Profiles::shipped().unwrap();
    let routes = Routes::shipped(&profiles).unwrap();
    let drugs = vec![DocumentKind::Drug];
    let grounds = vec![DocumentKind::Statute, DocumentKind::Guideline, DocumentKind::Precedent];
    // Profile and number of hits with routing, and without.
    for (job, kinds, routed, plain) in [
        (Job::Search, vec![], ("search", 10), ("search", 10)),
        (Job::Review, grounds, ("review", 5), ("search", 10)),
        (Job::Ask, drugs.clone(), ("pharmacy", 20), ("search", 100)),
        (Job::Consult, drugs, ("counsel", 50), ("search", 100)),
    ] {
        for (routing, (name, hits)) in [(true, routed), (false, plain)] {
            let route = routes.of(job, routing);
            assert_eq!((&route.kinds, route.profile.as_str()), (&kinds, name), "{job:?} {routing}");
            assert_eq!(route.hits(profiles.get(name).unwrap()), hits, "{job:?} {routing}");
        }
    }
}

#[test]
fn the_kind_of_question_decides_the_number_of_documents() {
    let profiles = Profiles::shipped().unwrap();
    let routes = Routes::shipped(&profiles).unwrap();
    // Number of documents with routing, and without.
    for (question, routed, plain) in [
        ("greeting", 0, 0),
        ("statement", 0, 0),
        ("outside", 0, 0),
        ("simple", 3, 10),
        ("moderate", 8, 10),
        ("complex", 15, 10),
        ("unheard", 15, 10),
    ] {
        for (routing, expected) in [(true, routed), (false, plain)] {
            let route = routes.of(Job::Consult, routing);
            let profile = profiles.get(&route.profile).unwrap();
            assert_eq!(route.documents(question, profile), expected, "{question} {routing}");
        }
    }
}

#[test]
fn a_mistake_in_a_route_names_its_line() {
    let profiles = Profiles::shipped().unwrap();
    let good = "[search]\nkinds = []\nprofile = \"search\"\ntake = \"results\"\n\
                [review]\nkinds = [\"statute\"]\nprofile = \"review\"\ntake = \"results\"\n\
                [ask]\nkinds = [\"drug\"]\nprofile = \"pharmacy\"\ntake = \"reranked\"\n\
                [consult]\nkinds = [\"drug\"]\nprofile = \"counsel\"\ntake = \"reranked\"\nsteps = { simple = 1 }\n";
    assert!(Routes::parse("r", good, &profiles).is_ok());
    for (from, to, line, reason) in [
        ("\"pharmacy\"", "\"chemist\"", 11, "search, review, pharmacy, counsel"),
        ("[\"drug\"]", "[\"drog\"]", 10, "drog"),
        ("\"results\"", "\"some\"", 4, "reranked"),
        ("simple = 1", "simple = 4", 17, "4 steps"),
        ("\"counsel\"", "\"search\"", 17, "0 steps"),
        ("[consult]", "[advise]", 13, "advise"),
    ] {
        let text = good.replacen(from, to, 1);
        let message = Routes::parse("r.toml", &text, &profiles).unwrap_err().to_string();
        assert!(message.starts_with(&format!("r.toml line {line}: ")), "{message}");
        assert!(message.contains(reason), "{message}");
    }
}
