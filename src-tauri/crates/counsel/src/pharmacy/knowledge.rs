//! What the rules know: names, symptoms, what questions ask for, what is not answered. Data files under `rules/pharmacy/`.

use std::sync::LazyLock;

use serde::Deserialize;

use super::names::Names;
use super::wording::Wording;
use crate::CounselError;
use crate::data::parse;

/// What a question wants to know: a line of `intents.toml`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Intent {
    /// Stable name.
    pub id: String,
    /// For people.
    pub korean: String,
    /// Any of them means it.
    pub words: Vec<String>,
    /// Sections that answer it, best first.
    pub headings: Vec<String>,
    /// Words of sentences that answer it.
    pub telling: Vec<String>,
}

/// A complaint and what is used for it: an entry of `symptoms.toml`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Symptom {
    /// As documents call it.
    pub name: String,
    /// As people say it.
    pub words: Vec<String>,
    /// Words to search besides: what it is called in documents, what is used for it.
    pub expand: Vec<String>,
    /// Words of documents that only look alike.
    #[serde(default)]
    pub avoid: Vec<String>,
}

/// Danger to life: an entry of `scope.toml`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Emergency {
    /// Stable name.
    pub id: String,
    /// One of every group has to be there.
    pub words: Vec<Vec<String>>,
    /// What the answer begins with.
    pub says: String,
}

/// A matter of somebody else's: an entry of `scope.toml`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Outside {
    /// Stable name.
    pub id: String,
    /// Whether it stays outside when a drug or a symptom is named.
    pub although_drug: bool,
    /// Any of them.
    pub words: Vec<String>,
    /// What the asker is told.
    pub says: String,
}

/// Words to the program: an entry of `scope.toml`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Injection {
    /// Stable name.
    pub id: String,
    /// One of every group has to be there.
    pub words: Vec<Vec<String>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct IntentsFile {
    intent: Vec<Intent>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct SymptomsFile {
    symptom: Vec<Symptom>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ScopeFile {
    filler: Vec<String>,
    emergency: Vec<Emergency>,
    outside: Vec<Outside>,
    injection: Vec<Injection>,
}

/// All of it.
#[derive(Debug)]
pub struct Knowledge {
    /// Names of drugs.
    pub names: Names,
    /// Grave first.
    pub intents: Vec<Intent>,
    /// Complaints.
    pub symptoms: Vec<Symptom>,
    /// Words that alone are no question.
    pub filler: Vec<String>,
    /// Danger to life.
    pub emergencies: Vec<Emergency>,
    /// What others answer.
    pub outside: Vec<Outside>,
    /// Words to the program.
    pub injections: Vec<Injection>,
}

static SHIPPED: LazyLock<Result<Knowledge, CounselError>> = LazyLock::new(|| {
    let intents: IntentsFile =
        parse("pharmacy/intents.toml", include_str!("../../rules/pharmacy/intents.toml"))?;
    let symptoms: SymptomsFile =
        parse("pharmacy/symptoms.toml", include_str!("../../rules/pharmacy/symptoms.toml"))?;
    let scope: ScopeFile =
        parse("pharmacy/scope.toml", include_str!("../../rules/pharmacy/scope.toml"))?;
    let names =
        Names::read("pharmacy/names.toml", include_str!("../../rules/pharmacy/names.toml"))?;
    Ok(Knowledge {
        names,
        intents: intents.intent,
        symptoms: symptoms.symptom,
        filler: scope.filler,
        emergencies: scope.emergency,
        outside: scope.outside,
        injections: scope.injection,
    })
});

impl Knowledge {
    /// What comes with the program, read once.
    pub fn shipped() -> Result<&'static Self, &'static CounselError> {
        SHIPPED.as_ref()
    }

    /// The intent of this name.
    pub fn intent(&self, id: &str) -> Option<&Intent> {
        self.intents.iter().find(|it| it.id == id)
    }

    /// The symptom of this name.
    pub fn symptom(&self, name: &str) -> Option<&Symptom> {
        self.symptoms.iter().find(|it| it.name == name)
    }

    /// The first danger that `said` is about.
    pub(super) fn emergency(&self, said: &Wording) -> Option<&Emergency> {
        self.emergencies.iter().find(|it| it.words.iter().all(|group| said.has_any(group)))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn the_shipped_data_is_read_and_has_no_name_twice() {
        let knowledge = Knowledge::shipped().unwrap();
        assert!(knowledge.names.len() > 500);
        let ids: Vec<&str> = knowledge.intents.iter().map(|it| it.id.as_str()).collect();
        assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), ids.len());
        let symptoms: Vec<&str> = knowledge.symptoms.iter().map(|it| it.name.as_str()).collect();
        assert_eq!(symptoms.iter().collect::<BTreeSet<_>>().len(), symptoms.len());
    }

    #[test]
    fn a_mistake_is_told_with_its_line() {
        let text = "[[intent]]\nid = \"dose\"\nkorean = \"용법\"\nwordz = []\n";
        let error = parse::<IntentsFile>("intents.toml", text).unwrap_err().to_string();
        assert!(error.starts_with("intents.toml, line 4"), "{error}");
    }
}
