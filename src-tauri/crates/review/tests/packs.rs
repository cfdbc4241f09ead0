//! Tests the packs of the program: every rule does what its own examples say.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr,
    reason = "a panic is the report of a failed test"
)]

use jiff::civil::date;
use simui_domain::Ad;
use simui_review::normalise::Characters;
use simui_review::rules::{
    AdContext, Detector, LexiconFile, RuleBook, RulePack, Trace, builtin_lexicons, check,
};
use simui_search::analysis::{Analyser, Dictionary};

/// Returns analysers without and, if there is one, with the dictionary: the examples must hold with both.
fn analysers() -> Vec<Analyser> {
    let mut analysers = vec![Analyser::without_dictionary()];
    match Dictionary::locate(None).and_then(|found| Analyser::open(&found)) {
        Ok(analyser) => analysers.push(analyser),
        Err(error) => eprintln!("only without a dictionary: {error}"),
    }
    analysers
}

fn trace(detector: &Detector, text: &str) -> Vec<Trace> {
    let ad = Ad { text: text.to_owned(), ..Ad::default() };
    detector.trace(&AdContext { ad: &ad, as_of: date(2026, 11, 21), technologies: &[] })
}

#[test]
fn every_rule_keeps_its_examples() {
    let mut wrong = Vec::new();
    for analyser in analysers() {
        let dictionary = analyser.has_dictionary();
        let detector = Detector::builtin(analyser).unwrap();
        for pack in RulePack::builtin().unwrap() {
            for example in pack.examples() {
                let fired = trace(&detector, &example.text)
                    .iter()
                    .any(|it| it.fired && it.rule == example.rule);
                if fired != example.fires {
                    wrong.push(format!(
                        "{} (dictionary: {dictionary}) must {}fire on {:?}",
                        example.rule,
                        if fired { "not " } else { "" },
                        example.text
                    ));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} examples:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn every_cue_keeps_its_examples() {
    let mut wrong = Vec::new();
    for analyser in analysers() {
        let dictionary = analyser.has_dictionary();
        let detector = Detector::builtin(analyser).unwrap();
        for example in detector.cue_examples() {
            let ad = Ad { text: example.text.clone(), ..Ad::default() };
            let over = detector
                .stances(&ad)
                .into_iter()
                .filter(|(span, _)| span.start < example.words.1 && example.words.0 < span.end);
            let mut cues = over.map(|(_, stretch)| {
                let by = [stretch.stance_by, stretch.speaker_by];
                by.into_iter().flatten().any(|by| by.cue == example.id)
            });
            let holds = if example.holds { cues.all(|it| it) } else { !cues.any(|it| it) };
            if !holds {
                let (cue, line, text) = (&example.id, example.line, &example.text);
                let must = if example.holds { "must" } else { "must not" };
                wrong.push(format!("{line}: {cue} {must} (dictionary: {dictionary}) {text:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{} examples:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn every_figure_has_the_role_of_its_example() {
    let mut wrong = Vec::new();
    for analyser in analysers() {
        let detector = Detector::builtin(analyser).unwrap();
        for example in detector.figure_examples() {
            let ad = Ad { text: example.text.clone(), ..Ad::default() };
            let figures = detector.figures(&ad);
            let found = figures.iter().find(|(span, _)| span.start == example.words.0);
            let role = found.map(|(_, role)| role.as_str());
            if (role == Some(example.id.as_str())) != example.holds {
                wrong.push(format!("{}: {role:?} {:?}", example.line, example.text));
            }
        }
    }
    assert!(wrong.is_empty(), "{} examples:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn every_entity_is_found_as_its_example_says() {
    let mut wrong = Vec::new();
    for analyser in analysers() {
        let dictionary = analyser.has_dictionary();
        let detector = Detector::builtin(analyser).unwrap();
        for example in detector.entity_examples() {
            // Persons need proper nouns, which only the dictionary knows.
            if example.id.starts_with("person.") && !dictionary {
                continue;
            }
            let ad = Ad { text: example.text.clone(), ..Ad::default() };
            let (from, to) = example.words;
            let found = detector.entities(&ad).into_iter().any(|(span, entity)| {
                let is_here = match example.holds {
                    true => (span.start, span.end) == (from, to),
                    false => span.start < to && from < span.end,
                };
                is_here && entity.row == example.id
            });
            if found != example.holds {
                wrong.push(format!("{}: {} {:?}", example.line, example.id, example.text));
            }
        }
    }
    assert!(wrong.is_empty(), "{} examples:\n{}", wrong.len(), wrong.join("\n"));
}

/// The program's own packs pass what an imported one must pass.
#[test]
fn every_pack_could_be_imported() {
    let book = RuleBook::new(&[], Analyser::without_dictionary()).unwrap();
    for pack in RulePack::builtin().unwrap() {
        let found = check(&book, "pack.toml", pack.text(), date(2026, 11, 21));
        assert!(found.problems.is_empty(), "{}: {:#?}", pack.id(), found.problems);
    }
}

fn load(pack: &str, lexicon: &str) -> Result<Detector, String> {
    let pack = RulePack::parse("pack.toml", pack).map_err(|error| error.to_string())?;
    let lexicon = LexiconFile { file: "words.toml".to_owned(), text: lexicon.to_owned() };
    let mut lexicons = builtin_lexicons();
    lexicons.push(lexicon);
    Detector::new(&[pack], &lexicons, Characters::default(), Analyser::without_dictionary())
        .map_err(|error| error.to_string())
}

/// A pack within the limits on its parts but with the highest possible cost is refused in bounded time, and
/// its work is bounded when it is used.
#[test]
fn a_hostile_pack_is_refused() {
    let book = RuleBook::new(&[], Analyser::without_dictionary()).unwrap();
    let word = "\"가나|나가|다라|라다\"";
    let pattern = format!("'{} ~0 \"호롱불\"'", [word; 9].join(" ~30 "));
    let hostile =
        |count: usize| rule(&format!("patterns = [{}]", vec![pattern.as_str(); count].join(",")));
    let found = check(&book, "pack.toml", &hostile(300), date(2026, 11, 21));
    let reported = found.problems.iter().any(|problem| problem.message.contains("too many words"));
    assert!(reported, "{:?}", found.problems);
    let text = format!("호롱불 {}", "가나 나가 다라 라다 ".repeat(200));
    assert!(trace(&load(&hostile(10), "").unwrap(), &text).is_empty());
}

const HEAD: &str = "id = 'p'\nversion = '1'\ntitle = 't'\n";

fn rule(fields: &str) -> String {
    format!(
        "{HEAD}[[rule]]\nid = 'r'\ntitle = 't'\nkind = 'V6'\nlevel = 'standard'\nseverity = 'low'\narticles = []\n\
         rationale = '{{words:은/는}} 표현'\nquery = 'q'\n{fields}"
    )
}

#[test]
fn mistakes_are_reported_with_file_and_line() {
    let check = |pack: &str, lexicon: &str, expected: &[&str]| {
        let error = load(pack, lexicon).expect_err(pack);
        for part in expected {
            assert!(error.contains(part), "{error:?} does not say {part:?}");
        }
    };
    check("id = 'p'\nversion = ", "", &["pack.toml:2"]);
    check(&format!("{HEAD}colour = 'red'"), "", &["pack.toml:4", "colour"]);
    check(&rule("patterns = ['{nothing}']"), "", &["pack.toml:13", "nothing"]);
    check(&rule("patterns = ['{harm} ~']"), "", &["pack.toml:13", "number of words"]);
    check(&rule("patterns = ['{harm}']\nexceptions = ['mercy']"), "", &["pack.toml:14", "mercy"]);
    check(&rule("procedure = 'magic'"), "", &["pack.toml:13", "magic"]);
    check(&rule(""), "", &["pack.toml:5", "patterns, elements or a procedure"]);
    check(&rule("elements = ['who']\nwithin = 'ad'"), "", &["pack.toml:5", "beside elements"]);
    check(&rule("patterns = ['{harm}']").replace("V6", "V66"), "", &["pack.toml:7", "V66"]);
    check(&format!("{HEAD}effective_from = 'soon'"), "", &["pack.toml:4", "soon"]);
    check(HEAD, "[words]\nabout = 'x'\nwords = ['★']", &["words.toml:3", "★"]);
    check(HEAD, "[words]\nwords = ['말']", &["words.toml:1", "about"]);
    check(HEAD, "[words]\nabout = 'x'\npredicates = ['좋은']", &["words.toml:3", "좋은"]);
}

#[test]
fn an_exception_says_which_kinds_it_holds_for() {
    let pack = |kinds: &str, rests_on: &str| {
        let exception = format!(
            "[[exception]]\nname = 'lit'\n{kinds}{rests_on}why = 'w'\nwithin = 'near'\npatterns = ['\"등불\"']\n"
        );
        let fields = "patterns = ['\"호롱불\"']\nexceptions = ['lit']";
        rule(fields).replace("[[rule]]", &format!("{exception}[[rule]]"))
    };
    let fails = |pack: &str, expected: &[&str]| {
        let error = load(pack, "").expect_err(pack);
        for part in expected {
            assert!(error.contains(part), "{error:?} does not say {part:?}");
        }
    };
    fails(&pack("", ""), &["pack.toml:5", "kinds", "lit"]);
    fails(&pack("kinds = []\n", ""), &["pack.toml:5", "kinds", "lit"]);
    fails(&pack("kinds = ['V66']\n", ""), &["pack.toml:6", "V66"]);
    fails(&pack("kinds = ['V5']\n", ""), &["pack.toml:20", "holds for V6", "lit"]);
    fails(&pack("kinds = ['V6']\n", "rests_on = 'hope'\n"), &["pack.toml:7", "hope"]);
    let builtin = rule("patterns = ['{harm}']\nexceptions = ['access_restricted']");
    fails(&builtin, &["pack.toml:14", "holds for V6", "access_restricted"]);
    // `rests_on` decides whether the trigger is cleared and whether a person is asked.
    for (rests_on, fired, unconfirmed) in [
        ("", false, false),
        ("rests_on = 'permit'\n", false, true),
        ("rests_on = 'assertion'\n", true, true),
    ] {
        let detector = load(&pack("kinds = ['V6']\n", rests_on), "").unwrap();
        let found = trace(&detector, "호롱불 등불 치료");
        assert_eq!(found.len(), 1, "{rests_on}");
        assert_eq!(found[0].fired, fired, "{rests_on}");
        assert_eq!(found[0].exceptions[0].unconfirmed, unconfirmed, "{rests_on}");
        let without = trace(&detector, "호롱불 치료");
        assert!(without[0].fired && !without[0].exceptions[0].unconfirmed, "{rests_on}");
    }
}

#[test]
fn a_pack_from_before_stances_keeps_its_exceptions() {
    let names = ["meta_talk", "question", "refusal", "law_quoted", "recruitment"];
    let fields = format!("patterns = ['\"호롱불\"']\nthreshold = 0.5\nexceptions = {names:?}");
    let detector = load(&rule(&fields), "").unwrap();
    for (text, cleared_by) in [
        ("호롱불 치료", ""),
        ("호롱불이라는 광고는 의심하세요", "meta_talk"),
        ("호롱불은 되나요?", "question"),
        ("호롱불은 드리지 않습니다", "refusal"),
        ("저희는 과장하지 않습니다, 호롱불 치료", ""),
        ("의료법은 호롱불을 금지합니다", "law_quoted"),
        ("호롱불 간호사 채용", "recruitment"),
    ] {
        let found = trace(&detector, text);
        let applied: Vec<&str> =
            found[0].exceptions.iter().filter(|it| it.applied).map(|it| it.name.as_str()).collect();
        assert_eq!(applied.join(" "), cleared_by, "{text}");
        assert_eq!(found[0].fired, cleared_by.is_empty(), "{text}");
    }
    // Names of exceptions that other packs of the program had.
    for name in ["disease_information", "proper_name", "price_or_schedule", "rather_than"] {
        let fields = format!("patterns = ['\"호롱불\"']\nexceptions = ['{name}']");
        assert!(trace(&load(&rule(&fields), "").unwrap(), "호롱불 치료")[0].fired, "{name}");
    }
    let asked_the_model = load(&rule("procedure = 'resembles'\nthreshold = 0.5\nsure = 0.8"), "");
    assert!(trace(&asked_the_model.unwrap(), "호롱불 치료").is_empty());
}

#[test]
fn rules_hold_for_their_stances_and_speakers() {
    let of_pack = |stances: &str, fields: &str| {
        rule(&format!("patterns = ['\"호롱불\"']\n{fields}"))
            .replace("title = 't'\n[[rule]]", &format!("title = 't'\n{stances}\n[[rule]]"))
    };
    for (pack, text, fires) in [
        (of_pack("", ""), "호롱불은 드리지 않습니다", true),
        (of_pack("stances = ['claims']", ""), "호롱불은 드리지 않습니다", false),
        (of_pack("stances = ['claims']", ""), "호롱불을 드립니다", true),
        (
            of_pack("stances = ['claims']", "stances = ['refuses']"),
            "호롱불은 드리지 않습니다",
            true,
        ),
        (of_pack("stances = ['claims']", "stances = ['refuses']"), "호롱불을 드립니다", false),
        (of_pack("", "speakers = ['clinic']"), "제가 호롱불을 받아 보니 좋았어요", false),
        (of_pack("", "speakers = ['patient']"), "제가 호롱불을 받아 보니 좋았어요", true),
    ] {
        let found = trace(&load(&pack, "").unwrap(), text);
        assert_eq!(found[0].fired, fires, "{text}: {pack}");
    }
    let error = load(&of_pack("stances = ['shouts']", ""), "").expect_err("no stance");
    assert!(error.contains("pack.toml:4") && error.contains("shouts"), "{error}");
}

#[test]
fn a_pack_applies_only_while_it_is_in_force() {
    let pack = rule("patterns = ['\"호롱불\"']").replace(
        "title = 't'\n[[rule]]",
        "title = 't'\neffective_from = '2026-01-01'\neffective_to = '2026-12-31'\n[[rule]]",
    );
    let detector = load(&pack, "").unwrap();
    let ad = Ad { text: "호롱불 치료".to_owned(), ..Ad::default() };
    for (as_of, found) in [
        (date(2025, 12, 31), 0),
        (date(2026, 1, 1), 1),
        (date(2026, 12, 31), 1),
        (date(2027, 1, 1), 0),
    ] {
        let context = AdContext { ad: &ad, as_of, technologies: &[] };
        assert_eq!(detector.examine(&context).findings.len(), found, "{as_of}");
    }
}

#[test]
fn the_rationale_names_the_words_found() {
    let detector = load(&rule("patterns = ['\"호롱불\" ~1 \"초롱불\"']"), "").unwrap();
    let ad = Ad { text: "호롱불과 초롱불".to_owned(), ..Ad::default() };
    let context = AdContext { ad: &ad, as_of: date(2026, 11, 21), technologies: &[] };
    let examination = detector.examine(&context);
    assert_eq!(examination.findings[0].rationale, "‘호롱불’ ‘초롱불’은 표현");
}
