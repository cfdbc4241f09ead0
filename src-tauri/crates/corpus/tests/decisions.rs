//! Tests of how decisions ended, read from the official texts: all decisions of the shared corpora, some of
//! them checked by hand.
#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "a failed unwrap is a failed test; skips say so"
)]

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::OnceLock;

use simui_corpus::{DecisionSummary, SourceFile, decision_summary, read, starter_documents};
use simui_domain::CourtOutcome::{self, *};
use simui_domain::Disposition::{self, *};
use simui_domain::DocumentKind;

use crate::common;

/// Every decision in a file by title.
fn decisions(path: &Path) -> Vec<(String, DecisionSummary)> {
    let source =
        SourceFile { path: path.display().to_string(), bytes: std::fs::read(path).unwrap() };
    let readings = read(&source, None, &common::clock());
    let summaries = readings.readings.into_iter().map(|reading| {
        let imported = reading.imported;
        assert_eq!(imported.document.kind, DocumentKind::Precedent, "{}", path.display());
        (imported.document.title, decision_summary(&imported.document.body, &imported.articles))
    });
    summaries.collect()
}

/// All decisions, read once.
static ALL: OnceLock<Vec<(String, DecisionSummary)>> = OnceLock::new();

fn all(corpora: &Path) -> &'static [(String, DecisionSummary)] {
    ALL.get_or_init(|| read_all(corpora))
}

fn read_all(corpora: &Path) -> Vec<(String, DecisionSummary)> {
    let mut found = decisions(&corpora.join("precedents/precedents.jsonl"));
    for entry in std::fs::read_dir(corpora.join("constitutional")).unwrap() {
        found.extend(decisions(&entry.unwrap().path()));
    }
    found
}

/// Determined by a person from 주문, 판시사항 and the parties at the start of each decision.
const BY_HAND: &[(&str, Disposition, Option<CourtOutcome>)] = &[
    ("2002두12342", AppealDismissed, Some(Unlawful)),
    ("2009두21345", Mixed, Some(Lawful)),
    ("2008구합45726", ClaimDismissed, Some(Unlawful)),
    ("2009누13100", AppealDismissed, Some(Unlawful)),
    ("2003도2780", Remanded, Some(Unlawful)),
    ("2004도5724", Remanded, Some(Lawful)),
    ("2006도9083", Remanded, Some(Unlawful)),
    ("2006도9311", Mixed, Some(Unlawful)),
    ("2007도2990", AppealDismissed, Some(Lawful)),
    ("2009도7455", AppealDismissed, Some(Lawful)),
    ("2010도1763", Remanded, Some(Lawful)),
    ("2010도6527", Remanded, Some(Lawful)),
    ("2011도8694", Remanded, Some(Unlawful)),
    ("2013도8032", Remanded, Some(Unlawful)),
    ("2014도16577", Remanded, Some(Lawful)),
    ("2016도556", AppealDismissed, Some(Unlawful)),
    ("2018도20928", AppealDismissed, Some(Unlawful)),
    // Convicted for the advertisement, acquitted for the name on the door.
    ("2005노2808", Mixed, Some(Unlawful)),
    ("2006노717", AppealDismissed, Some(Lawful)),
    ("2009고정883", Convicted, Some(Unlawful)),
    ("2009노1220", Acquitted, Some(Lawful)),
    ("2012고정3048", Convicted, Some(Unlawful)),
    ("2012노4121", Acquitted, Some(Lawful)),
    ("2013고정117", Convicted, Some(Unlawful)),
    ("2014노650", AppealDismissed, Some(Unlawful)),
    ("2003도7319", Remanded, Some(Lawful)),
    ("2007도3831", Remanded, Some(Lawful)),
    ("2006도7109", AppealDismissed, Some(Lawful)),
    // Both appeals were dismissed, and the text does not say what was upheld.
    ("2013도15002", AppealDismissed, None),
    // The norm was struck down while the case was pending, and the wording was not judged.
    ("2005도8317", Mixed, None),
    ("2022다200249", Mixed, None),
    ("2003헌가3", Disposition::Unconstitutional, Some(CourtOutcome::Unconstitutional)),
    ("2006헌가4", Disposition::Unconstitutional, Some(CourtOutcome::Unconstitutional)),
    ("2015헌바75", Disposition::Unconstitutional, Some(CourtOutcome::Unconstitutional)),
    ("2007헌바85", Disposition::Constitutional, Some(CourtOutcome::Constitutional)),
    ("2012헌바293", Disposition::Constitutional, Some(CourtOutcome::Constitutional)),
    ("2013헌바28", Disposition::Constitutional, Some(CourtOutcome::Constitutional)),
    ("2015헌바325", Disposition::Constitutional, Some(CourtOutcome::Constitutional)),
    ("2016헌바311", Disposition::Constitutional, Some(CourtOutcome::Constitutional)),
    ("2017헌마103", ClaimDismissed, Some(CourtOutcome::Constitutional)),
    ("2012헌마685", ClaimDismissed, Some(Unlawful)),
    ("2005헌마1191", Annulled, Some(Lawful)),
    // The complaint succeeded for the advertisement and failed for the rest.
    ("2008헌마593", Mixed, Some(Lawful)),
    ("2009헌마117", Annulled, Some(Lawful)),
    ("2010헌마180", Annulled, Some(Lawful)),
    ("2011헌마651", Annulled, Some(Lawful)),
    ("2011헌마652", Annulled, Some(Lawful)),
    ("2016헌마176", Annulled, Some(Lawful)),
    ("2016헌마276", Annulled, Some(Lawful)),
    ("2016헌마636", Annulled, Some(Lawful)),
    ("2017헌마1217", Annulled, Some(Lawful)),
];

