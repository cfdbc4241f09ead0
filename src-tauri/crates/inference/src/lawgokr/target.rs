use std::fmt;

use serde::{Deserialize, Serialize};

/// A collection of law.go.kr.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Target {
    /// 현행법령 by 공포일: the versions in force.
    Law,
    /// 법령 by 시행일: also future and past versions.
    EfLaw,
    /// 행정규칙.
    AdmRul,
    /// 자치법규.
    Ordin,
    /// 판례.
    Prec,
    /// 헌재결정례.
    Detc,
}

/// Element and parameter names of a collection.
pub(super) struct Names {
    /// Element of one document in a list.
    pub item: &'static str,
    /// Element of the number of a version.
    pub serial: &'static str,
    /// Element of the number shared by all versions.
    pub id: &'static str,
    pub title: &'static str,
    pub effective: &'static str,
    /// Element of the day of promulgation or decision.
    pub announced: &'static str,
    /// Request parameter for the serial.
    pub parameter: &'static str,
}

impl Target {
    /// All collections.
    pub const ALL: [Self; 6] =
        [Self::Law, Self::EfLaw, Self::AdmRul, Self::Ordin, Self::Prec, Self::Detc];

    /// Returns the name of the collection in the API.
    pub fn name(self) -> &'static str {
        match self {
            Self::Law => "law",
            Self::EfLaw => "eflaw",
            Self::AdmRul => "admrul",
            Self::Ordin => "ordin",
            Self::Prec => "prec",
            Self::Detc => "detc",
        }
    }

    /// Returns the collection of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.name() == name)
    }

    pub(super) fn names(self) -> Names {
        match self {
            Self::Law | Self::EfLaw => Names {
                item: "law",
                serial: "법령일련번호",
                id: "법령ID",
                title: "법령명한글",
                effective: "시행일자",
                announced: "공포일자",
                parameter: "MST",
            },
            Self::AdmRul => Names {
                item: "admrul",
                serial: "행정규칙일련번호",
                id: "행정규칙ID",
                title: "행정규칙명",
                effective: "시행일자",
                announced: "발령일자",
                parameter: "ID",
            },
            Self::Ordin => Names {
                item: "law",
                serial: "자치법규일련번호",
                id: "자치법규ID",
                title: "자치법규명",
                effective: "시행일자",
                announced: "공포일자",
                parameter: "MST",
            },
            Self::Prec => Names {
                item: "prec",
                serial: "판례일련번호",
                id: "사건번호",
                title: "사건명",
                effective: "",
                announced: "선고일자",
                parameter: "ID",
            },
            Self::Detc => Names {
                item: "Detc",
                serial: "헌재결정례일련번호",
                id: "사건번호",
                title: "사건명",
                effective: "",
                announced: "종국일자",
                parameter: "ID",
            },
        }
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
