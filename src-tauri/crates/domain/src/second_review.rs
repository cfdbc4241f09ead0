//! 네 눈 원칙: who may sign what, and when a question has its answer.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{Reviewer, ReviewerId, Role, Verdict};

/// What a person signs on a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum SignatureAct {
    /// A decision.
    Sign,
    /// The first one takes their decision back.
    Withdraw,
    /// The second one agrees with the first: it is final.
    Agree,
    /// The second one disagrees: a third decides.
    Disagree,
    /// A decision after a disagreement: it is final.
    Settle,
}

/// Something signed on a question, for good.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Signature {
    /// What.
    pub act: SignatureAct,
    /// By whom.
    pub reviewer: Reviewer,
    /// When.
    #[ts(type = "string")]
    pub signed_at: Timestamp,
    /// The verdict that is final with it, or would be.
    pub verdict: Option<Verdict>,
    /// Their words.
    pub note: String,
}

/// Where a question stands.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Standing<'a> {
    /// Nothing is signed.
    Open,
    /// A first person signed.
    Signed { first: &'a ReviewerId },
    /// A second one disagreed.
    Disputed { first: &'a ReviewerId, second: &'a ReviewerId },
    /// It has its answer.
    Answered,
}

/// What follows from something signed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Signed {
    /// It is kept and the question stays open.
    Kept(SignatureAct),
    /// It is the answer, signed as this; `None` where one signature was enough.
    Answer(Option<SignatureAct>),
}

/// What follows when somebody signs `act` after what was signed so far on the same question, oldest first; why not, where they
/// may not. `two` says whether this decision needs a second person.
pub fn signing(
    so_far: &[(SignatureAct, ReviewerId)],
    act: SignatureAct,
    by: &Reviewer,
    two: bool,
) -> Result<Signed, &'static str> {
    use SignatureAct::*;
    let me = &by.id;
    match (standing(so_far), act) {
        (Standing::Open, Sign) if two => Ok(Signed::Kept(Sign)),
        (Standing::Open, Sign) => Ok(Signed::Answer(None)),
        (Standing::Open, _) => Err("has no first signature; decide it"),
        (Standing::Signed { first }, Withdraw) if first == me => Ok(Signed::Kept(Withdraw)),
        (Standing::Signed { .. }, Withdraw) => {
            Err("was signed by somebody else; they can withdraw")
        }
        (Standing::Signed { first }, Agree | Disagree) if first == me => {
            Err("needs a second person: who signed first cannot be it")
        }
        (Standing::Signed { .. }, Agree) => Ok(Signed::Answer(Some(Agree))),
        (Standing::Signed { .. }, Disagree) => Ok(Signed::Kept(Disagree)),
        (Standing::Signed { .. }, Sign | Settle) => {
            Err("has a first signature; a second person agrees or disagrees with it")
        }
        (Standing::Disputed { first, second }, Sign | Settle) => {
            let third = me != first && me != second;
            // On a desk of two, the administrator has the last word, but never on their own decision.
            let presides = by.role == Role::Administrator && me != first;
            match third || presides {
                true => Ok(Signed::Answer(Some(Settle))),
                false => Err(
                    "is disputed; a third person decides, or an administrator who did not sign first",
                ),
            }
        }
        (Standing::Disputed { .. }, _) => Err("is disputed; a third person decides it"),
        (Standing::Answered, _) => Err("has its answer"),
    }
}

