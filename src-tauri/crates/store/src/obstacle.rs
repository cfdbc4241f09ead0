//! What prevents a change of a case, an account or a name, in words for logs and as cases to tell apart.

use std::fmt;

use jiff::Timestamp;
use simui_domain::SignatureRefusal;

/// What prevents an operation on a case. Its text follows `case ID`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CaseObstacle {
    /// No question of the case is open.
    NotWaiting,
    /// Nobody has claimed the case.
    ClaimedByNobody,
    /// Somebody else has claimed the case.
    Claimed {
        /// Name of the person.
        by: String,
        /// When the claim ends.
        until: Timestamp,
    },
    /// Somebody else has claimed the case, and the caller may not release it.
    ClaimedByOther {
        /// Name of the person.
        by: String,
        /// When the claim ends.
        until: Timestamp,
    },
    /// The case was not drawn for a check, or is checked already.
    NotToCheck,
    /// Nobody has asked for a new version; with the present status.
    NoRevisionRequested(String),
    /// The case waits for no decision, so there is nothing to draft anew.
    NotToRedraft,
    /// The case is not final.
    NotFinal,
    /// The question needs no second signature any more.
    NoSecondSignature,
    /// The question needs a second signature first.
    SecondSignatureNeeded,
    /// The second signature is under something else than the first.
    SignedOtherwise,
    /// The question is not open.
    NoSuchQuestion,
    /// The person may not sign so now.
    Signature(SignatureRefusal),
}

impl fmt::Display for CaseObstacle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotWaiting => "is not waiting for a decision",
            Self::ClaimedByNobody => "is claimed by nobody",
            Self::Claimed { by, until } => {
                return write!(
                    f,
                    "is claimed by {by} until {until:.0}; wait, ask them, or have an administrator release it"
                );
            }
            Self::ClaimedByOther { by, until } => {
                return write!(
                    f,
                    "is claimed by {by} until {until:.0}; they or an administrator can release it"
                );
            }
            Self::NotToCheck => {
                "is not waiting to be checked; list those that are with `simui review checks`"
            }
            Self::NoRevisionRequested(status) => {
                return write!(f, "is {status}; a new version is taken only after request_revision");
            }
            Self::NotToRedraft => "asks for no decision; only a waiting case is drafted anew",
            Self::NotFinal => "is not final; only what is final is reopened",
            Self::NoSecondSignature => "needs no second signature any more; decide it",
            Self::SecondSignatureNeeded => "needs a second signature before it is final",
            Self::SignedOtherwise => "was signed otherwise; agree with what was signed first",
            Self::NoSuchQuestion => "has no such open question",
            Self::Signature(refusal) => return refusal.fmt(f),
        })
    }
}

/// What prevents a change or the use of an account. Its text follows `account NAME`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AccountObstacle {
    /// The account is disabled.
    Disabled,
    /// The account has no password, and the desk has some.
    NoPassword,
    /// The account has no password to sign in with.
    NothingToSignInWith,
    /// The present password is needed to change it.
    PresentPasswordNeeded,
    /// The first password of a desk must be an administrator's.
    NotFirst,
    /// The first password has to be one's own.
    SomebodyElses,
    /// No administrator with a password would be left.
    LastAdministrator,
}

impl fmt::Display for AccountObstacle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Disabled => "is disabled and signs no more; an administrator can enable it",
            Self::NoPassword => {
                "has no password, and on this desk accounts have one; an administrator sets the first"
            }
            Self::NothingToSignInWith => {
                "has no password to sign in with; an administrator sets one with `simui accounts password`"
            }
            Self::PresentPasswordNeeded => "has a password; give the present one as well",
            Self::NotFirst => "cannot be the first with a password; set an administrator's first",
            Self::SomebodyElses => {
                "is somebody else's; set your own administrator's password first"
            }
            Self::LastAdministrator => {
                "is the last administrator with a password; give another one a password first"
            }
        })
    }
}

/// Why a name cannot be a reviewer's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NameFault {
    /// The name is empty or longer than 60 characters.
    Length,
    /// The name contains control characters.
    Unprintable,
    /// Another reviewer has the name.
    Taken,
}

impl fmt::Display for NameFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Length => "must have 1 to 60 characters",
            Self::Unprintable => "contains control characters; type it again",
            Self::Taken => "is taken; choose another",
        })
    }
}