#[test]
fn outcomes_of_the_shared_decisions() {
    let Some(corpora) = common::corpora() else { return };
    let all = all(&corpora);
    let mut wrong = Vec::new();
    for (case, disposition, outcome) in BY_HAND {
        let named = all.iter().filter(|(title, _)| title.contains(&format!(" {case} ")));
        let found: Vec<_> = named.map(|(_, it)| (it.disposition, it.outcome)).collect();
        if found.is_empty() || found.iter().any(|it| *it != (Some(*disposition), *outcome)) {
            wrong.push(format!("{case}: {found:?} instead of {disposition:?} {outcome:?}"));
        }
    }
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for (title, summary) in all {
        *counts.entry(format!("{:?} {:?}", summary.disposition, summary.outcome)).or_default() += 1;
        if summary.disposition.is_none() {
            eprintln!("no disposition: {title}");
        }
    }
    eprintln!("{counts:#?}");
    assert_eq!(wrong, Vec::<String>::new());
    // Every text with a 주문 says what was ordered. One stored text has none.
    let silent = all.iter().filter(|(_, it)| it.disposition.is_none()).count();
    assert!(silent * 200 <= all.len(), "{silent} of {} say nothing", all.len());
}

/// Digests were written from the official texts by a person, so the outcomes must agree if both are
/// available.
#[test]
fn official_texts_agree_with_our_digests() {
    let Some(corpora) = common::corpora() else { return };
    let all = all(&corpora);
    let (mut compared, mut wrong) = (0, Vec::new());
    for digest in starter_documents(&common::clock()).unwrap() {
        if digest.document.kind != DocumentKind::Precedent {
            continue;
        }
        let expected = decision_summary(&digest.document.body, &digest.articles);
        let title = &digest.document.title;
        let case = title.split(' ').rev().nth(1).unwrap();
        for (_, official) in all.iter().filter(|(title, _)| title.contains(&format!(" {case} "))) {
            compared += 1;
            let shared = expected.kinds.iter().any(|kind| official.kinds.contains(kind));
            if official.outcome != expected.outcome || !shared {
                wrong.push(format!(
                    "{case}: official {:?} {:?}, digest {:?} {:?}",
                    official.outcome, official.kinds, expected.outcome, expected.kinds
                ));
            }
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
    assert!(compared >= 25, "{compared}");
}

/// A decision about something else never counts for or against an advertisement.
#[test]
fn decisions_on_other_matters_have_no_kinds() {
    let Some(corpora) = common::corpora() else { return };
    let all = all(&corpora);
    let about: Vec<_> = all.iter().filter(|(_, it)| !it.kinds.is_empty()).collect();
    for (title, summary) in &about {
        eprintln!("{title}: {:?} {:?}", summary.kinds, summary.outcome);
    }
    eprintln!("{} of {} are about medical advertising", about.len(), all.len());
    assert!((40..200).contains(&about.len()), "{}", about.len());
}
