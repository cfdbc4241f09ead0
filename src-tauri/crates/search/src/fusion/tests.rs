#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use proptest::prelude::*;

use super::*;

type Fuse = fn(&[List<'_, u32>]) -> Vec<Fused<u32>>;

const BOTH: [Fuse; 2] = [|lists| reciprocal_rank(lists, 60.0), |lists| weighted_scores(lists)];

/// Lists of distinct keys with falling scores.
fn lists() -> impl Strategy<Value = Vec<(f32, Vec<(u32, f32)>)>> {
    let hits = prop::collection::btree_map(0_u32..30, 0.0_f32..20.0, 0..15).prop_map(|hits| {
        let mut hits: Vec<(u32, f32)> = hits.into_iter().collect();
        hits.sort_by(|a, b| b.1.total_cmp(&a.1));
        hits
    });
    prop::collection::vec((0.0_f32..3.0, hits), 1..5)
}

fn borrowed(lists: &[(f32, Vec<(u32, f32)>)]) -> Vec<List<'_, u32>> {
    lists.iter().map(|(weight, hits)| List { weight: *weight, hits }).collect()
}

fn order(fused: &[Fused<u32>]) -> Vec<(u32, f32)> {
    fused.iter().map(|it| (it.key, it.score)).collect()
}

proptest! {
    #[test]
    fn the_order_of_the_lists_does_not_matter(lists in lists(), turn in 0_usize..5) {
        let mut turned = lists.clone();
        turned.rotate_left(turn % lists.len());
        for fuse in BOTH {
            prop_assert_eq!(order(&fuse(&borrowed(&lists))), order(&fuse(&borrowed(&turned))));
        }
    }

    #[test]
    fn every_key_comes_out_once_with_what_it_was_given(lists in lists()) {
        let mut keys: Vec<u32> =
            lists.iter().flat_map(|it| it.1.iter().map(|hit| hit.0)).collect();
        keys.sort_unstable();
        keys.dedup();
        for fuse in BOTH {
            let fused = fuse(&borrowed(&lists));
            let mut found: Vec<u32> = fused.iter().map(|it| it.key).collect();
            prop_assert!(fused.is_sorted_by(|a, b| a.score >= b.score));
            found.sort_unstable();
            prop_assert_eq!(&found, &keys);
            for it in &fused {
                let sum: f32 = it.parts.iter().flatten().map(|part| part.contribution).sum();
                prop_assert!((sum - it.score).abs() < 1e-4);
                for (part, list) in it.parts.iter().zip(&lists) {
                    let place = list.1.iter().position(|hit| hit.0 == it.key);
                    prop_assert_eq!(part.map(|part| part.rank), place.map(|place| place + 1));
                }
            }
        }
    }

    /// A key that swaps ranks and scores with the key before it never falls in the fused list.
    #[test]
    fn moving_up_never_lowers(lists in lists(), list in 0_usize..5, at in 1_usize..15) {
        let list = list % lists.len();
        prop_assume!(at < lists[list].1.len());
        let mut better = lists.clone();
        let hits = &mut better[list].1;
        (hits[at - 1].0, hits[at].0) = (hits[at].0, hits[at - 1].0);
        let risen = hits[at - 1].0;
        for fuse in BOTH {
            let place = |lists: &[(f32, Vec<(u32, f32)>)]| {
                let fused = fuse(&borrowed(lists));
                fused.iter().position(|it| it.key == risen).unwrap()
            };
            prop_assert!(place(&better) <= place(&lists));
        }
    }
}

#[test]
fn equals_are_told_apart_by_rank_then_key() {
    let (first, second) = ([(7, 2.0), (3, 1.0)], [(3, 2.0), (7, 1.0)]);
    let lists = [List { weight: 1.0, hits: &first }, List { weight: 1.0, hits: &second }];
    for fuse in BOTH {
        assert_eq!(fuse(&lists).iter().map(|it| it.key).collect::<Vec<_>>(), [3, 7]);
    }
    assert!(reciprocal_rank::<u32>(&[], 60.0).is_empty());
}

#[test]
fn reciprocal_rank_is_the_formula() {
    let hits = [("가", 9.0), ("나", 8.0)];
    let only = [("나", 0.5)];
    let fused = reciprocal_rank(
        &[List { weight: 1.0, hits: &hits }, List { weight: 2.0, hits: &only }],
        60.0,
    );
    assert_eq!(fused[0].key, "나");
    assert!((fused[0].score - (1.0 / 62.0 + 2.0 / 61.0)).abs() < 1e-7);
    assert_eq!(fused[1].parts[1], None);
}

#[test]
fn the_shipped_profiles_are_in_order() {
    let profiles = Profiles::shipped().unwrap();
    let review = profiles.get("review").unwrap();
    assert_eq!((review.lexical, review.dense, review.rerank), (20, 20, 15));
    assert_eq!(profiles.get("counsel").unwrap().results, Results::Steps(vec![0, 3, 8, 15]));
    assert_eq!(profiles.get("pharmacy").unwrap().method, Method::WeightedScores);
    assert!(profiles.get("nobody").is_none());
    assert_eq!(review.fuse(&[(1, 3.0)], &[(1, 0.9), (2, 0.8)])[0].key, 1);
}

#[test]
fn a_mistake_in_a_profile_names_its_line() {
    let good = "[[profile]]\nid = \"a\"\nlexical = 20\ndense = 20\nfusion = \"reciprocal-rank\"\nk = 60.0\n\
                weights = [1.0, 1.0]\nrerank = 15\nresults = 5\n";
    assert!(Profiles::parse("p", good).is_ok());
    let check = |from: &str, to: &str, line: usize, reason: &str| {
        let message = Profiles::parse("p.toml", &good.replace(from, to)).unwrap_err().to_string();
        assert!(message.starts_with(&format!("p.toml line {line}: ")), "{message}");
        assert!(message.contains(reason), "{message}");
    };
    check("= 60.0", "= -1.0", 6, "zero or more");
    check("k = 60.0\n", "", 5, "needs k");
    check("reciprocal-rank", "best", 5, "weighted-scores");
    check("reciprocal-rank", "weighted-scores", 6, "has no k");
    check("[1.0, 1.0]", "[0.0, 0.0]", 7, "not both zero");
    check("lexical = 20", "lexical = 2000", 3, "1000");
    check("results = 5", "results = [0, 3, 3]", 9, "rise");
    check("results = 5", "results = [3, 8]", 9, "begin with 0");
    check("results = 5", "results = [0]", 9, "at least two");
    check("results = 5", "results = 0", 9, "1 to 1000");
    check("results = 5", "results = 1001", 9, "1 to 1000");
    check("rerank = 15", "rerank = 1001", 8, "reranked");
    check("results = 5", "results = 5\nminimum = 2.0", 10, "between 0 and 1");
    check("rerank = 15", "rerank = \"x\"", 8, "invalid type");
    check("rerank = 15", "rerank = 15\nspeed = 1", 9, "speed");
    let twice = format!("{good}{good}");
    let message = Profiles::parse("p", &twice).unwrap_err().to_string();
    assert!(message.starts_with("p line 11: "), "{message}");
}

#[test]
fn a_changed_profile_is_checked_by_the_rules_of_the_file() {
    let shipped = Profiles::shipped().unwrap();
    let review = shipped.get("review").unwrap();
    let counsel = shipped.get("counsel").unwrap();
    let check = |changed: Profile, wrong: WrongValue| {
        assert_eq!(shipped.clone().replace(changed).unwrap_err(), wrong);
    };
    check(Profile { lexical: 1_001, ..review.clone() }, WrongValue::Lexical);
    check(Profile { dense: 1_001, ..review.clone() }, WrongValue::Dense);
    let method = Method::ReciprocalRank(f32::NAN);
    check(Profile { method, ..review.clone() }, WrongValue::NegativeK);
    check(Profile { weights: [1.0, -0.1], ..review.clone() }, WrongValue::Weights);
    check(Profile { rerank: 1_001, ..review.clone() }, WrongValue::Rerank);
    check(Profile { rerank: 0, minimum: Some(0.5), ..review.clone() }, WrongValue::Minimum);
    check(Profile { results: Results::Most(0), ..review.clone() }, WrongValue::Results);
    // The form of the results belongs to the job.
    check(Profile { results: counsel.results.clone(), ..review.clone() }, WrongValue::Results);
    check(Profile { results: Results::Most(5), ..counsel.clone() }, WrongValue::Steps);
    check(Profile { results: Results::Steps(vec![0, 9]), ..counsel.clone() }, WrongValue::Steps);

    let mut profiles = shipped.clone();
    let changed = Profile { lexical: 7, results: Results::Most(2), ..review.clone() };
    assert_eq!(profiles.replace(changed.clone()), Ok(true));
    assert_eq!(profiles.get("review"), Some(&changed));
    assert_eq!(profiles.names().collect::<Vec<_>>(), shipped.names().collect::<Vec<_>>());
    assert_eq!(profiles.replace(Profile { id: "nobody".into(), ..changed }), Ok(false));
    assert_eq!(Method::of(Formula::ReciprocalRank, None), Err(WrongValue::MissingK));
    assert_eq!(Method::of(Formula::WeightedScores, Some(60.0)), Err(WrongValue::UnusedK));
}

#[test]
fn a_computation_gives_the_fused_score_again() {
    let shipped = Profiles::shipped().unwrap();
    let words = [("가", 12.5), ("나", 11.0), ("다", 7.12)];
    let near = [("다", 0.82), ("라", -0.1)];
    let best = [12.5, 0.82];
    for (name, key, expected) in [
        ("review", "다", "1/(60+3) + 1/(60+1)"),
        ("review", "나", "1/(60+2)"),
        ("pharmacy", "다", "0.8×7.12/12.5 + 0.2×0.82/0.82"),
        ("pharmacy", "라", "0.2×0/0.82"),
    ] {
        let profile = shipped.get(name).unwrap();
        let fused = profile.fuse(&words, &near);
        let hit = fused.iter().find(|it| it.key == key).unwrap();
        let written = profile.computation([hit.parts[0], hit.parts[1]], best);
        assert_eq!(written, expected, "{name} {key}");
        let term = |term: &str| {
            let (above, below) = term.split_once('/').unwrap();
            let factors = above.split('×').map(|it| it.parse::<f32>().unwrap());
            let summands = below.trim_matches(['(', ')']).split('+');
            factors.product::<f32>() / summands.map(|it| it.parse::<f32>().unwrap()).sum::<f32>()
        };
        let computed: f32 = written.split(" + ").map(term).sum();
        assert!((computed - hit.score).abs() < 1e-4, "{written} is {computed}, not {}", hit.score);
    }
}
