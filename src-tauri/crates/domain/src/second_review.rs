//! 네 눈 원칙: who may sign what, and when a question is answered.

use std::fmt;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{Reviewer, ReviewerId, Role, Verdict};

/// Kind of signature on a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum SignatureAct {
    /// A decision.
    Sign,
    /// The first person withdraws their decision.
    Withdraw,
    /// A second person agrees with the first, which makes the decision final.
    Agree,
    /// A second person disagrees; a third decides.
    Disagree,
    /// A decision after a disagreement, which is final.
    Settle,
}

/// A signature on a question, stored permanently.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Signature {
    /// Kind of signature.
    pub act: SignatureAct,
    /// The person who signed.
    pub reviewer: Reviewer,
    /// When it was signed.
    #[ts(type = "string")]
    pub signed_at: Timestamp,
    /// The verdict that becomes final with it, or would.
    pub verdict: Option<Verdict>,
    /// The person's note.
    pub note: String,
}

/// State of a question.
#[derive(Debug, Clone, PartialEq, Eq)]
enum QuestionState<'a> {
    /// No signature counts.
    Open,
    /// A first person signed.
    Signed { first: &'a ReviewerId },
    /// A second person disagreed.
    Disputed { first: &'a ReviewerId, second: &'a ReviewerId },
    /// The question is answered.
    Answered,
}

/// Consequence of a signature.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Signed {
    /// The signature is stored and the question stays open.
    Kept(SignatureAct),
    /// The signature answers the question, as this kind; `None` if one signature is enough.
    Answer(Option<SignatureAct>),
}

/// Why a person may not sign. The text follows `case ID`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SignatureRefusal {
    /// There is no first signature to agree with.
    NoFirst,
    /// Only who signed first withdraws.
    NotOnesOwn,
    /// Who signed first cannot be the second person.
    SamePerson,
    /// There is a first signature, with which a second person agrees or disagrees.
    FirstExists,
    /// The signatures disagree, and this person is one of the two.
    DisputedByThisPerson,
    /// The signatures disagree, and a third person decides.
    Disputed,
    /// The question has its answer.
    Answered,
}

impl fmt::Display for SignatureRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoFirst => "has no first signature; decide it",
            Self::NotOnesOwn => "was signed by somebody else; they can withdraw",
            Self::SamePerson => "needs a second person: who signed first cannot be it",
            Self::FirstExists => {
                "has a first signature; a second person agrees or disagrees with it"
            }
            Self::DisputedByThisPerson => {
                "is disputed; a third person decides, or an administrator who did not sign first"
            }
            Self::Disputed => "is disputed; a third person decides it",
            Self::Answered => "has its answer",
        })
    }
}

/// Determines the consequence of signing `act` after the signatures `so_far` on the same question, the
/// oldest first. `needs_second` says whether this decision needs a second person. The error gives the
/// reason why the person may not sign.
pub fn signing(
    so_far: &[(SignatureAct, ReviewerId)],
    act: SignatureAct,
    by: &Reviewer,
    needs_second: bool,
) -> Result<Signed, SignatureRefusal> {
    use SignatureAct::*;
    let id = &by.id;
    match (state(so_far), act) {
        (QuestionState::Open, Sign) if needs_second => Ok(Signed::Kept(Sign)),
        (QuestionState::Open, Sign) => Ok(Signed::Answer(None)),
        (QuestionState::Open, _) => Err(SignatureRefusal::NoFirst),
        (QuestionState::Signed { first }, Withdraw) if first == id => Ok(Signed::Kept(Withdraw)),
        (QuestionState::Signed { .. }, Withdraw) => Err(SignatureRefusal::NotOnesOwn),
        (QuestionState::Signed { first }, Agree | Disagree) if first == id => {
            Err(SignatureRefusal::SamePerson)
        }
        (QuestionState::Signed { .. }, Agree) => Ok(Signed::Answer(Some(Agree))),
        (QuestionState::Signed { .. }, Disagree) => Ok(Signed::Kept(Disagree)),
        (QuestionState::Signed { .. }, Sign | Settle) => Err(SignatureRefusal::FirstExists),
        (QuestionState::Disputed { first, second }, Sign | Settle) => {
            let third = id != first && id != second;
            // On a desk of two people the administrator has the last word, but never on their own
            // decision.
            let is_other_administrator = by.role == Role::Administrator && id != first;
            match third || is_other_administrator {
                true => Ok(Signed::Answer(Some(Settle))),
                false => Err(SignatureRefusal::DisputedByThisPerson),
            }
        }
        (QuestionState::Disputed { .. }, _) => Err(SignatureRefusal::Disputed),
        (QuestionState::Answered, _) => Err(SignatureRefusal::Answered),
    }
}

fn state(so_far: &[(SignatureAct, ReviewerId)]) -> QuestionState<'_> {
    so_far.iter().fold(QuestionState::Open, |state, (act, by)| match (state, act) {
        (QuestionState::Open, SignatureAct::Sign) => QuestionState::Signed { first: by },
        (QuestionState::Signed { .. }, SignatureAct::Withdraw) => QuestionState::Open,
        (QuestionState::Signed { first }, SignatureAct::Disagree) => {
            QuestionState::Disputed { first, second: by }
        }
        (_, SignatureAct::Agree | SignatureAct::Settle) => QuestionState::Answered,
        (state, _) => state,
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
        let outcome = match signing(&so_far, act, &person(by, role), true) {
            Ok(Signed::Kept(_)) => "kept",
            Ok(Signed::Answer(_)) => "answer",
            Err(_) => "refused",
        };
        assert_eq!(outcome, expected, "{act:?} by {by} after {so_far:?}");
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
        // A question that was begun with two signatures needs two, even if the setting was changed
        // meanwhile.
        let so_far = [(Sign, ReviewerId::from("a"))];
        assert!(signing(&so_far, Sign, &person("a", Role::Reviewer), false).is_err());
    }

    proptest! {
        /// For any attempts in any order: at most one answer, and never by one person alone.
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