fn standing(so_far: &[(SignatureAct, ReviewerId)]) -> Standing<'_> {
    so_far.iter().fold(Standing::Open, |standing, (act, by)| match (standing, act) {
        (Standing::Open, SignatureAct::Sign) => Standing::Signed { first: by },
        (Standing::Signed { .. }, SignatureAct::Withdraw) => Standing::Open,
        (Standing::Signed { first }, SignatureAct::Disagree) => {
            Standing::Disputed { first, second: by }
        }
        (_, SignatureAct::Agree | SignatureAct::Settle) => Standing::Answered,
        (standing, _) => standing,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use SignatureAct::*;
    use proptest::prelude::*;

    fn person(id: &str, role: Role) -> Reviewer {
        Reviewer { id: ReviewerId::from(id), name: id.to_owned(), role }
    }

    fn check(so_far: &[(SignatureAct, &str)], act: SignatureAct, by: &str, expected: &str) {
        let so_far: Vec<_> = so_far.iter().map(|(act, by)| (*act, ReviewerId::from(*by))).collect();
        let role = if by == "chief" { Role::Administrator } else { Role::Reviewer };
        let came = match signing(&so_far, act, &person(by, role), true) {
            Ok(Signed::Kept(_)) => "kept",
            Ok(Signed::Answer(_)) => "answer",
            Err(_) => "refused",
        };
        assert_eq!(came, expected, "{act:?} by {by} after {so_far:?}");
    }

    #[test]
    fn two_different_people_or_a_third() {
        check(&[], Sign, "a", "kept");
        check(&[], Agree, "a", "refused");
        let signed = [(Sign, "a")];
        for (act, by, expected) in [
            (Agree, "a", "refused"),
            (Disagree, "a", "refused"),
            (Sign, "a", "refused"),
            (Sign, "b", "refused"),
            (Withdraw, "b", "refused"),
            (Withdraw, "a", "kept"),
            (Agree, "b", "answer"),
            (Disagree, "b", "kept"),
        ] {
            check(&signed, act, by, expected);
        }
        check(&[(Sign, "a"), (Withdraw, "a")], Sign, "b", "kept");
        check(&[(Sign, "a"), (Withdraw, "a")], Agree, "b", "refused");
        let disputed = [(Sign, "a"), (Disagree, "b")];
        for (act, by, expected) in [
            (Sign, "a", "refused"),
            (Sign, "b", "refused"),
            (Sign, "c", "answer"),
            (Sign, "chief", "answer"),
            (Agree, "c", "refused"),
            (Withdraw, "a", "refused"),
        ] {
            check(&disputed, act, by, expected);
        }
        check(&[(Sign, "a"), (Disagree, "chief")], Sign, "chief", "answer");
        check(&[(Sign, "chief"), (Disagree, "b")], Sign, "chief", "refused");
        check(&[(Sign, "a"), (Agree, "b")], Sign, "c", "refused");
    }

    #[test]
    fn where_one_is_enough_one_is_enough() {
        let one = signing(&[], Sign, &person("a", Role::Reviewer), false);
        assert_eq!(one, Ok(Signed::Answer(None)));
        // What was begun by two is ended by two, also when the setting was changed meanwhile.
        let so_far = [(Sign, ReviewerId::from("a"))];
        assert!(signing(&so_far, Sign, &person("a", Role::Reviewer), false).is_err());
    }

    proptest! {
        /// Whatever is tried by whom in whatever order: at most one answer, and never by one person alone.
        #[test]
        fn an_answer_has_two_people_behind_it(
            tries in prop::collection::vec((0usize..5, 0usize..4), 0..40),
        ) {
            let acts = [Sign, Withdraw, Agree, Disagree, Settle];
            let people = [
                person("a", Role::Reviewer),
                person("b", Role::Reviewer),
                person("c", Role::Reviewer),
                person("chief", Role::Administrator),
            ];
            let mut so_far: Vec<(SignatureAct, ReviewerId)> = Vec::new();
            let mut answers = 0;
            for (act, who) in tries {
                let by = &people[who];
                match signing(&so_far, acts[act], by, true) {
                    Err(_) => continue,
                    Ok(Signed::Kept(act)) => so_far.push((act, by.id.clone())),
                    Ok(Signed::Answer(act)) => {
                        answers += 1;
                        let first = so_far.iter().rev().find(|(act, _)| *act == Sign);
                        prop_assert!(first.is_some_and(|(_, first)| *first != by.id));
                        prop_assert!(act.is_some());
                        so_far.extend(act.map(|act| (act, by.id.clone())));
                    }
                }
            }
            prop_assert!(answers <= 1);
        }
    }
}
